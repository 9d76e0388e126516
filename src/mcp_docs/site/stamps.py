"""A finished site is looked at, not read, to see that nobody has touched it since it was last read.

A memory holds what each file and folder of it looked like: size, time and number, as file systems have
them. Whatever looks different is read; the answer depends on contents alone.
"""

from __future__ import annotations

import hashlib
import json
import os
import struct
from collections.abc import Sequence
from pathlib import Path

from mcp_docs.memory import Memory, key_of

_LOOKS = struct.Struct("<QQqQ")

_SHARED = 30_000
"""Paths from which on looking at them is shared by two processes; a process costs as much as some 8,000."""


def is_untouched(memory: Memory, site: Path, content: str) -> bool:
    """Tell whether a site looks as it did when it was seen to hold ``content``."""
    known = memory.recall(_key(site))
    if known is None:
        return False
    seen, stamp, paths = json.loads(known)
    return bool(seen == content and stamp == _stamp(site, paths))


def remember_looks(memory: Memory, site: Path, content: str) -> None:
    """Keep what a site that holds ``content`` looks like; of one that is being replaced nothing."""
    try:
        paths = _tree(str(site))
    except OSError:
        return
    stamp = _stamp(site, paths)
    if stamp:
        memory.keep(_key(site), json.dumps([content, stamp, paths]).encode())


def _key(site: Path) -> bytes:
    return key_of("site", os.fsencode(site.resolve()))


def _tree(folder: str) -> list[str]:
    """Return every path below a folder, and its own as an empty one; what was added changes its folder."""
    found, waiting = [""], [""]
    while waiting:
        below = waiting.pop()
        with os.scandir(f"{folder}/{below}") as entries:
            for entry in entries:
                found.append(f"{below}{entry.name}")
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(f"{below}{entry.name}/")
    return found


def _stamp(site: Path, paths: Sequence[str]) -> str:
    """Return a digest of what paths look like; empty where one is not there."""
    folder = f"{site.resolve()}/"
    if len(paths) < _SHARED:
        return _looks(folder, paths)
    from mcp_docs.site.beside import beside  # noqa: PLC0415  # a process, only for what is slow in one

    half = len(paths) // 2
    with beside(lambda: _looks(folder, paths[half:])) as later:
        first = _looks(folder, paths[:half])
        second = first and later()
    return second and first + second


def _looks(folder: str, paths: Sequence[str]) -> str:
    """Return a digest of what paths below a folder look like; empty where one is not there."""
    hashed = hashlib.blake2b(digest_size=16)
    try:
        for path in paths:
            # A Path for each of thousands costs more than looking.
            looks = os.stat(folder + path, follow_symlinks=False)  # noqa: PTH116
            hashed.update(_LOOKS.pack(looks.st_mode, looks.st_size, looks.st_mtime_ns, looks.st_ino))
    except (OSError, struct.error):
        return ""
    return hashed.hexdigest()
