"""Containment of JSON Schemas: is every value of one a value of the other?"""

from __future__ import annotations

from mcp_docs.jsonvalue import JsonValue
from mcp_docs.schema.budget import DEFAULT_STEPS, Budget, OutOfBudget, Unmodelled
from mcp_docs.schema.compile import Compiler
from mcp_docs.schema.formula import Space
from mcp_docs.schema.prover.outcome import Empty, Found
from mcp_docs.schema.prover.solver import Solver
from mcp_docs.schema.source import Source, packed
from mcp_docs.schema.unevaluated import UNEVALUATED
from mcp_docs.schema.validate import accepts
from mcp_docs.schema.verdict import Breaking, Compatible, Direction, Profile, Unproven, Verdict


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
    try:
        small, large = (old, new) if direction == "input" else (new, old)
        if packed(small) == packed(large):
            return Compatible("the schemas are the same")
        space = Space(Budget(DEFAULT_STEPS if budget is None else budget))
        compiler = Compiler(space)
        solver = Solver(compiler)
        accepted = compiler.schema(Source(small).start())
        rejected = space.negation(compiler.schema(Source(large).start()))
        outcome = solver.solve([accepted, rejected])
        if isinstance(outcome, Empty):
            return Compatible("every value of the one side is a value of the other")
        guesses = (outcome.value,) if isinstance(outcome, Found) else outcome.guess
        for guess in guesses:
            if accepts(small, guess) and not accepts(large, guess):
                return Breaking(guess, "one side accepts it and the other rejects it")
        return Unproven(outcome.reason if not isinstance(outcome, Found) else "DISAGREE " + repr(outcome.value))
    except OutOfBudget:
        return Unproven("the schemas are too large or too intricate to be analysed within the budget")
    except Unmodelled as reason:
        return Unproven(str(reason))
    except RecursionError:
        return Unproven("the schema is nested too deeply to be analysed")
