"""Arrays: items by position, items that there have to be, how many may be, and distinctness."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Final

from mcp_docs.jsonvalue import JsonValue
from mcp_docs.schema.formula import Formula
from mcp_docs.schema.prover.interfaces import Search
from mcp_docs.schema.prover.outcome import EMPTY, Empty, Found, Outcome, Unknown
from mcp_docs.schema.prover.state import State
from mcp_docs.schema.values import ARRAY, key

_LONGEST_PLAIN: Final = 2_000
_LONGEST: Final = 48

Goal = tuple[Formula, ...]
Counts = tuple[int, ...]


def solve_array(search: Search, state: State) -> Outcome:
    """Return an array that satisfies the literals of ``state``."""
    return _Arrays(search, state).solve()


@dataclass
class _Arrays:
    """One array in the making."""

    search: Search
    state: State
    at: dict[int, list[Formula]] = field(default_factory=dict)
    tails: list[tuple[int, Formula]] = field(default_factory=list)
    #: how many more items, from a position on, have to satisfy a formula
    demands: list[tuple[int, Formula]] = field(default_factory=list)
    demanded: list[int] = field(default_factory=list)
    #: how many more items may satisfy a formula
    limits: list[Formula] = field(default_factory=list)
    limited: list[int] = field(default_factory=list)
    low: int = 0
    high: int | None = None
    distinct: bool = False
    repeated: bool = False
    unknown: str = ""

    def __post_init__(self) -> None:
        for literal in self.state.literals:
            self._add(literal)
        #: positions from here on are all alike
        self.alike = max([0, *(i + 1 for i in self.at), *(i for i, _ in [*self.tails, *self.demands])])
        if self.repeated:
            self.low = max(self.low, 2)

    def _add(self, literal: Formula) -> None:
        kind, args = literal.kind, literal.args
        if kind == "more":
            self.low = max(self.low, args[0])
        elif kind == "fewer":
            self._at_most(args[0] - 1)
        elif kind in ("at", "with"):
            self.at.setdefault(args[0], []).append(args[1])
            if kind == "with":
                self.low = max(self.low, args[0] + 1)
        elif kind == "from":
            self.tails.append((args[0], args[1]))
            if args[1] is self.search.space.false:
                self._at_most(args[0])
        elif kind == "some":
            self.demands.append((args[0], args[1]))
            self.demanded.append(1)
        elif kind == "contains":
            self.demands.append((0, args[0]))
            self.demanded.append(args[1])
        elif kind == "lacks":
            self.limits.append(args[0])
            self.limited.append(args[1] - 1)
        else:
            self.distinct |= kind == "distinct"
            self.repeated |= kind == "repeated"

    def _at_most(self, number: int) -> None:
        self.high = number if self.high is None else min(self.high, number)

    def solve(self) -> Outcome:
        """Return an array, or that there is none, or why that is unknown."""
        if self.high is not None and self.low > self.high:
            return EMPTY
        if self.demands or self.limits or self.distinct or self.repeated:
            outcome = self._searched()
        else:
            outcome = self._plain()
        if isinstance(outcome, Empty) and self.unknown:
            return Unknown(self.unknown)
        if isinstance(outcome, Found) and key(outcome.value) in self.state.excluded:
            return self._avoiding(outcome)
        return outcome

    def _position(self, index: int) -> Goal:
        return (*self.at.get(index, ()), *(inner for start, inner in self.tails if start <= index))

    def _item(self, goal: Goal) -> Outcome:
        outcome = self.search.solve(goal)
        if isinstance(outcome, Unknown):
            self.unknown = self.unknown or outcome.reason
        return outcome

    def _plain(self) -> Outcome:
        values: list[JsonValue] = []
        for index in range(min(self.low, self.alike + 1)):
            outcome = self._item(self._position(index))
            if not isinstance(outcome, Found):
                return outcome
            values.append(outcome.value)
        if self.low > _LONGEST_PLAIN:
            return Unknown(f"an array would need {self.low} items")
        values.extend([values[-1]] * (self.low - len(values)) if values else [])
        return Found(values)

    def _searched(self) -> Outcome:
        padding = self._padding()
        if isinstance(padding, Empty | Unknown):
            return padding
        longest = max(self.low, self.alike) + sum(self.demanded) + (2 if self.repeated else 0)
        if self.high is not None:
            longest = min(longest, self.high)
        self.longest = min(longest, _LONGEST)
        self.visited: set[tuple[int, int, Counts, Counts]] = set()
        outcome = self._extend((), tuple(self.demanded), tuple(self.limited))
        if isinstance(outcome, Empty) and longest > _LONGEST:
            self.unknown = self.unknown or "an array would need too many items"
        if isinstance(outcome, Found) and padding is not None and isinstance(outcome.value, list):
            missing = self.padded - len(outcome.value)
            return Found(outcome.value + [padding.value] * missing)
        return outcome

    def _padding(self) -> Outcome | None:
        """Take long stretches of items that are for nothing out of the search.

        Beyond the positions that differ, more items than there are demands and limits to spend them
        on means that one of them is for neither; such an item can be repeated or left out at will.
        """
        needed = self.alike + sum(self.demanded) + sum(self.limited)
        if self.distinct or self.low <= max(needed, 4):
            return None
        self.padded = self.low
        if self.padded > _LONGEST_PLAIN:
            self.unknown = self.unknown or f"an array would need {self.low} items"
        negation = self.search.space.negation
        outcome = self._item((*self._position(self.alike), *(negation(part) for part in self.limits)))
        self.low = self.alike
        if self.padded > self.alike + 1:
            # Padding repeats itself, and nothing else is said about two equal items.
            self.repeated = self.repeated and self.padded - self.alike - sum(self.demanded) <= 1
        return (
            outcome if self.padded <= _LONGEST_PLAIN or isinstance(outcome, Empty) else Unknown(self.unknown)
        )

    def _extend(self, goals: tuple[Goal, ...], demanded: Counts, limited: Counts) -> Outcome:
        index = len(goals)
        if index >= self.low and not any(demanded):
            outcome = self._finish(goals)
            if isinstance(outcome, Found):
                return outcome
        if index >= self.longest:
            return EMPTY
        if not (self.distinct or self.repeated):
            place = (min(index, self.alike), max(self.low - index, 0), demanded, limited)
            if place in self.visited:
                return EMPTY
            self.visited.add(place)
        self.search.space.budget.spend(1 + index // 8)
        for goal, left, free in self._options(index, demanded, limited):
            self.search.space.budget.spend()
            if not isinstance(self._item(goal), Found):
                continue
            outcome = self._extend((*goals, goal), left, free)
            if isinstance(outcome, Found):
                return outcome
        return EMPTY

    def _options(
        self, index: int, demanded: Counts, limited: Counts
    ) -> Iterator[tuple[Goal, Counts, Counts]]:
        """Yield what the next item may be for: which demands it meets, which limits it uses up."""
        negation = self.search.space.negation
        base = self._position(index)
        open_demands = [i for i, (start, _) in enumerate(self.demands) if demanded[i] and start <= index]
        for size in range(len(open_demands), -1, -1):
            for met in combinations(open_demands, size):
                left = tuple(count - (i in met) for i, count in enumerate(demanded))
                wanted = tuple(self.demands[i][1] for i in met)
                uses = [(False, True) if count else (False,) for count in limited]
                for used in product(*uses):
                    free = tuple(count - use for count, use in zip(limited, used, strict=True))
                    avoided = tuple(
                        negation(part) for part, use in zip(self.limits, used, strict=True) if not use
                    )
                    yield (*base, *wanted, *avoided), left, free

    def _finish(self, goals: tuple[Goal, ...]) -> Outcome:
        values = []
        for goal in goals:
            outcome = self._item(goal)
            if not isinstance(outcome, Found):
                return EMPTY
            values.append(outcome.value)
        different = len({key(value) for value in values}) == len(values)
        if self.distinct and not different:
            return self._matched(goals)
        if self.repeated and different:
            return self._doubled(goals, values)
        return Found(values)

    def _doubled(self, goals: tuple[Goal, ...], values: list[JsonValue]) -> Outcome:
        for one, other in combinations(range(len(goals)), 2):
            outcome = self._item((*goals[one], *goals[other]))
            if isinstance(outcome, Found):
                values[one] = values[other] = outcome.value
                return Found(values)
        return EMPTY

    def _matched(self, goals: tuple[Goal, ...]) -> Outcome:
        """Choose different values: as many candidates as items are enough for each of them."""
        candidates = []
        for goal in goals:
            values, outcome = self.search.several(goal, len(goals))
            if isinstance(outcome, Unknown):
                self.unknown = self.unknown or outcome.reason
            candidates.append(values)
        owner: dict[object, int] = {}
        for index in sorted(range(len(goals)), key=lambda i: len(candidates[i])):
            if not self._augment(index, candidates, owner, set()):
                return EMPTY
        chosen: list[JsonValue] = [None] * len(goals)
        for name, index in owner.items():
            chosen[index] = next(value for value in candidates[index] if key(value) == name)
        return Found(chosen)

    def _augment(
        self, index: int, candidates: list[list[JsonValue]], owner: dict[object, int], tried: set[object]
    ) -> bool:
        for value in candidates[index]:
            name = key(value)
            if name in tried:
                continue
            tried.add(name)
            if name not in owner or self._augment(owner[name], candidates, owner, tried):
                owner[name] = index
                return True
        return False

    def _avoiding(self, outcome: Found) -> Outcome:
        """Find an array that differs from those excluded: at some item, or in its length."""
        space = self.search.space
        rest = frozenset(self.state.excluded) - {key(outcome.value)}
        bar = space.negation(space.among(rest)) if rest else space.true
        base = [*self.state.literals, space.types(ARRAY), bar]
        unknown = ""
        values = outcome.value if isinstance(outcome.value, list) else []
        for option in self._differences(values):
            answer = self.search.solve([*base, option])
            if isinstance(answer, Found):
                return answer
            if isinstance(answer, Unknown):
                unknown = answer.reason
        return Unknown(unknown) if unknown else EMPTY

    def _differences(self, values: list[JsonValue]) -> Iterator[Formula]:
        space = self.search.space
        yield space.literal("more", len(values) + 1, strict=True)
        yield space.literal("fewer", len(values), strict=True)
        for index, value in enumerate(values):
            yield space.literal("with", index, space.negation(space.one_of([value])), strict=True)
