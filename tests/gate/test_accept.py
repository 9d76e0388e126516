"""``accept``: from the id that check prints to a check that passes, and a changelog that says why."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from brokenlock import BROKEN, LOCK, OLD

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
    assert "accepted: Ships with 2.0.0. (approved until 2024-12-31)" in again.out
    over = mcp_docs("check", "--as-of", "2025-01-01", cwd=repo.path)
    assert over.code == 1
    told = f"2024-12-31 (approved: Ships with 2.0.0.); renew it with mcp-docs accept {id_of(checked)}"
    assert f"  was accepted until: {told}\n" in over.out
    (finding,) = json.loads(
        mcp_docs("check", "--as-of", "2025-01-01", "--format", "json", cwd=repo.path).out
    )["findings"]
    assert {"label": "was accepted until", "text": told} in finding["detail"]
    for shape in ("markdown", "sarif", "junit", "github"):
        out = mcp_docs("check", "--as-of", "2025-01-01", "--format", shape, cwd=repo.path).out
        assert "was accepted until" in out, shape
    changelog = mcp_docs("changelog", repo.path).out
    assert "### Breaking (1)" in changelog
    assert "**Accepted**: Ships with 2.0.0. (approved until 2024-12-31)" in changelog
    twice = mcp_docs(
        "accept", id_of(checked), "--reason", "Ships with 2.0.0.", "--expires", "2024-12-31", cwd=repo.path
    )
    assert (twice.code, "accepted already" in twice.out) == (0, True)
    assert (repo.path / "acceptances.toml").read_text().count("[[acceptances]]") == 1


def test_accepted_again_with_another_code_the_break_has_the_new_one(repo: GitRepo) -> None:
    (repo.path / LOCK).write_text(BROKEN.replace('"version": "1.0.0"', '"version": "1.1.0"'))
    change = id_of(mcp_docs("check", cwd=repo.path))
    first = mcp_docs("accept", change, "--reason", "Ships soon.", cwd=repo.path)
    assert first.err == (
        "warning: the version declares minor (1.0.0 to 1.1.0), which is too small: what is accepted as "
        "approved still takes its step. Take a major step, or accept with a code that excuses it "
        "(bugfix, security, never-worked, retired)\n"
    )
    assert mcp_docs("check", "--fail-on", "underbumped", cwd=repo.path).code == 1
    file = repo.path / "acceptances.toml"
    file.write_text(f"{file.read_text()}# The last word.\n")
    again = mcp_docs("accept", change, "--reason", "Nobody could.", "--code", "never-worked", cwd=repo.path)
    assert (again.code, again.err) == (0, "")
    assert "in the place of: Ships soon. (approved)" in again.out
    assert mcp_docs("check", "--fail-on", "underbumped", cwd=repo.path).code == 0
    assert file.read_text().count("[[acceptances]]") == 1
    assert file.read_text().endswith("# The last word.\n")


def test_lint_names_both_lines_of_two_acceptances_of_one_break(repo: GitRepo) -> None:
    mcp_docs("accept", id_of(mcp_docs("check", cwd=repo.path)), "--reason", "r", cwd=repo.path)
    file = repo.path / "acceptances.toml"
    title, _, entry = file.read_text().partition("[[acceptances]]")
    file.write_text(f"{title}[[acceptances]]{entry}[[acceptances]]{entry}")
    first, second = [n for n, line in enumerate(file.read_text().splitlines(), 1) if line.startswith("[[")]
    done = mcp_docs("lint", "--format", "json", cwd=repo.path)
    [found] = [f for f in json.loads(done.out)["findings"] if f["rule"] == "acceptance.duplicate"]
    assert (found["where"]["file"], found["where"]["line"]) == ("acceptances.toml", second)
    assert f"another in line {first} " in found["message"]


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
        (("000000000000", "--reason", "r", "--expires", "soon"), "soon is no date; write YYYY-MM-DD"),
        (
            ("000000000000", "--reason", "r", "--expires", "2026-13-40"),
            "2026-13-40 is no date; write YYYY-MM-DD, such as 2027-03-31",
        ),
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


def test_outside_git_check_names_its_own_option(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_text(OLD)
    done = mcp_docs("check", cwd=tmp_path)
    assert done.code == 2
    assert "this is not a git repository" in done.err
    assert "Give the folder of a git repository: mcp-docs check --repo REPO." in done.err
    assert "mcp-docs build" not in done.err
