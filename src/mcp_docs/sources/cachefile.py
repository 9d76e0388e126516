"""Answers of earlier runs in one SQLite file: safe to delete, to share and to restore, and never needed.

Each answer stands under a key that holds the version of the program, beside a check of its bytes. Who can
write this file decides what a site says, no less than who can write the site; it runs nothing.
"""

from __future__ import annotations

import errno
import hashlib
import os
import sqlite3
import time
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Final

from mcp_docs.memory import key_of

NAME: Final = "mcp-docs-cache.sqlite"
SPARE: Final = "mcp-docs-spare-site"
#: Days after which an answer that nobody asked for goes.
KEPT_DAYS: Final = 30
#: Bytes of the file from which only the answers of the day stay.
LARGEST: Final = 512 << 20
#: Bytes of one answer at most: more is no answer of ours, however small it was packed.
_LONGEST: Final = 64 << 20
#: Says in a SQLite file whose it is: "mcpd".
_OURS: Final = 0x6D637064
#: What SQLite writes beside the file; each goes where a link leads.
_ASIDES: Final = ("-journal", "-wal", "-shm")
_TABLE: Final = "CREATE TABLE answer (key BLOB PRIMARY KEY, day INTEGER, mark BLOB, data BLOB)"
_SECONDS_WAITED: Final = 10.0
_DAY: Final = 86_400
_DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


class CacheFile:
    """A memory in a file; what is kept is written when it is saved.

    Args:
        folder: made when there is something to write.
        program: names the version of all that answers depend on beside the question.
    """

    def __init__(self, folder: Path, program: str) -> None:
        self.path = folder / NAME
        #: Place for a site that was replaced: the next one is made of it.
        self.spare = folder / SPARE
        self._program = program.encode()
        self._connection: sqlite3.Connection | None = None
        self._closed = False
        self._replaced = False
        self._day = int(time.time()) // _DAY
        self._made: dict[bytes, bytes] = {}
        self._touched: list[bytes] = []
        self._spoiled = 0
        self._trouble = ""
        self._open()

    def recall(self, key: bytes) -> bytes | None:
        """Return what was kept under ``key``, or ``None``."""
        key = self._own(key)
        made = self._made.get(key)
        if made is not None or self._connection is None:
            return made
        try:
            row = self._connection.execute(
                "SELECT day, mark, data FROM answer WHERE key = ?", (key,)
            ).fetchone()
        except sqlite3.Error as error:
            self._fail(error)
            return None
        return None if row is None else self._read(key, *row)

    def keep(self, key: bytes, data: bytes) -> None:
        """Keep ``data`` under ``key``."""
        if not self._closed:
            self._made[self._own(key)] = data

    def close(self) -> tuple[str, ...]:
        """Write what was kept, and forget it; return what was wrong with the file, a clause each."""
        if not self._closed:
            self._closed = True
            self._save()
            self._made.clear()
            if self._connection is not None:
                self._connection.close()
                self._connection = None
        spoiled = f"{self._spoiled} answers in the cache {self.path} are spoiled and were made anew"
        return tuple(filter(None, (self._trouble, spoiled if self._spoiled else "")))

    def _own(self, key: bytes) -> bytes:
        return key_of("program", self._program, key)

    def _read(self, key: bytes, day: object, mark: object, data: object) -> bytes | None:
        if isinstance(data, bytes) and mark == _mark(key, data):
            with suppress(zlib.error):
                opened = zlib.decompressobj()
                answer = opened.decompress(data, _LONGEST)
                if opened.eof:
                    if day != self._day:
                        self._touched.append(key)
                    return answer
        self._spoiled += 1
        return None

    def _open(self) -> None:
        try:
            if self.path.is_file() and self.path.stat().st_size:
                connection = _connected(self.path)
                if _number(connection, "application_id"):
                    self._connection = connection
                else:  # of one that was killed before it had written anything
                    connection.close()
        except (sqlite3.Error, OSError) as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        """Go on without the file; one that is ours and damaged is replaced when this memory is closed."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        code = getattr(error, "sqlite_errorcode", None)
        self._replaced = code in _DAMAGED and _is_ours(self.path)
        what = "is made anew" if self._replaced else "is not used"
        self._trouble = f"the cache {self.path} cannot be read and {what}: {error}"

    def _save(self) -> None:
        if self._trouble and not self._replaced:
            return
        try:
            if self._connection is None and self._made:
                self._connection = self._begun()
            if self._connection is not None:
                self._write(self._connection)
        except (sqlite3.Error, OSError, MemoryError) as error:
            why = "out of memory" if isinstance(error, MemoryError) else error
            self._trouble = self._trouble or f"the cache {self.path} cannot be written: {why}"

    def _begun(self) -> sqlite3.Connection:
        """Open the file for its first answers: an empty one, or what another build has made by now."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self._replaced:
            for aside in ("", *_ASIDES):
                Path(f"{self.path}{aside}").unlink(missing_ok=True)
        # Nobody else shall read what may be private; SQLite has no word for that.
        os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600))
        return _connected(self.path)

    def _write(self, connection: sqlite3.Connection) -> None:
        rows = ((key, self._day, zlib.compress(data, 1)) for key, data in self._made.items())
        marked = [(key, day, _mark(key, data), data) for key, day, data in rows]
        # Losing the file to a failing machine costs one build; waiting for the disk would cost every build.
        for command in ("PRAGMA synchronous = OFF", "PRAGMA auto_vacuum = 1", "BEGIN IMMEDIATE"):
            connection.execute(command)
        # All in one step: whoever opens it, even after this process was killed, finds nothing or everything.
        if not _number(connection, "application_id"):
            connection.execute(f"PRAGMA application_id = {_OURS}")
            connection.execute(_TABLE)
        connection.executemany("INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?)", marked)
        connection.executemany(
            "UPDATE answer SET day = ? WHERE key = ?", [(self._day, key) for key in self._touched]
        )
        connection.execute("DELETE FROM answer WHERE day < ?", (self._day - KEPT_DAYS,))
        if _size(connection) > LARGEST:
            connection.execute("DELETE FROM answer WHERE day <> ?", (self._day,))
        connection.execute("COMMIT")


def _mark(key: bytes, data: bytes) -> bytes:
    """Return the check of an answer's bytes and of its place."""
    return hashlib.blake2b(key + data, digest_size=16).digest()


def _connected(path: Path) -> sqlite3.Connection:
    """Open a file and check that it is ours or empty, so that nothing in it but our table is ever used.

    Raises:
        sqlite3.Error: it cannot be read, or is not ours.
        OSError: SQLite would write elsewhere.
    """
    for aside in _ASIDES:
        if os.path.islink(f"{path}{aside}"):  # noqa: PTH114  # a name is no path of the user's
            raise OSError(errno.ELOOP, f"{path.name}{aside} is a link")
    connection = sqlite3.connect(path, timeout=_SECONDS_WAITED, isolation_level=None)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("BEGIN")  # one look, though another build may be making it just now
        found = connection.execute(
            "SELECT group_concat(sql, ';') FROM sqlite_master WHERE sql IS NOT NULL"
        ).fetchone()[0]
        holds = _number(connection, "application_id"), found
        connection.execute("COMMIT")
        if holds not in {(_OURS, _TABLE), (0, None)}:
            raise sqlite3.DatabaseError("it is not a cache of mcp-docs")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _size(connection: sqlite3.Connection) -> int:
    return _number(connection, "page_count") * _number(connection, "page_size")


def _is_ours(path: Path) -> bool:
    """Tell by the file's head (SQLite's file format, §1.3) whether we have made it."""
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except OSError:
        return False
    return head.startswith(b"SQLite format 3\0") and head[68:72] == _OURS.to_bytes(4, "big")
