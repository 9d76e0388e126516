"""Numbers: an interval, steps to be a multiple of, steps not to be a multiple of, and exceptions."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, gcd, lcm
from typing import Final

from mcp_docs.schema.prover.interfaces import Search
from mcp_docs.schema.prover.outcome import EMPTY, Found, Outcome, Unknown
from mcp_docs.schema.prover.state import State
from mcp_docs.schema.values import Exact, plain

_MOST_TRIES: Final = 20_000


@dataclass
class _Numbers:
    """What a number has to satisfy."""

    low: Exact | None = None
    low_open: bool = False
    high: Exact | None = None
    high_open: bool = False
    step: Exact | None = None
    not_steps: list[Exact] = field(default_factory=list)
    excluded: AbstractSet[Hashable] = frozenset()

    def at_least(self, bound: Exact, *, opened: bool) -> None:
        if self.low is None or bound > self.low or (bound == self.low and opened):
            self.low, self.low_open = bound, opened

    def at_most(self, bound: Exact, *, opened: bool) -> None:
        if self.high is None or bound < self.high or (bound == self.high and opened):
            self.high, self.high_open = bound, opened

    def allows(self, number: Exact) -> bool:
        if self.low is not None and (number < self.low or (self.low_open and number == self.low)):
            return False
        if self.high is not None and (number > self.high or (self.high_open and number == self.high)):
            return False
        return self.admits(number)

    def admits(self, number: Exact) -> bool:
        """Tell whether a number within the interval is not an exception."""
        return not any(number % step == 0 for step in self.not_steps) and key_of(number) not in self.excluded


def key_of(number: Exact) -> Exact:
    """Return the key of a number, which is itself."""
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


def common_multiple(one: Exact, two: Exact) -> Exact:
    """Return the least common multiple of two positive rationals."""
    a, b = Fraction(one), Fraction(two)
    result = Fraction(lcm(a.numerator, b.numerator), gcd(a.denominator, b.denominator))
    return key_of(result)


def solve_number(search: Search, state: State) -> Outcome:
    """Return a number that satisfies the literals of ``state``."""
    numbers = _Numbers(excluded=state.excluded)
    for literal in state.literals:
        value = literal.args[0]
        if literal.kind in ("ge", "gt"):
            numbers.at_least(value, opened=literal.kind == "gt")
        elif literal.kind in ("le", "lt"):
            numbers.at_most(value, opened=literal.kind == "lt")
        elif literal.kind == "multiple":
            numbers.step = value if numbers.step is None else common_multiple(numbers.step, value)
        else:
            numbers.not_steps.append(value)
    low, high = numbers.low, numbers.high
    if low is not None and high is not None:
        if low > high or (low == high and (numbers.low_open or numbers.high_open)):
            return EMPTY
        if low == high:
            fits = numbers.step is None or low % numbers.step == 0
            return _spelled(low) if fits and numbers.allows(low) else EMPTY
    if numbers.step is not None:
        return _on_grid(search, numbers, numbers.step)
    return _between(numbers)


def _spelled(number: Exact) -> Outcome:
    value = plain(number)
    return Unknown("a number that no double can spell") if value is None else Found(value)


def _on_grid(search: Search, numbers: _Numbers, step: Exact) -> Outcome:
    """Find a multiple of ``step``; in one period of the exceptions everything has been seen."""
    first = last = None
    if numbers.low is not None:
        first = ceil(Fraction(numbers.low) / Fraction(step))
        first += numbers.low_open and first * step == numbers.low
    if numbers.high is not None:
        last = floor(Fraction(numbers.high) / Fraction(step))
        last -= numbers.high_open and last * step == numbers.high
    if first is not None and last is not None and first > last:
        return EMPTY
    period: Exact = 1
    for other in numbers.not_steps:
        if step % other == 0:
            return EMPTY
        period = common_multiple(period, common_multiple(step, other) / Fraction(step))
    exceptions = sum(isinstance(name, int | Fraction) for name in numbers.excluded)
    tries = int(period) * (exceptions + 1)
    start = 1 if first is None or first <= 1 else first
    start = start if last is None or start <= last else last
    return _scanned(search, numbers, step, (start, first, last, tries))


def _scanned(
    search: Search, numbers: _Numbers, step: Exact, plan: tuple[int, int | None, int | None, int]
) -> Outcome:
    start, first, last, tries = plan
    limit = min(tries, _MOST_TRIES)
    unspelled = False
    for direction, end in ((1, last), (-1, first)):
        turn = start if direction == 1 else start - 1
        for tried in range(limit):
            if not tried % 16:
                search.space.budget.spend()
            if end is not None and (turn - end) * direction > 0:
                break
            if numbers.admits(key_of(Fraction(turn * step))):
                value = plain(key_of(Fraction(turn * step)))
                if value is not None:
                    return Found(value)
                unspelled = True
            turn += direction
    if unspelled or tries > limit:
        return Unknown("the multiples that are asked for are too far apart to be searched")
    return EMPTY


def _between(numbers: _Numbers) -> Outcome:
    """Find a number in an interval with an inside, in which there are always infinitely many."""
    for candidate in _candidates(numbers.low, numbers.high):
        if numbers.allows(candidate):
            value = plain(candidate)
            if value is not None:
                return Found(value)
    return Unknown("no number was found that a double can spell")


def _candidates(low: Exact | None, high: Exact | None) -> Iterator[Exact]:
    yield from (1, 0, 2, -1, 3)
    near = [bound for bound in (low, high) if bound is not None] or [0]
    for digits in (0, 1, 2, 3, 4, 6, 8, 12, 15):
        scale = 10**digits
        for bound in near:
            base = floor(Fraction(bound) * scale)
            steps = (1, 0, -1, 2, -2, 3, 5, 7, 9, -3, -5, -7) if digits else (*range(-2, 40), *range(-40, -2))
            yield from (key_of(Fraction(base + offset, scale)) for offset in steps)
    if low is not None and high is not None:
        for part in range(1, 40):
            yield key_of(low + (Fraction(high) - low) * Fraction(part, 64))
