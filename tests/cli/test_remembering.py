"""Commands that read a history keep what they judged: the answer is the same, and it is worked out once."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.sources.cachefile import NAME
from run import mcp_docs

TEXT = {"type": "string"}
CONTRACT = {
    "consumerName": "agent",
    "providerName": "harbour",
    "tools": [{"toolName": "ships", "exampleInput": {"flag": "NO"}, "requiredOutputFields": []}],
}
COMMANDS = {
    "affected": ("affected", "--repo", ".", "--contract", "agent.contract.json", "--from", "1.0.0"),
    "audit": ("audit",),
    "changelog": ("changelog",),
    "log": ("log",),
    "range": ("log", "1.0.0..2.0.0", "--patch"),
}


@pytest.fixture
def repo(git_repo: Callable[[], GitRepo]) -> GitRepo:
    """A repository of three releases, the last of which breaks."""
    repo = git_repo()
    for version, properties in (
        ("1.0.0", {"flag": TEXT}),
        ("1.1.0", {"flag": TEXT, "port": TEXT}),
        ("2.0.0", {"flag": {"type": "integer"}, "port": TEXT}),
    ):
        files = {
            "mcp-docs.lock": lockfile(tool("ships", properties), version=version),
            "agent.contract.json": json.dumps(CONTRACT),
        }
        repo.commit(files, version)
        repo.tag(f"v{version}")
    return repo


def kept(cache: Path) -> list[tuple[bytes, bytes]]:
    connection = sqlite3.connect(cache / NAME)
    rows: list[tuple[bytes, bytes]] = connection.execute(
        "SELECT key, data FROM answer ORDER BY key"
    ).fetchall()
    connection.close()
    return rows


@pytest.mark.parametrize("name", COMMANDS)
def test_the_answer_is_the_same_and_worked_out_once(repo: GitRepo, tmp_path: Path, name: str) -> None:
    command, cache = COMMANDS[name], tmp_path / "cache"
    anew = mcp_docs(*command, "--no-cache", cwd=repo.path, MCP_DOCS_CACHE=str(cache))
    assert anew.err == ""
    assert "ships" in anew.out
    assert not cache.exists()
    assert mcp_docs(*command, "--cache", cache, cwd=repo.path) == anew
    first = kept(cache)
    assert len(first) >= 2
    assert mcp_docs(*command, cwd=repo.path, MCP_DOCS_CACHE=str(cache)) == anew
    assert kept(cache) == first


def test_what_one_command_judged_another_need_not(repo: GitRepo, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert mcp_docs("build", repo.path, "-o", tmp_path / "site", "--quiet", "--cache", cache).code == 0
    built = kept(cache)
    for name in ("audit", "changelog", "log"):
        assert mcp_docs(*COMMANDS[name], "--cache", cache, cwd=repo.path).code == 0
    assert kept(cache) == built


@pytest.mark.parametrize("name", COMMANDS)
def test_a_file_that_is_no_cache_is_told_beside_the_answer(repo: GitRepo, tmp_path: Path, name: str) -> None:
    (tmp_path / NAME).write_text("mine")
    anew = mcp_docs(*COMMANDS[name], "--no-cache", cwd=repo.path)
    done = mcp_docs(*COMMANDS[name], "--cache", tmp_path, cwd=repo.path)
    assert (done.code, done.out) == (anew.code, anew.out)
    assert done.err.startswith("Note: the cache ")
    assert done.err.count("\n") == 1
    assert (tmp_path / NAME).read_text() == "mine"
