"""Contracts against schemas: each demand kept, broken or promised by nobody, in words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_docs.contracts.judge import judge
from mcp_docs.contracts.model import Clause, Contract, ToolUse
from mcp_docs.contracts.promise import promise
from surfaces import interface

Json = dict[str, Any]


def judged(tool: Json | None, *uses: ToolUse, **surface: Any) -> dict[str, Clause]:
    tools = [{"name": "t", "inputSchema": {"type": "object"}, **tool}] if tool is not None else []
    found = judge(Contract("c", "s", uses), interface({"tools": tools, **surface}))
    assert len({clause.id for clause in found}) == len(found)
    return {clause.id: clause for clause in found}


def state(tool: Json, **use: Any) -> str:
    found = judged(tool, ToolUse("t", use.get("inputs", ()), use.get("reads", ()), use.get("error")))
    worst = [clause.state for clause in found.values() if clause.state != "kept"]
    return worst[0] if worst else "kept"


INPUT = {
    "type": "object",
    "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "maximum": 50}},
    "required": ["query"],
}


def test_a_missing_tool_is_said_once_with_the_nearest_name() -> None:
    found = judge(
        Contract("c", "s", (ToolUse("find_berth", ({},), ("/x",)),)),
        interface({"tools": [{"name": "find_berths", "inputSchema": {"type": "object"}}]}),
    )
    assert found == (
        Clause(
            "find_berth", "exists", "tool:find_berth", "", "broken",
            'there is no tool "find_berth"; the nearest is "find_berths"',
        ),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "expected", "words"),
    [
        ({"query": "a", "limit": 50}, "kept", ""),
        ({"limit": 5}, "broken", "'query' is a required property"),
        ({"query": "a", "limit": 80}, "broken", "limit: 80 is greater than the maximum of 50"),
        ({"query": 3}, "broken", "query: 3 is not of type 'string'"),
        ({"query": "a", "fuzzy": True}, "unproven", 'does not declare "fuzzy"'),
    ],
)
def test_an_input_validates_or_says_what_is_wrong_and_where(
    arguments: Json, expected: str, words: str
) -> None:
    clause = judged({"inputSchema": INPUT}, ToolUse("t", (arguments,), ()))["t/input/0"]
    assert (clause.state, clause.value, clause.pointer) == (expected, arguments, "/inputSchema")
    assert words in clause.message


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "additionalProperties": True, "properties": {"a": {}}},
        {"type": "object", "patternProperties": {"^f": {"type": "boolean"}}},
        {"allOf": [{"properties": {"fuzzy": {"type": "boolean"}}}], "type": "object"},
        {"$ref": "#/$defs/in", "$defs": {"in": {"type": "object", "properties": {"fuzzy": True}}}},
        {"type": "object", "anyOf": [{"properties": {"a": {}}}, {"properties": {"fuzzy": {}}}]},
    ],
)
def test_an_argument_that_is_declared_somewhere_is_not_ignored(schema: Json) -> None:
    assert state({"inputSchema": schema}, inputs=({"fuzzy": True},)) == "kept"


def test_inputs_are_numbered_over_all_uses_of_a_tool() -> None:
    found = judged(
        {"inputSchema": INPUT},
        ToolUse("t", ({"query": "a"}, {}), ("/x",)),
        ToolUse("t", ({"query": "b"},), ("/x", "/y")),
    )
    assert list(found) == ["t", "t/input/0", "t/input/1", "t/input/2", "t/reads/x", "t/reads/y"]


@pytest.mark.parametrize(
    ("arguments", "error", "expected"),
    [
        ({"query": "a"}, "not found", "kept"),
        ({}, "not found", "unproven"),
        ({}, "", "kept"),
    ],
)
def test_an_input_that_is_meant_to_fail_need_not_validate(arguments: Json, error: str, expected: str) -> None:
    assert state({"inputSchema": INPUT}, inputs=(arguments,), error=error) == expected


@pytest.mark.parametrize(
    ("tool", "message"),
    [
        ({"inputSchema": None}, "clients refuse the tool: inputSchema is null"),
        ({"inputSchema": []}, "clients refuse the tool: inputSchema is neither an object nor a boolean"),
        ({"outputSchema": None}, "clients refuse the tool: outputSchema is null"),
    ],
)
def test_a_tool_that_clients_refuse_is_broken_whatever_is_asked_of_it(tool: Json, message: str) -> None:
    found = judged(tool, ToolUse("t", ({"a": 1},), ("/x",)))
    assert [(clause.kind, clause.state, clause.message) for clause in found.values()] == [
        ("exists", "broken", message)
    ]


@pytest.mark.parametrize("schema", ["inputSchema", "outputSchema"])
def test_an_invalid_schema_breaks_who_only_names_the_tool(schema: str) -> None:
    clause = judged({schema: {"type": "objekt"}}, ToolUse("t", (), ()))["t"]
    assert clause.state == "broken"
    assert clause.message.startswith(f"clients refuse the tool: {schema} is not a valid JSON Schema")


def test_another_malformed_part_is_not_passed_over_and_hides_no_rejected_input() -> None:
    found = judged({"title": 7, "inputSchema": INPUT}, ToolUse("t", ({"query": 3},), ()))
    assert {id_: clause.state for id_, clause in found.items()} == {"t": "unproven", "t/input/0": "broken"}
    assert found["t"].message == "clients may refuse the tool: title is not a string"


def test_a_malformed_prompt_is_not_passed_over() -> None:
    prompt = {"name": "plan", "arguments": "city"}
    (clause,) = judge(Contract("c", "s", (), (("prompt", "plan"),)), interface({"prompts": [prompt]}))
    assert (clause.state, clause.message) == (
        "unproven",
        "clients may refuse the prompt: arguments is not an array",
    )


@pytest.mark.parametrize(
    ("tool", "words"),
    [
        (
            {"inputSchema": {"type": "object", "inputs": [{"name": "a", "type": "string"}]}},
            "its inputSchema cannot be used",
        ),
        ({"inputSchema": {"$ref": "https://example.org/x"}}, "cannot be checked"),
        ({"inputSchema": {"$schema": "https://example.org/d", "type": "object"}}, "cannot be checked"),
    ],
)
def test_a_schema_that_cannot_be_judged_by_proves_nothing(tool: Json, words: str) -> None:
    clause = judged(tool, ToolUse("t", ({"a": 1},), ()))["t/input/0"]
    assert clause.state == "unproven"
    assert words in clause.message


def outputs(**properties: Any) -> Json:
    return {"type": "object", "properties": properties}


TEXT = {"type": "string"}
ITEMS = {"type": "array", "items": {"type": "object", "properties": {"id": TEXT}, "required": ["id"]}}

PROMISES: list[tuple[str, Any, str, str]] = [
    # pointer, output schema, state, words
    ("/id", {**outputs(id=TEXT), "required": ["id"]}, "kept", ""),
    ("/id", {"type": "object", "required": ["id"]}, "kept", ""),
    ("/id", outputs(id=TEXT), "unproven", "id is optional"),
    ("/id", outputs(name=TEXT), "unproven", "does not describe id"),
    ("/id", {**outputs(name=TEXT), "additionalProperties": False}, "broken", "does not declare it"),
    ("/id", {**outputs(id=False), "required": ["name"]}, "broken", "no output can have id"),
    ("/id", {"type": "array"}, "broken", "no output can have id"),
    ("/id", {"type": ["object", "null"], "required": ["id"]}, "unproven", "null is valid"),
    ("/id", {**outputs(id=TEXT), "required": ["id"], "minProperties": 2, "maxProperties": 1}, "broken", "accepts no value"),
    ("/items/-/id", {**outputs(items=ITEMS), "required": ["items"]}, "kept", ""),
    ("/items/-/id", outputs(items=ITEMS), "unproven", "items is optional"),
    ("/items/-/name", {**outputs(items=ITEMS), "required": ["items"]}, "unproven", "does not describe items[].name"),
    ("/items/0/id", {**outputs(items=ITEMS), "required": ["items"]}, "unproven", "items[0] is optional"),
    ("/items/0/id", {**outputs(items={**ITEMS, "minItems": 1}), "required": ["items"]}, "kept", ""),
    ("/a/b", {**outputs(a={"$ref": "#/$defs/a"}), "required": ["a"], "$defs": {"a": {"type": "object", "required": ["b"]}}}, "kept", ""),
    ("/a/b", {"allOf": [{"type": "object", "required": ["a"]}, outputs(a={"type": "object", "required": ["b"]})]}, "kept", ""),
    ("/id", {"anyOf": [{"type": "object", "required": ["id"]}, {"type": "object", "required": ["id", "x"]}]}, "kept", ""),
    ("/id", {"oneOf": [{**outputs(id=TEXT), "required": ["id"]}, {**outputs(error=TEXT), "required": ["error"], "additionalProperties": False}]}, "unproven", "id is optional"),
    ("/id", {"type": "object", "if": outputs(k={"const": 1}), "then": {"required": ["id"]}, "else": {"required": ["id"]}}, "kept", ""),
    ("/id", {"type": "object", "dependentRequired": {"a": ["id"]}, "required": ["a"]}, "kept", ""),
    ("/next/next", {**outputs(next={"$ref": "#"}), "required": ["next"]}, "broken", "accepts no value"),
    ("/id", {"$ref": "https://example.org/x"}, "unproven", "not clear"),
    ("/a~1b", {"type": "object", "required": ["a/b"]}, "kept", ""),
]  # fmt: skip


@pytest.mark.parametrize(("pointer", "schema", "expected", "words"), PROMISES)
def test_a_field_is_promised_when_every_valid_output_has_it(
    pointer: str, schema: Json, expected: str, words: str
) -> None:
    found = promise(schema, pointer)
    assert found.state == expected
    assert words in found.message


def test_the_place_of_the_judgement_is_in_the_tools_data() -> None:
    clause = judged({"outputSchema": outputs(items=ITEMS)}, ToolUse("t", (), ("/items/-/id",)))[
        "t/reads/items/-/id"
    ]
    assert clause.pointer == "/outputSchema/properties/items"


@pytest.mark.parametrize(
    ("tool", "words"),
    [
        ({}, "the tool declares no outputSchema, so nothing promises rows[].id"),
        (
            {"outputSchema": {"type": "object", "fields": [{"name": "a", "type": "string"}]}},
            "its outputSchema cannot be used",
        ),
    ],
)
def test_without_an_output_schema_nothing_is_promised(tool: Json, words: str) -> None:
    clause = judged(tool, ToolUse("t", (), ("/rows/-/id",)))["t/reads/rows/-/id"]
    assert clause.state == "unproven"
    assert words in clause.message


def test_prompts_resources_and_templates_are_there_or_not() -> None:
    surface = {
        "prompts": [{"name": "plan"}],
        "resources": [{"uri": "h://a", "name": "a"}],
        "templates": [{"uriTemplate": "h://berth/{id}/log{?day}", "name": "b"}],
    }
    wanted = (
        ("prompt", "plan"), ("prompt", "plans"), ("resource", "h://a"), ("resource", "h://berth/7/log"),
        ("resource", "h://berth/7"), ("template", "h://berth/{id}/log{?day}"), ("template", "h://x"),
    )  # fmt: skip
    found = judge(Contract("c", "s", (), wanted), interface(surface))
    assert [clause.state for clause in found] == [
        "kept", "broken", "kept", "unproven", "broken", "kept", "broken",
    ]  # fmt: skip
    assert 'the nearest is "plan"' in found[1].message


@settings(max_examples=60)
@given(
    st.recursive(
        st.sampled_from([{"type": "string"}, {"type": "integer"}, True]),
        lambda inner: st.builds(
            lambda names, required, closed: {
                "type": "object", "properties": names, "required": sorted(required & set(names)),
                **({"additionalProperties": False} if closed else {}),
            },
            st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
            st.sets(st.sampled_from("abc")),
            st.booleans(),
        ),
        max_leaves=8,
    ),
    st.lists(st.sampled_from("abc"), min_size=1, max_size=3),
)  # fmt: skip
def test_law_the_answer_is_what_walking_plain_objects_says(schema: Any, names: list[str]) -> None:
    """Of plain objects the truth is easy: required all the way, or shut out on the way."""
    expected, place = "kept", schema
    for name in names:
        if place is True:
            expected = "unproven"
            break
        if place["type"] != "object":
            expected = "broken"
            break
        if name not in place["properties"]:
            expected = "broken" if place.get("additionalProperties") is False else "unproven"
            break
        if name not in place["required"]:
            expected = "unproven" if expected == "kept" else expected
        place = place["properties"][name]
    assert promise(schema, "/" + "/".join(names)).state == expected
