"""``accept``: from the id that check prints to a check that passes, and a changelog that says why."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from brokenlock import BROKEN, OLD

from gitrepo import GitRepo
from run import Done, mcp_docs


def id_of(done: Done) -> str:
    found = re.search(r"^  id: ([0-9a-f]{12})$", done.out, re.MULTILINE)
    assert found
    return found[1]


def test_a_break_is_accepted_by_the_id_that_check_prints(repo: GitRepo) -> None:
    checked = mcp_docs("check", cwd=repo.path)
    assert checked.code == 1
    done = mcp_docs(
        "accept", id_of(checked), "--reason", "Ships with 2.0.0.", "--expires", "2024-12-31", cwd=repo.path
    )
    assert (done.code, done.err) == (0, "")
    assert "breaking tool:berths: day: type string became integer" in done.out
    again = mcp_docs("check", cwd=repo.path)
    assert again.code == 0
    assert "breaking (accepted)  tool:berths" in again.out
    assert "accepted: approved until 2024-12-31: Ships with 2.0.0." in again.out
    assert mcp_docs("check", "--as-of", "2025-01-01", cwd=repo.path).code == 1
    changelog = mcp_docs("changelog", repo.path).out
    assert "### Breaking (1)" in changelog
    assert "**Accepted** (approved until 2024-12-31: Ships with 2.0.0.)" in changelog
    twice = mcp_docs(
        "accept", id_of(checked), "--reason", "Ships with 2.0.0.", "--expires", "2024-12-31", cwd=repo.path
    )
    assert (twice.code, "accepted already" in twice.out) == (0, True)
    assert (repo.path / "acceptances.toml").read_text().count("[[acceptances]]") == 1


def test_a_released_break_is_accepted_by_its_permanent_id(repo: GitRepo) -> None:
    repo.tag("v1.1.0")
    [change] = json.loads(mcp_docs("changelog", repo.path, "--format", "json").out)["releases"][0]["changes"]
    done = mcp_docs(
        "accept", change["id"], "--reason", "It never worked.", "--code", "never-worked", cwd=repo.path
    )
    assert done.code == 0
    [after] = json.loads(mcp_docs("changelog", repo.path, "--format", "json").out)["releases"][0]["changes"]
    assert after["accepted"] == {"code": "never-worked", "reason": "It never worked.", "expires": None}
    assert after["level"] == "breaking"
    assert after["id"] == change["id"]


def test_two_files_need_no_repository(tmp_path: Path) -> None:
    (tmp_path / "old.lock").write_text(OLD)
    (tmp_path / "new.lock").write_text(BROKEN)
    (tmp_path / "acceptances.toml").write_text("# ours\n")
    name = id_of(mcp_docs("check", "old.lock", "new.lock", cwd=tmp_path))
    assert mcp_docs("accept", name, "old.lock", "new.lock", "--reason", "r", cwd=tmp_path).code == 0
    assert mcp_docs("check", "old.lock", "new.lock", cwd=tmp_path).code == 0
    assert (tmp_path / "acceptances.toml").read_text().startswith("# ours\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("000000000000", "--reason", "r"), "no change from release 1.0.0 to mcp-docs.lock has an id"),
        (("00", "--reason", "r"), "too short"),
        (("MCPC-aaaaaaaaaa", "--reason", "r"), "no change in the history has an id"),
        (("000000000000",), "--reason"),
        (("000000000000", "--reason", " "), "must say something"),
        (("000000000000", "--reason", "r", "--code", "because"), "because"),
        (("000000000000", "--reason", "r", "--expires", "soon"), "soon"),
    ],
)
def test_what_cannot_be_accepted_is_a_usage_error_and_writes_nothing(
    repo: GitRepo, arguments: tuple[str, ...], words: str
) -> None:
    done = mcp_docs("accept", *arguments, cwd=repo.path)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert not (repo.path / "acceptances.toml").exists()


def test_a_wrong_file_is_left_alone(repo: GitRepo) -> None:
    name = id_of(mcp_docs("check", cwd=repo.path))
    (repo.path / "acceptances.toml").write_text("[[acceptances]\n")
    done = mcp_docs("accept", name, "--reason", "r", cwd=repo.path)
    assert (done.code, "acceptances.toml: is not TOML" in done.err) == (2, True)
    assert (repo.path / "acceptances.toml").read_text() == "[[acceptances]\n"
