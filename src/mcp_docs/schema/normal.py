"""One spelling for schemas that say the same, and equality of values as JSON has it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from mcp_docs.jsonvalue import Absent, JsonObject, JsonValue, canonical_text
from mcp_docs.schema.inline import ANNOTATIONS

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


def normal_pair(old: JsonObject, new: JsonObject) -> tuple[JsonObject, JsonObject]:
    """Return both schemas without what has no effect, and with single branches and nulls folded in.

    A union is folded on one side only where the other side has none to be compared with. Every key
    of the results stands where it stood, or, for a folded branch, at the outside.
    """
    pair = (_without_noise(old), _without_noise(new))
    for word in ("allOf", "anyOf", "oneOf"):
        pair = _folded(pair, word, partial(_fold_single, word=word))
    return _folded(pair, "anyOf", _fold_null)


_Pair: TypeAlias = "tuple[dict[str, JsonValue], dict[str, JsonValue]]"


def _folded(pair: _Pair, word: str, fold: Callable[[dict[str, JsonValue]], dict[str, JsonValue]]) -> _Pair:
    left, right = fold(pair[0]), fold(pair[1])
    return pair if word in left or word in right else (left, right)


def _without_noise(schema: JsonObject) -> dict[str, JsonValue]:
    return {key: value for key, value in schema.items() if not _says_nothing(key, value)}


def _says_nothing(key: str, value: JsonValue) -> bool:
    # Python takes 0 for False and 1 for True, which JSON does not.
    return any(
        value == nothing and isinstance(value, bool) == isinstance(nothing, bool)
        for nothing in _NOTHING.get(key, ())
    )


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
    if not isinstance(branches, Sequence) or set(rest) - ANNOTATIONS:
        return schema
    others = [branch for branch in branches if canonical_text(branch) != _NULL]
    if len(others) != 1 or len(others) == len(branches) or not isinstance(others[0], Mapping):
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
