"""From a walk to the record: the one place where releases, changes and lives come together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mcp_docs.acceptances import Acceptance, acceptance_of
from mcp_docs.change import Bump
from mcp_docs.contracts.model import Contract
from mcp_docs.history.announcements import with_announcements
from mcp_docs.history.attribution import Blame, Makers
from mcp_docs.history.between import between
from mcp_docs.history.commits import commit_logs
from mcp_docs.history.compare import Classify, Comparer
from mcp_docs.history.consumers import consumers
from mcp_docs.history.deprecations import deprecations, unfounded
from mcp_docs.history.gaps import all_gaps
from mcp_docs.history.identity import NAMELESS, change_ids
from mcp_docs.history.lifecycle import lifecycles
from mcp_docs.history.lineage import ContentLines, Lineage, topological
from mcp_docs.history.marks import Marks
from mcp_docs.history.matrix import build_matrix
from mcp_docs.history.model import Commit, Gap, Walk
from mcp_docs.history.options import DeprecationNotice, HistoryOptions
from mcp_docs.history.releases import Candidate, Selection, by_commit, in_release_order, select_releases
from mcp_docs.history.slugs import RESERVED_VERSIONS, assign_slugs
from mcp_docs.history.undoing import with_undoings
from mcp_docs.history.upgrades import upgrades
from mcp_docs.interface import Interface
from mcp_docs.record import UNRELEASED, Matrix, Record, Release, ReleasedChange, RevisionLog
from mcp_docs.semver import declared_bump, demanded_step, parse_version


@dataclass(frozen=True)
class BuildOptions:
    """What shapes a record beside the walk.

    Attributes:
        history: which tags are releases.
        notices: announced removals from the configuration.
        notes: Markdown by version.
        acceptances: the breaks that are intended.
        contracts: what consumers depend on.
        named: whether consumers may be named.
        faults: gaps of what was read beside the history.
        title: display name of the server, or empty for its own.
        as_of: the record's today, seconds since 1970-01-01 UTC; ``None`` for the newest commit's time.
        ruleset: version of the rules that ``classify`` judges by.
        matrix: whether each release is compared with each later one, which some views do not show
            and which takes about as long as all the rest.
        between: whether the changes between any two states of an element are wanted, as a site does.
    """

    history: HistoryOptions = field(default_factory=HistoryOptions)
    notices: tuple[DeprecationNotice, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    acceptances: tuple[Acceptance, ...] = ()
    contracts: tuple[Contract, ...] = ()
    named: bool = True
    faults: tuple[Gap, ...] = ()
    title: str = ""
    as_of: int | None = None
    ruleset: str = ""
    matrix: bool = True
    between: bool = False


def build_record(walk: Walk, classify: Classify, options: BuildOptions) -> Record:
    """Build the record of one lockfile's history. Pure; the same walk gives the same record."""
    lines = ContentLines(walk.commits, walk.revisions)
    selection = select_releases(walk, options.history, lines)
    comparer = Comparer(classify)
    builder = _Builder(walk, lines, selection, comparer, options)
    released = builder.releases()
    newest = _newest(released)
    head = builder.unreleased(released)
    shown_releases, marks = with_undoings((*released, *((head,) if head else ())), comparer), Marks()
    as_of = options.as_of if options.as_of is not None else _newest_time(walk)
    announced = with_announcements(shown_releases, options.notices, marks)
    announced = tuple(_with_acceptances(release, options.acceptances, as_of) for release in announced)
    releases, head = announced[: len(released)], announced[-1] if head else None
    newest = next((release for release in releases if newest and release.version == newest.version), None)
    lives = lifecycles(releases, newest, head)
    line = _line(newest, head, releases)
    shown = newest.interface if newest else head.interface if head else Interface()
    beside = (*unfounded(line, options.notices), *options.faults)
    return Record(
        server=builder.server,
        title=options.title or shown.server.title or builder.server,
        lockfile=walk.lockfile,
        source=selection.source,
        as_of=as_of,
        releases=releases,
        newest=newest,
        unreleased=head,
        revisions=builder.revisions(),
        lifecycles=lives,
        deprecations=deprecations(line, lives, options.notices, marks, as_of) if line else (),
        gaps=(*all_gaps(walk, lines, selection.gaps, announced), *beside),
        ruleset=options.ruleset,
        matrix=build_matrix(announced, comparer, options.history.supported) if options.matrix else Matrix(),
        consumers=consumers(options.contracts, announced, named=options.named),
        upgrades=upgrades(releases, newest, comparer) if options.matrix else {},
        between=between(announced, lives, comparer) if options.between else (),
    )


class _Builder:
    """Holds what the steps of one build share."""

    def __init__(
        self, walk: Walk, lines: ContentLines, selection: Selection, comparer: Comparer, options: BuildOptions
    ) -> None:
        self._walk = walk
        self._lines = lines
        self._comparer = comparer
        self._options = options
        self._grouped = by_commit(selection.candidates)
        self._lineage = Lineage(walk.commits, tuple(self._grouped))
        bases = {c.version: self._base(c) for c in selection.candidates}
        self._bases = {version: base.version if base else None for version, base in bases.items()}
        self._ordered = tuple(in_release_order(selection.candidates, self._bases))
        self._slugs = assign_slugs((c.version for c in self._ordered), RESERVED_VERSIONS)
        self._logs = commit_logs(walk, lines, comparer, self._shipped())
        self._blame = Blame(walk.commits, self._lineage, self._logs)
        self.server = self._server_name(selection)

    def _shipped(self) -> Mapping[str, tuple[str, ...]]:
        """Return for each revision the versions that shipped its content."""
        shipped: dict[str, list[str]] = {}
        for candidate in self._ordered:
            revision = self._lines.revision(candidate.commit.id)
            shipped.setdefault(revision or "", []).append(candidate.version)
        return {revision: tuple(versions) for revision, versions in shipped.items()}

    def _server_name(self, selection: Selection) -> str:
        head = self._lines.at(self._walk.head)
        interfaces = [head] if isinstance(head, Interface) else []
        interfaces += [candidate.interface for candidate in reversed(selection.candidates)]
        return next((i.server.key for i in interfaces if i.server.key), NAMELESS)

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
            notes=self._notes(candidate),
        )

    def _audit(self, candidate: Candidate, base: Release | None) -> tuple[Bump | None, Bump]:
        if base is None:
            return None, Bump.NONE
        before, after = parse_version(base.version), candidate.semver
        demanded = demanded_step(self._comparer.bump(base.interface, candidate.interface), after)
        return (declared_bump(before, after) if before and after else None), demanded

    def _notes(self, candidate: Candidate) -> str:
        notes = self._options.notes
        return notes.get(candidate.version) or notes.get(candidate.tag or "", "")

    def _changes(self, candidate: Candidate, base: Release | None) -> tuple[ReleasedChange, ...]:
        if base is None:
            return ()
        changes = self._comparer.compare(base.interface, candidate.interface)
        steps = self._blame.steps(candidate.commit.id, base.commit.id) if changes else ()
        makers = Makers(steps)
        made = [(change, makers.commit_of(change)) for change in changes]
        ids = change_ids(
            candidate.interface.server.key or NAMELESS,
            ((change, _occurrence(candidate, commit)) for change, commit in made),
        )
        return tuple(
            ReleasedChange(number, change, candidate.version, commit)
            for number, (change, commit) in zip(ids, made, strict=True)
        )

    def unreleased(self, releases: Sequence[Release]) -> Release | None:
        """Return HEAD as a release of its own when its interface differs from the one it grew from."""
        head = self._walk.commits[self._walk.head]
        content = self._lines.at(head.id)
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
            notes=self._notes(candidate),
        )

    def revisions(self) -> tuple[RevisionLog, ...]:
        """Return commit truth, newest first; a child always comes before its parent."""
        order = {commit: number for number, commit in enumerate(self._topological())}
        return tuple(self._logs[c] for c in sorted(self._logs, key=lambda c: -order[c]))

    def _topological(self) -> tuple[str, ...]:
        return tuple(commit.id for commit in topological(self._walk.commits))


def _with_acceptances(release: Release, acceptances: Sequence[Acceptance], as_of: int) -> Release:
    """Mark the changes that were accepted when they were released, or are accepted today."""
    if not acceptances:
        return release
    time = as_of if release.version == UNRELEASED else release.time
    changes = tuple(replace(c, accepted=acceptance_of(acceptances, c.change, time)) for c in release.changes)
    return replace(release, changes=changes)


def _occurrence(candidate: Candidate, commit: Commit | None) -> str:
    if candidate.version != UNRELEASED:
        return candidate.version
    return f"commit:{(commit or candidate.commit).id}"


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
    """Return the newest release's ancestors and itself, and HEAD when it grew from it, oldest first."""
    by_version = {release.version: release for release in releases}

    def ancestry(release: Release | None) -> Iterator[Release]:
        while release is not None:
            yield release
            release = by_version.get(release.base or "")

    line = tuple(ancestry(newest))[::-1]
    grown = newest is None or any(release.version == newest.version for release in ancestry(head))
    return (*line, head) if head is not None and grown else line
