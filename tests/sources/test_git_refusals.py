"""What cannot be walked says why, and what to do; what a repository would run is not run."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.errors import HistoryError, UsageError
from mcp_docs.history.model import Gap
from mcp_docs.history.options import HistoryOptions
from mcp_docs.interface import Interface
from mcp_docs.sources.git import walk

Make = Callable[[], GitRepo]
LOCK = "mcp-docs.lock"


def refused(repo: Path, lockfile: str | None = None, options: HistoryOptions | None = None) -> HistoryError:
    with pytest.raises(HistoryError) as caught:
        walk(repo, lockfile, options or HistoryOptions())
    return caught.value


def two_steps(make: Make) -> GitRepo:
    repo = make()
    repo.commit({LOCK: lockfile(tool("a"))}, "one")
    repo.commit({LOCK: lockfile(tool("a"), tool("b"))}, "two")
    repo.git("config", "uploadpack.allowFilter", "true")
    return repo


def test_no_repository(tmp_path: Path) -> None:
    error = refused(tmp_path)
    assert error.what == "this is not a git repository"
    assert error.hint is not None
    assert refused(tmp_path / "nowhere").what == "there is no such folder"


def test_no_commit(git_repo: Make) -> None:
    repo = git_repo()
    assert refused(repo.path).what == "the repository has no commit"
    repo.commit({LOCK: lockfile(tool("a"))})
    repo.git("checkout", "--quiet", "--orphan", "unborn")
    assert refused(repo.path).what == "the repository has no commit"


def test_no_lockfile_names_what_was_looked_for_and_what_looks_like_one(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({"pkg/__toolsnaps__/a.snap": "{}", "docs/tools.json": "[]", "README": "hello"})
    error = refused(repo.path)
    assert error.what == (
        "no commit has a lockfile at mcp-docs.lock, mcp-covenant.lock, mcp-contract.json or mcp.lock"
    )
    assert error.hint is not None
    assert error.hint.startswith("These look like one: docs/tools.json, pkg/__toolsnaps__.")
    assert refused(repo.path, "other.lock").what == "no commit has a lockfile at other.lock"


@pytest.mark.parametrize("path", ["../secret", "a/../../b", "/etc/passwd", ".", "", "a\nb", "a\0b"])
def test_a_path_that_does_not_lead_into_the_repository(git_repo: Make, path: str) -> None:
    repo = two_steps(git_repo)
    for lock, former in ((path, ()), (LOCK, (path,))):
        with pytest.raises(UsageError) as caught:
            walk(repo.path, lock, HistoryOptions(former_paths=former))
        assert "does not lead into the repository" in caught.value.what


def test_a_shallow_clone_and_its_cure(git_repo: Make, tmp_path: Path) -> None:
    repo = two_steps(git_repo)
    repo.git("clone", "--quiet", "--depth=1", f"file://{repo.path}", str(tmp_path / "shallow"))
    error = refused(tmp_path / "shallow")
    assert "shallow clone" in error.what
    assert error.hint is not None
    assert error.hint.startswith("Run: git fetch --unshallow --tags ")
    repo.git("-C", str(tmp_path / "shallow"), "fetch", "--quiet", "--unshallow", "--tags")
    assert len(walk(tmp_path / "shallow", None, HistoryOptions()).revisions) == 2


def test_a_partial_clone_and_its_cure(git_repo: Make, tmp_path: Path) -> None:
    repo = two_steps(git_repo)
    clone = tmp_path / "partial"
    repo.git("clone", "--quiet", "--filter=blob:none", f"file://{repo.path}", str(clone))
    error = refused(clone)
    assert "partial clone" in error.what
    assert error.hint is not None
    cure, _, _ = error.hint.removeprefix("Run: ").partition(". Or ")
    for command in cure.split("; "):
        repo.git("-C", str(clone), *shlex.split(command)[1:])
    assert len(walk(clone, None, HistoryOptions()).revisions) == 2


def test_nothing_is_fetched_though_contents_are_missing(git_repo: Make, tmp_path: Path) -> None:
    repo = two_steps(git_repo)
    clone = tmp_path / "partial"
    repo.git("clone", "--quiet", "--filter=blob:none", "--no-checkout", f"file://{repo.path}", str(clone))
    repo.git("-C", str(clone), "config", "remote.origin.promisor", "false")
    before = sorted(str(path) for path in (clone / ".git/objects").rglob("*"))
    contents = [revision.content for revision in walk(clone, None, HistoryOptions()).revisions.values()]
    assert [getattr(content, "code", None) for content in contents] == ["revision.missing_object"] * 2
    assert sorted(str(path) for path in (clone / ".git/objects").rglob("*")) == before


def test_git_is_not_installed(git_repo: Make, tmp_path: Path) -> None:
    repo = two_steps(git_repo)
    code = (
        "import sys; from pathlib import Path\n"
        "from mcp_docs.errors import HistoryError\n"
        "from mcp_docs.history.options import HistoryOptions\n"
        "from mcp_docs.sources.git import walk\n"
        "try: walk(Path(sys.argv[1]), None, HistoryOptions())\n"
        "except HistoryError as error: print(error.what)\n"
    )
    environment = {**os.environ, "PATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code, str(repo.path)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "git is not installed, or not on PATH\n", done.stderr


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only the superuser can give files away")
def test_a_repository_of_another_user_is_refused_in_gits_words(
    git_repo: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = two_steps(git_repo)
    for path in (repo.path, repo.path / ".git"):
        os.chown(path, 12345, 12345)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    error = refused(repo.path)
    assert error.what.startswith("git refuses: detected dubious ownership in repository at ")
    assert error.hint == (
        "It belongs to another user. If you trust it, run: "
        f"git config --global --add safe.directory {repo.path}"
    )


@pytest.mark.parametrize("bare", [False, True])
def test_a_hostile_repository_gets_nothing_run(git_repo: Make, tmp_path: Path, *, bare: bool) -> None:
    repo = git_repo()
    repo.commit({".gitattributes": "* diff=evil filter=evil merge=evil\n", LOCK: lockfile(tool("a"))}, "one")
    repo.tag("v1.0.0")
    repo.commit({LOCK: lockfile(tool("b"))}, "two")
    if bare:
        repo.git("clone", "--quiet", "--bare", ".", str(tmp_path / "victim"))
    git_dir = tmp_path / "victim" if bare else repo.path / ".git"
    ran = tmp_path / "ran"
    evil = f"touch {ran}; false"
    settings = {
        "core.fsmonitor": evil, "core.hooksPath": str(tmp_path / "hooks"), "core.pager": evil, "core.editor": evil,
        "core.sshCommand": evil, "core.gitProxy": evil, "core.askPass": evil, "credential.helper": f"!{evil}",
        "diff.external": evil, "diff.evil.command": evil, "diff.evil.textconv": evil, "filter.evil.smudge": evil,
        "filter.evil.process": evil, "merge.evil.driver": evil, "gpg.program": evil, "log.showSignature": "true",
        "pager.log": evil, "alias.log": f"!{evil}", "alias.rev-parse": f"!{evil}", "diff.orderFile": "/nowhere",
        "log.follow": "true", "diff.relative": "true", "diff.noprefix": "true", "log.showRoot": "false",
        "extensions.worktreeConfig": "true", "remote.origin.url": f"ext::sh -c {evil}",
        "trace2.normalTarget": str(ran), "core.attributesFile": str(tmp_path / "none"),
    }  # fmt: skip
    for name, value in settings.items():
        repo.git("config", "--file", str(git_dir / "config"), name, value)
    (tmp_path / "hooks").mkdir()
    for folder in (tmp_path / "hooks", git_dir / "hooks"):
        for hook in ("post-checkout", "reference-transaction", "post-index-change", "fsmonitor-watchman"):
            (folder / hook).parent.mkdir(exist_ok=True)
            (folder / hook).write_text(f"#!/bin/sh\n{evil}\n")
            (folder / hook).chmod(0o755)
    found = walk(git_dir if bare else repo.path, None, HistoryOptions())
    tools = [
        [t.key for t in r.content.tools] for r in found.revisions.values() if isinstance(r.content, Interface)
    ]
    assert tools == [["a"], ["b"]]
    assert not ran.exists()
    if not bare:  # the trap does work: what is never called here springs it
        subprocess.run(["git", "status"], cwd=repo.path, capture_output=True, check=False)
        assert ran.exists()


def test_replaced_objects_and_grafts_do_not_change_what_is_read(git_repo: Make) -> None:
    repo = two_steps(git_repo)
    expected = walk(repo.path, None, HistoryOptions())
    other = repo.commit({LOCK: lockfile(tool("forged"))}, "forged")
    repo.git("reset", "--quiet", "--hard", "HEAD~1")
    repo.git("replace", "--force", f"HEAD:{LOCK}", f"{other}:{LOCK}")
    repo.git("replace", "--force", "HEAD~1", other)
    (repo.path / ".git/info").mkdir(exist_ok=True)
    (repo.path / ".git/info/grafts").write_text(f"{repo.head}\n")
    assert walk(repo.path, None, HistoryOptions()) == expected


def test_times_beyond_any_calendar_are_held_within_it(git_repo: Make) -> None:
    repo = git_repo()
    blob = repo.git("hash-object", "-w", "--stdin")
    tree_line = f"100644 blob {blob}\t{LOCK}"
    (repo.path / "tree").write_text(tree_line + "\n")
    tree = subprocess.run(
        ["git", "mktree"], input=tree_line + "\n", cwd=repo.path, capture_output=True, text=True, check=True
    ).stdout.strip()
    text = (
        f"tree {tree}\nauthor A <a@b> 99999999999999 +0000\ncommitter A <a@b> 99999999999999 +0000\n\nlate\n"
    )
    made = subprocess.run(
        ["git", "hash-object", "-t", "commit", "-w", "--literally", "--stdin"],
        input=text, cwd=repo.path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    repo.git("update-ref", "refs/heads/main", made.stdout.strip())
    found = walk(repo.path, None, HistoryOptions())
    assert [commit.time for commit in found.commits.values()] == [253_402_300_799]


def test_a_lockfile_that_is_too_large_is_a_gap_and_is_never_read(git_repo: Make) -> None:
    repo = two_steps(git_repo)
    whole = lockfile(tool("a"), tool("b"), tool("c"))
    repo.commit({LOCK: whole + " " * (100_000_001 - len(whole.encode()))}, "huge")
    contents = [revision.content for revision in walk(repo.path, None, HistoryOptions()).revisions.values()]
    assert [isinstance(content, Interface) for content in contents] == [True, True, False]
    gap = contents[2]
    assert isinstance(gap, Gap)
    assert (gap.code, gap.message) == ("revision.not_an_interface", "is larger than 100 MB")


def test_tools_that_are_too_large_together_are_a_gap(git_repo: Make) -> None:
    repo = git_repo()
    padding = " " * 51_000_000
    repo.commit({f"tools/{name}.json": json.dumps(tool(name)) + padding for name in ("a", "b")})
    (revision,) = walk(repo.path, "tools", HistoryOptions()).revisions.values()
    assert isinstance(revision.content, Gap)
    assert revision.content.message == "is larger than 100 MB"
