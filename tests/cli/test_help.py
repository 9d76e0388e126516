"""What ``--help`` shows, and how a line names the server."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.cli import COMMANDS
from run import mcp_docs


@pytest.mark.parametrize("command", COMMANDS)
def test_each_example_has_a_line_of_its_own(command: str) -> None:
    shown = mcp_docs(command, "--help").out
    lines = [line.strip() for line in shown.splitlines()]
    assert "\\b" not in shown
    assert any(line.startswith(f"mcp-docs {command}") for line in lines[1:])


def test_the_server_has_a_name_in_the_log(git_repo: Callable[[], GitRepo]) -> None:
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile(tool("ships"), name="harbour")}, "first")
    repo.commit({"mcp-docs.lock": lockfile(tool("ships"), name="port")}, "second")
    assert 'server: name "harbour" became "port"' in mcp_docs("log", repo.path).out
