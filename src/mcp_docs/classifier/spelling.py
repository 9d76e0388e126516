"""Differences that are none: another spelling of a schema that accepts the very same values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mcp_docs.classifier.hybrid import by_member, hybrid
from mcp_docs.jsonvalue import JsonValue, pointer_split
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.containment import decide
from mcp_docs.schema.delta import Delta
from mcp_docs.schema.inline import ANNOTATIONS
from mcp_docs.schema.source import Source
from mcp_docs.schema.verdict import Compatible

#: The schema that accepts nothing.
_NOTHING: Final[JsonValue] = {"not": {}}
#: Facts about a name that comes or goes.
_NAMING: Final = frozenset(("property.added", "property.removed", "property.required.added"))
#: What a member needs of its root to mean the same.
_OF_THE_ROOT: Final = frozenset(("$schema", "$defs", "definitions"))


def is_spelling(delta: Delta) -> bool:
    """Tell whether a difference is none where both schemas accept the same values.

    A name that is declared and not restricted says something to people and models that no value
    shows. Of a restricted one the same values tell that it is still known. Of a keyword that is
    not modelled nothing is known.
    """
    if delta.fact in _NAMING and delta.operation != "changed":
        part = delta.after if delta.operation == "added" else delta.before
        return isinstance(part, Mapping) and not part.keys() <= ANNOTATIONS
    return delta.fact != "keyword.changed"


def accept_the_same(old: JsonValue, new: JsonValue) -> bool:
    """Tell whether two schemas are proven to accept the same values, and not both none at all."""
    # What is tried here mostly became wider, which the first of the two shows at once.
    pairs = (new, old), (old, new)
    if not all(isinstance(decide(one, other, profile="strict"), Compatible) for one, other in pairs):
        return False
    # Two schemas that accept nothing have nothing in common but that.
    return not isinstance(decide(old, _NOTHING, profile="strict"), Compatible)


def respelt(old: JsonValue, new: JsonValue, unproven: Sequence[Delta]) -> Iterator[Delta]:
    """Yield the differences inside members that accept the very same values as before.

    Each member is looked at by itself, so that what changed around it says nothing.

    Args:
        old: the old schema, its references written out.
        new: the new schema as it is.
        unproven: differences of which no value shows that they break.
    """
    if not isinstance(old, Mapping) or not isinstance(new, Mapping) or not _comparable(old, new):
        return
    members = old.get("properties")
    base = {word: part for word, part in old.items() if word in _OF_THE_ROOT}
    for edit, numbers in by_member(unproven, new):
        name = "" if edit is None else pointer_split(edit.pointer)[1]
        if edit is None or not isinstance(members, Mapping) or name not in members:
            continue
        alone = {**base, "properties": {name: members[name]}}
        if accept_the_same(alone, hybrid(alone, new, (edit,))):
            yield from (unproven[number] for number in numbers)


def _comparable(old: JsonValue, new: JsonValue) -> bool:
    """Tell whether both are of one dialect and name nothing that a part would have to keep."""
    try:
        left, right = Source(old), Source(new)
    except Unmodelled:
        return False
    return left.simple and right.simple and left.dialect == right.dialect
