"""What is different on a terminal and in a pipe, what NO_COLOR does, and what a shell completes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.cli import COMMANDS
from run import mcp_docs, surroundings
from terminals import on_terminal

BREAKS = ("check", "v1.0.0:mcp-docs.lock", "mcp-docs.lock")
ESCAPE = "\x1b"


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = GitRepo(tmp_path_factory.mktemp("terminal") / "repository")
    made.commit({"mcp-docs.lock": lockfile(tool("berths"), tool("ships"))}, "first")
    made.tag("v1.0.0")
    made.commit({"mcp-docs.lock": lockfile(tool("berths"))}, "drop ships")
    return made.path


def test_a_terminal_sees_colour_that_says_no_more_than_the_words(repo: Path) -> None:
    seen, piped = on_terminal("stdout", *BREAKS, cwd=repo), mcp_docs(*BREAKS, cwd=repo)
    assert f"{ESCAPE}[1;31mbreaking" in seen.out
    bare = seen.out.replace(f"{ESCAPE}[1;31m", "").replace(f"{ESCAPE}[1m", "").replace(f"{ESCAPE}[0m", "")
    assert (seen.code, bare) == (1, piped.out)
    assert ESCAPE not in piped.out


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_no_color_is_honoured(environment: dict[str, str], coloured: bool, repo: Path) -> None:
    assert (ESCAPE in on_terminal("stdout", *BREAKS, cwd=repo, **environment).out) is coloured


@pytest.mark.parametrize("shape", ["json", "markdown", "sarif", "junit", "github"])
def test_no_other_format_is_ever_coloured(shape: str, repo: Path) -> None:
    assert ESCAPE not in on_terminal("stdout", *BREAKS, "--format", shape, cwd=repo).out


def test_progress_is_for_a_terminal_and_leaves_the_result_alone(repo: Path) -> None:
    piped = mcp_docs("changelog", cwd=repo)
    seen = on_terminal("stderr", "changelog", cwd=repo)
    assert (piped.err, seen.out) == ("", piped.out)
    assert "…" in seen.err
    assert seen.err.endswith(f"\r{ESCAPE}[K")  # the line is wiped
    assert on_terminal("stderr", "changelog", "--quiet", cwd=repo).err == ""


@pytest.mark.parametrize("command", [("changelog",), ("log",), ("audit",), ("rules",), BREAKS])
def test_a_pipe_gets_the_result_alone(command: tuple[str, ...], repo: Path) -> None:
    done = mcp_docs(*command, "--format", "json", cwd=repo)
    assert (json.loads(done.out) != {}, done.err) == (True, "")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (("chekc",), "'check'"),
        (("CHECK",), "'check'"),
        (("check", "--fail-onn", "review"), "'--fail-on'"),
        (("audit", "bertsh"), "'berths'"),
        (("audit", "tool:shps"), "'tool:ships'"),
        (("check", "1.0.0:mcp-docs.lock", "mcp-docs.lock"), "'v1.0.0'"),
        (("snapshot", "readonyl"), "'readonly'"),
        (("verify", "--provider", "harbor", "--lockfile", "mcp-docs.lock", "contract.json"), "'harbour'"),
        (("explain", "tool.remved"), "tool.removed"),
    ],
)
def test_what_is_mistyped_is_told_the_nearest(
    typed: tuple[str, ...], meant: str, repo: Path, tmp_path: Path
) -> None:
    (tmp_path / "mcp-docs.toml").write_text('[targets.readonly]\ncommand = ["server"]\n')
    contract = {"consumerName": "agent", "providerName": "harbour", "tools": [{"toolName": "berths"}]}
    (tmp_path / "contract.json").write_text(json.dumps(contract))
    (tmp_path / "mcp-docs.lock").write_text(lockfile(tool("berths")))
    done = mcp_docs(*typed, cwd=tmp_path if typed[0] in ("snapshot", "verify") else repo)
    assert (done.code, done.out) == (2, "")
    assert f"Did you mean {meant}" in done.err


def complete(line: str, cwd: Path, folder: Path) -> set[str]:
    """Return what bash offers at the end of ``line``, by the function that our script registers."""
    program = folder / "mcp-docs"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mcp_docs "$@"\n')
    program.chmod(0o755)
    script = """
        eval "$(_MCP_DOCS_COMPLETE=bash_source mcp-docs)"
        read -r -a words < <(complete -p mcp-docs)
        for ((i = 0; i < ${#words[@]}; i++)); do [[ ${words[i]} == -F ]] && name=${words[i + 1]}; done
        COMP_WORDS=($1) COMP_CWORD=$2
        "$name" mcp-docs
        printf '%s\\n' "${COMPREPLY[@]}"
    """
    words = line.split(" ")
    environment = surroundings()
    environment["PATH"] = f"{folder}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        ["bash", "--norc", "-c", script, "bash", line, str(len(words) - 1)],
        cwd=cwd,
        env=environment,
        capture_output=True,
        check=False,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return set(done.stdout.split())


def test_bash_completes_commands_options_values_and_rules(repo: Path, tmp_path: Path) -> None:
    assert complete("mcp-docs ", repo, tmp_path) == set(COMMANDS)
    assert complete("mcp-docs ch", repo, tmp_path) == {"changelog", "check"}
    assert {"--fail-on", "--format", "--quiet"} <= complete("mcp-docs check --", repo, tmp_path)
    assert complete("mcp-docs check --baseline ", repo, tmp_path) == {"committed", "lockfile", "release"}
    rules = {"tool.removed", "tool.required_not_in_properties"}  # of changes, and of lint
    assert complete("mcp-docs explain tool.r", repo, tmp_path) == rules
