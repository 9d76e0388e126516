"""The one record behind every view: releases, changes, states, deprecations, gaps.

Feed, site, changelog and reports are projections of these values and compute no change of their
own. Everything is in a fixed order, and nothing depends on the clock, the machine or the locale.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Literal

from mcp_docs.acceptances import Acceptance
from mcp_docs.change import Bump, Change, Level
from mcp_docs.consumer import Consumer
from mcp_docs.history.model import Commit, Gap
from mcp_docs.interface import Element, ElementKind, Interface

#: How the releases were found: git tags, a change of the server's version in the lockfile, or,
#: where neither exists, one release per calendar day on which the interface changed.
ReleaseSource = Literal["tags", "server-version", "date"]

UNRELEASED = "unreleased"


@dataclass(frozen=True)
class ReleasedChange:
    """A change as a release (or HEAD) shows it to those who upgrade from the release before.

    Attributes:
        id: permanent id, ``MCPC-`` and base32; see ``mcp_docs.history.identity``.
        change: what changed.
        release: version of the first release that shipped it, or ``unreleased``.
        commit: the newest commit between base and release that made the same change, else the newest
            one that touched the element, else ``None``.
        undone_in: version of the first later release, grown from this one, in which those whom the
            change concerned are as well off as before it, or ``None``; see ``history.undoing``.
        announced_in: version of the release that first declared the element, or the part of it,
            deprecated; for removals only.
        accepted: the acceptance that counted when it was released, or, while it is not, counts at
            the record's date; ``None`` for none.
        earlier_id: id of the newest earlier change with the same fingerprint on the same line: the
            same break, which was undone and has come back; ``None`` for a first one.
    """

    id: str
    change: Change
    release: str
    commit: Commit | None
    undone_in: str | None = None
    announced_in: str | None = None
    accepted: Acceptance | None = None
    earlier_id: str | None = None


@dataclass(frozen=True)
class Release:
    """A version that consumers can get, or HEAD when it is ahead of them all.

    Attributes:
        version: as shown: the tag without its prefix, the server's version, or a date;
            ``unreleased`` for HEAD.
        slug: the version as one safe path segment, unique among the releases.
        tag: the tag's name, or ``None``.
        commit: the released commit.
        time: when it was released, seconds since 1970-01-01 UTC.
        prerelease: whether the version says that it is one.
        base: version of the release it grew from, or ``None`` for a first one.
        declared: the bump from ``audit_base`` to this version; ``None`` when a version is not
            semver or there is nothing to compare with.
        demanded: the bump that the changes since ``audit_base`` demand, by semver's rules for
            this version (below 1.0.0 a break demands a minor step).
        audit_base: version that the two bumps are counted from: for a final release the nearest
            final one, else ``base``.
        interface: the whole interface.
        changes: against ``base``, in ``Change.sort_key`` order.
        notes: Markdown that people wrote for this release, or empty.
    """

    version: str
    slug: str
    tag: str | None
    commit: Commit
    time: int
    prerelease: bool
    base: str | None
    declared: Bump | None
    demanded: Bump
    audit_base: str | None
    interface: Interface
    changes: tuple[ReleasedChange, ...]
    notes: str = ""

    @property
    def underbumped(self) -> bool:
        """Whether the version promises less change than there is."""
        return self.declared is not None and self.declared < self.demanded

    def count(self, level: Level) -> int:
        """Return how many changes of ``level`` this release lists."""
        return sum(1 for released in self.changes if released.change.level is level)


@dataclass(frozen=True)
class State:
    """One distinct state of an element, as some release shipped it or HEAD holds it.

    Attributes:
        releases: versions that held this state, oldest first; ``unreleased`` for HEAD counts
            only when no release holds it. Not always a contiguous range.
        slug: the element's safe path segment, unique within its kind.
    """

    kind: ElementKind
    key: str
    slug: str
    element: Element
    releases: tuple[str, ...]


@dataclass(frozen=True)
class Lifecycle:
    """The life of one element over all releases.

    Attributes:
        states: oldest first, by the release that first held each.
        since: version that first had it.
        removed_in: version that first lacked it again, or ``None`` while the newest has it.
        newest: the state that readers want first: the newest release's that has it, else HEAD's.
        changes: every change to it in any release, newest release first.
    """

    kind: ElementKind
    key: str
    slug: str
    states: tuple[State, ...]
    newest: State
    since: str
    removed_in: str | None
    changes: tuple[ReleasedChange, ...]


DeprecationState = Literal[
    "announced", "due", "overdue", "removed on time", "removed early", "removed without notice", "reinstated"
]


@dataclass(frozen=True, slots=True)
class SunsetMove:
    """A promise whose end was moved.

    Attributes:
        version: of the release that first said so.
        before: date or version that was promised, or ``None`` where none was.
        after: the same now.
        earlier: whether those who relied on ``before`` have less time.
    """

    version: str
    before: str | None
    after: str | None
    earlier: bool


@dataclass(frozen=True)
class Deprecation:
    """A promise to remove an element or a part of one, or a removal without such a promise.

    Attributes:
        pointer: part of the element, RFC 6901; empty for the whole.
        path: the same for a reader.
        source: what announced it: ``schema``, ``_meta``, ``description`` (inferred), ``config``,
            or ``none`` for a removal without notice.
        announced_in: version that first carried the notice, or ``None``.
        sunset: date ``YYYY-MM-DD`` or version after which it may go, or ``None``.
        replacement: key of the element or path of the part to use instead, or ``None``.
        removed_in: version without it, or ``None``.
        state: where the promise stands, as of the record's date.
        reinstated_in: version that first had it without the notice, or ``None``.
        moves: how its sunset was moved while it stood, oldest first, as far as the interface says.
    """

    kind: ElementKind
    key: str
    pointer: str
    path: str
    source: Literal["schema", "_meta", "description", "config", "none"]
    announced_in: str | None
    announced_at: int | None
    sunset: str | None
    replacement: str | None
    note: str
    removed_in: str | None
    state: DeprecationState
    moves: tuple[SunsetMove, ...] = ()
    reinstated_in: str | None = None


@dataclass(frozen=True)
class RevisionLog:
    """Commit truth: one revision against the nearest readable one before it on its line.

    Attributes:
        base: the revision that it is compared with, or ``None`` for a first one.
        interface: ``None`` where the lockfile cannot be read or does not exist.
        gap: why it cannot be read.
        releases: versions that shipped this content, in release order.
    """

    commit: Commit
    base: Commit | None
    interface: Interface | None
    changes: tuple[Change, ...]
    gap: Gap | None
    releases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """One release against a later one, compared directly.

    Attributes:
        old: version that is upgraded from.
        new: version that is upgraded to.
        demanded: the step that the changes demand of ``new``.
        breaking: how many changes break somebody.
        review: how many may.
        kinds: the worst level by kind of element; a kind that did not change is not there.
        worst: the worst change, or ``None`` when nothing changed.
    """

    old: str
    new: str
    demanded: Bump
    breaking: int
    review: int
    kinds: Mapping[ElementKind, Level]
    worst: Change | None

    @property
    def level(self) -> Level | None:
        """The worst level, or ``None`` when nothing changed."""
        return self.worst.level if self.worst else None


@dataclass(frozen=True, slots=True)
class Matrix:
    """Each release against each later one that is supported.

    Attributes:
        releases: versions that are upgraded from, in release order.
        supported: versions that are upgraded to, in release order.
        left_out: how many older releases are not in it, because pairs grow with their square.
        pairs: by the older release, then the newer one.
    """

    releases: tuple[str, ...] = ()
    supported: tuple[str, ...] = ()
    left_out: int = 0
    pairs: tuple[Pair, ...] = ()


#: Place of an element that is not there, beside the places of its states.
ABSENT_STATE: Final = -1


@dataclass(frozen=True, slots=True)
class Between:
    """The changes of the server or of one element between any two of its states.

    Attributes:
        states: oldest first, as the element's ``Lifecycle`` has them.
        later, earlier: other names that releases gave to it, the newest first.
        pairs: changes, worst first, by the places of the old and the new state in ``states``;
            ``ABSENT_STATE`` for no such element. Of the newest states only, where there are very many.
    """

    kind: ElementKind
    key: str
    states: tuple[State, ...]
    later: tuple[str, ...]
    earlier: tuple[str, ...]
    pairs: Mapping[tuple[int, int], tuple[Change, ...]]


@dataclass(frozen=True)
class Record:
    """Everything that a view may show.

    Attributes:
        server: the server's name, as the newest interface gives it.
        title: display name of the server.
        lockfile: path of the lockfile in the repository.
        source: how the releases were found.
        as_of: the record's "today", seconds since 1970-01-01 UTC.
        releases: oldest first, in release order (a release comes after the one it grew from;
            else by time, then by version).
        newest: the release that readers want first: the highest final version, else the last one.
        unreleased: HEAD when it differs from the release it grew from, else ``None``.
        revisions: newest first.
        lifecycles: by kind, then key.
        gaps: what is missing, and why.
        ruleset: version of the rules that judged.
        matrix: each release against each later one.
        consumers: each committed contract against each release, by file.
        upgrades: changes from an older release to the newest, by version; of the latest releases.
        between: changes between any two releases, by element, the server first; empty where no view asks.
    """

    server: str
    title: str
    lockfile: str
    source: ReleaseSource
    as_of: int
    releases: tuple[Release, ...]
    newest: Release | None
    unreleased: Release | None
    revisions: tuple[RevisionLog, ...]
    lifecycles: tuple[Lifecycle, ...]
    deprecations: tuple[Deprecation, ...]
    gaps: tuple[Gap, ...]
    ruleset: str
    matrix: Matrix = field(default_factory=Matrix)
    consumers: tuple[Consumer, ...] = ()
    upgrades: Mapping[str, tuple[Change, ...]] = field(default_factory=dict)
    between: tuple[Between, ...] = ()

    @cached_property
    def by_version(self) -> Mapping[str, Release]:
        """Releases, and HEAD when it is ahead, by version."""
        pseudo = (self.unreleased,) if self.unreleased else ()
        return {release.version: release for release in (*self.releases, *pseudo)}
