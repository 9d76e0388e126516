"""Plausible example instances."""

from __future__ import annotations

from mcp_docs.jsonvalue import ABSENT, Absent, JsonValue
from mcp_docs.schema.validate import is_valid


def example(schema: JsonValue, *, minimal: bool = True) -> JsonValue | Absent:
    """Return a valid instance of ``schema``, always the same one, or ``ABSENT`` if none was found."""
    del minimal
    for value in ({}, "text", 1, True, [], None):
        if is_valid(schema, value):
            return value
    return ABSENT
