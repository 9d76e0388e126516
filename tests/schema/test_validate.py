"""Validation is exact where JSON Schema is, and speaks of places."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_docs.schema.validate import errors, is_valid

CASES: list[tuple[Any, Any, bool]] = [
    ({"const": 1}, 1.0, True),
    ({"const": 1}, True, False),
    ({"enum": [[0]]}, [False], False),
    ({"const": {"a": 1}}, {"a": 1.0}, True),
    ({"uniqueItems": True}, [1, 1.0], False),
    ({"uniqueItems": True}, [1, True, 0, False], True),
    ({"multipleOf": 0.01}, 0.07, True),
    ({"multipleOf": 0.1}, 0.3, True),
    ({"multipleOf": 0.1}, 0.35, False),
    ({"multipleOf": 3}, 10**30 + 2, True),
    ({"multipleOf": 2}, 2**70 + 1, False),
    ({"type": "integer"}, 1.0, True),
    ({"pattern": "^a$"}, "a\n", False),
    ({"pattern": r"^\d$"}, "\u0663", False),
    ({"patternProperties": {r"^\d$": False}}, {"\u0663": 1}, True),
    ({"patternProperties": {"^x": {"type": "string"}}, "additionalProperties": False}, {"x1": "a"}, True),
    ({"patternProperties": {"^x": {"type": "string"}}, "additionalProperties": False}, {"y": "a"}, False),
    ({"patternProperties": {"^x": True}, "unevaluatedProperties": False}, {"x": 1}, True),
    ({"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"x": True}}}, "unevaluatedProperties": False}, {"x": 1}, True),
    ({"$ref": "#/$defs/a", "$defs": {"a": {"properties": {"x": True}}}, "unevaluatedProperties": False}, {"y": 1}, False),
    ({"anyOf": [{"properties": {"x": True}}, False], "unevaluatedProperties": False}, {"x": 1}, True),
    ({"$schema": "http://json-schema.org/draft-07/schema#", "items": True, "additionalItems": False}, [1], True),
    ({"$schema": "http://json-schema.org/draft-07/schema#", "items": [True], "additionalItems": False}, [1, 2], False),
    ({"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 1, "exclusiveMinimum": True}, 1, False),
    ({"format": "email"}, "nobody", True),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "value", "expected"), CASES)
def test_exact(schema: Any, value: Any, *, expected: bool) -> None:
    assert is_valid(schema, value) is expected
    assert (errors(schema, value) == ()) is expected


def test_errors_are_sorted_and_point_at_their_place() -> None:
    schema = {
        "type": "object",
        "properties": {"b/c": {"type": "string"}, "a": {"items": {"minimum": 1}}},
        "required": ["z"],
    }
    assert errors(schema, {"b/c": 1, "a": [1, 0]}) == (
        ("'z' is a required property", ""),
        ("0 is less than the minimum of 1", "/a/1"),
        ("1 is not of type 'string'", "/b~1c"),
    )


@pytest.mark.parametrize(
    "dialect", ["http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2020-12/schema"]
)
def test_a_reference_to_a_root_that_names_its_dialect_is_judged_as_strictly(dialect: str) -> None:
    schema = {
        "$schema": dialect,
        "properties": {"a": {"$ref": "#"}, "t": {"pattern": "^(a+)+$"}, "n": {"multipleOf": 0.1}},
    }
    assert is_valid(schema, {"a": {"n": 0.3}})  # Python's 0.3 % 0.1 is not 0
    assert not is_valid(schema, {"a": {"t": "a" * 5_000 + "!"}})  # in bounded time
