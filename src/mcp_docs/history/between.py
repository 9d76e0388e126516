"""The changes of each element between any two of its states, for those who compare any two releases.

Releases are many, the states of an element few: the changes between two releases are those between
the states that they hold. Nothing is composed of the steps between, see ``history.matrix``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mcp_docs.change import Change
from mcp_docs.history.compare import Comparer, state_of
from mcp_docs.history.renamed import OtherNames, other_names
from mcp_docs.interface import Element
from mcp_docs.record import ABSENT_STATE, Between, Lifecycle, Release, State

#: States of one element that are compared with each other at most, the newest; pairs grow with their square.
LIMIT: Final = 40


def between(
    releases: Sequence[Release], lives: Sequence[Lifecycle], comparer: Comparer
) -> tuple[Between, ...]:
    """Return for the server and each element its changes between any two states, in both directions.

    Args:
        releases: in release order, HEAD last when it is ahead.
        lives: of the elements.
        comparer: compares elements.
    """
    names, unnamed = other_names(releases), OtherNames()
    return (
        _between(tuple(_server_states(releases)), unnamed, comparer),
        *(_between(life.states, names.get((life.kind, life.key), unnamed), comparer) for life in lives),
    )


def _server_states(releases: Sequence[Release]) -> Iterator[State]:
    held: dict[object, list[Release]] = {}
    for release in releases:
        held.setdefault(state_of(release.interface.server), []).append(release)
    for found in held.values():
        server = found[0].interface.server
        yield State("server", server.key, "server", server, tuple(release.version for release in found))


def _between(states: Sequence[State], names: OtherNames, comparer: Comparer) -> Between:
    kind, key = (states[-1].kind, states[-1].key) if states else ("server", "")
    return Between(kind, key, tuple(states), names.later, names.earlier, _pairs(states, comparer))


def _pairs(states: Sequence[State], comparer: Comparer) -> Mapping[tuple[int, int], tuple[Change, ...]]:
    first = max(0, len(states) - LIMIT)
    numbered: list[tuple[int, Element | None]] = [
        (number, state.element) for number, state in enumerate(states[first:], start=first)
    ]
    if states and states[0].kind != "server":  # which is always there
        numbered.append((ABSENT_STATE, None))
    return {
        (old, new): _sorted(comparer.compare_elements(before, after))
        for old, before in numbered
        for new, after in numbered
        if old != new
    }


def _sorted(changes: Sequence[Change]) -> tuple[Change, ...]:
    return tuple(sorted(changes, key=lambda change: (*change.sort_key, change.path, change.side)))
