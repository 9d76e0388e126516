"""What ``--help`` shows, and how a line names the server."""

from __future__ import annotations

import shlex
from collections.abc import Callable

import click
import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.cli import COMMANDS, app
from run import mcp_docs


def examples(command: str) -> list[list[str]]:
    """Return the words of each example in a command's help."""
    done = mcp_docs(command, "--help")
    assert (done.code, "\\b" in done.out) == (0, False)
    told = done.out.partition("Example")[2]
    lines = [line.strip() for line in told.splitlines()]
    return [shlex.split(line) for line in lines if line.startswith(f"mcp-docs {command}")]


@pytest.mark.parametrize("command", COMMANDS)
def test_each_example_has_a_line_of_its_own_and_options_that_there_are(command: str) -> None:
    shown = examples(command)
    assert shown
    group = click.Context(app)
    known = {name for option in app.get_command(group, command).params for name in option.opts}
    for words in shown:
        ours = words[: words.index("--")] if "--" in words else words
        assert {word for word in ours if word.startswith("-")} <= known, words


def test_the_server_has_a_name_in_the_log(git_repo: Callable[[], GitRepo]) -> None:
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile(tool("ships"), name="harbour")}, "first")
    repo.commit({"mcp-docs.lock": lockfile(tool("ships"), name="port")}, "second")
    assert 'server: name "harbour" became "port"' in mcp_docs("log", repo.path).out
