"""What a record is of is said: whose tags and title a lockfile goes with, and what nobody has recorded."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from run import mcp_docs

CONFIG = """
[targets.one]
command = ["one"]
tags = ["one-*"]
[targets.two]
command = ["two"]
tags = ["two-*"]
title = "The second"
"""


@pytest.fixture
def repo(git_repo: Callable[[], GitRepo]) -> GitRepo:
    made = git_repo()
    made.commit(
        {
            "mcp-docs.toml": CONFIG,
            "one.lock": lockfile(tool("a"), tool("b"), version="1.0.0"),
            "two.lock": lockfile(tool("x"), version="5.0.0"),
        }
    )
    made.tag("one-1.0.0")
    made.tag("two-5.0.0")
    made.commit({"one.lock": lockfile(tool("a"), version="2.0.0")})
    made.tag("one-2.0.0")
    made.commit({"two.lock": lockfile(version="6.0.0")})
    made.tag("two-6.0.0")
    return made


def test_its_releases_are_those_of_its_target(repo: GitRepo) -> None:
    done = mcp_docs("audit", "--lockfile", "two.lock", "--format", "json", cwd=repo.path)
    assert done.code == 0, done.err
    [broken] = json.loads(done.out)["breaks"]
    assert (broken["broke_in"], broken["last_good"]) == ("6.0.0", "5.0.0")
    changelog = mcp_docs("changelog", "--lockfile", "./two.lock", cwd=repo.path)
    assert "The second" in changelog.out
    sections = [line.split(" (")[0] for line in changelog.out.splitlines() if line.startswith("## ")]
    assert sections == ["## 6.0.0", "## 5.0.0", "## Left out of this record"]


@pytest.mark.parametrize("command", ["audit", "log", "changelog"])
def test_who_names_none_is_told_their_names(repo: GitRepo, command: str) -> None:
    done = mcp_docs(command, cwd=repo.path)
    assert done.code == 3
    assert "--lockfile one.lock or --lockfile two.lock" in done.err


def test_a_build_says_which_tags_have_no_lockfile(git_repo: Callable[[], GitRepo]) -> None:
    repo = git_repo()
    for number, files in enumerate(
        ({"README": "1"}, {"README": "2"}, {"mcp-docs.lock": lockfile(tool("a"))})
    ):
        repo.commit(files)
        repo.tag(f"v1.{number}.0")
    done = mcp_docs("build", "--no-cache", cwd=repo.path)
    assert done.code == 0
    assert "2 tags without a lockfile (v1.0.0, v1.1.0): mcp-docs backfill records them" in done.err
    assert "git fetch origin 'refs/tags/mcp-docs/*:refs/tags/mcp-docs/*'" in done.err


@pytest.mark.parametrize(("settings", "told"), [("", True), ('title = "Harbour"\n', False)])
def test_a_build_says_that_a_folder_names_no_server(
    git_repo: Callable[[], GitRepo], settings: str, *, told: bool
) -> None:
    repo = git_repo()
    repo.commit({"tools/a.json": json.dumps(tool("a")), "mcp-docs.toml": f'lockfile = "tools"\n{settings}'})
    done = mcp_docs("build", "--no-cache", cwd=repo.path)
    assert done.code == 0
    assert ('title = "…" into mcp-docs.toml' in done.err) is told
