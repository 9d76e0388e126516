"""Walking real repositories."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from gitrepo import DAY, FIRST_TIME, GitRepo
from lockfiles import lockfile, tool
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.history.model import Gap, Walk
from mcp_docs.history.options import HistoryOptions
from mcp_docs.interface import Interface
from mcp_docs.record import Record
from mcp_docs.sources.git import read_head, read_head_folder, references, walk, worktree
from walks import bases, toy_classify

Make = Callable[[], GitRepo]
LOCK = "mcp-docs.lock"


def names(found: Walk) -> list[tuple[str, list[str] | str | None]]:
    """Subject and tools of each revision, oldest first; the code of a gap; ``None`` without a lockfile."""
    shown = []
    for revision in found.revisions.values():
        content = revision.content
        if isinstance(content, Interface):
            shown.append((revision.commit.subject, [tool.key for tool in content.tools]))
        else:
            shown.append((revision.commit.subject, content.code if content else None))
    return shown


def lock(*tools: str, **fields: str) -> str:
    return lockfile(*(tool(name) for name in tools), **fields)  # type: ignore[arg-type]


def record(repo: Path, lockfile: str | None = None, options: HistoryOptions | None = None) -> Record:
    return build_record(walk(repo, lockfile, options or HistoryOptions()), toy_classify, BuildOptions())


def test_a_revision_is_a_commit_that_changed_the_lockfile(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({"README": "hello"}, "before")
    repo.commit({LOCK: lock("a")}, "one")
    repo.commit({"README": "hello again"}, "elsewhere")
    repo.commit({LOCK: lock("a", "b")}, "two")
    found = walk(repo.path, None, HistoryOptions())
    assert names(found) == [("one", ["a"]), ("two", ["a", "b"])]
    assert (found.head, found.lockfile, len(found.commits)) == (repo.head, LOCK, 4)
    assert [commit.time for commit in found.commits.values()] == [FIRST_TIME + DAY * n for n in (3, 2, 1, 0)]


def test_a_merge_is_what_it_did_to_its_first_parent(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({LOCK: lock("a")}, "one")
    repo.branch("side")
    repo.commit({LOCK: lock("a", "b")}, "side one")
    repo.commit({LOCK: lock("a", "b", "c")}, "side two")
    repo.checkout("main")
    repo.commit({"README": "hello"}, "elsewhere")
    repo.merge("side", "merge")
    assert names(walk(repo.path, None, HistoryOptions())) == [("one", ["a"]), ("merge", ["a", "b", "c"])]
    every = HistoryOptions(first_parent=False)
    assert names(walk(repo.path, None, every)) == [
        ("one", ["a"]),
        ("side one", ["a", "b"]),
        ("side two", ["a", "b", "c"]),
        ("merge", ["a", "b", "c"]),
    ]


def test_a_merge_that_kept_its_own_side_is_no_revision(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({LOCK: lock("a")}, "one")
    repo.branch("side")
    repo.commit({LOCK: lock("a", "b")}, "side")
    repo.checkout("main")
    repo.git("merge", "--quiet", "--no-ff", "-s", "ours", "-m", "kept", "side")
    repo.commit({LOCK: lock("a", "c")}, "two")
    assert names(walk(repo.path, None, HistoryOptions())) == [("one", ["a"]), ("two", ["a", "c"])]


def test_the_lines_of_maintenance_releases_are_walked(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({LOCK: lock("a")}, "one")
    repo.tag("v1.0.0")
    repo.branch("maintenance")
    repo.checkout("main")
    repo.commit({LOCK: lock("a", "new")}, "two")
    repo.tag("v2.0.0", message="annotated")
    repo.checkout("maintenance")
    repo.commit({LOCK: lock("a", "fix")}, "fix")
    repo.commit({"README": "notes"}, "notes")
    repo.tag("v1.1.0", message="annotated")
    repo.checkout("main")
    found = record(repo.path)
    assert bases(found) == {"1.0.0": None, "2.0.0": "1.0.0", "1.1.0": "1.0.0"}
    (change,) = found.by_version["1.1.0"].changes
    assert (change.change.key, change.commit and change.commit.subject) == ("fix", "fix")
    assert [log.commit.subject for log in found.revisions] == ["fix", "two", "one"]
    assert found.unreleased is None


def test_tags_lead_to_commits_or_are_gaps(git_repo: Make) -> None:
    repo = git_repo()
    first = repo.commit({LOCK: lock("a")}, "one")
    repo.tag("v1.0.0")
    repo.tag("v1.0.1", message="annotated", time=FIRST_TIME + 99)
    repo.tag("v1.0.2", "v1.0.1", message="a tag of a tag", time=FIRST_TIME + 100)
    repo.tag("v2.0.0", f"HEAD:{LOCK}")
    repo.tag("v3.0.0", "HEAD^{tree}", message="annotated")
    found = walk(repo.path, None, HistoryOptions())
    assert sorted((tag.name, tag.commit, tag.time) for tag in found.tags if tag.commit) == [
        ("v1.0.0", first, FIRST_TIME),
        ("v1.0.1", first, FIRST_TIME + 99),
        ("v1.0.2", first, FIRST_TIME + 100),
    ]
    assert [(gap.code, gap.tag, gap.message) for gap in found.gaps] == [
        ("tag.not_a_commit", "v2.0.0", "the tag leads to a blob, not to a commit"),
        ("tag.not_a_commit", "v3.0.0", "the tag leads to a tree, not to a commit"),
    ]


def test_a_former_path_is_followed(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({"old/mcp.lock": lock("a")}, "one")
    repo.commit({LOCK: lock("a")}, "copied")
    repo.commit({"old/mcp.lock": None}, "gone")
    repo.commit({LOCK: lock("a", "b")}, "two")
    repo.commit({"old/mcp.lock": lock("stale")}, "shadowed")
    assert names(walk(repo.path, LOCK, HistoryOptions())) == [("copied", ["a"]), ("two", ["a", "b"])]
    options = HistoryOptions(former_paths=("./old//mcp.lock",))
    assert names(walk(repo.path, LOCK, options)) == [("one", ["a"]), ("two", ["a", "b"])]


def test_a_folder_with_one_tool_per_file_is_a_lockfile(git_repo: Make) -> None:
    repo = git_repo()
    snaps = "pkg/__toolsnaps__"
    repo.commit({f"{snaps}/a.snap": json.dumps(tool("a")), f"{snaps}/README.md": "hello"}, "one")
    repo.commit({f"{snaps}/b.snap": json.dumps(tool("b"))}, "two")
    repo.commit({f"{snaps}/README.md": "hello again"}, "elsewhere")
    repo.commit({f"{snaps}/a.snap": None, f"{snaps}/b.snap": json.dumps(tool("b", title="B"))}, "three")
    found = walk(repo.path, snaps, HistoryOptions())
    assert names(found) == [("one", ["a"]), ("two", ["a", "b"]), ("three", ["b"])]
    assert names(walk(repo.path, f"{snaps}/", HistoryOptions())) == names(found)
    first, second = list(found.revisions.values())[:2]
    assert isinstance(first.content, Interface)
    assert isinstance(second.content, Interface)
    assert first.content.tools[0] is second.content.tools[0]


def test_a_folder_and_a_file_give_the_same_record(git_repo: Make) -> None:
    states: list[Mapping[str, Mapping[str, object]]] = [
        {"a": tool("a")},
        {"a": tool("a"), "b": tool("b", {"x": {"type": "string"}})},
        {"b": tool("b")},
    ]
    file, folder = git_repo(), git_repo()
    held: set[str] = set()
    for number, state in enumerate(states):
        file.commit({LOCK: json.dumps({"tools": list(state.values())})}, "step")
        gone: dict[str, str | None] = {f"tools/{name}.json": None for name in held - set(state)}
        folder.commit(gone | {f"tools/{name}.json": json.dumps(data) for name, data in state.items()}, "step")
        held = set(state)
        for repo in (file, folder):
            repo.tag(f"v1.{number}.0")
    one, other = record(file.path), record(folder.path, "tools")
    assert [change.id for release in one.releases for change in release.changes] == [
        change.id for release in other.releases for change in release.changes
    ]
    assert [r.interface.digest for r in one.releases] == [r.interface.digest for r in other.releases]
    assert [(life.key, life.since, life.removed_in) for life in one.lifecycles] == [
        (life.key, life.since, life.removed_in) for life in other.lifecycles
    ]


def test_a_lockfile_deleted_and_added_again_is_compared_across_the_gap(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({LOCK: lock("a")}, "one")
    repo.tag("v1.0.0")
    repo.commit({LOCK: None}, "gone")
    repo.tag("v1.1.0")
    repo.commit({LOCK: lock("a", "b")}, "back")
    repo.tag("v1.2.0")
    assert names(walk(repo.path, None, HistoryOptions())) == [
        ("one", ["a"]),
        ("gone", None),
        ("back", ["a", "b"]),
    ]
    found = record(repo.path)
    assert bases(found) == {"1.0.0": None, "1.2.0": "1.0.0"}
    assert [(gap.code, gap.tag) for gap in found.gaps] == [("tag.no_lockfile", "v1.1.0")]
    assert [change.change.rule for change in found.by_version["1.2.0"].changes] == ["tool.added"]


def test_an_unreadable_revision_is_a_gap_with_its_place(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({LOCK: lock("a")}, "one")
    broken = repo.commit({LOCK: '{"tools": [\n  {"name": ]\n'}, "broken")
    repo.commit({LOCK: lock("a", "b")}, "two")
    found = walk(repo.path, None, HistoryOptions())
    assert names(found) == [("one", ["a"]), ("broken", "revision.json.syntax"), ("two", ["a", "b"])]
    gap = found.revisions[broken].content
    assert isinstance(gap, Gap)
    assert gap.where is not None
    assert (gap.where.file, gap.where.commit, gap.where.line, gap.where.column) == (LOCK, broken, 2, 12)


def test_a_revision_that_is_json_and_no_interface_is_a_gap(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({LOCK: lock("a")}, "one")
    repo.commit({LOCK: "3"}, "three")
    assert names(walk(repo.path, None, HistoryOptions())) == [
        ("one", ["a"]),
        ("three", "revision.not_an_interface"),
    ]


def test_a_link_in_the_lockfiles_place_is_a_gap_and_never_followed(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({LOCK: lock("a"), "secret": lock("secret")}, "one")
    (repo.path / LOCK).unlink()
    (repo.path / LOCK).symlink_to("secret")
    repo.commit(message="link")
    repo.commit({"tools/a.json": json.dumps(tool("a"))}, "folder")
    (repo.path / "tools/b.json").symlink_to("../secret")
    repo.commit(message="link in folder")
    assert names(walk(repo.path, None, HistoryOptions())) == [("one", ["a"]), ("link", "revision.not_a_file")]
    found = walk(repo.path, "tools", HistoryOptions())
    assert names(found)[-1] == ("link in folder", ["a"])
    assert [(gap.code, gap.where and gap.where.file) for gap in found.gaps] == [
        ("revision.entry_not_a_file", "tools/b.json")
    ]


def test_a_submodule_in_the_lockfiles_place_is_a_gap(git_repo: Make) -> None:
    repo = git_repo()
    first = repo.commit({"README": "hello"}, "one")
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{first},{LOCK}")
    repo.git("commit", "--quiet", "--message", "submodule")
    assert names(walk(repo.path, None, HistoryOptions())) == [("submodule", "revision.not_a_file")]


def test_a_missing_and_a_corrupt_blob_are_gaps_and_the_rest_is_read(git_repo: Make) -> None:
    repo = git_repo()
    for number, name in enumerate("abcd"):
        repo.commit({LOCK: lock(name)}, f"step {number}")
    for commit, content in (("HEAD~3", None), ("HEAD~1", b"rubbish")):
        blob = repo.git("rev-parse", f"{commit}:{LOCK}")
        file = repo.path / ".git/objects" / blob[:2] / blob[2:]
        file.unlink()
        if content:
            file.write_bytes(content)
    assert names(walk(repo.path, None, HistoryOptions())) == [
        ("step 0", "revision.missing_object"),
        ("step 1", ["b"]),
        ("step 2", "revision.missing_object"),
        ("step 3", ["d"]),
    ]


@pytest.mark.parametrize(
    "name", ["line\nbreak.json", "tab\t.json", 'quo"te.json', "größe.json", "\udcff.json", ":(glob)*.json"]
)
def test_odd_names_of_files_are_read_as_they_are(git_repo: Make, name: str) -> None:
    repo = git_repo()
    repo.commit({f"tools/{name}": json.dumps(tool("a")), "tools/b.json": json.dumps(tool("b"))}, "one")
    repo.commit({f"tools/{name}": None}, "two")
    assert names(walk(repo.path, "tools", HistoryOptions())) == [("one", ["a", "b"]), ("two", ["b"])]


def test_a_lockfiles_name_is_no_pattern(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({"*.lock": lock("a"), "other.lock": lock("b")}, "one")
    repo.commit({"other.lock": lock("c")}, "two")
    assert names(walk(repo.path, "*.lock", HistoryOptions())) == [("one", ["a"])]


def test_a_subject_of_any_bytes_is_text(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({LOCK: lock("a")}, "größe \x1f || tab\t")
    repo.git("-c", "i18n.commitEncoding=latin1", "commit", "--allow-empty", "-m", "x")
    found = walk(repo.path, None, HistoryOptions())
    assert [commit.subject for commit in found.commits.values()] == ["x", "größe \x1f || tab"]


def test_working_tree_subfolder_and_bare_clone_are_all_the_same(git_repo: Make, tmp_path: Path) -> None:
    repo = git_repo()
    repo.commit({LOCK: lock("a"), f"server/{LOCK}": lock("inner")}, "one")
    repo.tag("v1.0.0")
    repo.git("clone", "--quiet", "--bare", ".", str(tmp_path / "bare.git"))
    repo.git("clone", "--quiet", "--bare", ".", str(tmp_path / "plain-name"))
    repo.git("worktree", "add", "--quiet", str(tmp_path / "linked"))
    expected = walk(repo.path, None, HistoryOptions())
    for other in ("bare.git", "plain-name", "linked"):
        assert walk(tmp_path / other, None, HistoryOptions()) == expected
    assert worktree(tmp_path / "plain-name") is None
    assert worktree(repo.path / "server") == repo.path
    inner = walk(repo.path / "server", None, HistoryOptions())
    assert (inner.lockfile, names(inner)) == (f"server/{LOCK}", [("one", ["inner"])])
    assert names(walk(repo.path / "server", f"../{LOCK}", HistoryOptions())) == [("one", ["a"])]
    assert names(walk(repo.path, str(repo.path / LOCK), HistoryOptions())) == [("one", ["a"])]


def test_a_detached_head_and_a_renamed_branch_are_fine(git_repo: Make) -> None:
    repo = git_repo()
    first = repo.commit({LOCK: lock("a")}, "one")
    repo.commit({LOCK: lock("b")}, "two")
    repo.checkout(first)
    assert names(walk(repo.path, None, HistoryOptions())) == [("one", ["a"])]


def test_other_object_formats_are_read(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "sha256")
    for path in sorted((repo.path / ".git").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    repo.git("init", "--quiet", "--initial-branch=main", "--object-format=sha256")
    repo.commit({LOCK: lock("a")}, "one")
    repo.tag("v1.0.0", message="annotated")
    found = walk(repo.path, None, HistoryOptions())
    assert len(found.head) == 64
    assert names(found) == [("one", ["a"])]
    assert [tag.commit for tag in found.tags] == [found.head]


def test_the_name_that_head_has_goes_before_one_that_only_the_past_had(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({LOCK: lock("early")}, "one")
    repo.commit({LOCK: None, "mcp.lock": lock("a")}, "two")
    found = walk(repo.path, None, HistoryOptions())
    assert (found.lockfile, names(found)) == ("mcp.lock", [("two", ["a"])])
    assert [(gap.code, gap.where and gap.where.file) for gap in found.gaps] == [
        ("lockfile.not_followed", LOCK)
    ]
    repo.commit({"mcp.lock": None}, "three")
    assert walk(repo.path, None, HistoryOptions()).lockfile == LOCK


def test_the_order_in_which_git_lists_things_does_not_matter(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({LOCK: lock("a")}, "one")
    repo.tag("v1.0.0")
    repo.branch("side")
    repo.commit({LOCK: lock("a", "b")}, "two")
    repo.tag("v1.1.0")
    repo.tag("v1.1.0-rc.1")
    repo.checkout("main")
    repo.commit({LOCK: '{"tools": ['}, "broken")
    repo.tag("latest")
    repo.commit({LOCK: lock("a", "b")}, "two again")
    repo.merge("side", "merge")
    repo.commit({LOCK: lock("c")}, "three")
    found = walk(repo.path, None, HistoryOptions())
    expected = build_record(found, toy_classify, BuildOptions())
    for seed in range(10):
        shuffled = _shuffled(found, random.Random(seed))  # an order, no secret
        assert build_record(shuffled, toy_classify, BuildOptions()) == expected


def _shuffled(found: Walk, chance: random.Random) -> Walk:
    commits, revisions, tags = list(found.commits.items()), list(found.revisions.items()), list(found.tags)
    for items in (commits, revisions, tags):
        chance.shuffle(items)  # type: ignore[arg-type]
    return Walk(dict(commits), found.head, dict(revisions), tuple(tags), found.lockfile, found.gaps)


def test_what_head_holds_can_be_read_without_a_working_tree(git_repo: Make, tmp_path: Path) -> None:
    repo = git_repo()
    repo.commit({LOCK: lock("a"), "notes/1.0.0.md": "One.", "notes/deep/x.md": "no"}, "one")
    repo.git("clone", "--quiet", "--bare", ".", str(tmp_path / "bare"))
    assert read_head(tmp_path / "bare", "notes/1.0.0.md") == b"One."
    assert read_head(tmp_path / "bare", "notes") is None
    assert read_head(tmp_path / "bare", "none\nwhere") is None
    assert read_head_folder(tmp_path / "bare", "notes") == {"1.0.0.md": b"One."}
    assert read_head_folder(tmp_path / "bare", "none") == {}


def test_references_differ_whenever_head_or_a_tag_leads_elsewhere(git_repo: Make) -> None:
    repo = git_repo()
    repo.commit({LOCK: lock("a")}, "one")
    seen = [references(repo.path), references(repo.path)]
    repo.tag("v1.0.0")
    seen.append(references(repo.path))
    repo.commit(message="two")
    seen.append(references(repo.path))
    repo.git("tag", "--force", "v1.0.0")
    seen.append(references(repo.path))
    assert seen[0] == seen[1]
    assert len(set(seen)) == 4


def test_ambient_settings_of_another_repository_are_ignored(
    git_repo: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo, other = git_repo(), git_repo()
    repo.commit({LOCK: lock("a")}, "one")
    other.commit({LOCK: lock("other")}, "other")
    ambient = {
        "GIT_DIR": str(other.path / ".git"),
        "GIT_WORK_TREE": str(other.path),
        "GIT_INDEX_FILE": str(other.path / ".git/index"),
        "GIT_OBJECT_DIRECTORY": str(other.path / ".git/objects"),
        "GIT_NAMESPACE": "elsewhere",
        "GIT_PREFIX": "elsewhere/",
    }
    for name, value in ambient.items():
        monkeypatch.setenv(name, value)
    assert names(walk(repo.path, None, HistoryOptions())) == [("one", ["a"])]
    assert {name: os.environ[name] for name in ambient} == ambient


@pytest.mark.shared
def test_real_odd_files_in_the_middle_of_a_history_lose_nothing_after_them(
    shared: Path, git_repo: Make
) -> None:
    odd = sorted(path for path in (shared / "histories/odd").iterdir() if path.name != "index.json")
    repo = git_repo()
    repo.commit({LOCK: lock("a")}, "before")
    repo.tag("v1.0.0")
    for number, path in enumerate(odd):
        repo.commit({LOCK: path.read_bytes()}, path.name)
        repo.tag(f"v1.{number + 1}.0")
    repo.commit({LOCK: lock("a", "b")}, "after")
    repo.tag("v2.0.0")
    found = record(repo.path)
    subjects = [log.commit.subject for log in reversed(found.revisions)]
    assert subjects == ["before", *(path.name for path in odd), "after"]
    unreadable = [gap for gap in found.gaps if gap.code.startswith("revision.")]
    assert {gap.where.line is not None for gap in unreadable if gap.where} == {True}
    assert {release.tag for release in found.releases} | {gap.tag for gap in found.gaps if gap.tag} == {
        "v1.0.0", "v2.0.0", *(f"v1.{number + 1}.0" for number in range(len(odd))),
    }  # fmt: skip
    (last,) = [release for release in found.releases if release.version == "2.0.0"]
    assert [tool.key for tool in last.interface.tools] == ["a", "b"]
