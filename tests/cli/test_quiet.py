"""``--quiet`` means one thing everywhere: results, findings and errors, and nothing beside them."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.cli import COMMANDS
from run import mcp_docs, surroundings

SERVER = Path(__file__).resolve().parent.parent / "backfill" / "recorded_server.py"
SAID = "No progress, notes and confirmations: only the result, findings and errors."
CONTRACT = '{"consumerName": "agent", "providerName": "harbour", "tools": [{"toolName": "berths"}]}'
RECORDED = {
    "server": {
        "name": "harbour",
        "version": "1.0.0",
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "instructions": "Ask for berths.",
    },
    "surface": {"tools": [tool("berths")], "resources": [], "resourceTemplates": [], "prompts": []},
}

#: What nobody asked to be printed: with ``--quiet`` these say nothing where all is well.
SILENT = {
    "affected": ("--repo", ".", "--contract", "contract.json"),
    "build": ("--base-url", "https://example.org/mcp/"),
    "check": ("mcp-docs.lock", "mcp-docs.lock"),
    "index": ("made", "-o", "catalogue"),
    "init": ("empty",),
    "lint": ("clean.lock",),
    "snapshot": ("-o", "new.lock", "--", sys.executable, str(SERVER)),
    "verify": ("contract.json", "--lockfile", "mcp-docs.lock"),
    "backfill": ("--branch", "records", "--", sys.executable, "server.py"),
    "accept": (),  # of a change whose id a check tells
}
#: What is printed on request stays as it is, to the byte.
PRINTED = {
    "audit": (),
    "changelog": (),
    "explain": ("tool.removed",),
    "log": (),
    "rules": (),
}
#: Never ends by itself; see its own test.
STAYS = {"serve"}


def test_no_command_is_left_out() -> None:
    assert {*SILENT, *PRINTED, *STAYS} == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_the_same_of_it(command: str) -> None:
    told = " ".join(mcp_docs(command, "--help").out.split())
    assert re.search(rf"-q, --quiet {re.escape(SAID)}", told), told


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two releases of which the second breaks, a contract, a built site and a server for each release."""
    made = GitRepo(tmp_path_factory.mktemp("quiet") / "repository")
    files = {
        "mcp-docs.lock": lockfile(tool("berths"), tool("ships")),
        "server.py": SERVER.read_text(encoding="utf-8"),
        "interface.json": json.dumps(RECORDED),
        "contract.json": CONTRACT,
        ".gitignore": "site\nmade\ncatalogue\nempty\n*.lock\n!mcp-docs.lock\n",
    }
    made.commit(files, "first")
    made.tag("v1.0.0")
    made.commit({"mcp-docs.lock": lockfile(tool("berths"))}, "drop ships")
    made.tag("v2.0.0")
    (made.path / "empty").mkdir()
    clean = {"day": {"type": "string", "description": "The day of arrival, as in 2026-08-20."}}
    berth = tool("berths", clean, description="List the berths that are free on a day.")
    berth["inputSchema"] |= {"additionalProperties": False}
    (made.path / "clean.lock").write_text(lockfile(berth), encoding="utf-8")
    assert mcp_docs("build", ".", "-o", "made", cwd=made.path).code == 0
    return made.path


@pytest.fixture
def copied(repo: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(repo, tmp_path / "copy"))


@pytest.mark.parametrize("command", sorted(set(SILENT) - {"accept"}))
def test_where_all_is_well_nothing_is_said(command: str, copied: Path) -> None:
    given = SILENT[command]
    spoken = mcp_docs(command, *given, cwd=copied)
    assert (spoken.code, spoken.err) == (0, ""), spoken.out
    assert spoken.out != ""
    for made in ("new.lock", "empty/mcp-docs.toml"):
        (copied / made).unlink(missing_ok=True)
    quiet = mcp_docs(command, "--quiet", *given, cwd=copied)
    assert (quiet.code, quiet.out, quiet.err) == (0, "", "")
    assert mcp_docs(command, *given, cwd=copied, MCP_DOCS_QUIET="1").out == ""


@pytest.mark.parametrize("command", PRINTED)
def test_what_was_asked_for_is_printed(command: str, repo: Path) -> None:
    spoken = mcp_docs(command, *PRINTED[command], cwd=repo)
    quiet = mcp_docs(command, "-q", *PRINTED[command], cwd=repo)
    assert spoken.out != ""
    assert (quiet.code, quiet.out, quiet.err) == (0, spoken.out, "")


def test_an_acceptance_is_written_without_a_word(copied: Path) -> None:
    (copied / "old.lock").write_text(lockfile(tool("berths"), tool("ships")), encoding="utf-8")
    found = mcp_docs("check", "old.lock", "mcp-docs.lock", cwd=copied)
    (change,) = set(re.findall(r"\bid: ([0-9a-f]{12,})", found.out))
    given = ("accept", change, "old.lock", "mcp-docs.lock", "--reason", "Nobody called it.")
    done = mcp_docs(*given, "--quiet", cwd=copied)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert "Nobody called it." in (copied / "acceptances.toml").read_text(encoding="utf-8")


BREAKS = ("check", "v1.0.0:mcp-docs.lock", "mcp-docs.lock")


def test_findings_and_errors_are_told_all_the_same(repo: Path, tmp_path: Path) -> None:
    spoken, quiet = mcp_docs(*BREAKS, cwd=repo), mcp_docs(*BREAKS, "--quiet", cwd=repo)
    assert (spoken.code, "tool removed" in spoken.out) == (1, True)
    assert (quiet.code, quiet.out, quiet.err) == (1, spoken.out, "")
    file = tmp_path / "report.txt"
    written = mcp_docs(*BREAKS, "--quiet", "-o", file, cwd=repo)
    assert (written.code, written.out.count("\n"), written.out[:15]) == (1, 1, "mcp-docs check:")
    wrong = mcp_docs("check", "nothing.lock", "mcp-docs.lock", "--quiet", cwd=repo)
    assert (wrong.code, wrong.out, "nothing.lock" in wrong.err) == (2, "", True)


@pytest.mark.parametrize("shape", ["json", "markdown", "sarif", "junit", "github"])
def test_a_format_for_a_program_is_whole_also_without_a_finding(shape: str, repo: Path) -> None:
    given = ("check", "mcp-docs.lock", "mcp-docs.lock", "--format", shape)
    assert mcp_docs(*given, "--quiet", cwd=repo).out == mcp_docs(*given, cwd=repo).out


def test_serve_tells_its_address(repo: Path) -> None:
    command = [sys.executable, "-m", "mcp_docs", "serve", "--quiet", "--port", "0"]
    with subprocess.Popen(
        command, cwd=repo, env=surroundings(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith("Serving on http://127.0.0.1:")
        process.send_signal(signal.SIGTERM)
        assert (process.stdout.read(), process.stderr.read()) == ("", "")


def test_a_snapshot_that_is_refused_says_why(copied: Path) -> None:
    given = ("snapshot", "-o", "before.lock", "--quiet", "--", sys.executable, str(SERVER))
    (copied / "before.lock").write_text(lockfile(tool("berths"), tool("ships")), encoding="utf-8")
    done = mcp_docs(*given, cwd=copied)
    assert (done.code, "tool removed" in done.out, "left as it was" in done.err) == (1, True, True)
