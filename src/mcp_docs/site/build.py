"""Writes a whole site or nothing, and nothing at all when nothing changed.

The site is written beside its place and renamed into it. A marker file inside says that the folder
is ours, from which state it was made, and what it holds; with the same key and the same files
there is nothing to do, and MkDocs is not even imported.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from mcp_docs.errors import OutputError, Where
from mcp_docs.record import Record
from mcp_docs.site.links import broken_links
from mcp_docs.texts import shorten

MARKER = ".mcp-docs-site.json"
_FORMAT = 1
_FILE_MODE = 0o644
_FOLDER_MODE = 0o755


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


def is_current(output: Path, key: str) -> bool:
    """Tell whether a folder holds, unharmed, the site that was built from the state ``key``."""
    marker = _read_marker(output)
    if marker is None or marker.get("key") != key:
        return False
    try:
        return marker.get("content") == _digest(output)[0]
    except OSError:  # another build may be replacing it just now
        return False


def build_site(
    record: Record,
    files: Mapping[str, bytes],
    output: Path,
    *,
    key: str = "",
    base_url: str = "",
    templates: Path | None = None,
    strict: bool = False,
) -> BuildResult:
    """Build the site of a record into ``output``, which is replaced as a whole.

    Args:
        record: what to show.
        files: further files by path, such as the feed's.
        output: absent, empty, or a folder that an earlier build has made.
        key: names the state that the record was made from, for :func:`is_current`.
        base_url: absolute address of the site, or empty.
        templates: a user's templates, which go before the built-in ones.
        strict: look for broken links.

    Raises:
        OutputError: when ``output`` is not ours to replace, cannot be written, or two things
            would be at one path. ``output`` is then as it was.
        ConfigError: when ``templates`` is no folder.
    """
    from mcp_docs.site.joined import JoinedSite  # noqa: PLC0415  # MkDocs, only when there is something to build
    from mcp_docs.site.pages import make_site  # noqa: PLC0415  # with it
    from mcp_docs.site.render import renderer  # noqa: PLC0415  # with it
    from mcp_docs.site.shell import run_mkdocs  # noqa: PLC0415  # with it

    refuse_foreign(output)
    joined = JoinedSite(make_site(record), renderer(templates), files=files, alone=True)
    heard: list[str] = []

    def write(folder: Path) -> None:
        heard.extend(run_mkdocs(joined, folder, base_url=base_url))
        heard.extend(broken_links(folder) if strict else ())

    return BuildResult(len(joined.site.pages), replace_folder(output, key, write), tuple(heard))


def replace_folder(output: Path, key: str, write: Callable[[Path], None]) -> int:
    """Let ``write`` fill a folder beside ``output``, then put it in its place; return its number of files.

    Args:
        output: absent, or a folder that :func:`refuse_foreign` has nothing against.
        key: names the state that it is made from, for :func:`is_current`.
        write: given the empty folder to fill.

    Raises:
        OutputError: it cannot be written; ``output`` is then as it was.
    """
    try:
        # A link stays one, and what is written beside its target is on the same disk.
        target = output.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{target.name[:100]}-", dir=target.parent) as beside:
            made = Path(beside) / "site"
            made.mkdir()
            write(made)
            count = _seal(made, key)
            _swap(made, target, Path(beside) / "old")
    except OSError as error:
        raise OutputError(f"cannot be written: {error.strerror}", where=Where(str(output))) from None
    return count


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
        raise OutputError(f"cannot be read: {error.strerror}", where=Where(shorten(str(output)))) from None
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


def _seal(folder: Path, key: str) -> int:
    """Write the marker and set every mode, so that no umask shows; return the number of files."""
    content, count = _digest(folder)
    marker = {"format": _FORMAT, "key": key, "content": content}
    (folder / MARKER).write_text(json.dumps(marker, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    for path, _, names in os.walk(folder):
        Path(path).chmod(_FOLDER_MODE)
        for name in names:
            os.chmod(f"{path}/{name}", _FILE_MODE)  # noqa: PTH101  # a Path for each of thousands costs more
    return count


def _digest(folder: Path) -> tuple[str, int]:
    """Return a digest of all files below a folder but the marker, and how many they are.

    Paths and contents count; what is no plain file has none. Reading a large site costs a tenth of a
    second, and times of files, which would cost nothing, would differ from build to build.
    """
    hashed = hashlib.blake2b(digest_size=16)
    found = sorted(_files(folder))
    for name, plain in found:
        content = b""
        if plain:
            with open(f"{folder}/{name}", "rb") as file:  # noqa: PTH123  # a Path for each of thousands costs more
                content = file.read()
        for part in (os.fsencode(name), content):
            hashed.update(len(part).to_bytes(8, "big") + part)
    return hashed.hexdigest(), len(found)


def _files(folder: Path) -> Iterator[tuple[str, bool]]:
    """Yield the path of all but folders and the marker below a folder, and whether it is a plain file."""
    waiting = [""]
    while waiting:
        below = waiting.pop()
        with os.scandir(folder / below) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(f"{below}{entry.name}/")
                elif f"{below}{entry.name}" != MARKER:
                    yield f"{below}{entry.name}", entry.is_file(follow_symlinks=False)


def _swap(made: Path, output: Path, old: Path) -> None:
    """Put a finished site in its place; what was there goes only when the new one stands."""
    existed = output.exists()
    if existed:
        output.rename(old)
    try:
        made.rename(output)
    except OSError:
        if existed:
            old.rename(output)
        raise
    shutil.rmtree(old, ignore_errors=True)
