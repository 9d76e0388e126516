"""A lockfile that is renamed keeps its history, whatever git itself is told to make of renames."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.history.model import Walk
from mcp_docs.history.options import HistoryOptions
from mcp_docs.interface import Interface
from mcp_docs.sources.git import walk
from run import mcp_docs

Make = Callable[[], GitRepo]
LOCK = "mcp-docs.lock"
OLD = "mcp-covenant.lock"


def lock(*tools: str) -> str:
    return lockfile(*(tool(name) for name in tools))


def steps(found: Walk) -> list[tuple[str, list[str] | None]]:
    """Subject and tools of each revision, oldest first."""
    return [
        (
            revision.commit.subject,
            [t.key for t in revision.content.tools] if isinstance(revision.content, Interface) else None,
        )
        for revision in found.revisions.values()
    ]


def walked(repo: GitRepo, path: str = LOCK) -> list[tuple[str, list[str] | None]]:
    found = walk(repo.path, path, HistoryOptions())
    assert found.gaps == ()
    return steps(found)


@pytest.fixture
def moved(git_repo: Make) -> GitRepo:
    """Two releases at the old path, then `git mv`, and a third."""
    repo = git_repo()
    repo.commit({OLD: lock("a")}, "one")
    repo.tag("v1.0.0")
    repo.commit({OLD: lock("a", "b")}, "two")
    repo.tag("v1.1.0")
    repo.git("mv", OLD, LOCK)
    repo.commit(message="moved")
    repo.commit({LOCK: lock("a", "b", "c")}, "three")
    repo.tag("v1.2.0")
    return repo


WHOLE = [("one", ["a"]), ("two", ["a", "b"]), ("three", ["a", "b", "c"])]


def test_a_lockfile_keeps_its_history_when_it_is_renamed(moved: GitRepo) -> None:
    assert walked(moved) == WHOLE
    assert steps(walk(moved.path, None, HistoryOptions())) == WHOLE


@pytest.mark.parametrize(
    ("name", "value"), [("diff.renames", "false"), ("diff.renameLimit", "1"), ("log.follow", "false")]
)
def test_no_setting_of_git_alters_it(moved: GitRepo, name: str, value: str) -> None:
    moved.git("config", name, value)
    assert walked(moved) == WHOLE


def test_every_command_reads_the_whole_history(moved: GitRepo) -> None:
    done = mcp_docs("changelog", moved.path, "--format", "json")
    assert [release["version"] for release in json.loads(done.out)["releases"]] == ["1.2.0", "1.1.0", "1.0.0"]
    (moved.path / LOCK).write_text(lock("a", "c"))
    found = json.loads(mcp_docs("check", "v1.1.0:", "--format", "json", cwd=moved.path).out)["findings"]
    assert [(one["rule"], one["element"]) for one in found] == [
        ("tool.removed", "tool:b"),
        ("tool.added", "tool:c"),
    ]
    moved.git("reset", "--quiet", "--hard", "HEAD~1")
    moved.git("tag", "--delete", "v1.2.0")
    (moved.path / LOCK).write_text(lock("a", "c"))
    done = mcp_docs("check", "--format", "json", cwd=moved.path)
    assert "tool:b" in {one["element"] for one in json.loads(done.out)["findings"]}


def test_one_that_goes_over_to_another_layout_in_the_same_commit_is_renamed(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({OLD: lock("a", "b")}, "one")
    rewritten = {"tools": [tool(name, title=name.upper()) for name in "abcdef"]}
    repo.commit({OLD: None, LOCK: json.dumps(rewritten)}, "moved")
    assert walked(repo) == [("one", ["a", "b"]), ("moved", ["a", "b", "c", "d", "e", "f"])]


def test_a_chain_of_renames_is_followed_to_its_beginning(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({"x.json": lock("a")}, "one")
    repo.commit({"x.json": None, "deep/y.lock": lock("a", "b")}, "two")
    repo.commit({"deep/y.lock": None, LOCK: lock("a", "b", "c")}, "three")
    assert walked(repo) == WHOLE


def test_a_rename_that_a_merge_brought_is_followed(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({OLD: lock("a")}, "one")
    repo.branch("side")
    repo.git("mv", OLD, LOCK)
    repo.commit(message="moved")
    repo.commit({LOCK: lock("a", "b")}, "side")
    repo.checkout("main")
    repo.commit({"README": "hello"}, "elsewhere")
    repo.merge("side", "merge")
    assert walked(repo) == [("one", ["a"]), ("merge", ["a", "b"])]


def test_a_folder_that_moves_is_followed_and_so_is_one_that_becomes_a_lockfile(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({f"pkg/tools/{name}.snap": json.dumps(tool(name)) for name in "ab"}, "one")
    repo.commit(
        {
            **{f"pkg/tools/{name}.snap": None for name in "ab"},
            **{f"internal/snaps/{name}.snap": json.dumps(tool(name)) for name in "abc"},
        },
        "moved",
    )
    assert walked(repo, "internal/snaps") == [("one", ["a", "b"]), ("moved", ["a", "b", "c"])]
    repo.commit({**{f"internal/snaps/{n}.snap": None for n in "abc"}, LOCK: lock("a", "b", "c", "d")}, "file")
    assert walked(repo) == [
        ("one", ["a", "b"]),
        ("moved", ["a", "b", "c"]),
        ("file", ["a", "b", "c", "d"]),
    ]


def test_of_two_lockfiles_that_move_together_each_keeps_its_own(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({"a/all.lock": lock("a", "b", "c"), "a/some.lock": lock("a", "b")}, "one")
    repo.commit(
        {
            "a/all.lock": None,
            "a/some.lock": None,
            "b/all.lock": lock("a", "b", "c", "d"),
            "b/some.lock": lockfile(tool("a"), tool("b", title="B")),
        },
        "moved",
    )
    assert walked(repo, "b/all.lock")[0] == ("one", ["a", "b", "c"])
    assert walked(repo, "b/some.lock")[0] == ("one", ["a", "b"])


@pytest.mark.parametrize(
    "gone",
    [lock("x", "y", "a"), json.dumps({"tools": 3}), "{", lock(), ""],
    ids=["another-record", "no-record", "no-json", "empty-record", "empty-file"],
)
def test_what_else_a_commit_removes_is_no_former_lockfile(git_repo: Make, gone: str) -> None:
    repo = git_repo()
    repo.commit({"other.json": gone, "notes/tool.json": "{}"}, "before")
    repo.commit({"other.json": None, "notes/tool.json": None, LOCK: lock("a", "b")}, "one")
    assert walked(repo) == [("one", ["a", "b"])]


def test_a_copy_is_no_rename_and_a_move_in_two_commits_is_told_of(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({OLD: lock("a")}, "one")
    repo.commit({LOCK: lock("a")}, "copied")
    assert walked(repo) == [("copied", ["a"])]
    repo.commit({OLD: None}, "gone")
    found = walk(repo.path, LOCK, HistoryOptions())
    assert [(gap.code, gap.where and gap.where.file) for gap in found.gaps] == [
        ("lockfile.not_followed", OLD)
    ]
    assert 'former_paths = ["mcp-covenant.lock"]' in found.gaps[0].message
    followed = walk(repo.path, LOCK, HistoryOptions(former_paths=(OLD,)))
    assert (steps(followed), followed.gaps) == ([("one", ["a"])], ())


def test_init_writes_down_where_the_lockfile_was(moved: GitRepo, git_repo: Make) -> None:
    def written(repo: GitRepo) -> object:
        assert mcp_docs("init", repo.path).code == 0
        return tomllib.loads((repo.path / "mcp-docs.toml").read_text()).get("former_paths")

    assert written(moved) == [OLD]
    fresh = git_repo()
    fresh.commit({"old.json": lock("a")}, "one")
    fresh.commit({"old.json": None, OLD: lock("a")}, "moved")
    fresh.git("mv", OLD, LOCK)  # not committed yet
    assert written(fresh) == [OLD, "old.json"]
    assert "no change of the interface" in mcp_docs("check", "--baseline", "committed", cwd=fresh.path).out
    never = git_repo()
    never.commit({LOCK: lock("a")}, "one")
    assert written(never) is None
