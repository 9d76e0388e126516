"""Small schemas and values that collide often: few names, few patterns, few numbers."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

NAMES = ("a", "b", "ab", "x", "")
# Where Python's ``re`` and ECMA-262 agree on the strings that are drawn here.
PATTERNS = ("^a", "b$", "^x?$", "a", "^[ab]*$", "^(?!a)", ".")
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, 2, -1, 0.5, 1.5, 3, "", "a", "ab", "b", "xx"),
    *([], [1], [1, 1], [0, "a"], ["a", "b"], [True, 1], [{}, {}], [[1]]),
    *({}, {"a": 1}, {"a": "a", "b": 2}, {"b": 0}, {"x": 1}, {"a": {"a": 1}}, {"a": 1, "b": 1, "x": 1}),
)
TYPES = ("string", "number", "integer", "object", "array", "boolean", "null")

values = st.recursive(
    st.sampled_from(VALUES),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
    max_leaves=5,
)
_counts = st.integers(0, 3)
_numbers = st.sampled_from([0, 1, 2, 0.5, 1.5, -1])
_some_values = st.lists(st.sampled_from(VALUES), min_size=1, max_size=4)


def _leaf() -> st.SearchStrategy[dict[str, Any]]:
    options = {
        "type": st.sampled_from(TYPES)
        | st.lists(st.sampled_from(TYPES), min_size=1, max_size=2, unique=True),
        "enum": _some_values,
        "const": st.sampled_from(VALUES),
        "minimum": _numbers,
        "exclusiveMaximum": _numbers,
        "multipleOf": st.sampled_from([1, 2, 0.5, 3, 1.5]),
        "minLength": _counts,
        "maxLength": _counts,
        "pattern": st.sampled_from(PATTERNS),
        "minItems": _counts,
        "maxItems": _counts,
        "uniqueItems": st.booleans(),
        "minProperties": _counts,
        "maxProperties": _counts,
        "required": st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True),
    }
    return st.fixed_dictionaries({}, optional=options).map(_first_few)


def _branch(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    lists = st.lists(inner, min_size=1, max_size=3)
    options = {
        "type": st.sampled_from(TYPES),
        "required": st.lists(st.sampled_from(NAMES), min_size=1, max_size=2, unique=True),
        "properties": st.dictionaries(st.sampled_from(NAMES), inner, min_size=1, max_size=2),
        "patternProperties": st.dictionaries(st.sampled_from(PATTERNS), inner, min_size=1, max_size=1),
        "additionalProperties": st.just(value=False) | inner,
        "propertyNames": inner,
        "items": inner,
        "prefixItems": lists,
        "contains": inner,
        "minContains": _counts,
        "maxContains": _counts,
        "allOf": lists,
        "anyOf": lists,
        "oneOf": lists,
        "not": inner,
        "if": inner,
        "then": inner,
        "else": inner,
        "dependentRequired": st.dictionaries(
            st.sampled_from(NAMES), st.lists(st.sampled_from(NAMES), max_size=1), min_size=1, max_size=1
        ),
        "dependentSchemas": st.dictionaries(st.sampled_from(NAMES), inner, min_size=1, max_size=1),
        "unevaluatedProperties": st.just(value=False) | inner,
        "unevaluatedItems": st.just(value=False) | inner,
    }
    return st.fixed_dictionaries({}, optional=options).map(_first_few)


def _first_few(schema: dict[str, Any]) -> dict[str, Any]:
    """Keep a few keywords, so that schemas are satisfiable often; which ones hangs on what was drawn."""
    return dict(list(schema.items())[-4:])


schemas = st.recursive(st.booleans() | _leaf(), _branch, max_leaves=6)
object_schemas = st.recursive(_leaf(), _branch, max_leaves=6)
