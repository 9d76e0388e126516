"""What the solvers of one type need of the search as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from mcp_docs.jsonvalue import JsonValue
from mcp_docs.schema.evaluate import Evaluator
from mcp_docs.schema.formula import Formula, Space
from mcp_docs.schema.prover.outcome import Outcome


class Search(Protocol):
    """The part of ``Solver`` that the solvers by type use; it keeps the imports acyclic."""

    space: Space
    judge: Evaluator

    def solve(self, parts: Iterable[Formula]) -> Outcome:
        """Return a value that satisfies all ``parts``, or that there is none, or that it is unknown."""

    def several(self, goal: Iterable[Formula], number: int) -> tuple[list[JsonValue], Outcome]:
        """Return up to ``number`` different values for ``goal``, and what ended the search."""
