"""Writes a whole site or nothing, and nothing at all when nothing changed.

The site is written beside its place and renamed into it. A marker file inside says that the folder
is ours, from which state it was made, and what it holds; with the same key and the same files
there is nothing to do, and MkDocs is not even imported.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from mcp_docs.errors import OutputError, Where
from mcp_docs.record import Record
from mcp_docs.site.links import broken_links

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
    known = marker.get("files")
    return isinstance(known, dict) and known == _sizes(output)


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

    return BuildResult(len(joined.site.pages), _replace(output, key, write), tuple(heard))


def _replace(output: Path, key: str, write: Callable[[Path], None]) -> int:
    """Let ``write`` fill a folder beside ``output``, then put it in its place; return its number of files."""
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{output.name}-", dir=output.parent) as beside:
            made = Path(beside) / "site"
            made.mkdir()
            write(made)
            count = _seal(made, key)
            _swap(made, output, Path(beside) / "old")
    except OSError as error:
        raise OutputError(f"cannot be written: {error.strerror}", where=Where(str(output))) from None
    return count


def refuse_foreign(output: Path) -> None:
    """Check that a folder may be replaced.

    Raises:
        OutputError: when it is a file, or holds anything that no build of ours has made.
    """
    if not output.exists() and not output.is_symlink():
        return
    if not output.is_dir():
        raise OutputError("is no folder", where=Where(str(output)), hint="Choose another with --output.")
    if any(output.iterdir()) and _read_marker(output) is None:
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
    known = _sizes(folder)
    marker = {"format": _FORMAT, "key": key, "files": known}
    (folder / MARKER).write_text(json.dumps(marker, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    for path, _, names in os.walk(folder):
        Path(path).chmod(_FOLDER_MODE)
        for name in names:
            os.chmod(f"{path}/{name}", _FILE_MODE)  # noqa: PTH101  # a Path for each of thousands costs more
    return len(known)


def _sizes(folder: Path) -> dict[str, int]:
    """Return the size in bytes of each file below a folder but the marker, by path."""
    found: dict[str, int] = {}
    waiting = [""]
    while waiting:
        below = waiting.pop()
        with os.scandir(folder / below) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(f"{below}{entry.name}/")
                else:
                    found[f"{below}{entry.name}"] = entry.stat(follow_symlinks=False).st_size
    found.pop(MARKER, None)
    return found


def _swap(made: Path, output: Path, old: Path) -> None:
    """Put a finished site in its place; what was there goes only when the new one stands."""
    existed = output.exists()
    target = output.resolve() if output.is_symlink() else output
    if existed:
        target.rename(old)
    try:
        made.rename(target)
    except OSError:
        if existed:
            old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)
