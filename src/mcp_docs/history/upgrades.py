"""What somebody who still uses an older release meets on the way to the newest, compared directly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from mcp_docs.change import Change
from mcp_docs.history.compare import Comparer
from mcp_docs.interface import Interface
from mcp_docs.record import Release

#: Releases that are compared with the newest at most, the latest ones.
LIMIT: Final = 100


def upgrades(
    releases: Sequence[Release], newest: Release | None, comparer: Comparer
) -> Mapping[str, tuple[Change, ...]]:
    """Return the changes from each of the latest ``LIMIT`` releases to the newest, by version, worst first.

    Elements are compared one by one, so that a pair of states is judged once however many releases
    hold it; a removal keeps the new name that some release on the way gave.

    Args:
        releases: in release order, HEAD not among them.
        newest: the release that people upgrade to.
        comparer: compares elements.
    """
    if newest is None:
        return {}
    names = final_names(releases)
    return {
        release.version: _changes(release.interface, newest.interface, comparer, names)
        for release in releases[-LIMIT:]
        if release is not newest
    }


def _changes(
    old: Interface, new: Interface, comparer: Comparer, names: Mapping[tuple[str, str], str]
) -> tuple[Change, ...]:
    found = list(comparer.compare_elements(old.server, new.server))
    for key in {**old.index, **new.index}:
        found += comparer.compare_elements(old.index.get(key), new.index.get(key))
    named = (_named(change, new, names) for change in found)
    return tuple(sorted(named, key=lambda change: (*change.sort_key, change.path, change.side)))


def _named(change: Change, new: Interface, names: Mapping[tuple[str, str], str]) -> Change:
    name = names.get((change.kind, change.key))
    if name is None or change.pointer or change.operation != "removed" or new.get(change.kind, name) is None:
        return change
    return replace(change, detail=(*change.detail, ("renamed_to", name)))


def final_names(releases: Sequence[Release]) -> Mapping[tuple[str, str], str]:
    """Return the last name of each element that was ever renamed, by kind and earlier name."""
    steps = _renames(releases)
    return {(kind, key): _last_name(kind, key, steps) for kind, key in steps}


def _last_name(kind: str, key: str, steps: Mapping[tuple[str, str], str]) -> str:
    name, seen = key, {key}
    while (kind, name) in steps and steps[kind, name] not in seen:
        name = steps[kind, name]
        seen.add(name)
    return name


def _renames(releases: Sequence[Release]) -> Mapping[tuple[str, str], str]:
    """Return the new name of each element that was ever renamed."""
    return {
        (released.change.kind, released.change.key): name
        for release in releases
        for released in release.changes
        if not released.change.pointer and (name := dict(released.change.detail).get("renamed_to"))
    }
