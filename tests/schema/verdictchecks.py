"""A verdict put to the proof: the library's validator judges values that were found another way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mcp_docs.schema.containment import decide
from mcp_docs.schema.verdict import Breaking, Compatible, Outcome


def uncontradicted(old: Any, new: Any, library: Any, values: Iterable[Any]) -> Outcome:
    """Return the outcome of comparing two schemas, when nothing contradicts it.

    Args:
        old: the schema whose values the other has to accept.
        new: the other.
        library: the validator class of the dialect.
        values: tried where the verdict is that there is no break.
    """
    verdict = decide(old, new, profile="strict")
    small, large = library(old), library(new)
    if isinstance(verdict, Breaking):
        assert small.is_valid(verdict.witness), (old, new, verdict)
        assert not large.is_valid(verdict.witness), (old, new, verdict)
    if isinstance(verdict, Compatible):
        for value in values:
            assert not small.is_valid(value) or large.is_valid(value), (old, new, value)
    return verdict.outcome
