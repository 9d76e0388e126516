"""What is only written differently is no change, whatever else changes beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_docs.change import Change
from mcp_docs.classifier.interfaces import classify
from mcp_docs.interface import Interface, Tool

TEXT, WHOLE, NUMBER, NULL = ({"type": name} for name in ("string", "integer", "number", "null"))
LIST, OBJECT = {"type": "array"}, {"type": "object"}
DEFINITIONS = {"$defs": {"A": TEXT}}

SPELLINGS = [
    ({**WHOLE, "minimum": 1}, {**WHOLE, "exclusiveMinimum": 0}),
    ({**WHOLE, "minimum": 0.5}, {**WHOLE, "minimum": 1}),
    ({**WHOLE, "maximum": 9}, {**WHOLE, "exclusiveMaximum": 10}),
    ({**NUMBER, "minimum": 1}, {**NUMBER, "minimum": 1, "exclusiveMinimum": 0}),
    ({**NUMBER, "multipleOf": 1}, WHOLE),
    ({"type": ["integer", "number"]}, NUMBER),
    ({"type": ["string", "null"]}, {"type": ["null", "string"]}),
    ({"type": ["string", "null"]}, {"anyOf": [NULL, TEXT]}),
    ({"type": ["string", "null"]}, {"oneOf": [TEXT, NULL]}),
    ({"oneOf": [TEXT, LIST]}, {"anyOf": [LIST, TEXT]}),
    ({"anyOf": [TEXT, {**TEXT, "maxLength": 3}]}, TEXT),
    (
        {"type": ["string", "integer"], "minLength": 2, "minimum": 3},
        {"anyOf": [{**TEXT, "minLength": 2}, {**WHOLE, "minimum": 3}]},
    ),
    ({"const": "a"}, {"enum": ["a"]}),
    ({"const": 1}, {"enum": [1.0]}),
    ({"enum": ["a", "b"]}, {"enum": ["b", "a", "a"]}),
    ({"enum": ["a", "b"]}, {"oneOf": [{"const": "a"}, {"enum": ["b"]}]}),
    ({"enum": [True, False]}, {"type": "boolean"}),
    ({"const": None}, NULL),
    (TEXT, {"allOf": [TEXT]}),
    (TEXT, {"$ref": "#/$defs/A"}),
    ({"allOf": [{"$ref": "#/$defs/A"}]}, TEXT),
    ({"allOf": [{**TEXT, "minLength": 1}, {"maxLength": 4}]}, {**TEXT, "minLength": 1, "maxLength": 4}),
    (TEXT, {"not": {"not": TEXT}}),
    (TEXT, {**TEXT, "minimum": 3}),
    ({**TEXT, "pattern": "^a"}, {**TEXT, "pattern": "^a.*"}),
    ({**TEXT, "pattern": ""}, TEXT),
    ({**LIST, "contains": True}, {**LIST, "minItems": 1}),
    ({**LIST, "prefixItems": [TEXT], "items": False}, {**LIST, "prefixItems": [TEXT], "maxItems": 1}),
    ({**OBJECT, "required": ["x"]}, {**OBJECT, "required": ["x"], "minProperties": 1}),
    ({**OBJECT, "additionalProperties": False}, {**OBJECT, "additionalProperties": {"not": {}}}),
    (
        {**OBJECT, "dependentRequired": {"a": ["b"]}},
        {**OBJECT, "dependentSchemas": {"a": {"required": ["b"]}}},
    ),
    ({"if": TEXT, "then": {"minLength": 2}}, {"anyOf": [{"not": TEXT}, {"minLength": 2}]}),
    (
        {**OBJECT, "properties": {"k": WHOLE}, "required": ["k"]},
        {"allOf": [{**OBJECT, "properties": {"k": WHOLE}}, {"required": ["k"]}]},
    ),
    ({"not": {}}, False),
    (True, {}),
]


def changes(side: str, old: Any, new: Any, **added: Any) -> list[Change]:
    """Classify a change of the member ``a`` of an object, beside which others come."""
    before, after = ({**OBJECT, "properties": {"a": part}, **DEFINITIONS} for part in (old, new))
    after["properties"] |= added
    base = {"name": "t", "inputSchema": OBJECT}
    one, other = (Interface(tools=(Tool({**base, f"{side}Schema": s}),)) for s in (before, after))
    return list(classify(one, other))


@pytest.mark.parametrize(("left", "right"), SPELLINGS)
@pytest.mark.parametrize("side", ["input", "output"])
def test_another_spelling_is_silent(side: str, left: Any, right: Any) -> None:
    for old, new in ((left, right), (right, left)):
        assert changes(side, old, new) == []
        assert [change.pointer for change in changes(side, old, new, z=TEXT)] == [
            f"/{side}Schema/properties/z"
        ]


def test_bounds_that_each_alone_change_nothing_and_together_do_are_not_passed_over() -> None:
    bounded = {**WHOLE, "minimum": 1, "exclusiveMinimum": 0}
    assert changes("input", bounded, {**WHOLE, "exclusiveMinimum": 0}) == []
    assert {change.rule for change in changes("input", bounded, WHOLE)} == {"schema.range.relaxed"}


def test_of_schemas_that_accept_nothing_changes_are_told() -> None:
    endless = {**OBJECT, "properties": {"x": {"$ref": "#"}}, "required": ["x"]}
    more = {**endless, "properties": {"x": {"$ref": "#"}, "y": WHOLE}, "required": ["x", "y"]}
    one, other = (Interface(tools=(Tool({"name": "t", "inputSchema": s}),)) for s in (endless, more))
    assert "y" in [change.path for change in classify(one, other)]


def test_what_is_declared_is_more_than_the_values_that_are_accepted() -> None:
    open_name = {**OBJECT, "properties": {"k": {}}}
    assert [change.rule for change in changes("input", OBJECT, open_name)] == ["schema.property.added"]


LEAVES = st.sampled_from(
    (
        TEXT,
        {**TEXT, "maxLength": 3},
        {**WHOLE, "minimum": 2, "maximum": 7},
        {**NUMBER, "exclusiveMinimum": 0.5},
        {"enum": ["a", 1, None]},
        {"const": [1, "b"]},
        {"type": ["string", "integer", "null"]},
        {**LIST, "items": TEXT, "minItems": 1},
        {**OBJECT, "properties": {"k": WHOLE}, "required": ["k"], "additionalProperties": False},
    )
)


def in_integers(schema: Any) -> Any:
    """Exclude the next integer instead of including this one."""
    if schema.get("type") != "integer" or "minimum" not in schema:
        return schema
    rest = {word: part for word, part in schema.items() if word != "minimum"}
    return {**rest, "exclusiveMinimum": schema["minimum"] - 1}


def in_branches(schema: Any) -> Any:
    """Write a list of types or of choices as a union."""
    if isinstance(schema.get("type"), list) and len(schema) == 1:
        return {"anyOf": [{"type": name} for name in reversed(schema["type"])]}
    if "enum" in schema and len(schema) == 1:
        return {"oneOf": [{"const": choice} for choice in schema["enum"]]}
    return schema


RESPELL: tuple[Callable[[Any], Any], ...] = (
    lambda schema: {"allOf": [schema]},
    lambda schema: {"allOf": [schema, {}]},
    lambda schema: {"anyOf": [schema, False]},
    lambda schema: {"not": {"not": schema}},
    lambda schema: {"oneOf": [schema]},
    lambda schema: {"if": True, "then": schema, "else": False},
    lambda schema: dict(reversed(schema.items())),
    in_integers,
    in_branches,
)


@settings(max_examples=60, deadline=None)
@given(
    LEAVES, st.lists(st.sampled_from(RESPELL), min_size=1, max_size=3), st.sampled_from(("input", "output"))
)
def test_a_schema_respelt_again_and_again_is_the_same(
    schema: Any, steps: list[Callable[[Any], Any]], side: str
) -> None:
    spelt = schema
    for step in steps:
        spelt = step(spelt)
    assert changes(side, schema, spelt) == []
    assert len(changes(side, spelt, schema, z=TEXT)) == 1
