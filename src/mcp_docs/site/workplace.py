"""The folder in which a build works, beside its site, and what killed builds have left of theirs.

A killed process takes nothing away. So each build holds a lock on its folder, which the operating system
lets go whatever ends the process, and a later build clears the folders of the same site that nobody holds.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import Final

_LOCK: Final = "lock"


@contextmanager
def workplace(target: Path) -> Iterator[Path]:
    """Make a folder beside ``target`` for one build, and take it away however the build ends.

    Args:
        target: of the build; resolved.

    Raises:
        OSError: the folder cannot be made.
    """
    _clear(target)
    beside = target.with_name(f"{_prefix(target)}{token_hex(4)}")
    try:  # before there is a folder, so that whatever ends the build takes it away
        beside.mkdir()
        with _held(beside):
            yield beside
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    _clear(target)  # what may have held the only site does not now


def _prefix(target: Path) -> str:
    return f".{target.name[:100]}-"


def _clear(target: Path) -> None:
    """Take away what killed builds left; where there is no site, one of them may hold the only one."""
    if not target.exists():
        return
    name = re.compile(re.escape(_prefix(target)) + r"[0-9a-f]{8}")
    with suppress(OSError):
        for folder in [path for path in target.parent.iterdir() if name.fullmatch(path.name)]:
            _clear_one(folder)


def _clear_one(folder: Path) -> None:
    with suppress(OSError):  # no lock in it, or a build that still works there
        if not stat.S_ISDIR(folder.lstat().st_mode):
            return
        handle = os.open(folder / _LOCK, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
        try:
            if _lock(handle):
                shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(handle)


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    # It gets its name when it is locked: one without a holder is never seen while its build works.
    made = folder / f"{_LOCK}.new"
    handle = os.open(made, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with suppress(OSError):  # a file system without locks; then nobody clears the folder
            if _lock(handle):
                made.rename(folder / _LOCK)
        yield
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    """Lock an open file for this process, and tell whether that is possible here.

    Raises:
        OSError: another process holds it.
    """
    if sys.platform == "win32":
        return False
    import fcntl  # noqa: PLC0415  # not on every system

    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    return True
