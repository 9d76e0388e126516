"""Each change is one plain line that names the place and says what happened to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from mcp_docs.classifier.interfaces import classify
from mcp_docs.rules import RULES
from mcp_docs.wording import LONGEST, sentence
from surfaces import interface

TEXT = {"type": "string"}


def tool(**parts: Any) -> dict[str, Any]:
    return {"tools": [{"name": "t", "inputSchema": {"type": "object"}, **parts}]}


def taking(schema: Mapping[str, Any]) -> dict[str, Any]:
    return tool(inputSchema={"type": "object", **schema})


def returning(schema: Mapping[str, Any]) -> dict[str, Any]:
    return tool(outputSchema={"type": "object", **schema})


def member(schema: Any, **beside: Any) -> dict[str, Any]:
    return {"properties": {"limit": schema}, **beside}


def item(schema: Any, **beside: Any) -> dict[str, Any]:
    inner = {"type": "object", **beside} | ({} if schema is None else {"properties": {"name": schema}})
    return {"properties": {"filters": {"type": "array", "items": inner}}}


CASES = [
    (taking({}), taking(member(TEXT)), "limit: new optional argument"),
    (taking({}), taking(member(TEXT, required=["limit"])), "limit: new required argument"),
    (taking(member(TEXT)), taking(member(TEXT, required=["limit"])), "limit: is now required"),
    (taking(member(TEXT)), taking({}), "limit: argument removed"),
    (taking(item(None)), taking(item(TEXT)), "filters[].name: new optional field"),
    (taking(item(None)), taking(item(TEXT, required=["name"])), "filters[].name: new required field"),
    (returning({}), returning(member(TEXT)), "output: limit: new field"),
    (returning({}), returning(member(TEXT, required=["limit"])), "output: limit: new field"),
    (returning(member(TEXT)), returning(member(TEXT, required=["limit"])), "output: limit: is now always present"),
    (returning(member(TEXT, required=["limit"])), returning(member(TEXT)), "output: limit: may now be missing"),
    (taking(member({"type": "integer"})), taking(member(TEXT)), "limit: type integer became string"),
    (taking(member(TEXT)), taking(member({"type": ["string", "null"]})), "limit: type string became string or null"),
    (taking(member(TEXT)), taking(member({"type": ["string", "integer", "null"]})), "limit: type string became string, integer or null"),
    (taking({}), taking({"anyOf": [{"required": ["a"]}, {"required": ["b"], "not": {"required": ["a"]}}]}), "must now be one of: with a or with b, without a"),
    (taking(member({})), taking(member(TEXT)), "limit: must now be of type string"),
    (taking(member({"enum": ["asc", "desc"]})), taking(member({"enum": ["asc"]})), 'limit: no longer allows "desc"'),
    (returning(member({"enum": ["a"]})), returning(member({"enum": ["a", "b", "c"]})), 'output: limit: can now be "b", "c"'),
    (taking(member({**TEXT, "maxLength": 9})), taking(member({**TEXT, "maxLength": 5})), "limit: maxLength 9 became 5"),
    (taking(member(TEXT)), taking(member({**TEXT, "maxLength": 5})), "limit: maxLength is now 5"),
    (taking(member({**TEXT, "maxLength": 9})), taking(member(TEXT)), "limit: maxLength 9 was dropped"),
    (taking({}), taking({"additionalProperties": False}), "undeclared members are now refused"),
    (taking({"additionalProperties": False}), taking({}), "undeclared members are now accepted"),
    (taking(member(TEXT)), taking(member({"anyOf": [TEXT, {"type": "array", "items": TEXT}]})), "limit: now also allows array"),
    (taking(member(TEXT)), taking(member({**TEXT, "description": "A."})), "limit: description added"),
    (taking(member(TEXT)), taking(member({**TEXT, "deprecated": True})), "limit: is now deprecated"),
    (tool(description="A."), tool(description="B."), "description reworded"),
    (tool(description="A."), tool(), "description removed"),
    (tool(title="A"), tool(title="B"), 'title "A" became "B"'),
    (returning({}), tool(outputSchema=None), "malformed: outputSchema is null"),
    ({}, tool(), "new tool"),
    ({"prompts": [{"name": "p"}]}, {"prompts": [{"name": "p", "arguments": [{"name": "x", "required": True}]}]}, "x: new required argument"),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "expected"), CASES)
def test_a_change_reads_as_a_line(before: dict[str, Any], after: dict[str, Any], expected: str) -> None:
    assert [sentence(change) for change in classify(interface(before), interface(after))] == [expected]


def test_a_rename_says_where_the_thing_went() -> None:
    old = {"tools": [{"name": "find_books", "description": "Find books.", "inputSchema": {"type": "object"}}]}
    new = {
        "tools": [{"name": "search_books", "description": "Find books.", "inputSchema": {"type": "object"}}]
    }
    assert [sentence(change) for change in classify(interface(old), interface(new))] == [
        "tool removed (renamed to search_books)",
        "new tool (renamed from find_books)",
    ]


def test_long_and_strange_values_stay_within_a_line() -> None:
    strange = "\u202e{0}{name}%s\n\x1b[31m" * 50
    (change,) = classify(interface(tool(title=strange)), interface(tool(title=strange * 2)))
    line = sentence(change)
    assert "\n" not in line
    assert "\x1b" not in line
    assert len(line) < 2 * LONGEST + 40


#: What a condition may ask for; see ``mcp_docs.wording.facts``.
KNOWN = {"input", "output", "model", "meta", "added", "removed", "changed", "nested"} | {
    f"{end}:{value}" for end in ("from", "to") for value in ("nothing", "true", "false", "something")
}


def test_variants_ask_for_facts_that_exist() -> None:
    asked = {fact for rule in RULES.values() for condition, _ in rule.variants for fact in condition.split()}
    assert asked <= KNOWN
    assert asked
