"""``mcp-docs backfill``: a project without a lockfile gets the history that it would have had."""

from __future__ import annotations

import hashlib
import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from gitrepo import GitRepo
from mcp_docs import load_history
from mcp_docs.errors import NoHistoryError
from mcp_docs.pipeline import load_record, open_repository
from mcp_docs.record import Record, Release
from run import SOURCE, Done, mcp_docs
from scripts import script

SERVER = Path(__file__).with_name("recorded_server.py")
RUN = ("--", sys.executable, "server.py")
#: 2026-11-02T12:00:00Z, the day of the example's newest commit.
TODAY = 1_793_620_800


def backfill(repo: Path, *options: str, run: tuple[str, ...] = RUN, **environment: str) -> Done:
    return mcp_docs("backfill", "--repo", repo, *options, *run, PYTHONPATH=str(SOURCE), **environment)


def interface(version: str, *tools: str, **more: Any) -> str:
    listed = [{"name": name, "inputSchema": {"type": "object"}, **more} for name in tools]
    server = {"name": "s", "version": version, "protocolVersion": "2025-11-25"}
    surface = {"tools": listed, "resources": [], "resourceTemplates": [], "prompts": []}
    return json.dumps(
        {"server": {**server, "capabilities": {"tools": {}}, "instructions": ""}, "surface": surface}
    )


@pytest.fixture
def project(git_repo: Callable[[], GitRepo]) -> GitRepo:
    """Three releases; the second one's server is broken. A maintenance release of the first."""
    repo = git_repo()
    repo.commit(
        {"server.py": SERVER.read_text(), "interface.json": interface("1", "a"), "notes/1.0.0.md": "One."}
    )
    repo.tag("v1.0.0")
    repo.commit({"interface.json": "nothing"})
    repo.tag("v1.1.0")
    repo.commit({"interface.json": interface("2", "b")})
    repo.tag("v2.0.0")
    repo.branch("old", "v1.0.0")
    repo.commit({"interface.json": interface("1", "a", "c")})
    repo.tag("v1.0.1")
    repo.checkout("main")
    return repo


def summary(done: Done) -> str:
    """The line that counts what was done."""
    return next(line for line in done.out.splitlines() if line.startswith("mcp-docs-history: "))


def references(repo: GitRepo) -> str:
    return repo.git("for-each-ref", "refs/tags/mcp-docs", "refs/heads/mcp-docs-history")


def clone(repo: Path, into: Path) -> Path:
    GitRepo(into).git("clone", "--quiet", "--branch", "mcp-docs-history", str(repo), "clone")
    return into / "clone"


def test_a_failed_release_is_told_with_its_last_words_and_the_rest_goes_on(
    project: GitRepo, tmp_path: Path
) -> None:
    done = backfill(project.path)
    assert done.code == 1
    assert done.out.splitlines()[:4] == [
        "v1.0.0: recorded",
        "v2.0.0: recorded",
        "v1.0.1: recorded",
        "mcp-docs-history: 3 recorded, 0 kept, 1 failed",
    ]
    assert "Next: mcp-docs build makes the site" in done.out
    assert "git push origin 'refs/tags/mcp-docs/*'" in done.out
    assert "mcp-docs snapshot -- COMMAND" in done.out
    assert done.err.startswith("mcp-docs: v1.1.0: the server")
    assert "json.decoder.JSONDecodeError" in done.err
    record = load_history(clone(project.path, tmp_path / "c"))
    assert {r.version: r.base for r in record.releases} == {"1.0.0": None, "2.0.0": "1.0.0", "1.0.1": "1.0.0"}
    assert record.by_version["1.0.0"].notes == "One."
    assert [gap for gap in record.gaps if gap.is_fault] == []
    [missing] = [gap for gap in record.gaps if gap.code == "tag.not_captured"]
    assert missing.tag == "mcp-docs/v1.1.0"
    assert missing.message.startswith("the release could not be captured: the server `")


def test_a_second_run_does_only_what_failed_and_ends_as_one_run_would(
    project: GitRepo, tmp_path: Path
) -> None:
    assert backfill(project.path).code == 1
    once = references(project)
    marker = tmp_path / "set up"
    count = f"echo $MCP_DOCS_TAG $MCP_DOCS_VERSION >> '{marker}'"
    assert backfill(project.path, "--setup", count).code == 1
    assert references(project) == once
    assert marker.read_text() == "v1.1.0 1.1.0\n"
    mend = f"{count}; cp '{tmp_path / 'mended.json'}' interface.json"
    (tmp_path / "mended.json").write_text(interface("1", "a", "b"))
    done = backfill(project.path, "--setup", mend)
    assert (done.code, summary(done)) == (0, "mcp-docs-history: 1 recorded, 3 kept, 0 failed")
    record = load_history(clone(project.path, tmp_path / "c"))
    assert {r.version: r.base for r in record.releases}["2.0.0"] == "1.1.0"
    twice = references(project)
    assert "failed/" not in twice
    for name in [*project.git("tag", "--list", "mcp-docs/*").splitlines()]:
        project.git("tag", "--delete", name)
    project.git("branch", "-D", "mcp-docs-history")
    ask = 'test "$MCP_DOCS_TAG" != v1.1.0 || ' + mend.partition("; ")[2]
    assert backfill(project.path, "--setup", ask).code == 0
    assert references(project) == twice


def test_nothing_else_of_the_repository_is_touched(project: GitRepo) -> None:
    hooks = project.path / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in ("post-checkout", "reference-transaction", "post-commit"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch '{project.path}/ran'\n")
        (hooks / name).chmod(0o755)
    (project.path / "server.py").write_text("half a thought")
    (project.path / "new").write_text("not committed")
    before = state(project)
    assert backfill(project.path, "--setup", "touch made-by-setup").code == 1
    assert state(project) == before
    assert project.git("worktree", "list").count("\n") == 0


def state(repo: GitRepo) -> dict[str, str]:
    """Digests of the checkout, index, configuration, HEAD, branches and the project's own tags."""
    files = [path for path in repo.path.rglob("*") if path.is_file() and ".git" not in path.parts]
    files += [repo.path / ".git" / name for name in ("index", "config", "HEAD")]
    found = {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    return {**found, "refs": repo.git("for-each-ref", "refs/heads/main", "refs/heads/old", "refs/tags/v*")}


@pytest.mark.parametrize(
    ("options", "recorded"),
    [
        (("--tags", "v2*"), ["v2.0.0"]),
        (("--since", "v2.0.0"), ["v2.0.0", "v1.0.1"]),
        (("--tags", "v1.0.*"), ["v1.0.0", "v1.0.1"]),
    ],
)
def test_tags_and_since_choose_the_releases(
    project: GitRepo, options: tuple[str, ...], recorded: list[str]
) -> None:
    done = backfill(project.path, *options)
    assert done.code == 0
    assert [line for line in done.out.splitlines() if line.endswith(": recorded")] == [
        f"{name}: recorded" for name in recorded
    ]


def test_a_setup_that_fails_or_hangs_fails_its_release_alone(project: GitRepo) -> None:
    setup = 'case $MCP_DOCS_TAG in v1.0.0) echo "no $API_TOKEN"; exit 7;; v1.0.1) sleep 60;; esac'
    done = backfill(project.path, "--setup", setup, "--setup-timeout", "2", API_TOKEN="abcdefgh1234")  # noqa: S106
    assert done.code == 1
    assert "v1.0.0: the setup ended with exit code 7" in done.err
    assert "no [value of API_TOKEN]" in done.err
    assert "v1.0.1: the setup did not end within 2 s" in done.err
    assert done.out.startswith("v2.0.0: recorded\nmcp-docs-history: 1 recorded, 0 kept, 3 failed\n")


def test_a_branch_of_the_users_is_refused(project: GitRepo) -> None:
    for branch, words in (("main", "is checked out"), ("old", "that no backfill has made")):
        done = backfill(project.path, "--branch", branch)
        assert done.code == 2
        assert words in done.err
    project.git("tag", "--delete", "v1.0.0", "v1.0.1", "v1.1.0", "v2.0.0")
    assert "no tag of the repository is a release" in backfill(project.path).err
    project.tag("v1.0.0")
    project.git("symbolic-ref", "HEAD", "refs/heads/unborn")
    done = backfill(project.path)
    assert (done.code, "HEAD leads to no commit" in done.err) == (2, True)


def test_a_moved_tag_is_captured_again(project: GitRepo, tmp_path: Path) -> None:
    assert backfill(project.path, "--tags", "v2*").code == 0
    project.commit({"interface.json": interface("2", "b", "moved")})
    project.git("tag", "--force", "v2.0.0")
    done = backfill(project.path, "--tags", "v2*")
    assert summary(done) == "mcp-docs-history: 1 recorded, 0 kept, 0 failed"
    newest = load_history(clone(project.path, tmp_path / "c")).releases[-1]
    assert [tool.key for tool in newest.interface.tools] == ["b", "moved"]


def test_a_server_in_a_folder_of_the_repository_runs_there(
    git_repo: Callable[[], GitRepo], tmp_path: Path
) -> None:
    repo = git_repo()
    repo.commit(
        {"x/server.py": SERVER.read_text(), "x/interface.json": interface("1", "a"), "x/notes/1.0.0.md": "N."}
    )
    repo.tag("x/v1.0.0")
    assert backfill(repo.path / "x").code == 0
    record = load_history(clone(repo.path, tmp_path / "c"))
    assert [(r.version, r.notes) for r in record.releases] == [("1.0.0", "N.")]


# --- going on from there -------------------------------------------------------------------------


def test_the_first_lockfile_of_the_projects_own_follows_the_newest_backfilled_release(
    project: GitRepo,
) -> None:
    assert backfill(project.path).code == 1
    before = load_history(project.path)
    assert {r.version: r.base for r in before.releases} == {"1.0.0": None, "2.0.0": "1.0.0", "1.0.1": "1.0.0"}
    assert before.unreleased is None
    lock = interface("2", "b", "c")
    project.commit({"mcp-docs.lock": lock}, "record")
    head = load_history(project.path).unreleased
    assert head is not None
    assert (head.base, [c.change.rule for c in head.changes]) == ("2.0.0", ["tool.added"])
    project.tag("v2.1.0")
    record = load_history(project.path)
    assert {r.version: (r.tag, r.base) for r in record.releases} == {
        "1.0.0": ("v1.0.0", None),
        "1.0.1": ("v1.0.1", "1.0.0"),
        "2.0.0": ("v2.0.0", "1.0.0"),
        "2.1.0": ("v2.1.0", "2.0.0"),
    }
    assert record.by_version["1.0.0"].commit.id == project.git("rev-parse", "v1.0.0")
    # Only the release that could not be captured is left out, and no other commit passes for one.
    assert [(gap.code, gap.tag) for gap in record.gaps] == [("tag.not_captured", "v1.1.0")]
    assert [log.commit.subject for log in record.revisions if log.changes][:1] == ["record"]
    done = mcp_docs("check", "--format", "json", cwd=project.path)
    assert [f["rule"] for f in json.loads(done.out)["findings"]] == ["tool.added"]


def test_check_takes_a_release_for_what_was_captured_of_it(project: GitRepo) -> None:
    assert backfill(project.path).code == 1
    project.commit({"README": "on"}, "on")
    project.commit({"mcp-docs.lock": interface("2", "b", "c")}, "record")

    def check(*sides: str) -> Done:
        return mcp_docs("check", "--format", "json", *sides, cwd=project.path)

    def found(*sides: str) -> list[tuple[str, str]]:
        return sorted((f["rule"], f["element"]) for f in json.loads(check(*sides).out)["findings"])

    assert found("v1.0.0:", "v1.0.1:mcp-docs.lock") == [("tool.added", "tool:c")]
    assert found("v1.0.0:", "HEAD:") == [
        ("tool.added", "tool:b"),
        ("tool.added", "tool:c"),
        ("tool.removed", "tool:a"),
    ]
    # What no backfill captured still has none: a release that failed, another path, any other commit.
    for side in ("v1.1.0:", "v1.0.0:other.lock", "HEAD~1:"):
        assert (check(side, "HEAD:").code, "has no lockfile" in check(side, "HEAD:").err) == (2, True)


def test_head_without_a_lockfile_is_not_taken_for_the_release_before_it(project: GitRepo) -> None:
    assert backfill(project.path).code == 1
    project.commit({"README": "on"}, "on")
    record = load_history(project.path)
    assert (record.unreleased, [gap.code for gap in record.gaps]) == (
        None,
        ["tag.not_captured", "head.no_lockfile"],
    )


def test_what_is_not_the_lockfiles_own_backfill_is_not_joined(
    git_repo: Callable[[], GitRepo],
) -> None:
    repo = git_repo()
    files = {"x/server.py": SERVER.read_text(), "x/interface.json": interface("1", "a")}
    repo.commit({**files, "y/mcp-docs.lock": interface("1", "other")})
    repo.tag("v1.0.0")
    assert backfill(repo.path / "x").code == 0
    [own] = load_history(repo.path / "x").releases
    [other] = load_history(repo.path / "y").releases
    assert [own.interface.tools[0].key, other.interface.tools[0].key] == ["a", "other"]
    repo.commit({"README": "on"})
    repo.git("tag", "--force", "v1.0.0")  # leads elsewhere than to what was captured
    with pytest.raises(NoHistoryError):
        load_history(repo.path / "x")


def test_a_run_that_finds_nothing_new_leaves_the_branch_where_it_is(project: GitRepo) -> None:
    assert backfill(project.path).code == 1
    before = references(project)
    project.git("checkout", "--quiet", "v1.0.0")
    done = backfill(project.path)
    assert summary(done) == "mcp-docs-history: 0 recorded, 3 kept, 1 failed"
    assert references(project) == before


@pytest.fixture
def published(project: GitRepo, tmp_path: Path) -> GitRepo:
    """The project after its backfill was pushed."""
    project.git("branch", "-D", "old")
    project.git("init", "--quiet", "--bare", "--initial-branch=main", str(tmp_path / "origin"))
    project.git("remote", "add", "origin", str(tmp_path / "origin"))
    assert backfill(project.path).code == 1
    project.git("push", "--quiet", "origin", "main", "mcp-docs-history", "--tags")
    return project


def test_a_new_release_can_be_pushed_without_force(published: GitRepo, tmp_path: Path) -> None:
    published.commit({"interface.json": interface("3", "b", "c")})
    published.tag("v3.0.0")
    published.git("push", "--quiet", "origin", "main", "--tags")
    published.git("clone", "--quiet", str(tmp_path / "origin"), str(tmp_path / "pipeline"))
    done = backfill(published.path)
    assert (summary(done), "Written again" in done.out) == (
        "mcp-docs-history: 1 recorded, 3 kept, 1 failed",
        False,
    )
    once = references(published)
    assert backfill(published.path).code == 1
    assert references(published) == once
    published.git("push", "--quiet", "origin", "mcp-docs-history", "--tags")
    record = load_history(clone(tmp_path / "origin", tmp_path / "c"))
    assert {r.version: r.base for r in record.releases}["3.0.0"] == "2.0.0"
    # A pipeline that has only what was pushed before comes to the same end.
    pipeline = GitRepo(tmp_path / "pipeline")
    assert backfill(pipeline.path).code == 1
    assert references(pipeline) == once


def test_what_must_be_written_again_is_told(published: GitRepo, tmp_path: Path) -> None:
    (tmp_path / "mended.json").write_text(interface("1", "a", "b"))
    done = backfill(published.path, "--setup", f"cp '{tmp_path / 'mended.json'}' interface.json")
    assert done.code == 0
    assert (
        "Written again, since they or a release before them are new or have moved (1): v2.0.0\n" in done.out
    )
    assert "git push --force origin 'refs/tags/mcp-docs/*'" in done.out
    parents = published.git("log", "-1", "--format=%P", "mcp-docs-history").split()
    assert parents == [published.git("rev-parse", "mcp-docs/v2.0.0^{commit}")]


def test_check_names_the_tag_of_a_release_on_another_line(git_repo: Callable[[], GitRepo]) -> None:
    repo = git_repo()
    repo.commit({"mcp-docs.lock": interface("1", "a")}, "one")
    repo.branch("side")
    repo.commit({"mcp-docs.lock": interface("2", "b")}, "two")
    repo.tag("v2.0.0")
    repo.checkout("main")
    done = mcp_docs("check", cwd=repo.path)
    assert (done.code, "mcp-docs check v2.0.0:mcp-docs.lock." in done.err) == (2, True)


# --- releases that could not be captured ---------------------------------------------------------

BROKEN = 'test "$MCP_DOCS_TAG" != v1.1.0 || exit 7'
REASON = "the release could not be captured: the setup ended with exit code 7"


def test_why_a_release_could_not_be_captured_is_told_wherever_the_tags_are(
    project: GitRepo, tmp_path: Path
) -> None:
    assert backfill(project.path, "--setup", BROKEN).code == 1
    project.commit({"mcp-docs.lock": interface("2", "b", "c")}, "record")
    GitRepo(tmp_path).git("clone", "--quiet", str(project.path), "elsewhere")
    elsewhere = tmp_path / "elsewhere"
    [gap] = load_history(elsewhere).gaps
    released = project.git("rev-parse", "v1.1.0")
    assert (gap.code, gap.tag, gap.commit, gap.message) == ("tag.not_captured", "v1.1.0", released, REASON)
    assert f"- v1.1.0: {REASON}" in mcp_docs("changelog", cwd=elsewhere).out
    assert (
        json.loads(mcp_docs("changelog", "--format", "json", cwd=elsewhere).out)["gaps"][0]["message"]
        == REASON
    )
    assert mcp_docs("log", cwd=elsewhere).err == f"warning: v1.1.0: {REASON}\n"
    assert (
        f"Releases that nothing is known of: 1\n  v1.1.0: {REASON}\n" in mcp_docs("audit", cwd=elsewhere).out
    )
    built = mcp_docs("build", "--strict", cwd=elsewhere)
    assert (built.code, "1 release could not be captured (v1.1.0)" in built.err) == (0, True)
    site = elsewhere / "site"
    for page in (
        "changelog/index.html",
        "gaps/index.html",
        "changelog/index.md",
        "gaps/index.md",
        "changelog.md",
    ):
        assert "the setup ended with exit code 7" in (site / page).read_text()
    assert [gap["message"] for gap in json.loads((site / "api/v1/index.json").read_text())["gaps"]] == [
        REASON
    ]


def test_a_failure_for_another_reason_is_told_again_and_no_note_of_it_outlives_its_release(
    published: GitRepo,
) -> None:
    before = published.git("rev-parse", "mcp-docs/failed/v1.1.0")
    done = backfill(published.path, "--setup", BROKEN)
    assert "(1): failed/v1.1.0\n" in done.out
    stale = published.git("rev-parse", "mcp-docs/failed/v1.1.0")
    assert stale != before
    assert backfill(published.path, "--setup", f"echo '{interface('1', 'b')}' > interface.json").code == 0
    assert published.git("tag", "--list", "mcp-docs/failed/*") == ""
    # It comes back with a fetch, and counts no longer.
    published.git("tag", "mcp-docs/failed/v1.1.0", stale)
    published.git("tag", "mcp-docs/failed/v9.0.0", stale)
    assert [gap for gap in load_history(published.path).gaps if gap.tag] == []
    published.git("tag", "--force", "v1.1.0", "v1.0.0")
    assert "tag.not_captured" not in {gap.code for gap in load_history(published.path).gaps}


def test_a_reason_is_one_clean_line(project: GitRepo) -> None:
    assert backfill(project.path, "--tags", "v2*").code == 0
    source = project.git("rev-parse", "v1.1.0")
    body = f"x\n\nBackfilled-From: {source}\nBackfill-Failed: \x1b[2J<b>`{'a' * 400}\n"
    made = project.git("commit-tree", "-m", body, project.git("hash-object", "-t", "tree", "/dev/null"))
    project.git("tag", "mcp-docs/failed/v1.1.0", made)
    [gap] = [gap for gap in load_history(project.path).gaps if gap.code == "tag.not_captured"]
    assert gap.message == f"the release could not be captured: ⟨U+001B⟩[2J<b>`{'a' * (300 - 15 - 1)}…"


# --- what a newcomer meets -----------------------------------------------------------------------

TWO = """
[targets.weather]
command = ["{python}", "server.py"]
cwd = "weather"
tags = ["weather-v*"]

[targets.tide]
command = ["{python}", "server.py"]
cwd = "tide"
tags = ["*v*"]
"""


def test_the_releases_of_one_target_are_never_those_of_another(
    git_repo: Callable[[], GitRepo], tmp_path: Path
) -> None:
    repo = git_repo()
    repo.commit(
        {
            "mcp-docs.toml": TWO.format(python=sys.executable),
            "weather/server.py": SERVER.read_text(),
            "weather/interface.json": interface("1", "forecast"),
            "tide/server.py": SERVER.read_text(),
            "tide/interface.json": interface("1", "tides"),
            "notes/weather/1.0.0.md": "Sunny.",
        }
    )
    repo.tag("weather-v1.0.0")
    refused = backfill(repo.path)
    assert (refused.code, "--target NAME, one of weather, tide" in refused.err) == (2, True)
    assert repo.git("tag", "--list", "mcp-docs/*") == ""
    assert (code := backfill(repo.path, "--target", "wether")).code == 2
    assert "Did you mean 'weather'?" in code.err
    # Both take the same tag for a release of theirs.
    for target in ("weather", "tide"):
        done = backfill(repo.path, "--target", target, run=())
        assert (done.code, done.out.splitlines()[:2]) == (
            0,
            ["weather-v1.0.0: recorded", f"mcp-docs-history-{target}: 1 recorded, 0 kept, 0 failed"],
        )
        assert f"mcp-docs snapshot {target}, and commit" in done.out
    tools = {"weather": ["forecast"], "tide": ["tides"]}
    for target, listed in tools.items():
        [release] = load_history(repo.path, f"{target}.lock").releases
        assert ([tool.key for tool in release.interface.tools], release.tag) == (listed, "weather-v1.0.0")
        GitRepo(tmp_path).git(
            "clone", "--quiet", "--branch", f"mcp-docs-history-{target}", str(repo.path), f"c-{target}"
        )
        alone = load_history(tmp_path / f"c-{target}")
        [release] = alone.releases
        assert [tool.key for tool in release.interface.tools] == listed
        assert release.notes == {"weather": "Sunny.", "tide": ""}[target]
        assert [gap.tag for gap in alone.gaps] == ["weather-v1.0.0"]


def test_a_release_that_has_a_lockfile_keeps_it(project: GitRepo) -> None:
    project.git("tag", "--delete", "v1.1.0")
    project.commit({"mcp-docs.lock": interface("2", "ours")})
    project.tag("v2.1.0")
    project.commit({"mcp-docs.lock": None, "former.lock": interface("2", "before")})
    project.tag("v2.2.0")
    project.commit({"mcp-docs.toml": 'former_paths = ["former.lock"]', "former.lock": "{"})
    project.tag("v2.3.0")
    done = backfill(project.path)
    assert done.code == 0
    assert done.out.splitlines()[:6] == [
        "v2.1.0: kept, it has a lockfile of its own",
        "v2.2.0: kept, it has a lockfile of its own",
        "v1.0.0: recorded",
        "v2.0.0: recorded",
        "v1.0.1: recorded",
        "v2.3.0: recorded",
    ]
    assert "4 recorded, 2 kept, 0 failed" in done.out
    project.git("checkout", "--quiet", "mcp-docs-history")
    tools = {r.version: [tool.key for tool in r.interface.tools] for r in load_history(project.path).releases}
    assert tools == {
        "1.0.0": ["a"],
        "1.0.1": ["a", "c"],
        "2.0.0": ["b"],
        "2.1.0": ["ours"],
        "2.2.0": ["before"],
        "2.3.0": ["b"],
    }


def test_a_command_that_never_starts_is_told_once(project: GitRepo) -> None:
    done = backfill(project.path, run=("--", "pyton", "server.py"))
    assert done.code == 1
    assert done.err == (
        "mcp-docs: all 4 failed in the same way: the server `pyton` cannot be started: No such file or directory\n"
        "  Check the spelling, and that the program is installed and on PATH.\n"
        "  Those are v1.0.0, v1.1.0, v2.0.0, v1.0.1.\n"
    )
    assert "Nothing was recorded. Mend the command" in done.out
    assert "Next: mcp-docs build" not in done.out


def test_how_a_release_fails_is_told_whole_once_and_how_to_look_into_it(project: GitRepo) -> None:
    setup = 'case $MCP_DOCS_TAG in v1.0*) echo "of $MCP_DOCS_TAG"; exit 7;; esac'
    done = backfill(project.path, "--setup", setup)
    assert done.err.startswith(
        "mcp-docs: v1.0.0: the setup ended with exit code 7\n"
        "  Its last words:\n"
        "    of v1.0.0\n"
        "  So it is with v1.0.1.\n"
        "mcp-docs: v1.1.0: the server"
    )
    ways = [line.strip() for line in done.err.splitlines() if "git -C" in line]
    assert ways[0].endswith("worktree add ../v1.0.0 v1.0.0")
    for way in ways:  # the second takes away what the first has made
        project.git(*shlex.split(way.removeprefix("Afterwards: "))[1:])
    assert project.git("worktree", "list").count("\n") == 0


def test_a_release_that_never_starts_is_left_out_for_good(project: GitRepo, tmp_path: Path) -> None:
    assert 'exclude = ["v1.1.0"]' in backfill(project.path).out
    settings = '[releases]\nexclude = ["v1.1.0"]\n'
    project.commit({"mcp-docs.toml": settings, "mcp-docs.lock": interface("2", "b")}, "leave it out")
    assert backfill(project.path).code == 0
    built = mcp_docs("build", "--strict", cwd=project.path)
    assert (built.code, "captured" in built.err) == (0, False)
    assert ("tag.excluded", "v1.1.0") in {(gap.code, gap.tag) for gap in load_history(project.path).gaps}
    branch = load_history(clone(project.path, tmp_path / "c"))
    assert ("tag.excluded", "mcp-docs/v1.1.0") in {(gap.code, gap.tag) for gap in branch.gaps}


# --- the example's history -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def replay(project_root: Path) -> ModuleType:
    return script(project_root / "site-example" / "replay.py")


@pytest.fixture(scope="module")
def project_root() -> Path:
    return SOURCE.parent


def of_release(release: Release) -> tuple[Any, ...]:
    """All that a record says of a release but which commits of the project made it."""
    changes = [(c.id, c.change, c.undone_in, c.accepted) for c in release.changes]
    return (
        (release.version, release.slug, release.time, release.prerelease, release.base, release.notes),
        (release.declared, release.demanded, release.audit_base, release.interface, changes),
    )


def read(repo: Path) -> Record:
    return load_record(open_repository(repo, as_of=TODAY))


def test_the_example_gets_the_record_that_its_own_history_has(replay: ModuleType, tmp_path: Path) -> None:
    """Each release's own server is run, with the SDK, and nothing of the example's lockfiles is known."""
    replay.replay(tmp_path / "own")
    own = read(tmp_path / "own")
    replay.replay(tmp_path / "without", lockfile=False)
    serve = ("--", sys.executable, "server/serve.py")
    done = backfill(tmp_path / "without", "--protocol", "2025-11-25", run=serve)
    # Only the release from before the first interface has no server to ask.
    assert summary(done) == "mcp-docs-history: 10 recorded, 0 kept, 1 failed"
    assert done.err.startswith("mcp-docs: v0.1.0: ")
    made = read(clone(tmp_path / "without", tmp_path / "c"))
    assert [of_release(r) for r in made.releases] == [of_release(r) for r in own.releases]
    assert (made.server, made.title, made.source, made.newest and made.newest.version) == (
        own.server,
        own.title,
        "tags",
        "2.2.0",
    )
    assert made.unreleased is None
    # Joined to the project's own line the releases are the same, at the project's own commits and tags.
    joined = read(tmp_path / "without")
    assert [of_release(r) for r in joined.releases] == [of_release(r) for r in own.releases]
    assert [r.tag for r in joined.releases] == [r.tag for r in own.releases]
