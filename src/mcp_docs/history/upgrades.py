"""What somebody who still uses an older release meets on the way to the newest, compared directly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mcp_docs.change import Change
from mcp_docs.history.compare import Comparer
from mcp_docs.history.renamed import Name, OtherNames, other_names, with_renames
from mcp_docs.interface import Interface
from mcp_docs.record import Release

#: Releases that are compared with the newest at most, the latest ones.
LIMIT: Final = 100


def upgrades(
    releases: Sequence[Release], newest: Release | None, comparer: Comparer
) -> Mapping[str, tuple[Change, ...]]:
    """Return the changes from each of the latest ``LIMIT`` releases to the newest, by version, worst first.

    Elements are compared one by one, so that a pair of states is judged once however many releases
    hold it; what some release on the way renamed is told as renamed.

    Args:
        releases: in release order, HEAD not among them.
        newest: the release that people upgrade to.
        comparer: compares elements.
    """
    if newest is None:
        return {}
    names = other_names(releases)
    return {
        release.version: _changes(release.interface, newest.interface, comparer, names)
        for release in releases[-LIMIT:]
        if release is not newest
    }


def _changes(
    old: Interface, new: Interface, comparer: Comparer, names: Mapping[Name, OtherNames]
) -> tuple[Change, ...]:
    found = list(comparer.compare_elements(old.server, new.server))
    for key in {**old.index, **new.index}:
        found += comparer.compare_elements(old.index.get(key), new.index.get(key))
    named = with_renames(found, old.index, new.index, names)
    return tuple(sorted(named, key=lambda change: (*change.sort_key, change.path, change.side)))
