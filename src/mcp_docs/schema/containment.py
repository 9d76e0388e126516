"""Containment of JSON Schemas: is every value of one a value of the other?"""

from __future__ import annotations

from mcp_docs.jsonvalue import JsonValue, canonical_text
from mcp_docs.schema.validate import is_valid
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
    del profile, budget
    if canonical_text(old) == canonical_text(new):
        return Compatible("the schemas are the same")
    small, large = (old, new) if direction == "input" else (new, old)
    for value in ({}, [], "", 0, 1, True, False, None, "text", 1.5, {"x": 1}):
        if is_valid(small, value) and not is_valid(large, value):
            return Breaking(value, "a value that one side accepts and the other rejects")
    return Unproven("no rule decides this pair yet")
