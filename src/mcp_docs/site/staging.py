"""The folder in which a site is made: whatever an earlier site holds already is linked, not written again.

Most files of a site stay as they were when a release comes, and making a file is dearer than
reading one. What is taken over is compared byte by byte, so that nothing depends on times or on trust.
No file is ever written in place: it may be shared with a site that somebody is reading.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from mcp_docs.errors import OUR_FAULT, OutputError

FILE_MODE = 0o644
FOLDER_MODE = 0o755
_PLAIN = stat.S_IFREG | FILE_MODE
#: Never through a symbolic link, never waiting for a pipe's other end; neither flag exists everywhere.
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class Staging:
    """A site in the making.

    Args:
        folder: empty, or with a site that nobody needs any more, of which the new one is made.
        earlier: a folder with an earlier site, or ``None``.

    Attributes:
        folder: as given.
        beside: a folder for what is needed while it is made; it goes when the site is done.
    """

    def __init__(self, folder: Path, earlier: Path | None = None) -> None:
        self.folder = folder
        self.beside = folder.parent
        self._earlier = earlier if earlier is not None and earlier.is_dir() else None
        self._folders = {""}
        self._digests: dict[str, bytes] = {}
        self._left = _cleared(folder)
        folder.chmod(FOLDER_MODE)

    def put(self, path: str, data: bytes) -> None:
        """Make a file.

        Args:
            path: below the folder, with slashes.
            data: its content.

        Raises:
            OutputError: when the path has a file already.
            OSError: when it cannot be made.
        """
        if path in self._digests:
            raise OutputError(f"two files of the site would be at {path!r}", hint=OUR_FAULT)
        self._digests[path] = _hash(data)
        self._make_folder(path.rpartition("/")[0])
        self._make_way(path)
        if path in self._left:
            self._left.discard(path)
            if _is_same(f"{self.folder}/{path}", data):
                return
            os.unlink(f"{self.folder}/{path}")  # noqa: PTH108  # never written: it may be shared
        if self._earlier is None or not _link_same(f"{self._earlier}/{path}", f"{self.folder}/{path}", data):
            _write(f"{self.folder}/{path}", data)

    def close(self) -> None:
        """Take away what was there before and is no part of the site."""
        for path in self._left:
            os.unlink(f"{self.folder}/{path}")  # noqa: PTH108  # a Path for each of thousands costs more
        self._left.clear()
        for path, _, _ in os.walk(self.folder, topdown=False):
            if path.removeprefix(f"{self.folder}").lstrip("/") not in self._folders:
                os.rmdir(path)  # noqa: PTH106  # as above

    def adopt(self) -> None:
        """Count in the files that were written into the folder by others, and give them our modes."""
        for path, plain in walk(self.folder):
            self._digests[path] = _hash(_content(f"{self.folder}/{path}") if plain else b"")
            os.chmod(f"{self.folder}/{path}", FILE_MODE)  # noqa: PTH101  # a Path for each of thousands costs more
        for path, _, _ in os.walk(self.folder):
            self._folders.add(path.removeprefix(f"{self.folder}").lstrip("/"))
            os.chmod(path, FOLDER_MODE)  # noqa: PTH101  # as above

    def content(self) -> str:
        """Return the digest of all files so far, see :func:`digest_of`."""
        return digest_of(self._digests)

    def __len__(self) -> int:
        """Return the number of files so far."""
        return len(self._digests)

    def _make_way(self, path: str) -> None:
        """Take away a folder of the site before that stands where a file shall be."""
        if path in self._folders:
            raise OutputError(f"a file and a folder of the site would be at {path!r}", hint=OUR_FAULT)
        if path not in self._left and os.path.isdir(f"{self.folder}/{path}"):  # noqa: PTH112  # as below
            shutil.rmtree(f"{self.folder}/{path}")
            self._left = {left for left in self._left if not left.startswith(f"{path}/")}

    def _make_folder(self, path: str) -> None:
        if path in self._folders:
            return
        self._make_folder(path.rpartition("/")[0])
        if path in self._digests:
            raise OutputError(f"a file and a folder of the site would be at {path!r}", hint=OUR_FAULT)
        if path in self._left:
            self._left.discard(path)
            os.unlink(f"{self.folder}/{path}")  # noqa: PTH108  # as below
        with suppress(FileExistsError):  # a folder of the site before
            os.mkdir(f"{self.folder}/{path}")  # noqa: PTH102  # a Path for each of thousands costs more
        os.chmod(f"{self.folder}/{path}", FOLDER_MODE)  # noqa: PTH101  # as above
        self._folders.add(path)


def digest_of(digests: Mapping[str, bytes]) -> str:
    """Return a digest of files: of their paths, and of their contents by digest."""
    hashed = hashlib.blake2b(digest_size=16)
    for path in sorted(digests):
        name = os.fsencode(path)
        hashed.update(len(name).to_bytes(8, "big") + name + digests[path])
    return hashed.hexdigest()


def digests_in(folder: Path, *, without: str) -> Mapping[str, bytes]:
    """Return the digest of each file below a folder, one excepted; what is no plain file has no content.

    Raises:
        OSError: when one cannot be read.
    """
    return {
        path: _hash(_content(f"{folder}/{path}") if plain else b"")
        for path, plain in walk(folder)
        if path != without
    }


def walk(folder: Path) -> Iterator[tuple[str, bool]]:
    """Yield the path of all but folders below a folder, and whether it is a plain file."""
    waiting, root = [""], str(folder)
    while waiting:
        below = waiting.pop()
        with os.scandir(f"{root}/{below}") as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(f"{below}{entry.name}/")
                else:
                    yield f"{below}{entry.name}", entry.is_file(follow_symlinks=False)


def _hash(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


def _content(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123  # a Path for each of thousands costs more
        return file.read()


def _write(path: str, data: bytes) -> None:
    number = os.open(path, _WRITE, FILE_MODE)
    try:
        left = memoryview(data)
        while left:  # a file object for each of thousands asks the system twice as much
            left = left[os.write(number, left) :]
    finally:
        os.close(number)
    os.chmod(path, FILE_MODE)  # noqa: PTH101  # whatever the umask


def _cleared(folder: Path) -> set[str]:
    """Return the plain files below a folder, having taken away what is neither a file nor a folder."""
    plain = set()
    for path, is_plain in walk(folder):
        if is_plain:
            plain.add(path)
        else:
            (folder / path).unlink()
    return plain


def _is_same(path: str, data: bytes) -> bool:
    """Tell whether a file is a plain one with a content, and with the mode that a site's files have."""
    try:
        number = os.open(path, _READ)
    except OSError:
        return False
    try:
        found = os.fstat(number)
        if found.st_mode != _PLAIN or found.st_size != len(data):
            return False
        return os.read(number, len(data) + 1) == data  # what is cut short counts as another
    except OSError:
        return False
    finally:
        os.close(number)


def _link_same(there: str, here: str, data: bytes) -> bool:
    """Link an earlier file when it is a plain one with the same content; tell whether it was."""
    try:
        os.link(there, here)
    except OSError:  # none, a file system without links, or too many of them
        return False
    # Looked at where nobody else can exchange it: another build may be replacing the earlier site just now.
    if _is_same(here, data):
        return True
    os.unlink(here)  # noqa: PTH108  # a Path for each of thousands costs more
    return False
