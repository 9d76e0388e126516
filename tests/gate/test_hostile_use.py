"""The gate in unlucky and in hostile hands: odd places, names that command a log, settings that hide."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.cli.terminal import shown
from mcp_docs.gate.bumps import judge_bumps
from mcp_docs.interface import Interface
from mcp_docs.report.words import plain
from mcp_docs.side import Side
from mcp_docs.sources.files import save
from run import SOURCE, Done, mcp_docs

LOCK = "mcp-docs.lock"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(SOURCE)}
OLD = lockfile(tool("berths"), tool("ships"))
BROKEN = lockfile(tool("ships"))


def files(folder: Path) -> tuple[Path, Path]:
    (folder / "old.lock").write_text(OLD)
    (folder / "new.lock").write_text(BROKEN)
    return folder / "old.lock", folder / "new.lock"


@pytest.mark.skipif(sys.platform == "win32", reason="has no named pipes in folders")
def test_a_report_goes_into_a_pipe_and_does_not_replace_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    assert save(b"report", pipe)
    reader.join(10)
    assert got == [b"report"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="the system has no name for the output")
def test_a_report_can_be_sent_to_the_standard_output_by_name(tmp_path: Path) -> None:
    old, new = files(tmp_path)
    done = mcp_docs("check", old, new, "--format", "json", "--output", "/dev/stdout", cwd=tmp_path)
    assert (done.code, done.err) == (1, "")
    assert json.loads(done.out.splitlines()[0])["failed"] is True


@pytest.mark.parametrize(
    ("text", "inert"),
    [
        ("::error::x", ": :error::x"),
        ("  ::stop-commands::x", "  : :stop-commands::x"),
        ("##[error]x", "# #[error]x"),
        ("a ##[group]x", "a # #[group]x"),
        ("a ::b", "a ::b"),
    ],
)
def test_no_line_commands_what_reads_the_log_of_a_job(text: str, inert: str) -> None:
    assert shown(text) == inert
    assert plain(text).strip() == inert.strip()


def test_a_file_of_any_name_is_one_line_in_the_log(tmp_path: Path) -> None:
    files(tmp_path)
    (tmp_path / "::error::x.lock").write_text(BROKEN)
    done = mcp_docs("check", "old.lock", "::error::x.lock", cwd=tmp_path)
    missing = mcp_docs("check", "old.lock", "no\n::error::x", cwd=tmp_path)
    assert (done.code, missing.code) == (1, 3)
    for line in (*done.out.splitlines(), *missing.err.splitlines()):
        assert not line.lstrip().startswith("::")


@pytest.mark.parametrize("name", ["", "x" * 5000])
def test_a_name_that_can_be_no_file_is_a_usage_error(name: str, tmp_path: Path) -> None:
    old, _ = files(tmp_path)
    for arguments in ((name, old), (old, name)):
        done = mcp_docs("check", *arguments, cwd=tmp_path)
        assert done.code == 2
        assert "internal error" not in done.err


def test_lint_takes_acceptances_from_where_the_named_configuration_says(
    git_repo: Callable[[], GitRepo],
) -> None:
    made = git_repo()
    made.commit({LOCK: OLD, "other.toml": 'acceptances = "other-acceptances.toml"\n'}, "first")
    made.tag("v1.0.0")
    (made.path / "acceptances.toml").write_text("[[acceptances]]\nwrong = 1\n")
    (made.path / "other-acceptances.toml").write_text(
        '[[acceptances]]\nreason = "r"\nrule = "tool.removed"\nelement = "tool:tides"\n'
    )
    done = mcp_docs("lint", "--config", "other.toml", "--format", "json", cwd=made.path)
    assert done.err == ""
    assert "acceptance.stale" in [finding["rule"] for finding in json.loads(done.out)["findings"]]


def identifier(done: Done) -> str:
    return next(line.split()[-1] for line in done.out.splitlines() if line.startswith("  id: "))


def test_an_expired_acceptance_is_renewed_by_another(git_repo: Callable[[], GitRepo]) -> None:
    made = git_repo()
    made.commit({LOCK: OLD}, "first")
    made.tag("v1.0.0")
    made.commit({LOCK: BROKEN}, "second")
    change = identifier(mcp_docs("check", cwd=made.path))
    late = mcp_docs("accept", change, "--reason", "x", "--expires", "2001-01-01", cwd=made.path)
    assert (late.code, "is over" in late.err) == (0, True)

    def expired() -> list[Any]:
        found = json.loads(mcp_docs("lint", "--format", "json", cwd=made.path).out)["findings"]
        return [finding for finding in found if finding["rule"] == "acceptance.expired"]

    assert mcp_docs("check", cwd=made.path).code == 1
    assert len(expired()) == 1
    renewed = mcp_docs("accept", change, "--reason", "y", cwd=made.path)
    assert (renewed.code, renewed.err) == (0, "")
    assert mcp_docs("check", cwd=made.path).code == 0
    assert expired() == []


@pytest.mark.parametrize(
    ("old", "new", "said", "words"),
    [
        (None, None, None, "unknown: neither side has a version"),
        (None, "1.0.0", None, "unknown: the old side has no version"),
        ("1.0.0", None, None, "unknown: the new side has no version"),
        ("2026-12-03", "1.0.0", None, "unknown: 2026-12-03 is no version such as 1.4.0"),
        ("2026-12-03", "dev", None, "unknown: 2026-12-03 and dev are no version such as 1.4.0"),
        ("1.0.0", "1.0.0", None, "none yet: both sides are 1.0.0"),
        ("1.0.0", "1.0.0", "1.0.0", "none (1.0.0 to 1.0.0)"),
        ("1.0.0-rc.1", "1.0.0", None, "unknown: 1.0.0 follows 1.0.0-rc.1, a pre-release of the same version"),
        ("2.0.0", "1.9.0", None, "unknown: 1.9.0 does not come after 2.0.0"),
    ],
)
def test_what_is_declared_is_told_as_it_is(
    old: str | None, new: str | None, said: str | None, words: str
) -> None:
    sides = Side("old", Interface(), old), Side("new", Interface(), new)
    assert judge_bumps(*sides, (), (), said).words == words


def test_a_release_under_the_version_that_is_out_already_promises_nothing(tmp_path: Path) -> None:
    old, new = files(tmp_path)
    arguments = ("check", old, new, "--fail-on", "underbumped")
    version = json.loads(OLD)["server"]["version"]
    assert mcp_docs(*arguments, cwd=tmp_path).code == 0
    assert mcp_docs(*arguments, "--declared", version, cwd=tmp_path).code == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no disk that is always full")
def test_an_output_that_takes_nothing_is_no_fault_of_the_program(tmp_path: Path) -> None:
    old, new = files(tmp_path)
    command = [sys.executable, "-m", "mcp_docs", "check", str(old), str(new)]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(command, env=ENVIRONMENT, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 3
    assert b"No space left" in done.stderr
    assert b"internal error" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
def test_a_closed_output_changes_no_exit_code(tmp_path: Path) -> None:
    old, new = files(tmp_path)
    script = 'exec "$@" >&-'
    command = ["sh", "-c", script, "sh", sys.executable, "-m", "mcp_docs", "check", str(old), str(new)]
    done = subprocess.run(command, env=ENVIRONMENT, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (1, b"")


def test_a_lockfile_that_was_moved_away_from_all_releases_is_no_clean_run(
    git_repo: Callable[[], GitRepo],
) -> None:
    made = git_repo()
    made.commit({LOCK: OLD}, "first")
    made.tag("v1.0.0")
    made.commit({"moved.lock": BROKEN}, "copy and break")
    made.commit({LOCK: None}, "move")
    done = mcp_docs("check", "--lockfile", "moved.lock", cwd=made.path)
    assert (done.code, done.out) == (2, "")
    assert "v1.0.0" in done.err
    assert "former_paths" in done.err
    (made.path / "mcp-docs.toml").write_text(f'lockfile = "moved.lock"\nformer_paths = ["{LOCK}"]\n')
    assert mcp_docs("check", cwd=made.path).code == 1


def test_a_second_tool_of_a_name_is_no_clean_run(tmp_path: Path) -> None:
    (tmp_path / "old.lock").write_text(OLD)
    (tmp_path / "new.lock").write_text(lockfile(tool("berths"), tool("ships"), tool("ships", {"x": {}})))
    done = mcp_docs("check", "old.lock", "new.lock", "--format", "json", cwd=tmp_path)
    (finding,) = json.loads(done.out)["findings"]
    assert (finding["rule"], finding["level"], finding["element"]) == (
        "element.malformed",
        "review",
        "tool:ships",
    )


@pytest.mark.parametrize("patience", ["nan", "inf", "-1", "1e300"])
def test_a_patience_that_no_clock_can_measure_is_a_usage_error(patience: str, tmp_path: Path) -> None:
    done = mcp_docs("snapshot", "--timeout", patience, "--", "true", cwd=tmp_path)
    assert done.code == 2
    assert "--timeout" in done.err


def test_an_empty_lockfile_option_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text('{"consumerName": "c", "providerName": "p", "tools": []}')
    assert mcp_docs("verify", "c.json", "--lockfile", "", cwd=tmp_path).code == 2


def test_what_is_staged_is_no_revision_and_the_message_says_so(git_repo: Callable[[], GitRepo]) -> None:
    made = git_repo()
    made.commit({LOCK: OLD}, "first")
    done = mcp_docs("check", f":{LOCK}", cwd=made.path)
    assert done.code == 2
    assert "staged" in done.err
