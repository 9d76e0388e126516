"""Odd settings of a user's: each is a named error or does no harm."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.config import web_address
from run import Done, mcp_docs

Make = Callable[[], GitRepo]


def small(git_repo: Make) -> GitRepo:
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"))}, "one")
    return repo


def named(done: Done, code: int) -> str:
    """Check that a command failed with an error of ours, and return it."""
    assert (done.code, done.out) == (code, ""), done.err
    assert "internal error" not in done.err
    assert "Traceback" not in done.err
    return done.err


@pytest.mark.parametrize("day", ["9999-12-31T23:59:59-10:00", "0001-01-01T00:00:00+10:00", "1969-12-31"])
def test_a_day_that_no_record_can_have(git_repo: Make, day: str) -> None:
    assert "is not between 1970-01-01 and 9999-12-31" in named(
        mcp_docs("changelog", small(git_repo).path, "--as-of", day), 2
    )


@pytest.mark.parametrize("seconds", ["-1", "²", "1e9", "253402300800", "9" * 5000])
def test_a_source_date_epoch_that_is_no_time(git_repo: Make, seconds: str) -> None:
    error = named(mcp_docs("changelog", small(git_repo).path, SOURCE_DATE_EPOCH=seconds), 2)
    assert error.startswith("mcp-docs: SOURCE_DATE_EPOCH is ")


def test_a_date_later_than_a_gzip_file_can_hold(git_repo: Make, tmp_path: Path) -> None:
    done = mcp_docs("build", small(git_repo).path, "-o", tmp_path / "site", "--as-of", "9999-12-31")
    assert done.code == 0, done.err
    packed = (tmp_path / "site/sitemap.xml.gz").read_bytes()
    assert struct.unpack("<I", packed[4:8]) == (4_294_944_000,)  # RFC 1952 section 2.3; 2106-02-07


@pytest.mark.parametrize(
    "address",
    [
        "x", "//e.org", "ftp://e.org/", "http://[", "javascript:alert(1)", "https://e.org/?q", "https://e.org/#f",
        'https://e.org/"><script>', "https://e.org/a b", "https://e.org/ü", "https://e.org/\n", "http://e.org:port/",
    ],
)  # fmt: skip
def test_an_address_that_is_none(git_repo: Make, tmp_path: Path, address: str) -> None:
    repo = small(git_repo)
    error = named(mcp_docs("build", repo.path, "-o", tmp_path / "site", "--base-url", address), 2)
    assert error.startswith("mcp-docs: --base-url: ")


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ('base_url = "https://e.org/\\u0001"', "base_url: 'https://e.org/\\x01' is no address"),
        ("a = " + "[" * 9000 + "]" * 9000, "is nested too deeply"),
    ],
)
def test_a_configuration_that_is_wrong(git_repo: Make, settings: str, what: str) -> None:
    repo = small(git_repo)
    (repo.path / "mcp-docs.toml").write_text(settings + "\n")
    assert what in named(mcp_docs("changelog", repo.path), 2)


@pytest.mark.parametrize(
    "address", ["http://localhost:8000", "https://e.org/m-c_p/%C3%BC/", "http://[::1]:80/"]
)
def test_an_address(address: str) -> None:
    assert web_address(address) == address


@pytest.mark.parametrize("key", ["notes", "templates"])
def test_a_folder_whose_name_is_too_long(git_repo: Make, tmp_path: Path, key: str) -> None:
    repo = small(git_repo)
    (repo.path / "mcp-docs.toml").write_text(f'{key} = "{"x" * 5000}"\n')
    error = named(mcp_docs("build", repo.path, "-o", tmp_path / "site"), 2)
    assert "xxx" in error
    assert len(error) < 400
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(
    ("template", "what"),
    [
        (b"{% if %}", "Expected an expression"),
        (b"\n{{ nope.x }}", "home.html.j2:2: template: UndefinedError"),
        (b"\n\n{{ 1 // 0 }}", "home.html.j2:3: template: ZeroDivisionError"),
        (b'{{ 1 + "a" }}', "home.html.j2:1: template: TypeError"),
        (b'{% include "home.html.j2" %}', "template: RecursionError"),
        (b'{% include "none" %}', "template: TemplateNotFound"),
        (b"\xff", "template: UnicodeDecodeError"),
    ],
)
def test_a_wrong_template_is_named_with_its_line(
    git_repo: Make, tmp_path: Path, template: bytes, what: str
) -> None:
    repo = small(git_repo)
    (repo.path / "mcp-docs.toml").write_text('templates = "mine"\n')
    (repo.path / "mine").mkdir()
    (repo.path / "mine/home.html.j2").write_bytes(template)
    assert what in named(mcp_docs("build", repo.path, "-o", tmp_path / "site"), 3)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["repository-0"]


def test_names_of_files_that_are_not_utf_8(git_repo: Make, tmp_path: Path) -> None:
    repo = small(git_repo)
    (repo.path / "mcp-docs.toml").write_text('templates = "mine"\n')
    for folder in ("notes", "mine"):
        (repo.path / folder).mkdir()
        try:
            Path(os.fsdecode(os.fsencode(repo.path / folder) + b"/caf\xe9.md")).write_text("x")
        except OSError:
            pytest.skip("this file system takes no such name")
    done = mcp_docs("build", repo.path, "-o", os.fsdecode(os.fsencode(tmp_path) + b"/s\xeete"))
    assert done.code == 0, done.err


def test_what_a_terminal_is_told_hides_nothing(git_repo: Make, tmp_path: Path) -> None:
    repo = small(git_repo)
    repo.git("update-ref", "refs/tags/\u202ev2", repo.git("rev-parse", "HEAD:mcp-docs.lock"))
    done = mcp_docs("build", repo.path, "-o", tmp_path / "site", "--strict")
    assert done.code == 1
    assert "⟨U+202E⟩v2: the tag leads to a blob" in done.err
    error = named(mcp_docs("build", tmp_path / "\x1b[31mred"), 3)
    assert "⟨U+001B⟩[31mred" in error


def test_a_stream_that_cannot_hold_a_character(git_repo: Make) -> None:
    repo = small(git_repo)
    repo.commit({"mcp-docs.lock": lockfile(tool("größe"))}, "two")
    done = mcp_docs("changelog", repo.path, PYTHONIOENCODING="koi8-r")
    assert done.code == 0, done.err
    assert r"gr\xf6\xdfe" in done.out


@pytest.mark.parametrize(
    ("place", "target"),
    [("notes/1.0.0.md", "secret.md"), ("notes", "."), ("contracts/me.json", "secret.md"), ("mcp-docs.toml", "secret.md")],
)  # fmt: skip
def test_no_link_publishes_what_lies_outside_of_the_repository(
    git_repo: Make, tmp_path: Path, place: str, target: str
) -> None:
    outside, site = tmp_path / "outside", tmp_path / "site"
    outside.mkdir()
    for name in ("secret.md", "1.0.0.md"):
        (outside / name).write_text("the key is 4711")
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile(tool("find"))})
    repo.tag("v1.0.0")
    (repo.path / place).parent.mkdir(exist_ok=True)
    (repo.path / place).symlink_to(outside / target)
    done = mcp_docs("build", repo.path, "-o", site)
    assert (done.code, site.exists()) == (2, False)
    assert "a symbolic link that leads out of the repository" in done.err
    assert "4711" not in done.err


def test_a_link_within_the_repository_is_followed(git_repo: Make, tmp_path: Path) -> None:
    repo = git_repo()
    repo.commit(
        {
            "pkg/mcp-docs.lock": lockfile(tool("find")),
            "docs/1.0.0.md": "Ships at Easter.",
        }
    )
    repo.tag("v1.0.0")
    (repo.path / "pkg/notes").symlink_to("../docs")
    assert mcp_docs("build", repo.path / "pkg", "-o", tmp_path / "site", "-q").code == 0
    assert "Ships at Easter." in (tmp_path / "site/1.0.0/index.html").read_text("utf-8")
