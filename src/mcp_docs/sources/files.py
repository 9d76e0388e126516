"""Interfaces on disk: a file in any format that the readers know, or a folder of tools."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from mcp_docs import readers, writer
from mcp_docs.errors import LockfileError, OutputError, Where
from mcp_docs.interface import Interface

#: Bytes of a lockfile, or of all files of a folder together; real ones have up to a few million.
SIZE_LIMIT: Final = 100_000_000

_EXPECTED: Final = "Name a lockfile, or a folder with one JSON file per tool."
_REASONS: Final[Mapping[int, str]] = {
    errno.ENOENT: "there is no such file or folder",
    errno.ENOTDIR: "a part of the path is a file and not a folder",
    errno.EACCES: "permission is denied",
    errno.EPERM: "permission is denied",
    errno.ELOOP: "the symbolic links lead in a circle",
    errno.ENAMETOOLONG: "the name is too long",
    errno.ENOSPC: "the disk is full",
    errno.EROFS: "the file system is read-only",
}


def load_interface(path: str | Path) -> Interface:
    """Read the interface in a file or folder; its format is told by content.

    In a folder, files in subfolders count too; links to folders are not followed.

    Raises:
        LockfileError: the path cannot be read, holds more than ``SIZE_LIMIT`` bytes, or holds no
            interface; ``where`` names the file and, where known, line and column.
    """
    return load_files(path)[0]


def load_files(
    path: str | Path, cache: readers.ElementCache | None = None
) -> tuple[Interface, Mapping[str, bytes]]:
    """Read as :func:`load_interface` does; return the content of each file by its path too.

    Args:
        path: of the file or folder.
        cache: the same one for what will be compared; equal elements then are the same objects.
    """
    root = Path(path)
    name = os.fspath(path)
    try:
        if root.is_dir():
            files = _folder(root)
            return readers.read_folder(files, cache), {
                f"{name}/{inner}": data for inner, data in files.items()
            }
        data = _content(root, SIZE_LIMIT)
        return readers.read(data, cache), {name: data}
    except LockfileError as error:
        inner = error.where or Where()
        file = os.path.join(name, inner.file) if inner.file else name  # noqa: PTH118 - keeps "./" as typed
        error.where = replace(inner, file=file)
        raise
    except OSError as error:
        file = os.fspath(error.filename) if isinstance(error.filename, str | Path) else name
        raise LockfileError(f"cannot be read: {_reason(error)}", where=Where(file), hint=_EXPECTED) from None
    except ValueError:
        # How the operating system's interface refuses a NUL character.
        raise LockfileError("no path has a NUL character in it", hint=_EXPECTED) from None


def save_interface(interface: Interface, path: str | Path) -> bool:
    """Write the lockfile of ``interface``, whole or not at all; return whether the file changed.

    The bytes go to a new file beside the old one, which is then replaced in one step. The old file's
    permissions are kept, and a symbolic link stays one. An unchanged file is not touched. A device or a
    pipe is written to and never replaced.

    Raises:
        OutputError: it cannot be written; nothing is left behind then.
    """
    return save(writer.write(interface), path)


def is_saved(interface: Interface, path: str | Path) -> bool:
    """Tell whether the lockfile of ``interface`` is at ``path`` already, to the byte."""
    try:
        return Path(path).read_bytes() == writer.write(interface)
    except OSError:
        return False  # a folder of tools, among others, is not what a snapshot would leave


def save(data: bytes, path: str | Path) -> bool:
    """Write a file, whole or not at all, as :func:`save_interface` does; return whether it changed.

    Raises:
        OutputError: it cannot be written; nothing is left behind then.
    """
    try:
        if _is_stream(path):
            Path(path).write_bytes(data)
            return True
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise OutputError(
                "is a folder", where=Where(os.fspath(path)), hint="Name the file to be written."
            )
        if target.is_file() and target.read_bytes() == data:
            return False
        _replace(target, data)
    except OSError as error:
        raise OutputError(
            f"cannot be written: {_reason(error)}",
            where=Where(os.fspath(path)),
            hint="Name a place that can be written to.",
        ) from None
    return True


def _content(path: Path, limit: int) -> bytes:
    # Nothing but regular files: opening a pipe would wait for a writer for ever.
    if not stat.S_ISREG(path.stat().st_mode):
        raise LockfileError("is neither a file nor a folder", hint=_EXPECTED)
    with path.open("rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise too_large()
    return data


def too_large() -> LockfileError:
    """Return the error for a lockfile, or a folder of tools, beyond ``SIZE_LIMIT``."""
    return LockfileError(f"is larger than {SIZE_LIMIT // 1_000_000} MB", hint=_EXPECTED)


def _folder(root: Path) -> dict[str, bytes]:
    """Return the tool files under ``root`` by their path within it, ``/`` as separator."""

    def fail(error: OSError) -> None:
        raise error

    files: dict[str, bytes] = {}
    left = SIZE_LIMIT
    for folder, _, names in os.walk(root, onerror=fail):
        for name in names:
            path = Path(folder, name)
            inner = path.relative_to(root).as_posix()
            if readers.is_tool_file(inner):
                files[inner] = _content(path, left)
                left -= len(files[inner])
    return files


def _is_stream(path: str | Path) -> bool:
    """Tell whether there is something that takes bytes and keeps none: a terminal, a pipe, ``/dev/null``.

    ``/dev/stdout`` is a link whose target may have no name, so the link is followed by the system.
    """
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116  # what pathlib would do, for both types
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _replace(target: Path, data: bytes) -> None:
    beside = target.with_name(f".{target.name[:100]}.{secrets.token_hex(8)}.tmp")
    try:
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            beside.chmod(stat.S_IMODE(target.stat().st_mode))
        beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def _reason(error: OSError) -> str:
    return _REASONS.get(error.errno or 0) or error.strerror or "the operating system refuses"
