"""Strings of a regular language: shortest members within bounds of length, and matching."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from mcp_docs.schema.budget import Budget, OutOfBudget, Unmodelled
from mcp_docs.schema.patterns import charset
from mcp_docs.schema.patterns.parse import BadPattern, parse
from mcp_docs.schema.patterns.regex import EDGE, OTHER, WORD, Algebra, Node, charsets, nullable

#: Longest string that is ever made.
_LONGEST: Final = 20_000
_MATCH_STEPS: Final = 40_000

#: A node, what stands before, and the prefix so far if an excluded string begins with it.
_State: TypeAlias = "tuple[Node, int, str | None]"
_Layer: TypeAlias = "dict[_State, tuple[_State, str] | None]"


class Language:
    """Patterns compiled once, and questions about their combinations."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.algebra = Algebra(budget)
        self._compiled: dict[str, Node] = {}

    def node(self, pattern: str) -> Node:
        """Return the expression for ``pattern``.

        Raises:
            Unmodelled: the pattern is no ECMA-262 pattern, or uses what is not modelled.
        """
        node = self._compiled.get(pattern)
        if node is None:
            self.budget.spend(1 + len(pattern) // 4)
            try:
                node = parse(pattern, self.algebra)
            except BadPattern as fault:
                raise Unmodelled(f"the pattern {pattern[:80]!r} is no regular expression: {fault}") from fault
            except RecursionError:
                raise Unmodelled("a pattern is nested too deeply to be analysed") from None
            self._compiled[pattern] = node
        return node

    def matches(self, pattern: str, text: str) -> bool:
        """Tell whether ``pattern`` matches somewhere in ``text``."""
        return accepts(self.algebra, self.node(pattern), text)

    def shortest(
        self,
        wanted: Iterable[str],
        unwanted: Iterable[str],
        bounds: tuple[int, int | None],
        excluded: Sequence[str] = (),
    ) -> str | None:
        """Return a shortest string that all of ``wanted`` and none of ``unwanted`` match, or ``None``.

        Args:
            wanted: patterns.
            unwanted: patterns.
            bounds: least and greatest length.
            excluded: strings that do not count, sorted.
        """
        algebra = self.algebra
        node = algebra.both(
            [*map(self.node, wanted), *(algebra.negation(self.node(pattern)) for pattern in unwanted)]
        )
        try:
            return _Search(algebra, node, bounds, excluded).run()
        except RecursionError:
            raise Unmodelled("a pattern is too long to be analysed") from None


def accepts(algebra: Algebra, node: Node, text: str) -> bool:
    """Tell whether ``node`` matches the whole of ``text``, in one pass."""
    before = EDGE
    for character in text:
        node = algebra.derive(node, ord(character), before)
        if node is algebra.all or node is algebra.nothing:
            return node is algebra.all
        before = WORD if charset.is_word(ord(character)) else OTHER
    return nullable(node, (before, EDGE))


@dataclass(frozen=True, slots=True)
class Matcher:
    """One pattern, for validation: the time is bounded whatever the pattern and the text."""

    algebra: Algebra
    node: Node

    def search(self, text: str) -> bool:
        """Tell whether the pattern matches somewhere in ``text``.

        Raises:
            Unmodelled: the match is too much work.
        """
        self.algebra.budget.left = _MATCH_STEPS
        try:
            return accepts(self.algebra, self.node, text)
        except (OutOfBudget, RecursionError):
            raise Unmodelled("matching a pattern is too much work") from None


@lru_cache(maxsize=256)
def matcher(pattern: str) -> Matcher:
    """Return the matcher of ``pattern``.

    Raises:
        BadPattern: it is no ECMA-262 pattern.
        Unmodelled: it uses what is not modelled.
    """
    algebra = Algebra(Budget(_MATCH_STEPS))
    try:
        return Matcher(algebra, parse(pattern, algebra))
    except (OutOfBudget, RecursionError):
        raise Unmodelled("a pattern is too large to be analysed") from None


class _Search:
    """Breadth-first search for a string, one layer of states per length."""

    def __init__(
        self, algebra: Algebra, node: Node, bounds: tuple[int, int | None], excluded: Sequence[str]
    ) -> None:
        self.algebra = algebra
        self.low, self.high = bounds
        self.excluded = excluded
        self.start: _State = (node, EDGE, "" if excluded else None)
        self.classes = charset.minterms([charset.WORD, *charsets([node])])
        self.alphabet = [_letter(code) for code, _ in self.classes]

    def run(self) -> str | None:
        layers: list[_Layer] = [{self.start: None}]
        skipped = 0
        while len(layers) - 1 + skipped < self.low:
            layer = self._next(layers[-1], set())
            if not layer:
                return None
            layers.append(layer)
            if layer.keys() == layers[-2].keys():
                # Every further layer is the same, so the way back may use this step again and again.
                skipped = self.low - (len(layers) - 1)
                break
        if self.low > _LONGEST:
            raise Unmodelled(f"a string would need {self.low} characters")
        return self._beyond(layers, skipped)

    def _beyond(self, layers: list[_Layer], skipped: int) -> str | None:
        turn = len(layers) - 1
        seen: set[_State] = set(layers[-1])
        while True:
            for state in layers[-1]:
                if self._accepted(state):
                    return self._text(layers, state, turn, skipped)
            length = len(layers) - 1 + skipped
            if self.high is not None and length >= self.high:
                return None
            layer = self._next(layers[-1], seen)
            if not layer:
                return None
            seen.update(layer)
            layers.append(layer)

    def _accepted(self, state: _State) -> bool:
        node, before, prefix = state
        if prefix is not None and self._excludes(prefix):
            return False
        return nullable(node, (before, EDGE))

    def _excludes(self, text: str) -> bool:
        at = bisect_left(self.excluded, text)
        return at < len(self.excluded) and self.excluded[at] == text

    def _next(self, layer: _Layer, seen: set[_State]) -> _Layer:
        found: _Layer = {}
        algebra = self.algebra
        for state in layer:
            node, before, prefix = state
            if node is algebra.nothing:
                continue
            for code, character, kind in self._letters(prefix):
                target = algebra.derive(node, code, before)
                if target is algebra.nothing:
                    continue
                follow = None if prefix is None else self._prefix(prefix + character)
                reached = (target, kind if target.assertive else OTHER, follow)
                if reached not in seen and reached not in found:
                    found[reached] = (state, character)
        algebra.budget.spend(len(found))
        return found

    def _letters(self, prefix: str | None) -> Iterable[tuple[int, str, int]]:
        """Return letters enough: one of each class, and each with which an exception goes on."""
        if prefix is None:
            return self.alphabet
        following = self._following(prefix)
        taken = frozenset(following)
        letters = [_letter(code) for code in following]
        for code, chars in self.classes:
            free = code if code not in taken else charset.without(chars, taken)
            if free is not None:
                letters.append(_letter(free))
        self.algebra.budget.spend(len(letters) // 4)
        return letters

    def _following(self, prefix: str) -> list[int]:
        """Return the characters with which some excluded string continues ``prefix``, in order."""
        found = []
        at = bisect_left(self.excluded, prefix)
        while at < len(self.excluded) and self.excluded[at].startswith(prefix):
            rest = self.excluded[at][len(prefix) :]
            if not rest:
                at += 1
                continue
            found.append(ord(rest[0]))
            if found[-1] == charset.LAST:
                break
            at = bisect_left(self.excluded, prefix + chr(ord(rest[0]) + 1), at)
        return found

    def _prefix(self, text: str) -> str | None:
        at = bisect_left(self.excluded, text)
        return text if at < len(self.excluded) and self.excluded[at].startswith(text) else None

    def _text(self, layers: list[_Layer], state: _State, turn: int, skipped: int) -> str:
        letters: list[str] = []
        at = len(layers) - 1
        while at > 0 or skipped:
            step = layers[at][state]
            if step is None:
                break
            letters.append(step[1])
            state = step[0]
            if at == turn and skipped and state in layers[at]:
                skipped -= 1
            else:
                at -= 1
        return "".join(reversed(letters))


def _letter(code: int) -> tuple[int, str, int]:
    return code, chr(code), WORD if charset.is_word(code) else OTHER
