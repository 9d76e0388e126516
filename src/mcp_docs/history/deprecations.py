"""Promises to remove something, followed through the releases to what became of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from mcp_docs.history.marks import Mark, marks
from mcp_docs.history.options import DeprecationNotice
from mcp_docs.interface import KINDS, ElementKind, Interface
from mcp_docs.jsonvalue import pointer_split
from mcp_docs.record import UNRELEASED, Deprecation, DeprecationState, Lifecycle, Release
from mcp_docs.semver import parse_version

#: A removal this close is due: time to act, in seconds.
_SOON = 30 * 86_400
_Place = tuple[ElementKind, str, str]


@dataclass(frozen=True, slots=True)
class _Promise:
    mark: Mark
    announced: Release | None
    withdrawn: bool = False


def deprecations(
    line: Sequence[Release], lives: Sequence[Lifecycle], notices: Sequence[DeprecationNotice], as_of: int
) -> tuple[Deprecation, ...]:
    """Return every promise and every removal without one, by element and place.

    Args:
        line: the newest release and all that it grew from, oldest first, then HEAD when it is ahead.
        lives: of all elements.
        notices: from the configuration; they go before what the interface says.
        as_of: the record's today, seconds since 1970-01-01 UTC.
    """
    promises = _promises(line, notices)
    found = [_follow(promise, line, as_of) for promise in promises.values()]
    kept = {(item.kind, item.key) for item in found if not item.pointer}
    silent = [
        _without_notice(life)
        for life in lives
        if life.removed_in is not None and (life.kind, life.key) not in kept
    ]
    order = {kind: number for number, kind in enumerate(KINDS)}
    return tuple(sorted((*found, *silent), key=lambda d: (order[d.kind], d.key, d.pointer)))


def _promises(line: Sequence[Release], notices: Sequence[DeprecationNotice]) -> Mapping[_Place, _Promise]:
    promises: dict[_Place, _Promise] = {}
    for release in line:
        current = {mark.place: mark for mark in marks(release.interface)}
        for place, mark in current.items():
            known = promises.get(place)
            announced = known.announced if known and not known.withdrawn else release
            promises[place] = _Promise(mark, announced)
        for place, promise in promises.items():
            if place not in current and _exists(release.interface, place):
                promises[place] = replace(promise, withdrawn=True)
    by_version = {release.version: release for release in line}
    for notice in notices:
        kind, _, key = notice.element.partition(":")
        place = (_KINDS[kind], key, notice.pointer)
        promises[place] = _configured(notice, place, promises.get(place), by_version)
    return promises


_KINDS: Mapping[str, ElementKind] = {kind: kind for kind in KINDS}


def _configured(
    notice: DeprecationNotice, place: _Place, known: _Promise | None, releases: Mapping[str, Release]
) -> _Promise:
    announced = releases.get(notice.since) or (known.announced if known else None)
    mark = Mark(
        place[0],
        place[1],
        place[2],
        known.mark.path if known else ".".join(t for t in pointer_split(notice.pointer)[1:] if t != "properties"),
        "config",
        sunset=notice.sunset or (known.mark.sunset if known else None),
        replacement=notice.replacement or (known.mark.replacement if known else None),
        note=notice.note or (known.mark.note if known else ""),
    )
    return _Promise(mark, announced)


def _exists(interface: Interface, place: _Place) -> bool:
    element = interface.get(place[0], place[1])
    value: object = element.data if element else None
    for token in pointer_split(place[2]):
        if isinstance(value, Mapping):
            value = value.get(token)
        elif isinstance(value, Sequence) and not isinstance(value, str) and token.isdigit():
            value = value[int(token)] if int(token) < len(value) else None
        else:
            return False
    return value is not None


def _follow(promise: _Promise, line: Sequence[Release], as_of: int) -> Deprecation:
    mark = promise.mark
    removed = _removal(mark.place, line)
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
    )


def _removal(place: _Place, line: Sequence[Release]) -> Release | None:
    """Return the first release of the newest run of releases that lack the place, if it ever was there."""
    removed: Release | None = None
    seen = False
    for release in line:
        if _exists(release.interface, place):
            removed, seen = None, True
        elif removed is None and seen:
            removed = release
    return removed


def _state(promise: _Promise, removed: Release | None, line: Sequence[Release], as_of: int) -> DeprecationState:
    sunset = promise.mark.sunset
    if removed is not None:
        return "removed early" if sunset and not _reached(sunset, removed, removed.time) else "removed on time"
    if promise.withdrawn:
        return "reinstated"
    released = [release for release in line if release.version != UNRELEASED]
    if sunset and released and _reached(sunset, released[-1], as_of):
        return "overdue"
    if sunset and released and _reached(sunset, released[-1], as_of + _SOON):
        return "due"
    return "announced"


def _reached(sunset: str, release: Release, at: int) -> bool:
    """Tell whether a sunset (a version or a date) is reached by a release at a time."""
    target, version = parse_version(sunset), parse_version(release.version)
    if target and version:
        return version.version >= target.version
    moment = sunset_time(sunset)
    return moment is not None and at >= moment


def sunset_time(sunset: str) -> int | None:
    """Return the start of the day, UTC, of an ISO date or time, or ``None`` when it is none."""
    try:
        moment = datetime.fromisoformat(sunset)
    except ValueError:
        return None
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())


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
