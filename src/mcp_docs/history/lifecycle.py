"""The distinct states of each element over the releases, and the life that they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mcp_docs.history.slugs import assign_slugs
from mcp_docs.interface import KINDS, Element, ElementKind
from mcp_docs.record import UNRELEASED, Lifecycle, Release, ReleasedChange, State

_Key = tuple[ElementKind, str]


def lifecycles(
    releases: Sequence[Release], newest: Release | None, head: Release | None
) -> tuple[Lifecycle, ...]:
    """Return the life of every element that a release or HEAD ever had, by kind and key.

    Args:
        releases: in release order.
        newest: the newest release.
        head: HEAD when it is ahead.
    """
    held: dict[_Key, dict[str, tuple[Element, list[str]]]] = {}
    for release in (*releases, *((head,) if head else ())):
        for element in release.interface:
            states = held.setdefault((element.kind, element.key), {})
            if release.version != UNRELEASED or element.digest not in states:
                states.setdefault(element.digest, (element, []))[1].append(release.version)
    changes = _changes(releases, head)
    slugs = {kind: assign_slugs(key for k, key in held if k == kind) for kind in KINDS}
    made = (
        _lifecycle(_states(key, states, slugs[key[0]][key[1]]), releases, newest, changes.get(key, ()))
        for key, states in held.items()
    )
    return tuple(sorted(made, key=lambda life: (KINDS.index(life.kind), life.key)))


def _changes(releases: Sequence[Release], head: Release | None) -> Mapping[_Key, Sequence[ReleasedChange]]:
    found: dict[_Key, list[ReleasedChange]] = {}
    for release in (*((head,) if head else ()), *reversed(releases)):
        for released in release.changes:
            found.setdefault((released.change.kind, released.change.key), []).append(released)
    return found


def _states(key: _Key, states: Mapping[str, tuple[Element, list[str]]], slug: str) -> tuple[State, ...]:
    return tuple(State(key[0], key[1], slug, element, tuple(held)) for element, held in states.values())


def _lifecycle(
    states: tuple[State, ...],
    releases: Sequence[Release],
    newest: Release | None,
    changes: Sequence[ReleasedChange],
) -> Lifecycle:
    holders = {version: state for state in states for version in state.releases}
    last = next((release.version for release in reversed(releases) if release.version in holders), UNRELEASED)
    preferred = newest.version if newest and newest.version in holders else last
    first = states[0]
    return Lifecycle(
        kind=first.kind,
        key=first.key,
        slug=first.slug,
        states=states,
        newest=holders[preferred],
        since=first.releases[0],
        removed_in=_removed_in(newest, releases, holders),
        changes=tuple(changes),
    )


def _removed_in(
    newest: Release | None, releases: Sequence[Release], holders: Mapping[str, State]
) -> str | None:
    """Return the release that first lacked the element again, on the newest release's line."""
    if newest is None or newest.version in holders or set(holders) == {UNRELEASED}:
        return None
    by_version = {release.version: release for release in releases}
    without = newest
    while without.base is not None and without.base not in holders:
        without = by_version[without.base]
    return without.version if without.base is not None else None
