"""What is to blame for a break, where it stands, and what is read alike."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mcp_docs.change import Change, Level, Undecided, Witnessed
from mcp_docs.classifier.interfaces import classify
from mcp_docs.interface import Interface, Tool
from surfaces import interface

TEXT, WHOLE, NULL = {"type": "string"}, {"type": "integer"}, {"type": "null"}
LIST = {"type": "array", "items": TEXT}


def of(side: str, old: dict[str, Any], new: dict[str, Any]) -> tuple[Change, ...]:
    """Classify a change of one schema of a tool."""
    base: dict[str, Any] = {"name": "t", "inputSchema": {"type": "object"}}
    before, after = ({**base, f"{side}Schema": {"type": "object", **schema}} for schema in (old, new))
    return classify(interface({"tools": [before]}), interface({"tools": [after]}))


def told(changes: tuple[Change, ...]) -> set[tuple[str, str, str]]:
    return {(c.level.label, c.rule.removeprefix("schema."), c.path.removeprefix("output: ")) for c in changes}


def member(schema: Any, **beside: Any) -> dict[str, Any]:
    return {"properties": {"a": schema}, **beside}


def test_two_harmless_halves_of_a_break_share_the_pairs_witness() -> None:
    old = member({"anyOf": [{"type": "integer", "maximum": 10}, {"type": "integer", "maximum": 10}]})
    new = member({"anyOf": [{"type": "integer", "maximum": 5}, {"type": "integer", "maximum": 5}]})
    changes = of("input", old, new)
    assert [c.level for c in changes] == [Level.BREAKING, Level.BREAKING]
    for change in changes:
        assert isinstance(change.proof, Witnessed)
        assert 5 < change.proof.value["a"] <= 10  # type: ignore[call-overload,index,operator]


def test_a_doubt_is_not_hidden_by_a_note_that_is_for_review_too() -> None:
    old = {"properties": {"a": {"type": "string", "pattern": r"^(a+)\1$"}, "b": {"default": 1}}}
    new = {"properties": {"a": {"type": "string", "pattern": r"^(a+)\1\1$"}, "b": {"default": 2}}}
    pattern = next(c for c in of("input", old, new) if c.path == "a")
    assert pattern.level is Level.REVIEW
    assert isinstance(pattern.proof, Undecided)


def test_a_witness_that_one_side_cannot_judge_proves_nothing() -> None:
    old = {"enum": [{"\u00e9cole": 1}]}
    new = {"patternProperties": {r"\p{Letter}cole": True}, "additionalProperties": False}
    changes = of("input", old, new)
    assert max(c.level for c in changes) is Level.REVIEW
    assert not any(isinstance(c.proof, Witnessed) for c in changes)


def test_a_new_option_is_not_to_blame_for_another_ones_break_though_it_refers_to_a_definition() -> None:
    definitions = {"$defs": {"Filter": {"type": "object", "properties": {"q": TEXT}}}}
    old = {"properties": {"a": TEXT}}
    new = {"properties": {"a": {**TEXT, "maxLength": 3}, "b": {"$ref": "#/$defs/Filter"}}, **definitions}
    assert told(of("input", old, new)) == {
        ("breaking", "length.tightened", "a"),
        ("minor", "property.added", "b"),
    }


def test_parts_of_a_recursive_schema_are_judged_one_by_one() -> None:
    def tree(leaf: Any, **beside: Any) -> dict[str, Any]:
        node = {
            "type": "object",
            "properties": {"v": leaf, "kids": {"type": "array", "items": {"$ref": "#/$defs/N"}}},
        }
        return {"properties": {"root": {"$ref": "#/$defs/N"}, **beside}, "$defs": {"N": node}}

    changes = of("input", tree(WHOLE), tree(TEXT, other=TEXT))
    assert told(changes) == {("breaking", "type.changed", "root.v"), ("minor", "property.added", "other")}
    assert changes[0].via == "/$defs/N"


def optional(definition: dict[str, Any]) -> dict[str, Any]:
    return member({"anyOf": [{"$ref": "#/$defs/M"}, NULL], "default": None}, **{"$defs": {"M": definition}})


def test_changes_inside_an_optional_definition_are_found() -> None:
    old, new = (
        {"type": "object", "properties": properties} for properties in ({"x": TEXT}, {"x": WHOLE, "y": TEXT})
    )
    changes = of("input", optional(old), optional(new))
    assert told(changes) == {("breaking", "type.changed", "a.x"), ("minor", "property.added", "a.y")}
    assert {c.pointer for c in changes} == {
        "/inputSchema/$defs/M/properties/x/type",
        "/inputSchema/$defs/M/properties/y",
    }


def test_an_optional_definition_that_may_no_longer_be_null_lost_null_and_nothing_else() -> None:
    body = {"type": "object", "properties": {"x": TEXT}}
    required = member({"$ref": "#/$defs/M", "default": None}, **{"$defs": {"M": body}})
    assert told(of("input", optional(body), required)) == {("breaking", "type.changed", "a")}


SAME = [
    (member({"anyOf": [TEXT, WHOLE]}), member({"type": ["integer", "string"]})),
    (member({"oneOf": [TEXT, WHOLE]}), member({"type": ["integer", "string"]})),
    (member({"anyOf": [{"enum": ["x"]}, NULL]}), member({"enum": ["x", None]})),
    (optional({"type": "object"}), member({"anyOf": [{"type": "object"}, NULL], "default": None})),
    (optional({"type": "object"}), member({"type": ["object", "null"], "default": None})),
]


@pytest.mark.parametrize(("left", "right"), SAME)
@pytest.mark.parametrize("side", ["input", "output"])
def test_a_union_in_another_spelling_is_silent(
    side: str, left: dict[str, Any], right: dict[str, Any]
) -> None:
    assert of(side, left, right) == ()
    assert of(side, right, left) == ()


UNIONS = [
    # A plain type beside a union is a union of one.
    ("input", member(TEXT), member({"anyOf": [TEXT, LIST]}), {("minor", "branch.added", "a")}),
    ("input", member({"anyOf": [TEXT, LIST]}), member(TEXT), {("breaking", "branch.removed", "a")}),
    ("output", member(TEXT), member({"oneOf": [TEXT, LIST]}), {("breaking", "branch.added", "a")}),
    (
        "input",
        member({"oneOf": [TEXT, {**TEXT, "maxLength": 3}]}),
        member({"anyOf": [TEXT, {**TEXT, "maxLength": 3}]}),
        {("minor", "union.changed", "a")},
    ),
    # A choice that goes with its type is one difference.
    (
        "input",
        member({"anyOf": [{"type": "string", "enum": ["x"]}, NULL]}),
        member({"type": "string", "enum": ["x"]}),
        {("breaking", "type.changed", "a")},
    ),
    # Read through the union of null: a third type is new, whatever else changed.
    (
        "output",
        {"properties": {"a": {"anyOf": [TEXT, NULL]}, "b": TEXT}},
        {"properties": {"a": {"type": ["string", "null", "integer"]}, "b": {"type": ["string", "null"]}}},
        {("breaking", "type.changed", "a"), ("breaking", "type.changed", "b")},
    ),
    (
        "input",
        member({"anyOf": [{**TEXT, "maxLength": 9}, LIST]}),
        member({"anyOf": [LIST, {**TEXT, "maxLength": 5}]}),
        {("breaking", "length.tightened", "a (option 2)")},
    ),
]


@pytest.mark.parametrize(("side", "old", "new", "expected"), UNIONS)
def test_unions_are_compared_branch_by_branch(
    side: str, old: dict[str, Any], new: dict[str, Any], expected: set[tuple[str, str, str]]
) -> None:
    changes = of(side, old, new)
    assert told(changes) == expected
    for change in changes:
        if change.level is Level.BREAKING:
            assert isinstance(change.proof, Witnessed)
            before, after = (Draft202012Validator({"type": "object", **schema}) for schema in (old, new))
            accepts, rejects = (before, after) if side == "input" else (after, before)
            assert accepts.is_valid(change.proof.value)
            assert not rejects.is_valid(change.proof.value)


def test_a_definition_that_doubles_at_each_step_ends_in_bounded_work() -> None:
    def doubling(leaf: dict[str, Any]) -> dict[str, Any]:
        steps = {
            f"d{n}": {"properties": {side: {"$ref": f"#/$defs/d{n + 1}"} for side in ("l", "r")}}
            for n in range(24)
        }
        return member({"$ref": "#/$defs/d0"}, **{"$defs": {**steps, "d24": leaf}})

    changes = of("input", doubling(TEXT), doubling(WHOLE))
    assert max(c.level for c in changes) >= Level.REVIEW


@pytest.mark.parametrize("depth", [40, 150, 300])
def test_a_deep_schema_is_compared_without_falling_over(depth: int) -> None:
    def deep(leaf: dict[str, Any]) -> Interface:
        for _ in range(depth):
            leaf = {"type": "object", "properties": {"a": leaf}}
        return Interface(tools=(Tool({"name": "t", "inputSchema": leaf}),))

    assert classify(deep(TEXT), deep(WHOLE))[0].level >= Level.REVIEW
