"""The search: by type, by choice, and down into the parts of a value.

A goal is a set of formulas. First its literals alone are solved (by type, in the modules beside
this one); if that is impossible the goal is, and if the value found satisfies the open choices as
well, it is the answer. Only else is there a case distinction. A goal that comes up again while it
is being solved cannot help: a smallest value never holds another value for the same goal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf
from typing import Any, Final

from mcp_docs.jsonvalue import JsonValue
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.compiler import Compiler
from mcp_docs.schema.evaluate import Evaluator
from mcp_docs.schema.formula import Formula
from mcp_docs.schema.prover.arrays import solve_array
from mcp_docs.schema.prover.numeric import solve_number
from mcp_docs.schema.prover.objects import solve_object
from mcp_docs.schema.prover.outcome import EMPTY, Empty, Found, Outcome, Unknown
from mcp_docs.schema.prover.state import State
from mcp_docs.schema.prover.strings import solve_string
from mcp_docs.schema.values import ALL, ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING, key, type_of

_MAX_DEPTH: Final = 24
_MAX_BRANCHING: Final = 60
#: Types in the order in which a reader would choose an example.
_ORDER: Final = (STRING, NUMBER, BOOLEAN, OBJECT, ARRAY, NULL)

Goal = tuple[Formula, ...]


class Solver:
    """Solves goals of one compiler's space and remembers them."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.space = compiler.space
        self.judge = Evaluator(compiler)
        self._known: dict[Goal, Outcome] = {}
        self._active: dict[Goal, int] = {}
        #: goals proven empty only as long as a goal that is being solved is assumed to be
        self._assumed: dict[Goal, float] = {}
        self._lowest: float = inf

    def solve(self, parts: Iterable[Formula]) -> Outcome:
        """Return a value that satisfies all ``parts``, or that there is none, or that it is unknown."""
        goal = self._goal(parts)
        if goal is None:
            return EMPTY
        known = self._known.get(goal)
        if known is not None:
            self._lowest = min(self._lowest, self._assumed.get(goal, inf))
            return known
        if goal in self._active:
            self._lowest = min(self._lowest, self._active[goal])
            return EMPTY
        if len(self._active) >= _MAX_DEPTH:
            return Unknown("the schema is nested too deeply to be analysed")
        return self._fresh(goal)

    def _fresh(self, goal: Goal) -> Outcome:
        self.space.budget.spend(1 + len(goal) // 8)
        index = len(self._active)
        outer, self._lowest = self._lowest, inf
        before = len(self._assumed)
        self._active[goal] = index
        try:
            outcome = self._solve(goal)
        finally:
            del self._active[goal]
        lowest = self._lowest
        inside = list(self._assumed)[before:]
        if not isinstance(outcome, Empty):
            for assumed in inside:
                del self._known[assumed], self._assumed[assumed]
        elif lowest < index:
            self._assumed[goal] = lowest
        else:
            for assumed in inside:
                del self._assumed[assumed]
        self._known[goal] = outcome
        self._lowest = min(outer, lowest if lowest < index else inf)
        return outcome

    def _goal(self, parts: Iterable[Formula]) -> Goal | None:
        """Return the parts flat, each once and in order; ``None`` for an evident contradiction."""
        found: dict[Formula, None] = {}
        mask = ALL
        for part in parts:
            for formula in part.args if part.kind == "and" else (part,):
                if formula.opposite is not None and formula.opposite in found:
                    return None
                found[formula] = None
                mask &= formula.mask
        if not mask:
            return None
        return tuple(sorted(found, key=lambda formula: formula.number))

    def _solve(self, goal: Goal) -> Outcome:
        hinted = self._hinted(goal)
        if hinted is not None:
            return hinted
        mask = ALL
        for formula in goal:
            mask &= formula.mask
        unknown: Outcome = EMPTY
        for bit in _ORDER:
            if not mask & bit:
                continue
            state = State(self.compiler, bit)
            outcome = self._branch(state, 0) if state.absorb(goal) else EMPTY
            if isinstance(outcome, Found):
                return outcome
            if isinstance(outcome, Unknown):
                unknown = _better(unknown, outcome)
        return unknown

    def _hinted(self, goal: Goal) -> Found | None:
        """Try the defaults and examples that the schemas themselves name."""
        for formula in goal:
            if formula.kind != "schema":
                continue
            lazy = formula.lazy
            value = (lazy[0] if isinstance(lazy, tuple) else lazy).value
            for hint in hints(value):
                if self.satisfies(hint, goal):
                    return Found(hint)
        return None

    def satisfies(self, value: JsonValue, formulas: Iterable[Formula]) -> bool:
        """Tell whether ``value`` satisfies all ``formulas``, as far as they are modelled."""
        try:
            return all(self.judge.holds(formula, value) for formula in formulas)
        except Unmodelled:
            return False

    def _branch(self, state: State, depth: int) -> Outcome:  # noqa: PLR0911 - one per way to end
        self.space.budget.spend(1 + len(state.seen) // 16)
        if state.members is not None:
            return self._members(state)
        outcome = _LEAVES[state.bit](self, state)
        if isinstance(outcome, Empty):
            return outcome
        if isinstance(outcome, Found):
            pick = self._violated(state, outcome.value)
            if pick is None:
                if state.unknowns:
                    return Unknown(state.unknowns[0], (outcome.value,))
                return outcome
        elif state.choices:
            pick = min(range(len(state.choices)), key=lambda index: len(state.choices[index]))
        else:
            return outcome
        if depth >= _MAX_BRANCHING:
            return Unknown("too many combinations of alternatives")
        return self._split(state, pick, depth)

    def _split(self, state: State, pick: int, depth: int) -> Outcome:
        unknown: Outcome = EMPTY
        for option in state.choices[pick]:
            inner = state.copy(pick)
            if not inner.absorb((option,)):
                continue
            outcome = self._branch(inner, depth + 1)
            if isinstance(outcome, Found):
                return outcome
            if isinstance(outcome, Unknown):
                unknown = _better(unknown, outcome)
        return unknown

    def _violated(self, state: State, value: JsonValue) -> int | None:
        """Return the index of the smallest choice that ``value`` does not satisfy."""
        violated = [
            (len(choice), index)
            for index, choice in enumerate(state.choices)
            if not any(self.satisfies(value, (option,)) for option in choice)
        ]
        return min(violated)[1] if violated else None

    def _members(self, state: State) -> Outcome:
        """Try the only values that are allowed."""
        unknown: Outcome = EMPTY
        values = self.space.values
        allowed = [values[name] for name in state.members or () if name not in state.excluded]
        allowed = [value for value in allowed if type_of(value) == state.bit]
        self.space.budget.spend(len(allowed) // (1 if state.literals or state.choices else 20))
        for value in sorted(allowed, key=_plainness):
            try:
                if all(self.judge.holds(literal, value) for literal in state.literals) and all(
                    any(self.judge.holds(option, value) for option in choice) for choice in state.choices
                ):
                    if not state.unknowns:
                        return Found(value)
                    unknown = _better(unknown, Unknown(state.unknowns[0], (value,)))
            except Unmodelled as reason:
                unknown = _better(unknown, Unknown(str(reason), (value,)))
        return unknown

    def several(self, goal: Iterable[Formula], number: int) -> tuple[list[JsonValue], Outcome]:
        """Return up to ``number`` different values for ``goal``, and what ended the search."""
        parts = list(goal)
        values: list[JsonValue] = []
        outcome: Outcome = EMPTY
        while len(values) < number:
            excluded = [self.space.negation(self.space.one_of(values))] if values else []
            outcome = self.solve([*parts, *excluded])
            if not isinstance(outcome, Found):
                break
            values.append(outcome.value)
        return values, outcome


def hints(schema: Any) -> Iterator[JsonValue]:
    """Yield the values that a schema itself gives as default or examples, a few at most."""
    if isinstance(schema, Mapping):
        examples = schema.get("examples")
        if isinstance(examples, list):
            yield from examples[:3]
        if "default" in schema:
            yield schema["default"]


def _plainness(value: JsonValue) -> tuple[int, str]:
    text = value if isinstance(value, str) else str(value)
    return (len(text) == 0, text)


def _better(one: Outcome, other: Unknown) -> Unknown:
    if isinstance(one, Unknown) and (one.guess or not other.guess):
        return one
    return other


def _solve_simple(values: tuple[JsonValue, ...]) -> Callable[[Solver, State], Outcome]:
    def solve(_: Solver, state: State) -> Outcome:
        for value in values:
            if key(value) not in state.excluded:
                return Found(value)
        return EMPTY

    return solve


_LEAVES: Final[Mapping[int, Callable[[Any, State], Outcome]]] = {
    NULL: _solve_simple((None,)),
    BOOLEAN: _solve_simple((True, False)),
    NUMBER: solve_number,
    STRING: solve_string,
    ARRAY: solve_array,
    OBJECT: solve_object,
}
