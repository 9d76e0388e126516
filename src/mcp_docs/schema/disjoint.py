"""Alternatives that exclude each other by a member that tells them apart, seen without a proof.

That each pair of ``oneOf``'s alternatives excludes each other would else be a question per pair,
and tagged unions have many.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Final

from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.source import Place
from mcp_docs.schema.values import key

_MOST_STEPS: Final = 4
_OLD_REFERENCES: Final = 7

#: For each required member, the keys of the only values that it can have.
Tags = dict[str, frozenset[Hashable]]


def tags(place: Place) -> Tags:
    """Return the members that tell a schema apart; empty unless it allows objects alone.

    Args:
        place: the schema; references are followed a few steps.
    """
    found: Tags = {}
    only_objects = False
    for _ in range(_MOST_STEPS):
        schema = place.value
        if not isinstance(schema, Mapping):
            break
        old = place.source.dialect <= _OLD_REFERENCES
        if not (old and "$ref" in schema):
            only_objects |= schema.get("type") == "object"
            found.update(_own(schema, modern=place.source.dialect > 4, old=old))  # noqa: PLR2004 - no const in draft 4
        if "$ref" not in schema:
            break
        try:
            place = place.source.refer(place, schema["$ref"])
        except Unmodelled:
            break
    return found if only_objects else {}


def _own(schema: Mapping[str, Any], *, modern: bool, old: bool) -> Tags:
    properties, required = schema.get("properties"), schema.get("required")
    found: Tags = {}
    if isinstance(properties, Mapping) and isinstance(required, list):
        for name in required:
            part = properties.get(name) if isinstance(name, str) else None
            if not isinstance(part, Mapping) or (old and "$ref" in part):
                continue
            if modern and "const" in part:
                found[name] = frozenset((key(part["const"]),))
            elif isinstance(part.get("enum"), list):
                found[name] = frozenset(map(key, part["enum"]))
    return found


def exclude(one: Tags, other: Tags) -> bool:
    """Tell whether no value can satisfy two schemas with these tags."""
    return any(name in other and one[name].isdisjoint(other[name]) for name in one)
