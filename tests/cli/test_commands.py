"""The commands that print: what they say, in which shape, and that they say it the same way twice."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from gitrepo import DAY, FIRST_TIME, GitRepo
from lockfiles import lockfile, tool
from run import mcp_docs

TEXT = {"type": "string"}


@pytest.fixture
def repo(git_repo: Callable[[], GitRepo]) -> GitRepo:
    """Three commits, two releases: a break under a minor bump, with notes, and HEAD ahead."""
    made = git_repo()
    made.commit({"mcp-docs.lock": lockfile(tool("berths", {"day": TEXT}), tool("ships"))}, "first")
    made.tag("v1.0.0")
    made.commit(
        {"mcp-docs.lock": lockfile(tool("berths", {"day": {"type": "integer"}}), tool("ships"))},
        "days are numbers",
    )
    made.tag("v1.1.0")
    made.commit(
        {"mcp-docs.lock": lockfile(tool("ships")), "notes/1.1.0.md": "Days are *numbers* now.\n"},
        "drop berths",
    )
    return made


def test_the_changelog_shows_releases_newest_first_with_proofs_and_notes(repo: GitRepo) -> None:
    done = mcp_docs("changelog", repo.path)
    assert (done.code, done.err) == (0, "")
    headings = [line for line in done.out.splitlines() if line.startswith("## ")]
    assert headings == ["## Unreleased", "## 1.1.0 (2024-01-02)", "## 1.0.0 (2024-01-01)"]
    assert "demand a **major** step; the version declares minor, which is **too small**" in done.out
    assert "Days are *numbers* now." in done.out
    witness = json.loads(done.out.partition("Worked before, fails now: `")[2].partition("`")[0])
    assert list(witness) == ["day"]
    assert isinstance(witness["day"], str)  # a string was accepted, and only a number is now
    assert "By contract: A tool stays callable until a major release." in done.out
    assert "First release on record: 2 tools." in done.out


def test_the_changelog_as_json_holds_the_same_changes(repo: GitRepo) -> None:
    changelog = json.loads(mcp_docs("changelog", repo.path, "--format", "json").out)
    assert [release["version"] for release in changelog["releases"]] == ["unreleased", "1.1.0", "1.0.0"]
    assert [[(c["level"], c["rule"]) for c in r["changes"]] for r in changelog["releases"]] == [
        [("breaking", "tool.removed")],
        [("breaking", "schema.type.changed")],
        [],
    ]
    assert changelog["releases"][1]["underbumped"]
    assert changelog["releases"][1]["changes"][0]["commit"]["subject"] == "days are numbers"


def test_the_log_shows_each_revision_with_its_changes(repo: GitRepo) -> None:
    done = mcp_docs("log", repo.path)
    assert [line for line in done.out.splitlines() if line.startswith("Date:")] == [
        "Date:   2024-01-03T00:00:00Z",
        "Date:   2024-01-02T00:00:00Z",
        "Date:   2024-01-01T00:00:00Z",
    ]
    assert "breaking  berths: tool removed  [tool.removed]" in done.out
    assert "(1.1.0)" in done.out
    assert "first interface on record: 2 elements" in done.out


def test_a_bare_repository_gives_the_same_record_as_its_working_tree(
    repo: GitRepo, git_repo: Callable[[], GitRepo]
) -> None:
    host = git_repo()
    host.git("clone", "--quiet", "--bare", str(repo.path), "bare")
    for command in ("changelog", "log"):
        assert mcp_docs(command, host.path / "bare").out == mcp_docs(command, repo.path).out


def test_the_place_and_the_users_settings_do_not_matter(repo: GitRepo, tmp_path: Path) -> None:
    plain = mcp_docs("changelog", repo.path).out
    elsewhere = mcp_docs(
        "changelog", ".", cwd=repo.path, TZ="Asia/Tokyo", LANG="de_DE.UTF-8", GIT_DIR=str(tmp_path)
    )
    assert elsewhere.out == plain


def test_a_folder_inside_the_repository_reads_its_own_lockfile(git_repo: Callable[[], GitRepo]) -> None:
    repo = git_repo()
    repo.commit(
        {
            "a/mcp-docs.lock": lockfile(tool("berths"), name="a"),
            "b/mcp-docs.lock": lockfile(tool("ships"), name="b"),
        },
        "two",
    )
    repo.tag("v1.0.0")
    assert mcp_docs("changelog", repo.path / "b").out.startswith("# Changelog of b\n")
    assert mcp_docs("changelog", repo.path, "--lockfile", "a/mcp-docs.lock").out.startswith(
        "# Changelog of a\n"
    )


def test_today_is_a_date_that_is_given(git_repo: Callable[[], GitRepo]) -> None:
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile(tool("berths"))}, "first")
    repo.tag("v1.0.0")
    (repo.path / "mcp-docs.toml").write_text(
        '[[deprecations]]\nelement = "tool:berths"\nsunset = 2024-06-01\n'
    )

    def state(*arguments: str, **environment: str) -> str:
        done = mcp_docs("changelog", repo.path, "--format", "json", *arguments, **environment)
        return str(json.loads(done.out)["deprecations"][0]["state"])

    assert state() == "announced"
    assert state("--as-of", "2024-05-20") == "due"
    assert state("--as-of", "2024-06-02") == "overdue"
    assert state(SOURCE_DATE_EPOCH=str(FIRST_TIME + 200 * DAY)) == "overdue"
    assert state("--as-of", "2024-01-02", SOURCE_DATE_EPOCH=str(FIRST_TIME + 200 * DAY)) == "announced"
    bad = mcp_docs("changelog", repo.path, SOURCE_DATE_EPOCH="soon")
    assert (bad.code, "SOURCE_DATE_EPOCH" in bad.err) == (2, True)


def test_a_pipe_sees_no_progress_and_a_closed_one_no_complaint(repo: GitRepo) -> None:
    done = mcp_docs("changelog", repo.path)
    assert "\x1b" not in done.out + done.err


def test_rules_and_explain_come_from_the_same_records() -> None:
    catalogue = json.loads(mcp_docs("rules", "--format", "json").out)
    listed = [*catalogue["rules"], *catalogue["lint_rules"]]
    text = mcp_docs("rules").out.splitlines()
    assert [line.split()[0] for line in text] == [rule["id"] for rule in listed]
    told = mcp_docs("explain", "schema.property.required.added")
    assert told.code == 0
    assert "Keep it optional" in told.out
    lint = mcp_docs("explain", "text.hidden")
    assert (lint.code, "mcp-docs lint: error" in lint.out) == (0, True)
    unknown = mcp_docs("explain", "text.hiden")
    assert (unknown.code, "text.hidden" in unknown.err) == (2, True)
    unknown = mcp_docs("explain", "schema.property.remvoed")
    assert (unknown.code, "schema.property.removed" in unknown.err) == (2, True)
