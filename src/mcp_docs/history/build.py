"""From a walk to the record: the one place where releases, changes and lives come together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from mcp_docs.change import Bump
from mcp_docs.history.attribution import Blame, with_undoings
from mcp_docs.history.commits import commit_logs
from mcp_docs.history.compare import Classify, Comparer
from mcp_docs.history.deprecations import deprecations
from mcp_docs.history.identity import change_ids
from mcp_docs.history.lifecycle import lifecycles
from mcp_docs.history.lineage import Lineage, content_at, topological
from mcp_docs.history.model import Gap, Walk
from mcp_docs.history.options import DeprecationNotice, HistoryOptions
from mcp_docs.history.releases import Candidate, Selection, by_commit, in_release_order, select_releases
from mcp_docs.history.slugs import RESERVED_VERSIONS, assign_slugs
from mcp_docs.interface import Interface
from mcp_docs.record import UNRELEASED, Deprecation, Record, Release, ReleasedChange, RevisionLog
from mcp_docs.semver import declared_bump, demanded_step, parse_version

#: The server's name in change ids when no interface says it.
_NAMELESS = "mcp-server"


@dataclass(frozen=True)
class BuildOptions:
    """What shapes a record beside the walk.

    Attributes:
        history: which tags are releases.
        notices: announced removals from the configuration.
        notes: Markdown by version.
        title: display name of the server, or empty for its own.
        as_of: the record's today, seconds since 1970-01-01 UTC; ``None`` for the newest commit's time.
        ruleset: version of the rules that ``classify`` judges by.
    """

    history: HistoryOptions = field(default_factory=HistoryOptions)
    notices: tuple[DeprecationNotice, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    title: str = ""
    as_of: int | None = None
    ruleset: str = ""


def build_record(walk: Walk, classify: Classify, options: BuildOptions) -> Record:
    """Build the record of one lockfile's history. Pure; the same walk gives the same record."""
    selection = select_releases(walk, options.history)
    builder = _Builder(walk, selection, Comparer(classify), options)
    releases = with_undoings(builder.releases())
    newest = _newest(releases)
    head = builder.unreleased(releases)
    as_of = options.as_of if options.as_of is not None else _newest_time(walk)
    lives = lifecycles(releases, newest, head)
    promises = deprecations(_line(newest, head, releases), lives, options.notices, as_of)
    releases = tuple(_announced(release, promises) for release in releases)
    head = _announced(head, promises) if head else None
    shown = newest.interface if newest else head.interface if head else Interface()
    return Record(
        server=builder.server,
        title=options.title or shown.server.title or builder.server,
        lockfile=walk.lockfile,
        source=selection.source,
        as_of=as_of,
        releases=releases,
        newest=next((r for r in releases if newest and r.version == newest.version), None),
        unreleased=head,
        revisions=builder.revisions(),
        lifecycles=lifecycles(releases, newest, head),
        deprecations=promises,
        gaps=_gaps(walk, selection, releases, head),
        ruleset=options.ruleset,
    )


class _Builder:
    """Holds what the steps of one build share."""

    def __init__(self, walk: Walk, selection: Selection, comparer: Comparer, options: BuildOptions) -> None:
        self._walk = walk
        self._comparer = comparer
        self._options = options
        self._grouped = by_commit(selection.candidates)
        self._lineage = Lineage(walk.commits, tuple(self._grouped))
        bases = {c.version: self._base(c) for c in selection.candidates}
        self._bases = {version: base.version if base else None for version, base in bases.items()}
        self._ordered = tuple(in_release_order(selection.candidates, self._bases))
        self._slugs = assign_slugs((c.version for c in self._ordered), RESERVED_VERSIONS)
        shipped = {commit: tuple(c.version for c in group) for commit, group in self._grouped.items()}
        self._logs = commit_logs(walk, comparer, shipped)
        self._blame = Blame(walk, self._lineage, self._logs)
        self.server = self._server_name(selection)

    def _server_name(self, selection: Selection) -> str:
        head = content_at(self._walk.head, self._walk.revisions, self._walk.commits)
        interfaces = [head] if isinstance(head, Interface) else []
        interfaces += [candidate.interface for candidate in reversed(selection.candidates)]
        return next((i.server.key for i in interfaces if i.server.key), _NAMELESS)

    def _base(self, candidate: Candidate) -> Candidate | None:
        """Return the release that one grew from: the one before it on its commit, else an ancestor's last."""
        group = self._grouped[candidate.commit.id]
        place = group.index(candidate)
        if place:
            return group[place - 1]
        commit = self._lineage.base(candidate.commit.id)
        return self._grouped[commit][-1] if commit else None

    def releases(self) -> tuple[Release, ...]:
        """Return the releases in release order."""
        made: dict[str, Release] = {}
        for candidate in self._ordered:
            made[candidate.version] = self._release(candidate, made)
        return tuple(made.values())

    def _release(self, candidate: Candidate, made: Mapping[str, Release]) -> Release:
        base = made.get(self._bases[candidate.version] or "")
        audit = base if candidate.prerelease else _final(base, made)
        declared, demanded = self._audit(candidate, audit)
        return Release(
            version=candidate.version,
            slug=self._slugs[candidate.version],
            tag=candidate.tag,
            commit=candidate.commit,
            time=candidate.time,
            prerelease=candidate.prerelease,
            base=base.version if base else None,
            declared=declared,
            demanded=demanded,
            audit_base=audit.version if audit else None,
            interface=candidate.interface,
            changes=self._changes(candidate, base),
            notes=self._options.notes.get(candidate.version, ""),
        )

    def _audit(self, candidate: Candidate, base: Release | None) -> tuple[Bump | None, Bump]:
        if base is None:
            return None, Bump.NONE
        before, after = parse_version(base.version), candidate.semver
        demanded = demanded_step(self._comparer.bump(base.interface, candidate.interface), after)
        return (declared_bump(before, after) if before and after else None), demanded

    def _changes(self, candidate: Candidate, base: Release | None) -> tuple[ReleasedChange, ...]:
        if base is None:
            return ()
        changes = self._comparer.compare(base.interface, candidate.interface)
        steps = self._blame.steps(candidate.commit.id, base.commit.id) if changes else ()
        ids = change_ids(self.server, candidate.version, changes)
        return tuple(
            ReleasedChange(number, change, candidate.version, Blame.commit_of(change, steps))
            for number, change in zip(ids, changes, strict=True)
        )

    def unreleased(self, releases: Sequence[Release]) -> Release | None:
        """Return HEAD as a release of its own when its interface differs from the one it grew from."""
        head = self._walk.commits[self._walk.head]
        content = content_at(head.id, self._walk.revisions, self._walk.commits)
        released = self._lineage.at_or_before(head.id)
        by_version = {release.version: release for release in releases}
        base = by_version[self._grouped[released][-1].version] if released else None
        if not isinstance(content, Interface) or (base and content.digest == base.interface.digest):
            return None
        candidate = Candidate(UNRELEASED, None, None, head, head.time, content)
        bump = self._comparer.bump(base.interface, content) if base else Bump.NONE
        return Release(
            version=UNRELEASED,
            slug=UNRELEASED,
            tag=None,
            commit=head,
            time=head.time,
            prerelease=True,
            base=base.version if base else None,
            declared=None,
            demanded=demanded_step(bump, parse_version(base.version) if base else None),
            audit_base=base.version if base else None,
            interface=content,
            changes=self._changes(candidate, base),
            notes=self._options.notes.get(UNRELEASED, ""),
        )

    def revisions(self) -> tuple[RevisionLog, ...]:
        """Return commit truth, newest first; a child always comes before its parent."""
        order = {commit: number for number, commit in enumerate(self._topological())}
        return tuple(self._logs[c] for c in sorted(self._logs, key=lambda c: -order[c]))

    def _topological(self) -> tuple[str, ...]:
        return tuple(commit.id for commit in topological(self._walk.commits))


def _final(base: Release | None, made: Mapping[str, Release]) -> Release | None:
    while base is not None and base.prerelease:
        base = made.get(base.base or "")
    return base


def _newest(releases: Sequence[Release]) -> Release | None:
    """Return the highest final version; without versions to compare, the last final release."""
    finals = [release for release in releases if not release.prerelease] or list(releases)
    versions = [parse_version(release.version) for release in finals]
    known = [(v.version, n) for n, v in enumerate(versions) if v is not None]
    if known and len(known) == len(finals):
        return finals[max(known)[1]]
    return finals[-1] if finals else None


def _newest_time(walk: Walk) -> int:
    return max(commit.time for commit in walk.commits.values())


def _line(newest: Release | None, head: Release | None, releases: Sequence[Release]) -> tuple[Release, ...]:
    """Return the newest release's ancestors, itself, and HEAD, oldest first."""
    by_version = {release.version: release for release in releases}
    line = [head] if head else []
    release = newest
    while release is not None:
        line.append(release)
        release = by_version.get(release.base or "")
    return tuple(line[::-1])


def _announced(release: Release, promises: Sequence[Deprecation]) -> Release:
    """Say at each removal which release had announced it."""
    known = {(p.kind, p.key, p.pointer): p.announced_in for p in promises if p.announced_in}
    if not any(c.change.operation == "removed" for c in release.changes):
        return release
    changes = tuple(
        replace(c, announced_in=known.get((c.change.kind, c.change.key, c.change.pointer)))
        if c.change.operation == "removed"
        else c
        for c in release.changes
    )
    return replace(release, changes=changes)


def _gaps(walk: Walk, selection: Selection, releases: Sequence[Release], head: Release | None) -> tuple[Gap, ...]:
    """Return all that is missing: tags, revisions, then quarantined parts, each in a fixed order."""
    tags = sorted((*walk.gaps, *selection.gaps), key=lambda gap: (gap.tag or "", gap.code))
    revisions = [r.content for r in walk.revisions.values() if isinstance(r.content, Gap)]
    revisions.sort(key=lambda gap: (walk.commits[gap.commit or ""].time if gap.commit else 0, gap.commit or ""))
    return (*tags, *revisions, *_quarantined((*releases, *((head,) if head else ()))))


def _quarantined(releases: Sequence[Release]) -> list[Gap]:
    held: dict[tuple[str, str, str, str], list[str]] = {}
    for release in releases:
        found = [("", problem) for problem in release.interface.problems]
        found += [(f"{e.kind}:{e.key}", problem) for e in release.interface for problem in e.problems]
        for element, problem in found:
            held.setdefault((element, problem.pointer, problem.code, problem.message), []).append(release.version)
    return [
        Gap(code, f"{message} ({pointer or 'whole'}), in {', '.join(versions)}", element=element or None)
        for (element, pointer, code, message), versions in sorted(held.items())
    ]
