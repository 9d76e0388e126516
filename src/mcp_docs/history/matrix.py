"""Each release against each later one, compared directly: may a consumer upgrade from here to there?

Steps that are each compatible can add up to a break (an argument goes, and returns with another
type), so no pair is composed from the steps between. Elements are compared by digest, and each pair
of states once however many pairs of releases hold it; the cost grows with the states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final, TypeAlias

from mcp_docs.change import Bump, Change, Level, demanded_bump
from mcp_docs.history.compare import Comparer, state_of
from mcp_docs.interface import Element, ElementKind
from mcp_docs.record import UNRELEASED, Matrix, Pair, Release
from mcp_docs.semver import SemVer, demanded_step, parse_version

#: Releases that a matrix holds at most, the newest; pairs grow with their square.
LIMIT: Final = 200

_Key: TypeAlias = tuple[ElementKind, str]


@dataclass(frozen=True, slots=True)
class _Sum:
    """What the changes of one element between two of its states come to."""

    kind: ElementKind
    bump: Bump
    breaking: int
    review: int
    worst: Change
    order: tuple[int, str, str, str, str]


def build_matrix(releases: Sequence[Release], comparer: Comparer, supported: Sequence[str]) -> Matrix:
    """Compare each of the newest ``LIMIT`` releases with each later one that is supported.

    Args:
        releases: in release order, HEAD last when it is ahead.
        comparer: compares elements.
        supported: shell patterns of the versions to which an upgrade is judged; HEAD always is.
    """
    shown = releases[-LIMIT:]
    columns = [
        r.version == UNRELEASED or any(fnmatchcase(r.version, pattern) for pattern in supported)
        for r in shown
    ]
    pairs = _Pairs(shown, columns)
    for key in _keys(shown):
        pairs.add(key, [release.interface.get(*key) for release in shown], comparer)
    return Matrix(
        releases=tuple(r.version for r in shown),
        supported=tuple(r.version for r, is_column in zip(shown, columns, strict=True) if is_column),
        left_out=len(releases) - len(shown),
        pairs=tuple(pairs.result()),
    )


def _keys(releases: Sequence[Release]) -> Sequence[_Key]:
    named = {key: None for release in releases for key in release.interface.index}
    return [("server", ""), *named]


class _Pairs:
    """Sums up, for each pair of releases, what its elements' changes come to."""

    def __init__(self, releases: Sequence[Release], columns: Sequence[bool]) -> None:
        self._releases = releases
        ranks = [_rank(release, number) for number, release in enumerate(releases)]
        count = range(len(releases))
        self._later = [[columns[j] and _is_later(ranks[i], ranks[j]) for j in count] for i in count]
        self._sums: dict[tuple[int, int], list[_Sum]] = {
            (i, j): [] for i in count for j in count if self._later[i][j]
        }

    def add(self, key: _Key, elements: Sequence[Element | None], comparer: Comparer) -> None:
        """Add one element, as each release has it."""
        holders: dict[object, list[int]] = {}
        for number, element in enumerate(elements):
            holders.setdefault(state_of(element), []).append(number)
        for before in holders.values():
            for after in holders.values():
                places = [(i, j) for i in before for j in after if self._later[i][j]]
                if before is after or not places:
                    continue
                found = _sum(key[0], comparer.compare_elements(elements[before[0]], elements[after[0]]))
                for place in places if found else ():
                    self._sums[place].append(found)  # type: ignore[arg-type]  # told by the condition

    def result(self) -> Iterator[Pair]:
        """Yield the pairs by the older release, then the newer one, both in release order."""
        for (i, j), sums in self._sums.items():
            yield _pair(self._releases[i].version, self._releases[j].version, sums)


def _sum(kind: ElementKind, changes: Sequence[Change]) -> _Sum | None:
    if not changes:
        return None
    levels = [change.level for change in changes]
    worst = min(changes, key=lambda change: change.sort_key)
    breaking, review = levels.count(Level.BREAKING), levels.count(Level.REVIEW)
    return _Sum(kind, demanded_bump(changes), breaking, review, worst, worst.sort_key)


def _pair(old: str, new: str, sums: Sequence[_Sum]) -> Pair:
    bump = max((item.bump for item in sums), default=Bump.NONE)
    kinds: dict[ElementKind, Level] = {}
    for item in sums:
        kinds[item.kind] = max(kinds.get(item.kind, Level.PATCH), item.worst.level)
    worst = min(sums, key=lambda item: item.order).worst if sums else None
    return Pair(
        old=old,
        new=new,
        demanded=demanded_step(bump, parse_version(new)),
        breaking=sum(item.breaking for item in sums),
        review=sum(item.review for item in sums),
        kinds=kinds,
        worst=worst,
    )


_Rank: TypeAlias = tuple[int, SemVer | None]


def _rank(release: Release, number: int) -> _Rank:
    return number, None if release.version == UNRELEASED else parse_version(release.version)


def _is_later(one: _Rank, other: _Rank) -> bool:
    """Tell whether people upgrade from one to the other: to the higher version, or to what came later.

    A patch of an old line comes later than a new major version, and nobody upgrades from that to it.
    """
    if one[1] and other[1] and one[1].version != other[1].version:
        return one[1].version < other[1].version
    return one[0] < other[0]
