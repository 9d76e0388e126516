"""Which releases a history has: from tags, else from the server's version, else by date."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from mcp_docs.dates import iso_date
from mcp_docs.history.lineage import content_at, first_parents
from mcp_docs.history.model import Commit, Gap, Tag, Walk
from mcp_docs.history.options import HistoryOptions
from mcp_docs.interface import Interface
from mcp_docs.record import ReleaseSource
from mcp_docs.semver import SemVer, version_of_tag

#: Names of tags that people move from commit to commit.
_MOVING = re.compile(
    r"(?:.*[@/_-])?(?:latest|stable|nightly|edge|canary|current|next|main|master|dev|develop|head|tip)"
    r"(?:[@/_-].*)?|[vV]?\d+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A release before it is compared with any other.

    Attributes:
        version: as shown.
        semver: parsed, or ``None``.
        tag: name of the tag, or ``None``.
        commit: the released commit.
        time: when it was released.
        interface: what it shipped.
    """

    version: str
    semver: SemVer | None
    tag: str | None
    commit: Commit
    time: int
    interface: Interface

    @property
    def prerelease(self) -> bool:
        """Whether the version says that it is one."""
        return self.semver is not None and self.semver.prerelease


@dataclass(frozen=True, slots=True)
class Selection:
    """The releases, how they were found, and what was left out."""

    source: ReleaseSource
    candidates: tuple[Candidate, ...]
    gaps: tuple[Gap, ...]


def select_releases(walk: Walk, options: HistoryOptions) -> Selection:
    """Choose the releases of a history and say what is left out and why."""
    candidates, gaps = _from_tags(walk, options)
    if candidates:
        return Selection("tags", candidates, gaps)
    line = _readable_line(walk)
    versions = [interface.server.version for _, interface in line]
    if len(set(versions)) > 1 and None not in versions:
        return Selection("server-version", _from_versions(line), gaps)
    return Selection("date", _from_dates(line), gaps)


def _from_tags(walk: Walk, options: HistoryOptions) -> tuple[tuple[Candidate, ...], tuple[Gap, ...]]:
    candidates: dict[str, Candidate] = {}
    gaps: list[Gap] = []
    three_part = {
        (found.version.major, found.version.minor)
        for found in map(version_of_tag, (tag.name for tag in walk.tags))
        if found and found.parts == 3
    }
    for tag in sorted(walk.tags, key=lambda tag: (tag.time, tag.name)):
        made = _candidate(walk, tag, options, three_part)
        if isinstance(made, Gap):
            gaps.append(made)
        elif made is not None and made.version in candidates:
            first = candidates[made.version].tag
            gaps.append(Gap("tag.duplicate_version", f"the tag names the version that {first} has", tag=tag.name))
        elif made is not None:
            candidates[made.version] = made
    return tuple(candidates.values()), tuple(gaps)


def _candidate(
    walk: Walk, tag: Tag, options: HistoryOptions, three_part: set[tuple[int, int]]
) -> Candidate | Gap | None:
    """Return a release, why the tag is none, or ``None`` where the walk has said so already."""
    if tag.commit is None:
        return None
    version = version_of_tag(tag.name)
    left_out = _left_out(tag, version, options, three_part)
    if left_out:
        return left_out
    commit = walk.commits.get(tag.commit)
    content = content_at(tag.commit, walk.revisions, walk.commits) if commit else None
    if commit is None or content is None:
        return Gap("tag.no_lockfile", "the tag's commit has no lockfile", commit=tag.commit, tag=tag.name)
    if isinstance(content, Gap):
        what = f"the tag's lockfile cannot be read: {content.message}"
        return Gap("tag.unreadable", what, commit=tag.commit, tag=tag.name, where=content.where)
    text = version.text if version else tag.name
    return Candidate(text, version, tag.name, commit, tag.time or commit.time, content)


def _left_out(
    tag: Tag, version: SemVer | None, options: HistoryOptions, three_part: set[tuple[int, int]]
) -> Gap | None:
    """Say why a tag is no release, or ``None`` when it may be one."""
    named = options.tag_patterns != HistoryOptions().tag_patterns
    if not any(fnmatchcase(tag.name, pattern) for pattern in options.tag_patterns):
        return Gap("tag.not_selected", "the tag matches none of the configured patterns", tag=tag.name)
    if any(fnmatchcase(tag.name, pattern) for pattern in options.exclude):
        return Gap("tag.excluded", "the tag is excluded by the configuration", tag=tag.name)
    if version is None and _MOVING.fullmatch(tag.name):
        return Gap("tag.moving", "a moving tag is no release: it leads elsewhere from day to day", tag=tag.name)
    if version is None and not named:
        return Gap("tag.not_a_version", "the tag's name holds no version", tag=tag.name)
    if version and version.parts == 2 and (version.version.major, version.version.minor) in three_part:
        what = "a moving tag is no release: it stands for the newest patch of its minor version"
        return Gap("tag.moving", what, tag=tag.name)
    if version and version.prerelease and not options.prereleases:
        return Gap("tag.prerelease", "pre-releases are switched off by the configuration", tag=tag.name)
    return None


def _readable_line(walk: Walk) -> list[tuple[Commit, Interface]]:
    """Return the readable revisions on HEAD's first-parent line, oldest first."""
    line = []
    for commit in first_parents(walk.head, walk.commits):
        revision = walk.revisions.get(commit)
        if revision and isinstance(revision.content, Interface):
            line.append((revision.commit, revision.content))
    return line[::-1]


def _from_versions(line: Sequence[tuple[Commit, Interface]]) -> tuple[Candidate, ...]:
    """Make each version's last revision a release; an unfinished newest one counts as it stands."""
    last: dict[str, Candidate] = {}
    for commit, interface in line:
        version = interface.server.version or ""
        last.pop(version, None)
        semver = version_of_tag(version)
        last[version] = Candidate(version, semver, None, commit, commit.time, interface)
    return tuple(last.values())


def _from_dates(line: Sequence[tuple[Commit, Interface]]) -> tuple[Candidate, ...]:
    """Make the last revision of each UTC day on which the interface changed a release."""
    days: dict[str, Candidate] = {}
    before: str | None = None
    for commit, interface in line:
        if interface.digest != before:
            day = iso_date(commit.time)
            days.pop(day, None)
            days[day] = Candidate(day, None, None, commit, commit.time, interface)
        before = interface.digest
    return tuple(days.values())


def by_commit(candidates: Sequence[Candidate]) -> Mapping[str, tuple[Candidate, ...]]:
    """Return the candidates of each commit in order of version, pre-releases first."""
    grouped: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        grouped.setdefault(candidate.commit.id, []).append(candidate)
    return {commit: tuple(sorted(group, key=_version_order)) for commit, group in grouped.items()}


def _version_order(candidate: Candidate) -> tuple[bool, object, int, str]:
    semver = candidate.semver
    return (semver is None, semver.version if semver else 0, candidate.time, candidate.version)


def in_release_order(candidates: Sequence[Candidate], bases: Mapping[str, str | None]) -> Iterator[Candidate]:
    """Yield releases so that each comes after its base; else by time, then version.

    A later release is therefore always appended, whatever line it is on.
    """
    waiting = sorted(candidates, key=lambda c: (c.time, _version_order(c)))
    done: set[str] = set()
    while waiting:
        ready = next(c for c in waiting if bases[c.version] is None or bases[c.version] in done)
        waiting.remove(ready)
        done.add(ready.version)
        yield ready
