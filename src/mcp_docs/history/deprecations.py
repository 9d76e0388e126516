"""Promises to remove something, followed through the releases to what became of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mcp_docs.history.announcements import notice_place
from mcp_docs.history.marks import Mark, Marks, Place, exists
from mcp_docs.history.model import Gap
from mcp_docs.history.options import DeprecationNotice
from mcp_docs.interface import KINDS
from mcp_docs.jsonvalue import pointer_split
from mcp_docs.record import UNRELEASED, Deprecation, DeprecationState, Lifecycle, Release, SunsetMove
from mcp_docs.semver import parse_version
from mcp_docs.sunsets import is_earlier, sunset_time
from mcp_docs.tables import near

#: A removal this close is due: time to act, in seconds.
_SOON = 30 * 86_400


@dataclass(frozen=True, slots=True)
class _Promise:
    """A notice, the release that made it, whether it was taken back, and how its end moved."""

    mark: Mark
    announced: Release | None
    withdrawn_in: str | None = None
    moves: tuple[SunsetMove, ...] = ()


def deprecations(
    line: Sequence[Release],
    lives: Sequence[Lifecycle],
    notices: Sequence[DeprecationNotice],
    marks: Marks,
    as_of: int,
) -> tuple[Deprecation, ...]:
    """Return every promise and every removal of an element without one, by element and place.

    Args:
        line: the newest release and all that it grew from, oldest first, then HEAD when it is ahead.
        lives: of all elements.
        notices: from the configuration; they go before what the interface says.
        marks: finds notices in interfaces.
        as_of: the record's today, seconds since 1970-01-01 UTC.
    """
    promises = _promises(line, notices, marks)
    found = [_follow(promise, place, line, as_of) for place, promise in promises.items()]
    kept = {(item.kind, item.key) for item in found if not item.pointer}
    silent = [
        _without_notice(life)
        for life in lives
        if life.removed_in is not None and (life.kind, life.key) not in kept
    ]
    return tuple(sorted((*found, *silent), key=lambda d: (KINDS.index(d.kind), d.key, d.pointer)))


def unfounded(line: Sequence[Release], notices: Sequence[DeprecationNotice]) -> tuple[Gap, ...]:
    """Return a gap for each notice of the configuration that is about nothing on this line."""
    return tuple(
        Gap(
            "deprecation.unknown_element",
            f"a configured deprecation is about {notice.element}{notice.pointer}, which no release had"
            f"{_did_you_mean(line, notice)}",
            element=notice.element,
        )
        for notice in notices
        if not _ever(line, notice)
    )


def _did_you_mean(line: Sequence[Release], notice: DeprecationNotice) -> str:
    """Return a hint at the nearest name where the element itself is unknown."""
    names = {f"{kind}:{key}" for release in line for kind, key in release.interface.index}
    return "" if notice.element in names else near(notice.element, tuple(sorted(names)))


def _ever(line: Sequence[Release], notice: DeprecationNotice) -> bool:
    return any(exists(release.interface, notice_place(notice, release)) for release in line)


def _promises(
    line: Sequence[Release], notices: Sequence[DeprecationNotice], marks: Marks
) -> Mapping[Place, _Promise]:
    promises: dict[Place, _Promise] = {}
    by_version = {release.version: release for release in line}
    for release in line:
        current = marks.of(release.interface)
        for place, mark in current.items():
            known = promises.get(place)
            first = by_version.get(mark.since or "", release)
            standing = known if known and not known.withdrawn_in else None
            promises[place] = _Promise(
                mark, standing.announced if standing else first, moves=_moves(standing, mark, release)
            )
        for place, promise in promises.items():
            if place not in current and exists(release.interface, place):
                promises[place] = replace(promise, withdrawn_in=promise.withdrawn_in or release.version)
    for notice in notices:
        holder = next((r for r in reversed(line) if exists(r.interface, notice_place(notice, r))), None)
        if holder is not None:
            place = notice_place(notice, holder)
            promises[place] = _configured(notice, place, promises.get(place), by_version)
    return promises


def _moves(known: _Promise | None, mark: Mark, release: Release) -> tuple[SunsetMove, ...]:
    """Return how the end of a promise has moved up to a release."""
    if known is None or known.mark.sunset == mark.sunset:
        return known.moves if known else ()
    before, after = known.mark.sunset, mark.sunset
    return (*known.moves, SunsetMove(release.version, before, after, earlier=is_earlier(after, before)))


def _configured(
    notice: DeprecationNotice, place: Place, known: _Promise | None, releases: Mapping[str, Release]
) -> _Promise:
    announced = releases.get(notice.since) or (known.announced if known else None)
    path = ".".join(token for token in pointer_split(notice.pointer)[1:] if token != "properties")  # noqa: S105
    mark = Mark(
        place[0],
        place[1],
        known.mark.pointer if known else notice.pointer,
        known.mark.path if known else path,
        "config",
        sunset=notice.sunset or (known.mark.sunset if known else None),
        replacement=notice.replacement or (known.mark.replacement if known else None),
        note=notice.note or (known.mark.note if known else ""),
    )
    return _Promise(mark, announced, moves=known.moves if known else ())


def _follow(promise: _Promise, place: Place, line: Sequence[Release], as_of: int) -> Deprecation:
    mark = promise.mark
    removed = _removal(place, line)
    return Deprecation(
        kind=mark.kind,
        key=mark.key,
        pointer=mark.pointer,
        path=mark.path,
        source=mark.source,
        announced_in=promise.announced.version if promise.announced else None,
        announced_at=promise.announced.time if promise.announced else None,
        sunset=mark.sunset,
        replacement=mark.replacement,
        note=mark.note,
        removed_in=removed.version if removed else None,
        state=_state(promise, removed, line, as_of),
        moves=promise.moves,
        reinstated_in=promise.withdrawn_in,
    )


def _removal(place: Place, line: Sequence[Release]) -> Release | None:
    """Return the release that removed the place for good, if it ever was there."""
    removed: Release | None = None
    seen = False
    for release in line:
        if exists(release.interface, place):
            removed, seen = None, True
        elif removed is None and seen:
            removed = release
    return removed


def _state(
    promise: _Promise, removed: Release | None, line: Sequence[Release], as_of: int
) -> DeprecationState:
    sunset = promise.mark.sunset
    released = [release for release in line if release.version != UNRELEASED]
    last = released[-1] if released else line[-1]
    if removed is not None and removed.version == UNRELEASED and _next_version_decides(sunset, last):
        return "announced"
    if removed is not None:
        if promise.withdrawn_in or (
            promise.announced and line.index(promise.announced) >= line.index(removed)
        ):
            return "removed without notice"
        return "removed early" if _ahead(sunset, removed, removed.time) else "removed on time"
    if promise.withdrawn_in:
        return "reinstated"
    if sunset and _reached(sunset, last, as_of):
        return "overdue"
    return "due" if sunset and _reached(sunset, last, as_of + _SOON) else "announced"


def _next_version_decides(sunset: str | None, last: Release) -> bool:
    """Tell whether a removal that no release has yet is on time only if the next version is the one."""
    return parse_version(sunset or "") is not None and not _reached(sunset or "", last, last.time)


def _ahead(sunset: str | None, release: Release, at: int) -> bool:
    """Tell whether a release at a time is before a sunset; one that cannot be judged is no promise."""
    comparable = parse_version(sunset or "") is not None and parse_version(release.version) is not None
    if sunset is None or not (comparable or sunset_time(sunset) is not None):
        return False
    return not _reached(sunset, release, at)


def _reached(sunset: str, release: Release, at: int) -> bool:
    """Tell whether a sunset (a version or a date) is reached by a release at a time.

    A pre-release of the version that a sunset names shows what that version will be, so it counts.
    """
    target, version = parse_version(sunset), parse_version(release.version)
    if target and version:
        return version.version.finalize_version() >= target.version
    moment = sunset_time(sunset)
    return moment is not None and at >= moment


def _without_notice(life: Lifecycle) -> Deprecation:
    return Deprecation(
        kind=life.kind,
        key=life.key,
        pointer="",
        path="",
        source="none",
        announced_in=None,
        announced_at=None,
        sunset=None,
        replacement=None,
        note="",
        removed_in=life.removed_in,
        state="removed without notice",
    )
