"""Which releases a history has: from tags, else from the server's version, else by date."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from mcp_docs.dates import iso_date
from mcp_docs.history.lineage import ContentLines, ancestors, first_parents, topological
from mcp_docs.history.model import Commit, Content, Gap, Tag, Walk
from mcp_docs.history.options import HistoryOptions
from mcp_docs.interface import Interface
from mcp_docs.jsonvalue import canonical_text
from mcp_docs.record import ReleaseSource
from mcp_docs.semver import SemVer, parse_version, version_of_tag

_NONE = "there is no release"
#: How many versions a gap names.
_NAMED = 5
#: Names of tags that people move from commit to commit.
_MOVING = re.compile(
    r"(?:.*[@/_-])?(?:latest|stable|nightly|edge|canary|current|next|main|master|dev|develop|head|tip|unreleased)"
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


def select_releases(walk: Walk, options: HistoryOptions, lines: ContentLines) -> Selection:
    """Choose the releases of a history and say what is left out and why.

    Args:
        walk: the history.
        options: which tags are releases, or what else is.
        lines: of the walk.
    """
    candidates, gaps = _from_tags(walk, options, lines) if options.source in ("", "tags") else ((), ())
    if candidates or options.source == "tags":
        before = _before_tags(walk, candidates) if not options.source else ()
        return Selection("tags", candidates, (*gaps, *before, *_no_tag(walk, options, _NONE)))
    line = _readable_line(walk)
    versions = {interface.server.version for _, interface in line} - {None}
    if options.source == "server-version" or (not options.source and len(versions) > 1):
        missing = _no_tag(walk, options, "each new version of the server is a release")
        return Selection("server-version", _from_versions(line), (*gaps, *missing))
    missing = _no_tag(walk, options, "each day on which the interface changed is a release")
    return Selection("date", _from_dates(line), (*gaps, *missing))


def _no_tag(walk: Walk, options: HistoryOptions, instead: str) -> Iterator[Gap]:
    """Yield what is a release in place of the tags that a project has asked for and does not have."""
    patterns = options.tag_patterns
    asked = options.source in ("", "tags") and patterns != HistoryOptions().tag_patterns
    if asked and not any(_is_selected(tag.name, options) for tag in walk.tags):
        named = " or ".join(canonical_text(pattern) for pattern in patterns)
        yield Gap("releases.no_tag", f"no tag matches {named}, so {instead}")


def _before_tags(walk: Walk, candidates: Sequence[Candidate]) -> Iterator[Gap]:
    """Yield which versions of the server are no releases any more, since a later commit has the first tag.

    Until then each was one, and its breaks stood in the record.
    """
    tagged = {candidate.commit.id for candidate in candidates}
    line = [*first_parents(walk.head, walk.commits)][::-1]
    earlier = set(line[: next((n for n, commit in enumerate(line) if commit in tagged), 0)])
    released = {candidate.version for candidate in candidates}
    known = [made for made in _from_versions(_readable_line(walk)) if made.commit.id in earlier]
    lost = [f"{made.version} in {made.commit.id[:10]}" for made in known if made.version not in released]
    if lost:
        named = ", ".join(lost[:_NAMED]) + (f" and {len(lost) - _NAMED} more" if len(lost) > _NAMED else "")
        one = len(lost) == 1
        yield Gap(
            "releases.before_tags",
            f"{len(lost)} version{'' if one else 's'} of the server from before the first tag "
            f"{'is no release' if one else 'are no releases'}, now that there are tags ({named}): tag "
            f"{'its commit' if one else 'their commits'}, or write into mcp-docs.toml under [releases] "
            'source = "server-version", or source = "tags" if it is meant so',
        )


def _from_tags(
    walk: Walk, options: HistoryOptions, lines: ContentLines
) -> tuple[tuple[Candidate, ...], tuple[Gap, ...]]:
    """Judge the tags; of several that name one version the plainest counts, then the oldest."""
    related = _related(walk)
    candidates: dict[str, Candidate] = {}
    gaps: list[Gap] = []
    for tag, version, gap in judged_tags(walk.tags, options):
        if tag.commit is None:
            continue  # the walk has said so
        made = gap or _candidate(walk, tag, version, lines.at(tag.commit))
        if isinstance(made, Candidate) and made.version in candidates:
            first = candidates[made.version].tag
            made = Gap("tag.duplicate_version", f"the tag names the version that {first} has", tag=tag.name)
        if isinstance(made, Gap):
            gaps.append(made)
            continue
        candidates[made.version] = made
        if tag.commit not in related:
            what = "the tag shares no commit with HEAD, so nothing connects it with the other releases"
            gaps.append(Gap("tag.unrelated_history", what, commit=tag.commit, tag=tag.name))
    return tuple(candidates.values()), tuple(gaps)


def judged_tags(
    tags: Sequence[Tag], options: HistoryOptions
) -> Iterator[tuple[Tag, SemVer | None, Gap | None]]:
    """Yield each tag with the version in its name and why it is no release, the plainest names first.

    ``None`` stands for no version, and for a tag that may be a release as far as its name goes.
    """
    versions = {tag.name: version_of_tag(tag.name) for tag in tags}
    patched = {version.minor_line for version in versions.values() if version and not version.is_short}
    for tag in sorted(tags, key=lambda tag: (parse_version(tag.name) is None, tag.time, tag.name)):
        version = versions[tag.name]
        yield tag, version, _left_out(tag, version, options, patched)


def _related(walk: Walk) -> set[str]:
    """Return all commits that have a commit behind them, or are one, that HEAD has behind it too."""
    related = set(ancestors(walk.head, walk.commits))
    for commit in topological(walk.commits):
        if any(parent in related for parent in commit.parents):
            related.add(commit.id)
    return related


def _candidate(walk: Walk, tag: Tag, version: SemVer | None, content: Content) -> Candidate | Gap:
    commit = walk.commits.get(tag.commit or "")
    reason = walk.uncaptured.get(tag.commit or "")
    if content is None and reason is not None:
        what = f"the release could not be captured: {reason}"
        return Gap("tag.not_captured", what, commit=tag.commit, tag=tag.name, reason=reason)
    if commit is None or content is None:
        return Gap("tag.no_lockfile", "the tag's commit has no lockfile", commit=tag.commit, tag=tag.name)
    if isinstance(content, Gap):
        what = f"the tag's lockfile cannot be read: {content.message}"
        return Gap("tag.unreadable", what, commit=tag.commit, tag=tag.name, where=content.where)
    text = version.text if version else tag.name
    return Candidate(text, version, tag.name, commit, tag.time or commit.time, content)


def _left_out(
    tag: Tag, version: SemVer | None, options: HistoryOptions, patched: Container[tuple[int, int]]
) -> Gap | None:
    """Say why a tag is no release, or ``None`` when it may be one; the first reason counts."""
    any_name = options.tag_patterns == HistoryOptions().tag_patterns
    reasons = (
        (
            "tag.not_selected",
            "the tag matches none of the configured patterns",
            not _is_selected(tag.name, options),
        ),
        (
            "tag.excluded",
            "the tag is excluded by the configuration",
            any(fnmatchcase(tag.name, pattern) for pattern in options.exclude),
        ),
        (
            "tag.moving",
            "a moving tag is no release: it leads elsewhere from day to day",
            version is None and _MOVING.fullmatch(tag.name) is not None,
        ),
        ("tag.not_a_version", "the tag's name holds no version", version is None and any_name),
        (
            "tag.moving",
            "a moving tag is no release: it stands for the newest patch of its minor version",
            version is not None and version.is_short and version.minor_line in patched,
        ),
        (
            "tag.prerelease",
            "pre-releases are switched off by the configuration",
            version is not None and version.prerelease and not options.prereleases,
        ),
    )
    return next((Gap(code, message, tag=tag.name) for code, message, holds in reasons if holds), None)


def _is_selected(name: str, options: HistoryOptions) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in options.tag_patterns)


def _readable_line(walk: Walk) -> list[tuple[Commit, Interface]]:
    """Return the readable revisions on HEAD's first-parent line, oldest first."""
    line = []
    for commit in first_parents(walk.head, walk.commits):
        revision = walk.revisions.get(commit)
        if revision and isinstance(revision.content, Interface):
            line.append((revision.commit, revision.content))
    return line[::-1]


def _from_versions(line: Sequence[tuple[Commit, Interface]]) -> tuple[Candidate, ...]:
    """Make the revision that first held a version its release.

    The first and not the last, so that a release never changes once it is there: what follows under
    the same version is unreleased until the version changes.
    """
    first: dict[str, Candidate] = {}
    for commit, interface in line:
        version = interface.server.version
        if version is not None and version not in first:
            first[version] = Candidate(version, parse_version(version), None, commit, commit.time, interface)
    return tuple(first.values())


def _from_dates(line: Sequence[tuple[Commit, Interface]]) -> tuple[Candidate, ...]:
    """Make the last revision of each UTC day on which the interface changed a release.

    Days never go back along the line, whatever the clocks of those who committed said; a day after
    which the interface is what it was before it gives none.
    """
    days: dict[str, tuple[Commit, Interface]] = {}
    day = ""
    for commit, interface in line:
        day = max(day, iso_date(commit.time))
        days[day] = (commit, interface)
    made: list[Candidate] = []
    for name, (commit, interface) in days.items():
        if not made or interface.digest != made[-1].interface.digest:
            made.append(Candidate(name, None, None, commit, commit.time, interface))
    return tuple(made)


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
