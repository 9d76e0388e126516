"""``check`` against a server that runs, as a real process."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from run import Done, mcp_docs

SERVER = Path(__file__).with_name("liveserver.py")
TEXT = {"type": "string"}
LOCK = "mcp-docs.lock"


def with_capabilities(text: str) -> str:
    """The lockfile as a snapshot of the server has it."""
    read = json.loads(text)
    read["server"]["capabilities"] = {"tools": {}}
    return json.dumps(read, indent=2)


OLD = with_capabilities(lockfile(tool("berths", {"day": TEXT}), tool("tides")))
BROKEN = with_capabilities(lockfile(tool("berths", {"day": {"type": "integer"}}), tool("tides")))


@pytest.fixture
def repo(git_repo: Callable[[], GitRepo]) -> GitRepo:
    made = git_repo()
    made.commit({LOCK: OLD}, "first")
    made.tag("v1.0.0")
    return made


def check(repo: GitRepo, *arguments: str, serves: str = OLD, **environment: str) -> Done:
    served = repo.path.parent / "served.json"
    served.write_text(serves)
    command = ("check", *arguments, "--", sys.executable, str(SERVER), str(served))
    return mcp_docs(*command, cwd=repo.path, **environment)


def found(done: Done) -> list[dict[str, Any]]:
    assert done.err == ""
    return list(json.loads(done.out)["findings"])


@pytest.mark.parametrize("baseline", ["release", "committed", "lockfile"])
def test_an_unchanged_server_has_no_change_against_any_baseline(repo: GitRepo, baseline: str) -> None:
    done = check(repo, "--baseline", baseline, "--fail-on", "patch", "--format", "json")
    assert (done.code, found(done)) == (0, [])


@pytest.mark.parametrize("baseline", ["release", "committed", "lockfile"])
def test_a_server_that_breaks_fails_and_the_place_is_the_lockfiles(repo: GitRepo, baseline: str) -> None:
    done = check(repo, "--baseline", baseline, "--format", "json", serves=BROKEN)
    [finding] = found(done)
    assert (done.code, finding["rule"], finding["where"]["file"]) == (1, "schema.type.changed", LOCK)
    if baseline == "lockfile":
        assert '"type"' in (repo.path / LOCK).read_text().splitlines()[finding["where"]["line"] - 1]


def test_old_can_be_a_file_or_a_revision(repo: GitRepo) -> None:
    for old in (LOCK, f"v1.0.0:{LOCK}"):
        assert check(repo, old).code == 0
        assert check(repo, old, serves=BROKEN).code == 1


def test_variables_reach_the_server_and_no_report(repo: GitRepo) -> None:
    done = check(repo, "--env", "WITHOUT_TIDES=hunter2hunter2", "--format", "json")
    assert [finding["rule"] for finding in found(done)] == ["tool.removed"]
    taken = check(repo, "--env", "WITHOUT_TIDES", WITHOUT_TIDES="hunter2hunter2")
    assert taken.code == 1
    assert "hunter2" not in done.out + taken.out + taken.err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("check", "--", "no-such-program"), 3, "no-such-program"),
        (("check", "--", sys.executable, "-c", "raise SystemExit('out of order')"), 3, "out of order"),
        (("check", "--"), 2, "no command"),
        (("check", "--http", "nowhere"), 2, "http or https"),
        (("check", "--http", "http://127.0.0.1:9/mcp", "--timeout", "5"), 3, "127.0.0.1:9"),
        (("check", "--http", "http://x/", "--", "y"), 2, "not both"),
        (("check", "--header", "A=secret"), 2, "--header"),
        (("check", LOCK, LOCK, "--", "y"), 2, "both NEW and a live server"),
        (("check", "--env", "=secret", "--", "y"), 2, "NAME=VALUE"),
        (("check", "--baseline", "lockfile"), 2, "none is named"),
    ],
)
def test_a_server_that_cannot_be_asked_is_said_so(
    repo: GitRepo, arguments: tuple[str, ...], code: int, words: str
) -> None:
    done = mcp_docs(*arguments, cwd=repo.path)
    assert (done.code, done.out) == (code, "")
    assert words in done.err
    assert "secret" not in done.err
    assert "Traceback" not in done.err
