"""One spelling for schemas that say the same, and equality of values as JSON has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor
from typing import Final

from mcp_docs.jsonvalue import Absent, JsonObject, JsonValue, canonical_text
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.values import Exact, exact

#: Keywords that say what holds without them, where they say one of these.
_NOTHING: Mapping[str, tuple[JsonValue, ...]] = {
    **dict.fromkeys(
        "additionalProperties unevaluatedProperties unevaluatedItems items propertyNames".split(), (True, {})
    ),
    **dict.fromkeys(
        "properties patternProperties dependentRequired dependentSchemas dependencies".split(), ({},)
    ),
    **dict.fromkeys(("required", "prefixItems"), ([],)),
    **dict.fromkeys(("minLength", "minItems", "minProperties"), (0,)),
    **dict.fromkeys(("uniqueItems", "deprecated", "readOnly", "writeOnly"), (False,)),
}


def number_equal(value: JsonValue) -> JsonValue:
    """Return ``value`` with each float that is a whole number as an integer: JSON has one kind."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, Mapping):
        return {key: number_equal(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [number_equal(item) for item in value]
    return value


def same(left: JsonValue, right: JsonValue) -> bool:
    """Tell whether two values have the same canonical text; cheap where they are spelt alike.

    Python's own equality comes first: it is fast, and only ever errs by taking numbers for others
    of their value.
    """
    return left == right and (repr(left) == repr(right) or canonical_text(left) == canonical_text(right))


def equal(left: JsonValue | Absent, right: JsonValue | Absent) -> bool:
    """Tell whether two values are equal as JSON has it: 1 is 1.0, true is not 1."""
    if left is right or isinstance(left, Absent) or isinstance(right, Absent):
        return left is right
    if isinstance(left, str) or isinstance(right, str):
        return left == right
    return canonical_text(number_equal(left)) == canonical_text(number_equal(right))


def without_noise(schema: JsonObject) -> JsonObject:
    """Return a schema without the keywords that say what holds without them."""
    return {key: value for key, value in schema.items() if not _says_nothing(key, value)}


def without_equal_bounds(old: JsonObject, new: JsonObject) -> tuple[JsonObject, JsonObject]:
    """Return two schemas without the bounds of numbers that are the same on both sides.

    ``exclusiveMinimum: 0`` bounds integers as ``minimum: 1`` does, and of two lower bounds only the
    higher one counts. The very same objects come back where nothing is left out.
    """
    for words in (_LOWER, _UPPER):
        if words.isdisjoint(old) or words.isdisjoint(new):
            continue
        before, after = (_bound(schema, words) for schema in (old, new))
        if before is not None and before == after:
            old, new = (
                {word: part for word, part in schema.items() if word not in words} for schema in (old, new)
            )
    return old, new


def _bound(schema: JsonObject, words: frozenset[str]) -> tuple[Exact, bool] | None:
    """Return the bound that counts and whether it is excluded; ``None`` where it is not a plain one.

    An upper bound is returned with its sign turned, so that of two the greater one counts.
    """
    sign = -1 if words is _UPPER else 1
    found = []
    for word in words & schema.keys():
        number = schema[word]
        if isinstance(number, bool) or not isinstance(number, int | float):
            return None
        try:
            value, excluded = exact(number) * sign, word.startswith("exclusive")
        except Unmodelled:
            return None
        if schema.get("type") == "integer":
            value, excluded = (floor(value) + 1 if excluded else ceil(value)), False
        found.append((value, excluded))
    return max(found)


_LOWER: Final = frozenset({"minimum", "exclusiveMinimum"})
_UPPER: Final = frozenset({"maximum", "exclusiveMaximum"})


def _says_nothing(key: str, value: JsonValue) -> bool:
    # Python takes 0 for False and 1 for True, which JSON does not.
    return any(
        value == nothing and isinstance(value, bool) == isinstance(nothing, bool)
        for nothing in _NOTHING.get(key, ())
    )
