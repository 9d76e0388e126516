"""The histories of real servers: what was counted in them by other means, and one of them as a folder."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from gitrepo import GitRepo
from mcp_docs.classifier.interfaces import classify
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.history.options import HistoryOptions
from mcp_docs.interface import Interface
from mcp_docs.record import Record
from mcp_docs.sources.git import walk

pytestmark = pytest.mark.shared
History = Callable[[str], Path]


@cache
def record(repo: Path, lockfile: str | None = None) -> Record:
    return build_record(walk(repo, lockfile, HistoryOptions()), classify, BuildOptions())


def git(repo: Path, *arguments: str) -> bytes:
    return subprocess.run(["git", "-C", str(repo), *arguments], check=True, capture_output=True).stdout


def test_github_has_the_releases_tools_and_states_that_were_counted(history: History) -> None:
    found = record(history("github-mcp-server"))
    assert found.source == "tags"
    assert len(found.releases) == 68
    assert [(gap.code, gap.tag) for gap in found.gaps if gap.tag] == [("tag.moving", "latest-release")]
    assert len(found.lifecycles) == 153
    assert sum(len(life.states) for life in found.lifecycles) == 428
    assert len(found.revisions) == 155


def test_every_release_of_github_has_its_base_before_it(history: History) -> None:
    found = record(history("github-mcp-server"))
    place = {release.version: number for number, release in enumerate(found.releases)}
    assert [release.version for release in found.releases if release.base is None] == [
        found.releases[0].version
    ]
    assert all(place[release.base] < place[release.version] for release in found.releases if release.base)


@pytest.mark.parametrize("name", ["github-mcp-server", "kubernetes-mcp-server", "commander-bench"])
def test_every_change_has_its_commit_and_an_id_of_its_own(history: History, name: str) -> None:
    found = record(history(name))
    changes = [change for release in found.by_version.values() for change in release.changes]
    assert len({change.id for change in changes}) == len(changes) > 50
    assert all(change.commit for change in changes)
    behind = {release.commit.id for release in found.by_version.values()} | {
        log.commit.id for log in found.revisions
    }
    assert {change.commit.id for change in changes if change.commit} <= behind


@pytest.mark.parametrize("name", ["github-mcp-server", "kubernetes-mcp-server", "commander-bench"])
def test_every_release_holds_what_git_shows_at_its_tag(history: History, name: str) -> None:
    repo = history(name)
    for release in record(repo).releases[::5]:
        shown = json.loads(git(repo, "show", f"{release.tag or release.commit.id}:mcp-covenant.lock"))
        assert [tool.key for tool in release.interface.tools] == sorted(
            {tool["name"] for tool in shown["surface"]["tools"]}
        )


def test_kubernetes_has_sixteen_releases_and_is_ahead_of_them(history: History) -> None:
    found = record(history("kubernetes-mcp-server"))
    assert len(found.releases) == 16
    assert found.unreleased is not None


def test_commander_bench_has_neither_tags_nor_versions_and_so_goes_by_date(history: History) -> None:
    found = record(history("commander-bench"))
    assert found.source == "date"
    days = (
        git(history("commander-bench"), "log", "--format=%cd", "--date=format-local:%Y-%m-%d")
        .decode()
        .split()
    )
    assert {release.version for release in found.releases} <= set(days)
    assert found.unreleased is None


def test_a_folder_with_one_tool_per_file_gives_the_record_that_the_file_gives(
    history: History, tmp_path: Path
) -> None:
    repo = history("github-mcp-server")
    folder = GitRepo(tmp_path / "folder")
    subprocess.run(
        ["git", "fast-import", "--quiet"], cwd=folder.path, input=b"".join(as_folder(repo)), check=True
    )
    one, other = record(repo), record(folder.path, "tools")
    assert [plain(release) for release in other.releases] == [plain(release) for release in one.releases]
    assert [(life.kind, life.key, life.slug, life.since, life.removed_in) for life in other.lifecycles] == [
        (life.kind, life.key, life.slug, life.since, life.removed_in) for life in one.lifecycles
    ]
    assert [[state.releases for state in life.states] for life in other.lifecycles] == [
        [state.releases for state in life.states] for life in one.lifecycles
    ]
    assert other.deprecations == one.deprecations
    assert [(gap.code, gap.tag, gap.element) for gap in other.gaps] == [
        (gap.code, gap.tag, gap.element) for gap in one.gaps
    ]


def plain(release: object) -> object:
    """All of a release but what names commits or the server, whom a folder does not name."""
    kept = ("version", "slug", "tag", "time", "prerelease", "base", "declared", "demanded", "audit_base")
    changes = [
        (change.change, change.release, change.commit.time, change.undone_in, change.announced_in)
        for change in release.changes  # type: ignore[attr-defined]
        if change.change.kind != "server"
    ]
    tools = [tool.digest for tool in release.interface.tools]  # type: ignore[attr-defined]
    return [getattr(release, name) for name in kept], changes, tools


def as_folder(repo: Path) -> Iterator[bytes]:
    """A history as one with a file per tool, for git fast-import: same dates, same tags."""
    marks: dict[str, int] = {}
    before: Mapping[str, bytes] = {}
    walked = walk(repo, None, HistoryOptions())
    for number, (commit, revision) in enumerate(walked.revisions.items(), start=1):
        marks[commit] = number
        assert isinstance(revision.content, Interface)
        files = {tool.key: json.dumps(tool.data).encode() for tool in revision.content.tools}
        yield f"commit refs/heads/main\nmark :{number}\n".encode()
        yield f"committer A <a@example.com> {revision.commit.time} +0000\ndata 0\n".encode()
        for name in sorted(before.keys() - files.keys()):
            yield f"D tools/{name}.json\n".encode()
        for name, data in files.items():
            if before.get(name) != data:
                yield f"M 100644 inline tools/{name}.json\ndata {len(data)}\n".encode() + data + b"\n"
        before = files
    for tag in walked.tags:
        assert tag.commit is not None
        yield f"tag {tag.name}\nfrom :{marks[tag.commit]}\n".encode()
        yield f"tagger A <a@example.com> {tag.time} +0000\ndata 0\n".encode()
