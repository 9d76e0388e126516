"""Which later release took a change back, and which earlier change comes back in a later one.

A change that mattered (``review`` or ``breaking``) is undone by the first release grown from it in
which those whom it concerned are as well off as before it: the element as it was before the change,
compared directly with the element as that release has it, shows nothing as bad at that place. So a
limit that was lowered and then raised beyond what it was is undone, and so is a removal when the
element comes back in another state, provided that the other state breaks nobody who knew the
removed one. If it does break them, they are still broken, and calling the removal undone would
tell them that they may upgrade. A lesser change is undone by its exact inverse at the same place.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from mcp_docs.change import Change, Level
from mcp_docs.history.attribution import value_text
from mcp_docs.history.compare import Comparer
from mcp_docs.interface import Element
from mcp_docs.record import UNRELEASED, Release


@dataclass(frozen=True, slots=True)
class _Made:
    """A change that may still be undone: the bit of its release, its id, what was there before."""

    bit: int
    id: str
    change: Change
    before: Element | None


def with_undoings(releases: Sequence[Release], comparer: Comparer) -> tuple[Release, ...]:
    """Mark each change with the release that undid it, and with the id of its earlier self.

    Args:
        releases: in release order, HEAD last when it is ahead; what HEAD would undo is not undone yet.
        comparer: compares elements.
    """
    by_version = {release.version: release for release in releases}
    tracker = _Tracker(comparer)
    for number, release in enumerate(releases):
        tracker.follow(release, by_version.get(release.base or ""), 1 << number)
    return tuple(
        replace(
            release,
            changes=tuple(
                replace(c, undone_in=tracker.undone.get(c.id), earlier_id=tracker.earlier.get(c.id))
                for c in release.changes
            ),
        )
        for release in releases
    )


class _Tracker:
    """Follows the changes that are not undone yet, from release to release."""

    def __init__(self, comparer: Comparer) -> None:
        self.undone: dict[str, str] = {}
        self.earlier: dict[str, str] = {}
        self._comparer = comparer
        #: For each release itself and all that it grew from, as bits.
        self._behind: dict[str, int] = {}
        self._made: dict[tuple[str, str], list[_Made]] = {}
        self._seen: dict[str, list[tuple[int, str]]] = {}

    def follow(self, release: Release, base: Release | None, bit: int) -> None:
        """Take one release: what it undoes of those behind it, what it repeats, what it makes."""
        line = self._behind.get(release.base or "", 0)
        self._behind[release.version] = line | bit
        if release.version != UNRELEASED:
            self._undo(release, line)
        for released in release.changes:
            change = released.change
            seen = self._seen.setdefault(change.fingerprint, [])
            self.earlier.update((released.id, id_) for made, id_ in seen if line & made)
            seen.append((bit, released.id))
            before = base.interface.get(change.kind, change.key) if base else None
            self._made.setdefault((change.kind, change.key), []).append(
                _Made(bit, released.id, change, before)
            )

    def _undo(self, release: Release, line: int) -> None:
        inverses = {_place(c.change, inverse=True) for c in release.changes}
        for kind, key in dict.fromkeys((c.change.kind, c.change.key) for c in release.changes):
            now = release.interface.get(kind, key)
            for made in self._made.get((kind, key), ()):
                if line & made.bit and made.id not in self.undone and self._is_back(made, now, inverses):
                    self.undone[made.id] = release.version

    def _is_back(self, made: _Made, now: Element | None, inverses: Container[tuple[str, ...]]) -> bool:
        if made.change.level < Level.REVIEW:
            return _place(made.change) in inverses
        left = self._comparer.compare_elements(made.before, now)
        return not any(c.level >= made.change.level and _touch(c, made.change) for c in left)


def _place(change: Change, *, inverse: bool = False) -> tuple[str, ...]:
    before, after = (change.after, change.before) if inverse else (change.before, change.after)
    return (change.kind, change.key, change.pointer, value_text(before), value_text(after))


def _touch(one: Change, other: Change) -> bool:
    """Tell whether one change is at the other's place, around it or inside it, by pointer or by path."""
    if _inside(one.pointer + "/", other.pointer + "/"):
        return True
    # A schema that moved between ``$defs`` and its use has another pointer and the same path.
    return one.side == other.side and one.path == other.path != ""


def _inside(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)
