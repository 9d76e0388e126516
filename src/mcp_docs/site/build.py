"""Writes a whole site or nothing, and nothing at all when nothing changed.

The site is made beside its place, of the old one's files where they are the same, and renamed into it.
A marker file inside says that the folder is ours, from which state it was made, and what it holds; with
the same key and the same files there is nothing to do, and MkDocs is not even imported.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from mcp_docs.errors import OutputError, Where
from mcp_docs.memory import Memory
from mcp_docs.record import Record
from mcp_docs.site.exchange import exchange
from mcp_docs.site.links import broken_links
from mcp_docs.site.staging import Staging, digest_of, digests_in
from mcp_docs.site.stamps import is_untouched, remember_looks
from mcp_docs.site.workplace import workplace
from mcp_docs.texts import shorten

if TYPE_CHECKING:  # Jinja
    from mcp_docs.site.ahead import Renders
    from mcp_docs.site.pages import Site

MARKER = ".mcp-docs-site.json"
_FORMAT = 1


class SiteMemory(Memory, Protocol):
    """A memory with a place for a site that was replaced, of which the next one is made."""

    @property
    def spare(self) -> Path:
        """The folder; whether it is there or not, it may be taken."""


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What a build did.

    Attributes:
        pages: pages made by MkDocs.
        files: all files of the site, the marker not counted.
        problems: broken links and MkDocs' warnings, a sentence each; looked for when strict.
    """

    pages: int
    files: int
    problems: tuple[str, ...] = ()


def is_current(output: Path, key: str, memory: Memory | None = None) -> bool:
    """Tell whether a folder holds, unharmed, the site that was built from the state ``key``.

    Args:
        output: the folder.
        key: as it was given to :func:`build_site`.
        memory: knows what the folder looked like when it was last found unharmed.
    """
    marker = _read_marker(output)
    if marker is None or marker.get("key") != key:
        return False
    content = str(marker.get("content"))
    if memory is not None and is_untouched(memory, output, content):
        return True
    try:
        if content != digest_of(digests_in(output, without=MARKER)):
            return False
    except OSError:  # another build may be replacing it just now
        return False
    note_looks(output, memory)
    return True


def note_looks(output: Path, memory: Memory | None) -> None:
    """Keep what a finished site looks like, so that it need not be read to see that it is unharmed."""
    marker = _read_marker(output)
    if memory is not None and marker is not None:
        remember_looks(memory, output, str(marker.get("content")))


def build_site(
    record: Record,
    output: Path,
    *,
    further: Callable[[], Mapping[str, bytes]] = dict,
    key: str = "",
    base_url: str = "",
    templates: Path | None = None,
    strict: bool = False,
    earlier: Path | None = None,
    memory: SiteMemory | None = None,
) -> BuildResult:
    """Build the site of a record into ``output``, which is replaced as a whole.

    Args:
        record: what to show.
        output: absent, empty, or a folder that an earlier build has made.
        further: makes further files by path, such as the feed's; asked once, after the pages.
        key: names the state that the record was made from, for :func:`is_current`.
        base_url: absolute address of the site, or empty.
        templates: a user's templates, which go before the built-in ones.
        strict: look for broken links.
        earlier: a site to take unchanged files from; ``None`` takes ``output`` itself.
        memory: holds what earlier builds have rendered.

    Raises:
        OutputError: when ``output`` is not ours to replace, cannot be written, or two things
            would be at one path. ``output`` is then as it was.
        ConfigError: when ``templates`` is no folder.
    """
    from mcp_docs.site.pages import make_site  # noqa: PLC0415  # much, only when there is something to build
    from mcp_docs.site.rendering import rendering  # noqa: PLC0415  # Jinja, with it

    refuse_foreign(output)
    site = make_site(record, base_url)
    with rendering(site, templates, memory) as (renders, beside):
        heard, fill = _filling(site, renders, (beside, further), base_url, strict=strict, memory=memory)
        count = replace_folder(output, key, fill, earlier, memory, memory.spare if memory else None)
    return BuildResult(len(site.pages), count, tuple(heard))


def _filling(
    site: Site,
    renders: Renders,
    further: Sequence[Callable[[], Mapping[str, bytes]]],
    base_url: str,
    *,
    strict: bool,
    memory: Memory | None,
) -> tuple[Sequence[str], Callable[[Staging], None]]:
    """Return what builds a site into a folder, and where it tells what MkDocs and the reader of links say."""
    from mcp_docs.site.joined import JoinedSite  # noqa: PLC0415  # MkDocs, only when there is something to build
    from mcp_docs.site.shell import run_mkdocs  # noqa: PLC0415  # with it

    def files() -> Mapping[str, bytes]:
        return {path: data for make in further for path, data in make().items()}

    joined = JoinedSite(site, renders, files=files, memory=memory)
    heard: list[str] = []

    def fill(staging: Staging) -> None:
        heard.extend(run_mkdocs(joined, staging, base_url=base_url))
        heard.extend(broken_links(staging.folder) if strict else ())

    return heard, fill


def replace_folder(
    output: Path,
    key: str,
    fill: Callable[[Staging], None],
    earlier: Path | None = None,
    memory: Memory | None = None,
    spare: Path | None = None,
) -> int:
    """Let ``fill`` make a folder beside ``output``, then put it in its place; return its number of files.

    Args:
        output: absent, or a folder that :func:`refuse_foreign` has nothing against.
        key: names the state that it is made from, for :func:`is_current`.
        fill: makes every file through the staging, or counts in what it lets others make.
        earlier: as for :func:`build_site`.
        memory: told what the folder looks like, for :func:`is_current`.
        spare: place of a site that was replaced, to make this one of; only for a ``fill`` that makes every
            file through the staging. The folder that is replaced now takes its place.

    Raises:
        OutputError: it cannot be written; ``output`` is then as it was.
    """
    try:
        # A link stays one, and what is written beside its target is on the same disk.
        target = output.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        with workplace(target) as beside:
            count = _replaced(target, beside, key, fill, earlier or target, spare)
    except OSError as error:
        raise OutputError(
            f"cannot be written: {error.strerror}",
            where=Where(shorten(str(output))),
            hint="What was there is as it was. Mend that, or choose another folder with --output.",
        ) from None
    note_looks(output, memory)
    return count


def _replaced(
    target: Path,
    beside: Path,
    key: str,
    fill: Callable[[Staging], None],
    earlier: Path,
    spare: Path | None,
) -> int:
    made, old = beside / "site", beside / "old"
    _take(spare, made)
    staging = Staging(made, earlier)
    fill(staging)
    count = len(staging)
    _seal(staging, key)
    staging.close()
    _swap(made, target, old)
    if spare is not None:
        # To take thousands of folders away is dear, and so is to make them when the next release comes.
        with suppress(OSError):  # another disk, or a build at the same time was first
            old.rename(spare)
    return count


def _take(spare: Path | None, made: Path) -> None:
    """Make the folder for a site, of one that was replaced if there is one."""
    if spare is not None and not spare.is_symlink():
        with suppress(OSError):  # none, or on another disk
            spare.rename(made)
            return
    made.mkdir()


def refuse_foreign(output: Path) -> None:
    """Check that a folder may be replaced.

    Raises:
        OutputError: when it is a file, or holds anything that no build of ours has made.
    """
    try:
        if not output.exists() and not output.is_symlink():
            return
        if not output.is_dir():
            raise OutputError("is no folder", where=Where(str(output)), hint="Choose another with --output.")
        foreign = any(output.iterdir()) and _read_marker(output) is None
    except OSError as error:
        raise OutputError(
            f"cannot be read: {error.strerror}",
            where=Where(shorten(str(output))),
            hint="See to its permissions, or choose another with --output.",
        ) from None
    if foreign:
        raise OutputError(
            "the folder holds files that mcp-docs has not made",
            where=Where(str(output)),
            hint=f"Choose an empty folder, or one that an earlier build has made (it has a {MARKER}).",
        )


def _read_marker(output: Path) -> dict[str, object] | None:
    try:
        marker = json.loads((output / MARKER).read_bytes())
    except (OSError, ValueError):
        return None
    return marker if isinstance(marker, dict) and marker.get("format") == _FORMAT else None


def _seal(staging: Staging, key: str) -> None:
    """Write the marker."""
    marker = {"format": _FORMAT, "key": key, "content": staging.content()}
    staging.put(MARKER, (json.dumps(marker, indent=0, sort_keys=True) + "\n").encode())


def _swap(made: Path, output: Path, old: Path) -> None:
    """Put a finished site in its place; what was there goes only when the new one stands."""
    existed = output.exists()
    if existed and exchange(made, output):
        made.rename(old)
        return
    if existed:
        output.rename(old)
    try:
        made.rename(output)
    except OSError:
        if existed:
            old.rename(output)
        raise
