"""One spelling for schemas that say the same, and equality of values as JSON has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mcp_docs.jsonvalue import Absent, JsonObject, JsonValue, canonical_text
from mcp_docs.schema.inline import ANNOTATIONS

#: Keywords that say what holds without them.
_WITHOUT_EFFECT: Mapping[str, tuple[str, ...]] = {
    "additionalProperties": ("true", "{}"),
    "unevaluatedProperties": ("true", "{}"),
    "unevaluatedItems": ("true", "{}"),
    "items": ("true", "{}"),
    "propertyNames": ("true", "{}"),
    "required": ("[]",),
    "properties": ("{}",),
    "patternProperties": ("{}",),
    "dependentRequired": ("{}",),
    "dependentSchemas": ("{}",),
    "dependencies": ("{}",),
    "minLength": ("0", "0.0"),
    "minItems": ("0", "0.0"),
    "minProperties": ("0", "0.0"),
    "uniqueItems": ("false",),
    "deprecated": ("false",),
    "readOnly": ("false",),
    "writeOnly": ("false",),
    "prefixItems": ("[]",),
}
_NULL = '{"type":"null"}'


def number_equal(value: JsonValue) -> JsonValue:
    """Return ``value`` with each float that is a whole number as an integer: JSON has one kind."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    if isinstance(value, Mapping):
        return {key: number_equal(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [number_equal(item) for item in value]
    return value


def equal(left: JsonValue | Absent, right: JsonValue | Absent) -> bool:
    """Tell whether two values are equal as JSON has it: 1 is 1.0, true is not 1."""
    if isinstance(left, Absent) or isinstance(right, Absent):
        return left is right
    return canonical_text(number_equal(left)) == canonical_text(number_equal(right))


def normal(schema: JsonObject) -> JsonObject:
    """Return ``schema`` without what has no effect, and with its single branches and nulls folded in.

    Every key of the result stands where it stood, or, for a folded branch, at the outside.
    """
    kept = {
        key: value
        for key, value in schema.items()
        if key not in _WITHOUT_EFFECT or canonical_text(value) not in _WITHOUT_EFFECT[key]
    }
    for word in ("allOf", "anyOf", "oneOf"):
        kept = _fold_single(kept, word)
    return _fold_null(kept)


def _fold_single(schema: dict[str, JsonValue], word: str) -> dict[str, JsonValue]:
    branches = schema.get(word)
    if not isinstance(branches, Sequence) or len(branches) != 1 or not isinstance(branches[0], Mapping):
        return schema
    rest = {key: value for key, value in schema.items() if key != word}
    # Keywords that read their neighbours must not meet new ones.
    apart = {
        "additionalProperties",
        "unevaluatedProperties",
        "unevaluatedItems",
        "items",
        "$ref",
        "if",
        "then",
        "else",
    }
    if set(rest) & set(branches[0]) - ANNOTATIONS or apart & (rest.keys() | branches[0].keys()):
        return schema
    return {**branches[0], **rest}


def _fold_null(schema: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Read ``anyOf: [X, null]`` as ``X`` whose type also admits null, where that is the same."""
    branches = schema.get("anyOf")
    rest = {key: value for key, value in schema.items() if key != "anyOf"}
    if not isinstance(branches, Sequence) or len(branches) != 2 or set(rest) - ANNOTATIONS:
        return schema
    others = [branch for branch in branches if canonical_text(branch) != _NULL]
    if len(others) != 1 or not isinstance(others[0], Mapping):
        return schema
    inner = others[0]
    types = inner.get("type")
    names = [types] if isinstance(types, str) else types
    # What these say would refuse null, which a type list must not be blamed for.
    if not isinstance(names, Sequence) or inner.keys() & {
        "enum",
        "const",
        "anyOf",
        "oneOf",
        "allOf",
        "not",
        "if",
        "$ref",
    }:
        return schema
    return {**inner, **rest, "type": [*names, "null"] if "null" not in names else list(names)}
