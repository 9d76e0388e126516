"""A cache is never needed: whatever happens to it, an answer is right or not there."""

from __future__ import annotations

import hashlib
import signal
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from mcp_docs.memory import key_of
from mcp_docs.sources.cachefile import NAME, CacheFile
from run import surroundings

KEYS = [key_of("test", str(number).encode()) for number in range(40)]


def answer(key: bytes) -> bytes:
    return b"answer to " + key * 100


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a cache that holds an answer for each key."""
    cache = CacheFile(tmp_path / "cache", "1")
    for key in KEYS:
        cache.keep(key, answer(key))
    assert cache.close() == ()
    return tmp_path / "cache"


def answers(folder: Path, program: str = "1") -> tuple[list[bytes | None], tuple[str, ...]]:
    cache = CacheFile(folder, program)
    found = [cache.recall(key) for key in KEYS]
    return found, cache.close()


def changed(folder: Path, *commands: str) -> None:
    connection = sqlite3.connect(folder / NAME)
    for command in commands:
        connection.execute(command)
    connection.commit()
    connection.close()


def test_what_was_kept_is_recalled_wherever_the_folder_is(folder: Path, tmp_path: Path) -> None:
    folder.rename(tmp_path / "elsewhere")
    assert answers(tmp_path / "elsewhere") == ([answer(key) for key in KEYS], ())


def test_what_another_program_kept_is_not(folder: Path) -> None:
    assert answers(folder, "2") == ([None] * len(KEYS), ())


def test_a_folder_that_is_not_there_holds_nothing_and_is_not_made_for_that(tmp_path: Path) -> None:
    assert answers(tmp_path / "none") == ([None] * len(KEYS), ())
    assert list(tmp_path.iterdir()) == []


def test_after_half_was_deleted_the_other_half_is_there(folder: Path) -> None:
    changed(folder, "DELETE FROM answer WHERE rowid % 2")
    found, notes = answers(folder)
    assert found.count(None) == len(KEYS) // 2
    assert [a for a in found if a] == [answer(k) for k, a in zip(KEYS, found, strict=True) if a]
    assert notes == ()


HARMS = (
    "UPDATE answer SET data = zeroblob(9)",
    "UPDATE answer SET data = 'text'",
    "UPDATE answer SET mark = NULL",
)


@pytest.mark.parametrize("harm", HARMS)
def test_a_spoiled_answer_is_none_and_is_told_in_one_clause(folder: Path, harm: str) -> None:
    changed(folder, harm)
    cache = CacheFile(folder, "1")
    assert [cache.recall(key) for key in KEYS] == [None] * len(KEYS)
    for key in KEYS:
        cache.keep(key, answer(key))
    assert cache.close() == (f"40 answers in the cache {folder / NAME} are spoiled and were made anew",)
    assert answers(folder) == ([answer(key) for key in KEYS], ())


def test_an_answer_in_the_place_of_another_is_none(folder: Path) -> None:
    changed(
        folder,
        "CREATE TABLE other AS SELECT * FROM answer",
        "UPDATE answer SET (data, mark) = (SELECT data, mark FROM other WHERE other.key <> answer.key)",
        "DROP TABLE other",
    )
    found, (note,) = answers(folder)
    assert found == [None] * len(KEYS)
    assert "spoiled" in note


def test_an_answer_that_unpacks_without_end_is_none(folder: Path) -> None:
    bomb = zlib.compress(bytes(65 << 20), 9)
    connection = sqlite3.connect(folder / NAME)
    for (key,) in connection.execute("SELECT key FROM answer").fetchall():
        mark = hashlib.blake2b(key + bomb, digest_size=16).digest()
        connection.execute("UPDATE answer SET data = ?, mark = ? WHERE key = ?", (bomb, mark, key))
    connection.commit()
    connection.close()
    cache = CacheFile(folder, "1")
    assert cache.recall(KEYS[0]) is None
    assert len(cache.close()) == 1


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def scribble(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:100] + b"\xff" * (len(data) - 100))


@pytest.mark.parametrize("harm", [cut, scribble])
def test_a_damaged_file_is_told_once_and_made_anew(folder: Path, harm: Callable[[Path], None]) -> None:
    harm(folder / NAME)
    cache = CacheFile(folder, "1")
    assert [cache.recall(key) for key in KEYS] == [None] * len(KEYS)
    for key in KEYS:
        cache.keep(key, answer(key))
    (note,) = cache.close()
    assert "is made anew" in note
    assert answers(folder) == ([answer(key) for key in KEYS], ())
    assert [path.name for path in folder.iterdir()] == [NAME]


@pytest.mark.parametrize("foreign", [b"my own notes, of some length", b"SQLite format 3\0" + bytes(4080)])
def test_a_file_that_is_not_ours_is_told_once_and_left_alone(tmp_path: Path, foreign: bytes) -> None:
    (tmp_path / NAME).write_bytes(foreign)
    cache = CacheFile(tmp_path, "1")
    assert cache.recall(KEYS[0]) is None
    cache.keep(KEYS[0], b"x")
    (note,) = cache.close()
    assert "is not used" in note
    assert (tmp_path / NAME).read_bytes() == foreign


@pytest.mark.parametrize(
    "foreign",
    [
        ["DROP TABLE answer", "CREATE VIEW answer AS SELECT 1 AS key, 2 AS day, 3 AS mark, 4 AS data"],
        ["CREATE TRIGGER later AFTER INSERT ON answer BEGIN DELETE FROM answer; END"],
        ["PRAGMA application_id = 7"],
    ],
)
def test_a_database_with_anything_but_our_table_is_not_used(folder: Path, foreign: list[str]) -> None:
    changed(folder, *foreign)
    found, notes = answers(folder)
    assert found == [None] * len(KEYS)
    assert len(notes) == 1


def test_an_empty_file_is_filled(tmp_path: Path) -> None:
    (tmp_path / NAME).touch()
    cache = CacheFile(tmp_path, "1")
    cache.keep(KEYS[0], b"x")
    assert cache.close() == ()
    assert answers(tmp_path)[0][0] == b"x"


def test_two_that_begin_at_once_both_keep_what_they_have(tmp_path: Path) -> None:
    one, other = CacheFile(tmp_path, "1"), CacheFile(tmp_path, "1")
    one.keep(b"one", b"1")
    other.keep(b"other", b"2")
    assert one.close() == other.close() == ()
    cache = CacheFile(tmp_path, "1")
    assert (cache.recall(b"one"), cache.recall(b"other")) == (b"1", b"2")
    cache.close()


#: Keeps answers, and is killed by SQLite's own word when it has run so many of its steps.
KILLED = """
import os, signal, sqlite3, sys
from pathlib import Path
from mcp_docs.sources.cachefile import CacheFile
connect, left = sqlite3.connect, int(sys.argv[2])
def step():
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
def counted(*arguments, **how):
    connection = connect(*arguments, **how)
    connection.set_progress_handler(step, 1)
    connection.execute("PRAGMA cache_size = 1")  # pages go to the file before all are written
    return connection
sqlite3.connect = counted
cache = CacheFile(Path(sys.argv[1]), "1")
for number in range(200):
    cache.keep(b"%d" % number, os.urandom(2000))
cache.close()
"""


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize("step", [1, 30, 60, 100, 300, 1000, 2000])
def test_one_that_was_killed_while_it_wrote_is_as_it_was(tmp_path: Path, step: int, *, begun: bool) -> None:
    if begun:
        cache = CacheFile(tmp_path, "1")
        cache.keep(b"before", b"1")
        assert cache.close() == ()
    command = [sys.executable, "-c", KILLED, str(tmp_path), str(step)]
    assert subprocess.run(command, env=surroundings(), check=False).returncode == -signal.SIGKILL
    cache = CacheFile(tmp_path, "1")
    assert (cache.recall(b"before"), cache.recall(b"0")) == (b"1" if begun else None, None)
    cache.keep(b"after", b"2")
    assert cache.close() == ()
    assert [path.name for path in tmp_path.iterdir()] == [NAME]
    cache = CacheFile(tmp_path, "1")
    assert (cache.recall(b"before"), cache.recall(b"after")) == (b"1" if begun else None, b"2")
    assert cache.close() == ()


@pytest.mark.parametrize("aside", ["", "-journal", "-wal", "-shm"])
@pytest.mark.parametrize("begun", [False, True])
def test_nothing_is_written_where_a_link_leads(tmp_path: Path, aside: str, *, begun: bool) -> None:
    folder, victim = tmp_path / "cache", tmp_path / "victim"
    folder.mkdir()
    if begun:
        cache = CacheFile(folder, "1")
        cache.keep(KEYS[0], b"1")
        assert cache.close() == ()
        changed(folder, "PRAGMA journal_mode = WAL")
    (folder / f"{NAME}{aside}").unlink(missing_ok=True)
    (folder / f"{NAME}{aside}").symlink_to(victim)
    victim.touch()
    cache = CacheFile(folder, "1")
    cache.keep(KEYS[1], b"2")
    (note,) = cache.close()
    assert "link" in note
    assert victim.read_bytes() == b""


def test_what_it_holds_is_for_its_owner(tmp_path: Path) -> None:
    cache = CacheFile(tmp_path, "1")
    cache.keep(KEYS[0], b"x")
    cache.close()
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600


def test_two_at_once_both_keep_what_they_have(folder: Path) -> None:
    one, other = CacheFile(folder, "1"), CacheFile(folder, "1")
    one.keep(b"one", b"1")
    other.keep(b"other", b"2")
    assert one.recall(KEYS[0]) == other.recall(KEYS[0]) == answer(KEYS[0])
    assert one.close() == other.close() == ()
    cache = CacheFile(folder, "1")
    assert (cache.recall(b"one"), cache.recall(b"other")) == (b"1", b"2")
    cache.close()


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache = CacheFile(tmp_path / "file", "1")
    cache.keep(KEYS[0], b"x")
    assert cache.recall(KEYS[0]) == b"x"
    (note,) = cache.close()
    assert "cannot be written" in note


def test_what_nobody_asks_for_goes_after_a_month(folder: Path) -> None:
    changed(folder, "UPDATE answer SET day = day - 31")
    cache = CacheFile(folder, "1")
    assert cache.recall(KEYS[0]) == answer(KEYS[0])
    assert cache.close() == ()
    assert [value is None for value in answers(folder)[0]] == [False] + [True] * (len(KEYS) - 1)


def test_after_it_was_closed_it_holds_nothing(folder: Path) -> None:
    cache = CacheFile(folder, "1")
    cache.close()
    cache.keep(KEYS[0], b"x")
    assert cache.recall(KEYS[0]) is None
