"""Containment of JSON Schemas: is every value of one a value of the other?

``small`` not contained in ``large`` means that some value satisfies ``small`` and not ``large``. The
prover looks for it; that there is none is the proof of compatibility, and one that is found, made
small and confirmed by ``jsonschema`` on both whole schemas, is the witness of a break.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from mcp_docs.jsonvalue import JsonValue
from mcp_docs.schema.budget import DEFAULT_STEPS, Budget, OutOfBudget, Unmodelled
from mcp_docs.schema.compiler import Compiler
from mcp_docs.schema.formula import Formula, Space
from mcp_docs.schema.keywords import KEYWORDS
from mcp_docs.schema.prover.outcome import Empty, Found, Outcome
from mcp_docs.schema.prover.solver import Solver
from mcp_docs.schema.reduce import Reduced, reduced
from mcp_docs.schema.restrict import restriction
from mcp_docs.schema.sample import likely
from mcp_docs.schema.shrink import shrunk
from mcp_docs.schema.source import AT_LEAST, AT_MOST, CLOSED, Source, TooDeep, packed
from mcp_docs.schema.validate import accepts, first_error
from mcp_docs.schema.values import identical
from mcp_docs.schema.verdict import Breaking, Compatible, Direction, Profile, Unproven, Verdict

_SAME = Compatible("the schemas are the same")
_INCLUDED = Compatible("no value that the one side accepts is rejected by the other")
_TOO_LARGE = "the schemas are too large or too intricate to be analysed within the budget"
_TOO_DEEP = "the schema is nested too deeply to be analysed"
_TOLERANCE = "whether a reader that ignores unknown fields can tell the alternatives apart is not clear"


def decide(
    old: JsonValue,
    new: JsonValue,
    *,
    direction: Direction = "input",
    profile: Profile = "callers",
    budget: int | None = None,
) -> Verdict:
    """Decide whether the change from ``old`` to ``new`` can break somebody.

    Args:
        old: the schema as it was.
        new: the schema as it is.
        direction: ``input``: is every value of ``old`` accepted by ``new``? ``output``: is every
            value of ``new`` allowed by ``old``?
        profile: ``strict`` is pure set inclusion; ``callers`` adds that nobody sends a name that
            was not declared and that readers ignore fields that they do not know.
        budget: work steps to spend, the default if ``None``; the answer depends on no clock.
    """
    small, large = (old, new) if direction == "input" else (new, old)
    try:
        return _decided(small, large, direction, profile, Budget(DEFAULT_STEPS if budget is None else budget))
    except OutOfBudget:
        return Unproven(_TOO_LARGE)
    except TooDeep as reason:
        return _SAME if identical(small, large) else Unproven(str(reason))
    except Unmodelled as reason:
        return Unproven(str(reason))
    except RecursionError:
        return Unproven(_TOO_DEEP)


def _decided(
    small: JsonValue, large: JsonValue, direction: Direction, profile: Profile, budget: Budget
) -> Verdict:
    data = packed(small), packed(large)
    if data[0] == data[1]:
        return _SAME
    sources = Source(small, data[0]), Source(large, data[1])
    left = reduced(*sources)
    verdict = _Question(sources, left, budget).answer(direction, profile)
    if not left.whole and isinstance(verdict, Unproven):
        return _Question(sources, Reduced(*sources), budget).answer(direction, profile)
    return verdict


class _Question:
    """One pair: is ``small`` contained in ``large``?"""

    def __init__(self, sources: tuple[Source, Source], left: Reduced, budget: Budget) -> None:
        self.small, self.large = sources
        self.left = left
        self.compiler = Compiler(Space(budget), KEYWORDS)
        self.space = self.compiler.space
        self.solver = Solver(self.compiler)

    def answer(self, direction: Direction, profile: Profile) -> Verdict:
        """Answer for a direction and a profile."""
        if profile == "strict":
            return self.strict()
        return self.sent() if direction == "input" else self.read()

    def strict(self) -> Verdict:
        """Answer for all values."""
        return self._answer([self._small()], self._large(CLOSED))

    def sent(self) -> Verdict:
        """Answer for the values that callers send: without names that the other side just declared."""
        assumed = restriction(self.left.small.start(), self.left.large.start(), self.space.budget)
        if assumed is None:
            return self.strict()
        formula = self.compiler.schema(Source(assumed).start())
        return self._answer([self._small(), formula], self._large(CLOSED), assumed)

    def read(self) -> Verdict:
        """Answer for readers, who take what they do not know as absent."""
        at_least, at_most = self._large(AT_LEAST), self._large(AT_MOST)
        if at_least is at_most:
            return self._answer([self._small()], at_least)
        first = self.solver.solve([self._small(), self.space.negation(at_least)])
        if isinstance(first, Empty):
            return _INCLUDED
        outcome = self.solver.solve([self._small(), self.space.negation(at_most)])
        if not isinstance(outcome, Empty):
            return self._judged(outcome, [self._small()], at_most)
        if isinstance(self.solver.solve([self._small(), self.space.negation(self._large(CLOSED))]), Empty):
            return _INCLUDED
        return Unproven(_TOLERANCE)

    def _small(self) -> Formula:
        return self.compiler.schema(self.left.small.start())

    def _large(self, mode: int) -> Formula:
        return self.compiler.schema(self.left.large.start().read(mode))

    def _answer(self, given: list[Formula], wanted: Formula, assumed: JsonValue = True) -> Verdict:
        outcome = self.solver.solve([*given, self.space.negation(wanted)])
        return _INCLUDED if isinstance(outcome, Empty) else self._judged(outcome, given, wanted, assumed)

    def _judged(
        self, outcome: Outcome, given: list[Formula], wanted: Formula, assumed: JsonValue = True
    ) -> Verdict:
        goal = [*given, self.space.negation(wanted)]
        if isinstance(outcome, Found):
            for witness in self._witnesses(outcome.value, goal):
                reason = self._confirmed(witness, assumed)
                if reason:
                    return Breaking(witness, reason)
            return Unproven("a value was found that seems to break, but the validator did not confirm it")
        if isinstance(outcome, Empty):
            return _INCLUDED
        for guess in outcome.guess:
            reason = self._confirmed(guess, assumed)
            if reason and self.large_read_as_is(wanted):
                return Breaking(guess, reason)
        return Unproven(outcome.reason)

    def large_read_as_is(self, wanted: Formula) -> bool:
        """Tell whether ``wanted`` is the large side itself, which the validator judges in full."""
        return wanted is self._large(CLOSED)

    def _witnesses(self, value: JsonValue, goal: Iterable[Formula]) -> Iterable[JsonValue]:
        """Yield the value made small, then the value as it was found."""
        parts = list(goal)
        small = value
        with suppress(OutOfBudget):
            small = shrunk(value, lambda candidate: self.solver.satisfies(candidate, parts))
        for witness in (small,) if small is value else (small, value):
            with suppress(Unmodelled):
                yield self.left.filled(witness, lambda schema, name: likely(schema, name, self.small))

    def _confirmed(self, witness: JsonValue, assumed: JsonValue) -> str:
        """Return what the large side has against the witness; empty if it is no witness."""
        try:
            if not accepts(self.small.root, witness) or (
                assumed is not True and not accepts(assumed, witness)
            ):
                return ""
            return first_error(self.large.root, witness)
        except Unmodelled:
            return ""
