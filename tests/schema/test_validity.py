"""The validity check agrees with the meta-schemas, but for patterns."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schemagen import object_schemas

from mcp_docs.schema.source import DIALECTS
from mcp_docs.schema.validate import dialect_class
from mcp_docs.schema.validity import problem

JUNK: tuple[Any, ...] = (None, 1, -1, 1.5, 2.0, "x", True, False, [], {}, [1], ["a", "a"], ["string"], [{}])


@given(object_schemas, st.sampled_from(sorted(DIALECTS)), st.data())
def test_agreement_with_the_meta_schemas(schema: Any, uri: str, data: st.DataObject) -> None:
    schema = {"$schema": uri, **schema}
    if data.draw(st.booleans()):
        schema = {
            **schema,
            data.draw(st.sampled_from(list(schema)[1:] or ["type"])): data.draw(st.sampled_from(JUNK)),
        }
    checker = dialect_class(DIALECTS[uri])
    assert (problem(schema) is None) == checker(checker.META_SCHEMA).is_valid(schema)


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        ({"properties": {"a": {"type": "strng"}}}, "/properties/a/type"),
        ({"items": {"pattern": "["}}, "/items/pattern"),
        ({"patternProperties": {"a/(": True}}, "/patternProperties/a~1("),
        ({"required": "a"}, "/required"),
        (None, ""),
    ],
)
def test_faults_and_their_places(schema: Any, pointer: str) -> None:
    found = problem(schema)
    assert found is not None
    assert found[1] == pointer


@pytest.mark.parametrize("pattern", [r"^\p{L}+$", r"(?<=a)b", r"^[\w-]+$", r"\/", "a{", r"(a)\1"])
def test_a_pattern_that_ecma_can_read_is_no_fault(pattern: str) -> None:
    assert problem({"pattern": pattern, "patternProperties": {pattern: True}}) is None


def test_an_unknown_dialect_is_no_fault() -> None:
    assert problem({"$schema": "https://schemas.example/own", "type": 5}) is None
