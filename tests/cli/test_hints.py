"""What a newcomer is told: the hint names the step that is missing, and the next one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from run import SOURCE, Done, mcp_docs
from terminals import on_terminal

LOCK = "mcp-docs.lock"
SERVER = (sys.executable, str(SOURCE.parent / "tests" / "live" / "servers" / "hand.py"), "legacy", "plain")


@pytest.fixture
def repo(git_repo: Callable[[], GitRepo]) -> GitRepo:
    """A project with a release and without a lockfile."""
    made = git_repo()
    made.commit({"README": "hello"}, "first")
    made.tag("v1.0.0")
    return made


def test_without_any_lockfile_both_ways_to_one_are_named(repo: GitRepo) -> None:
    done = mcp_docs("build", cwd=repo.path)
    assert done.code == 3
    assert "no commit has a lockfile at mcp-docs.lock, " in done.err
    assert "mcp-docs snapshot -- COMMAND" in done.err
    assert "mcp-docs backfill -- COMMAND" in done.err


@pytest.mark.parametrize("command", ["build", "log", "changelog", "audit"])
@pytest.mark.parametrize("staged", [False, True])
def test_a_lockfile_that_is_not_committed_is_told_with_the_command(
    repo: GitRepo, command: str, staged: bool
) -> None:
    (repo.path / LOCK).write_text(lockfile(tool("a")))
    if staged:
        repo.git("add", LOCK)
    done = mcp_docs(command, cwd=repo.path)
    assert done.code == 3
    assert done.err.startswith("mcp-docs: .: mcp-docs.lock is there, and no commit has it\n")
    assert f"git add {LOCK} && git commit" in done.err
    assert "--lockfile" not in done.err


def test_check_says_the_same_of_it(repo: GitRepo) -> None:
    (repo.path / LOCK).write_text(lockfile(tool("a")))
    for arguments, words in (((), "no commit has it"), (("--baseline", "committed"), "HEAD has it not")):
        done = mcp_docs("check", *arguments, cwd=repo.path)
        assert (done.code, words in done.err) == (2, True)
        assert f"git add {LOCK} && git commit" in done.err
    repo.commit(message="record")
    done = mcp_docs("check", cwd=repo.path)
    assert (done.code, "mcp-docs backfill" in done.err) == (2, True)


def test_a_lockfile_below_the_root_is_named_as_the_command_is_run(repo: GitRepo) -> None:
    (repo.path / "x").mkdir()
    (repo.path / "x" / "my lock.json").write_text(lockfile(tool("a")))
    done = mcp_docs("log", "x", "--lockfile", "my lock.json", cwd=repo.path)
    assert done.err.startswith("mcp-docs: x: my lock.json is there, and no commit has it\n")
    assert "git add 'my lock.json'" in done.err


def test_the_next_step_is_for_a_terminal(repo: GitRepo) -> None:
    first = on_terminal("stdout", "snapshot", "--", *SERVER, cwd=repo.path)
    assert first.code == 0
    assert f"Next: git add {LOCK} && git commit" in first.out
    again = on_terminal("stdout", "snapshot", "--", *SERVER, cwd=repo.path)
    assert (again.code, "Next:" in again.out) == (0, False)
    repo.commit(message="record")
    built = on_terminal("stdout", "build", cwd=repo.path)
    assert "Next: open site/index.html" in built.out
    assert ".gitignore" in built.out
    for done in (
        mcp_docs("build", cwd=repo.path),
        mcp_docs("snapshot", "-o", "other.lock", "--", *SERVER, cwd=repo.path),
        on_terminal("stdout", "snapshot", "--quiet", "-o", "third.lock", "--", *SERVER, cwd=repo.path),
    ):
        assert (done.code, "Next:" in done.out + done.err) == (0, False)


def test_a_live_server_is_called_by_its_own_name(repo: GitRepo) -> None:
    assert mcp_docs("snapshot", "--", *SERVER, cwd=repo.path).code == 0
    done = mcp_docs("check", "--baseline", "lockfile", "--", *SERVER, cwd=repo.path)
    assert done.out.splitlines()[1] == f"  the server `hand` against {LOCK}"


def test_gits_advice_does_not_stand_before_the_cause(repo: GitRepo, tmp_path: Path) -> None:
    git = tmp_path / "bin" / "git"
    git.parent.mkdir()
    git.write_text(
        "#!/bin/sh\ntest \"$1\" = version && echo git version 2.40.0 && exit\necho 'hint: try this' >&2\necho 'warning: and that' >&2\n"
        "echo 'fatal: the cause' >&2\necho 'hint: or that' >&2\nexit 128\n"
    )
    git.chmod(0o755)
    done = mcp_docs("log", cwd=repo.path, PATH=f"{git.parent}:/usr/bin:/bin")
    assert done.code == 3
    assert done.err.startswith("mcp-docs: .: the cause\n")
    assert "hint:" not in done.err


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (("check", "v1.0.0", "HEAD"), "its lockfile is v1.0.0: (with a colon), or v1.0.0:PATH"),
        (("lint", "v1.0.0"), "its lockfile is v1.0.0: (with a colon)"),
        (("-q", "check"), "It stands behind the command: mcp-docs check -q"),
        (("--lockfile", "a.lock", "build"), "It stands behind the command: mcp-docs build --lockfile"),
        (("snapshot", "--check", "git", "serve"), "put -- before that: mcp-docs snapshot -- COMMAND"),
        (("snapshot", "git", "--stdio"), "put -- before that: mcp-docs snapshot -- COMMAND"),
        (("snapshot", "git serve"), "put -- before it: mcp-docs snapshot -- git serve"),
        (("snapshot", "git"), "put -- before it: mcp-docs snapshot -- git"),
        (("snapshot", "the old one"), '[targets."the old one"]'),
        (("changelog", "1.0.0", "2.0.0"), "A range is one argument: mcp-docs changelog 1.0.0..2.0.0"),
        (("log", "1.0.0", "2.0.0"), "A range is one argument: mcp-docs log 1.0.0..2.0.0"),
        (("check", "git", "serve"), "put -- before it: mcp-docs check -- git"),
        (("check", "git", "serve", "--stdio"), "put -- before that: mcp-docs check -- COMMAND"),
        (("verify", "--lockfle", "x"), "Did you mean '--lockfile'?\n"),
    ],
)
def test_what_stands_in_the_wrong_place_is_told_where_it_belongs(
    repo: GitRepo, typed: tuple[str, ...], words: str
) -> None:
    done = mcp_docs(*typed, cwd=repo.path)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_in_a_subfolder_lint_names_the_lockfile_above(repo: GitRepo) -> None:
    (repo.path / LOCK).write_text(lockfile(tool("a")))
    below = repo.path / "src" / "deep"
    below.mkdir(parents=True)
    done = mcp_docs("lint", cwd=below)
    assert done.code == 2
    assert "../../mcp-docs.lock is there: give --repo ../.." in done.err
    assert mcp_docs("lint", "--repo", "../..", cwd=below).code == 0


def test_a_lockfile_outside_of_the_repository_is_not_meant(repo: GitRepo) -> None:
    (repo.path.parent / LOCK).write_text(lockfile(tool("a")))
    assert "../" not in mcp_docs("lint", cwd=repo.path).err


def test_snapshot_says_what_to_do_about_a_broken_lockfile(repo: GitRepo) -> None:
    (repo.path / LOCK).write_text("{")
    done = mcp_docs("snapshot", "--", *SERVER, cwd=repo.path)
    assert done.code == 3
    assert "mcp-docs.lock:1:2: the file is not JSON" in done.err
    assert (
        "Take the committed one back (git restore mcp-docs.lock), or delete it and record again." in done.err
    )
    assert (repo.path / LOCK).read_text() == "{"


def test_quiet_lint_leaves_notes_out_unless_they_fail(repo: GitRepo) -> None:
    plain = {"name": "a", "inputSchema": {"type": "object"}}
    (repo.path / LOCK).write_text(lockfile(plain, {**plain, "name": "b"}))
    (repo.path / "mcp-docs.toml").write_text('[lint.rules]\n"*" = "note"\n')
    loud = mcp_docs("lint", cwd=repo.path)
    assert loud.code == 0
    assert loud.out.rstrip().endswith(" notes")
    assert mcp_docs("lint", "-q", cwd=repo.path) == Done(0, "", "")
    failed = mcp_docs("lint", "-q", "--fail-on", "note", cwd=repo.path)
    assert (failed.code, "note" in failed.out) == (1, True)
