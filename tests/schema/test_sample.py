"""Examples are valid, plausible and always the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from schemagen import schemas

from mcp_docs.jsonvalue import ABSENT
from mcp_docs.schema.containment import decide
from mcp_docs.schema.sample import example
from mcp_docs.schema.validate import is_valid

TOOL = {
    "type": "object",
    "properties": {
        "owner": {"type": "string"},
        "state": {"enum": ["open", "closed"]},
        "since": {"type": "string", "format": "date-time"},
        "page": {"type": "integer", "minimum": 1, "default": 3},
        "size": {"type": "integer", "minimum": 10},
        "labels": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["owner", "state"],
}


def test_only_what_is_needed() -> None:
    assert example(TOOL) == {"owner": "owner", "state": "open"}


def test_everything_that_is_declared() -> None:
    assert example(TOOL, minimal=False) == {
        "owner": "owner",
        "state": "open",
        "since": "2024-01-31T09:30:00Z",
        "page": 3,
        "size": 10,
        "labels": ["label"],
    }


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string", "pattern": "^v[0-9]+$"}, "v1"),
        ({"type": "integer", "exclusiveMinimum": 4}, 5),
        ({"type": "integer", "multipleOf": 7, "minimum": 8}, 14),
        ({"type": "string", "default": 5}, "text"),
        ({"anyOf": [{"type": "null"}, {"type": "string"}], "not": {"type": "null"}}, "text"),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"const": [1]}}}, [1]),
        ({"type": "array", "minItems": 1, "items": {"type": "boolean"}}, [True]),
        (True, "text"),
    ],
)
def test_values(schema: Any, expected: Any) -> None:
    found = example(schema)
    assert is_valid(schema, found)  # type: ignore[arg-type]
    if "pattern" not in str(schema):
        assert found == expected


@pytest.mark.parametrize(
    "schema",
    [False, {"type": "string", "enum": [1]}, {"$ref": "#"}, {"pattern": "(?<=a)b", "type": "string"}],
)
def test_no_example(schema: Any) -> None:
    assert example(schema) is ABSENT


@given(schemas)
def test_an_example_is_valid_or_there_is_none(schema: Any) -> None:
    for minimal in (True, False):
        found = example(schema, minimal=minimal)
        if found is ABSENT:
            assert decide(schema, {"not": {}}, profile="strict").outcome == "compatible"
        else:
            assert is_valid(schema, found)  # type: ignore[arg-type]


@pytest.mark.shared
def test_real_tools_have_examples(history: Callable[[str], Path]) -> None:
    lockfile = history("github-mcp-server") / "mcp-covenant.lock"
    for tool in json.loads(lockfile.read_text(encoding="utf-8"))["surface"]["tools"]:
        for minimal in (True, False):
            found = example(tool["inputSchema"], minimal=minimal)
            assert is_valid(tool["inputSchema"], found), tool["name"]  # type: ignore[arg-type]
