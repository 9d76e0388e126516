"""What in a project looks like a record of its tools, for somebody who has not named any."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from mcp_docs.history.options import LOCKFILE_NAMES

#: The folders of Go servers' snapshot tests.
_SNAPSHOTS: Final = "__toolsnaps__"
#: How saved answers are often called; another file is looked into.
_USUAL: Final = (*LOCKFILE_NAMES, "tools.json", "mcp-tools.json", "tools_list.json")
#: What a golden contract says of itself, near its beginning or its end.
_GOLDEN: Final = b'"mcp-contract/v1"'
_LARGEST: Final = 5_000_000
#: Folders of what a project depends on.
_FOREIGN: Final = frozenset({"node_modules", "vendor", "venv", "site-packages"})
_SHOWN: Final = 5


def look_like_records(paths: Iterable[str]) -> list[str]:
    """Return those of ``paths`` (``/`` as separator) named as lockfiles are; at most five."""
    found = []
    for path in paths:
        folder, _, name = path.rpartition("/")
        if posixpath.basename(folder) == _SNAPSHOTS:
            found.append(folder)
        elif name in _USUAL:
            found.append(path)
    return [path for path in dict.fromkeys(found) if path.isprintable()][:_SHOWN]


def sure_records(folder: Path) -> list[str]:
    """Return what below a folder is a record of tools for certain, relative to it, in order.

    That is a folder of snapshots, a lockfile by its usual name, or a golden contract by what it says of
    itself: nothing that a server may read or a program may write over.
    """
    found: dict[str, None] = {}
    for path in sorted(_files(folder)):
        inner, _, name = path.rpartition("/")
        if posixpath.basename(inner) == _SNAPSHOTS:
            found[inner] = None
        elif name in LOCKFILE_NAMES or (name.endswith(".json") and _is_golden(folder / path)):
            found[path] = None
    return [path for path in found if path.isprintable()]


def _files(folder: Path) -> Iterable[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if f not in _FOREIGN and not f.startswith("."))
        yield from (Path(place, name).relative_to(folder).as_posix() for name in names)


def _is_golden(path: Path) -> bool:
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return False
        return _GOLDEN in path.read_bytes()
    except OSError:
        return False
