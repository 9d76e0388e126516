"""A backfilled history joined to the project's own: its releases are known where they were made.

A backfilled commit stands for a commit of the project, which its message names. On any line but the
backfill's own that commit is taken to hold what was captured of it. So the first lockfile that is
committed afterwards is compared with the release before it, and begins no second history.
"""

from __future__ import annotations

import posixpath
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mcp_docs.history.backfill import (
    FAILED,
    LONGEST_REASON,
    PREFIX,
    home_of,
    project_names,
    reason_of,
    source_of,
)
from mcp_docs.history.lineage import FirstParentLines, topological
from mcp_docs.history.model import Commit, Tag
from mcp_docs.history.options import LOCKFILE_NAMES
from mcp_docs.sources.gitcommand import Repository
from mcp_docs.sources.gitcontent import Found
from mcp_docs.sources.gitlog import Entry
from mcp_docs.texts import shorten
from mcp_docs.views.markdown import visible


@dataclass(frozen=True, slots=True)
class Backfilled:
    """What a backfill captured of one project.

    Attributes:
        tags: of the repository, without the backfill's own for these.
        found: the lockfile of each released commit of the project.
        failed: why a released commit could not be captured.
    """

    tags: tuple[Tag, ...]
    found: Mapping[str, Found] = field(default_factory=dict)
    failed: Mapping[str, str] = field(default_factory=dict)


def backfilled(repository: Repository, tags: tuple[Tag, ...], paths: Iterable[str]) -> Backfilled:
    """Return what was captured of the releases of the lockfile at ``paths``.

    Where HEAD is on the backfill's own branch nothing is joined, and what could not be captured is a tag
    beside those that were. A release whose tag is gone or leads elsewhere by now is none of the project's,
    and stays a tag like any other; of one that was not captured nothing stays.

    Args:
        repository: where.
        tags: of the repository.
        paths: where the lockfile is, was or may be, from the root of the repository.
    """
    failures = tuple(tag for tag in tags if tag.name.startswith(FAILED) and tag.commit)
    tags = tuple(tag for tag in tags if tag not in failures)
    own = {tag.name: tag for tag in tags if tag.name.startswith(PREFIX) and tag.commit}
    if not own and not failures:
        return Backfilled(tags)
    if homes := _homes_behind_head(repository, own):
        ours = tuple(tag for tag in tags if tag.name not in own or _home(repository, tag) in homes)
        return _beside(ours, _failures(repository, failures, own, homes))
    names = {name for path in paths for name in _alike(path)}
    commits = {tag.name: tag.commit for tag in tags}
    blobs = _lockfiles(repository, [tag.commit or "" for tag in own.values()])
    found = {}
    taken = set()
    for name, tag in own.items():
        source = _source(repository, tag.commit or "", names)
        blob = blobs.get(tag.commit or "")
        if source and blob and source in _named(commits, name.removeprefix(PREFIX)):
            taken.add(name)
            found[source] = Found(LOCKFILE_NAMES[0], folder=False, files=(("", Entry("100644", blob)),))
    failed = {
        source: reason
        for tag, source, reason in _failures(repository, failures, own, names)
        if source in _named(commits, tag.name.removeprefix(FAILED))
    }
    return Backfilled(tuple(tag for tag in tags if tag.name not in taken), found, failed)


def _named(commits: Mapping[str, str | None], rest: str) -> set[str | None]:
    return {commits.get(name) for name in project_names(rest)} - {None}


def _homes_behind_head(repository: Repository, own: Mapping[str, Tag]) -> set[str]:
    """Return whose backfill HEAD is on, as paths of lockfiles; empty on the project's own line."""
    merged = repository.run(
        "for-each-ref", "--merged=HEAD", "--format=%(refname:strip=2)", f"refs/tags/{PREFIX}"
    )
    found = (own.get(name) for name in merged.decode("utf-8", "surrogateescape").split("\n"))
    return {_home(repository, tag) for tag in found if tag}


def _home(repository: Repository, tag: Tag) -> str:
    held = repository.read(tag.commit or "")
    return home_of(held[1].decode("utf-8", "replace")) if held else ""


def _beside(tags: tuple[Tag, ...], failures: Iterable[tuple[Tag, str, str]]) -> Backfilled:
    """Return the tags with those of failed releases, called as those of captured ones are."""
    found = {
        Tag(PREFIX + tag.name.removeprefix(FAILED), tag.commit, tag.time): reason
        for tag, _, reason in failures
    }
    return Backfilled((*tags, *found), failed={tag.commit or "": reason for tag, reason in found.items()})


def _failures(
    repository: Repository, tags: Iterable[Tag], captured: Container[str], names: Container[str]
) -> Iterator[tuple[Tag, str, str]]:
    """Yield each tag of a failed release with the project's commit and the reason.

    Those of releases that were captured afterwards are left out, and those of other lockfiles than
    ``names``.
    """
    for tag in tags:
        held = repository.read(tag.commit or "")
        message = held[1].decode("utf-8", "replace") if held else ""
        source, reason = source_of(message), reason_of(message)
        own = home_of(message) in names
        if source and reason and own and PREFIX + tag.name.removeprefix(FAILED) not in captured:
            yield tag, source, shorten(visible(reason), LONGEST_REASON)


def _alike(path: str) -> Iterable[str]:
    """Return a path and, for one of the usual names, those beside it: a backfill writes the first of them."""
    folder, name = posixpath.split(path)
    return [posixpath.join(folder, usual) for usual in LOCKFILE_NAMES] if name in LOCKFILE_NAMES else [path]


def _source(repository: Repository, commit: str, names: Iterable[str]) -> str | None:
    """Return the commit of the project that a backfilled one stands for, if it is of this lockfile."""
    held = repository.read(commit)
    message = held[1].decode("utf-8", "replace") if held else ""
    return source_of(message) if home_of(message) in names else None


def _lockfiles(repository: Repository, commits: Sequence[str]) -> Mapping[str, str]:
    """Return the id of each commit's lockfile, in one call."""
    asked = "".join(f"{commit}:{LOCKFILE_NAMES[0]}\n" for commit in commits)
    output = repository.run("cat-file", "--batch-check=%(objecttype) %(objectname)", stdin=asked)
    answers = (line.split(" ") for line in output.decode("utf-8", "replace").splitlines())
    return {commit: name for commit, (kind, name) in zip(commits, answers, strict=True) if kind == "blob"}


def joined(
    held: Mapping[str, Found | None], found: Mapping[str, Found], graph: Mapping[str, Commit], ends: set[str]
) -> dict[str, Found | None]:
    """Return what the lockfile held at each commit, with what was captured where there was none.

    What was captured is known of its own commit alone: any other release, and HEAD, without a lockfile
    has none as before.

    Args:
        held: at each commit that changed it, parents first.
        found: captured.
        graph: all commits.
        ends: HEAD and the commits of tags.
    """
    lines = FirstParentLines(graph, held)
    lacking = {commit for commit in graph if held.get(lines.at_or_before(commit) or "") is None}
    captured = {commit: one for commit, one in found.items() if commit in lacking}
    whole: dict[str, Found | None] = {**held, **captured}
    after = FirstParentLines(graph, whole)
    unknown = {end for end in ends & lacking if end not in whole and whole.get(after.at_or_before(end) or "")}
    whole |= dict.fromkeys(unknown)
    return {commit.id: whole[commit.id] for commit in topological(graph) if commit.id in whole}
