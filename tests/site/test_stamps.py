"""A finished site of any size is known as untouched by its looks, and whatever touches it is seen."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from mcp_docs.memory import Memory
from mcp_docs.site.stamps import is_untouched, remember_looks


class Kept:
    """A memory that lasts as long as a test."""

    def __init__(self) -> None:
        self.values: dict[bytes, bytes] = {}

    def recall(self, key: bytes) -> bytes | None:
        return self.values.get(key)

    def keep(self, key: bytes, value: bytes) -> None:
        self.values[key] = value


@pytest.fixture(params=[3, 31_000], ids=["few files", "more than one process looks at"])
def site(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a folder whose first and last files are their own, and all between one file's links."""
    folder = tmp_path / "site"
    (folder / "a").mkdir(parents=True)
    for name in ("a/first", "a/page", "z"):
        (folder / name).write_text(name, encoding="utf-8")
    for number in range(request.param):
        (folder / f"a/page{number}").hardlink_to(folder / "a/page")
    return folder


def _rewrite(path: Path) -> None:
    before = path.stat()
    path.write_text(path.read_text(encoding="utf-8").upper(), encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 1))


def _replace_by_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("touch", [Path.unlink, _rewrite, _replace_by_folder])
@pytest.mark.parametrize("name", ["a/first", "z"])
def test_what_touches_a_file_is_seen(site: Path, name: str, touch: Callable[[Path], None]) -> None:
    memory: Memory = Kept()
    remember_looks(memory, site, "content")
    assert is_untouched(memory, site, "content")
    assert not is_untouched(memory, site, "other content")
    touch(site / name)
    assert not is_untouched(memory, site, "content")


def test_what_is_added_is_seen(site: Path) -> None:
    memory: Memory = Kept()
    remember_looks(memory, site, "content")
    (site / "a" / "added").write_text("", encoding="utf-8")
    assert not is_untouched(memory, site, "content")
