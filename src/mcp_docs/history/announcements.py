"""Which release first announced what a later one removed, along the line that each grew from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mcp_docs.history.marks import Marks, Place, place_of
from mcp_docs.history.options import DeprecationNotice
from mcp_docs.interface import KINDS, ElementKind
from mcp_docs.record import Release, ReleasedChange

_KINDS: Mapping[str, ElementKind] = {kind: kind for kind in KINDS}


def with_announcements(
    releases: Sequence[Release], notices: Sequence[DeprecationNotice], marks: Marks
) -> tuple[Release, ...]:
    """Say at each removal which release had announced it.

    A notice of an element announces the end of its parts too.

    Args:
        releases: in release order, HEAD last when it is ahead.
        notices: from the configuration.
        marks: finds notices in interfaces.
    """
    by_version = {release.version: release for release in releases}
    active: dict[str, Mapping[Place, str]] = {}
    made = []
    for release in releases:
        base = by_version.get(release.base or "")
        before = active[base.version] if base else {}
        active[release.version] = _active(release, before, notices, marks)
        made.append(_announced(release, base, before) if base else release)
    return tuple(made)


def _active(
    release: Release, before: Mapping[Place, str], notices: Sequence[DeprecationNotice], marks: Marks
) -> Mapping[Place, str]:
    """Return what is announced as of a release, and by which version it was first."""
    found = {place: before.get(place, release.version) for place in marks.of(release.interface)}
    for notice in notices:
        place = notice_place(notice, release)
        if notice.since == release.version or place in before:
            found[place] = before.get(place, release.version)
    return found


def notice_place(notice: DeprecationNotice, release: Release) -> Place:
    """Return what a notice of the configuration is about, as ``release`` has it."""
    kind, _, key = notice.element.partition(":")
    element = release.interface.get(_KINDS[kind], key)
    return place_of(element, _KINDS[kind], key, notice.pointer)


def _announced(release: Release, base: Release, before: Mapping[Place, str]) -> Release:
    if not any(c.change.operation == "removed" for c in release.changes):
        return release
    return replace(release, changes=tuple(_with_notice(c, base, before) for c in release.changes))


def _with_notice(released: ReleasedChange, base: Release, before: Mapping[Place, str]) -> ReleasedChange:
    change = released.change
    if change.operation != "removed":
        return released
    kind, key, pointer = place_of(
        base.interface.get(change.kind, change.key), change.kind, change.key, change.pointer
    )
    while pointer and (kind, key, pointer) not in before:
        pointer = pointer.rpartition("/")[0]
    return replace(released, announced_in=before.get((kind, key, pointer)))
