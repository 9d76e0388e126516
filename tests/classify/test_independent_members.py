"""Members that are judged one by one: the answer, and the proof, are about the whole."""

from __future__ import annotations

import random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mcp_docs import classify, decide
from mcp_docs.change import Change, Level, Witnessed
from mcp_docs.classifier.blame import Trial
from mcp_docs.classifier.judge import judge
from mcp_docs.classifier.members import judged_by_member
from mcp_docs.policy import DEFAULT
from mcp_docs.schema.members import members
from mcp_docs.schema.verdict import Breaking, Compatible, Direction
from surfaces import interface

TEXT, WHOLE = {"type": "string"}, {"type": "integer"}


def changes(old: Any, new: Any, member: str = "inputSchema") -> tuple[Change, ...]:
    base: dict[str, Any] = {"name": "t", "inputSchema": {"type": "object"}}
    return classify(*(interface({"tools": [{**base, member: side}]}) for side in (old, new)))


def objects(properties: Any, *required: str, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required), **more}


def test_the_proof_for_one_member_holds_what_the_others_require() -> None:
    old = objects({"a": TEXT, "b": {"enum": [7]}, "c": WHOLE}, "a", "b")
    new = objects({"a": {**TEXT, "maxLength": 0}, "b": {"enum": [7]}, "c": TEXT}, "a", "b")
    told = changes(old, new)
    assert {(c.path, c.level) for c in told} == {("a", Level.BREAKING), ("c", Level.BREAKING)}
    for change in told:
        assert isinstance(change.proof, Witnessed)
        assert isinstance(change.proof.value, dict)
        assert change.proof.value["b"] == 7
        assert Draft202012Validator(old).is_valid(change.proof.value)
        assert not Draft202012Validator(new).is_valid(change.proof.value)


def test_an_object_without_any_value_breaks_nobody() -> None:
    nothing = {"not": {}}
    old = objects({"a": TEXT, "b": nothing}, "b")
    new = objects({"a": WHOLE, "b": nothing}, "b")
    assert isinstance(decide(old, new), Compatible)
    assert all(change.level < Level.BREAKING for change in changes(old, new))


def test_a_definition_counts_for_the_members_that_lead_to_it() -> None:
    def schema(width: Any, other: Any) -> Any:
        used = {"$ref": "#/$defs/Used"}
        definitions = {"Used": {"properties": {"x": {"$ref": "#/$defs/Deep"}}}, "Deep": width, "Other": other}
        return objects({"a": used, "b": {"$ref": "#/$defs/Other"}, "c": TEXT}, **{"$defs": definitions})

    assert changes(schema(TEXT, TEXT), schema(TEXT, TEXT)) == ()
    (change,) = changes(schema(TEXT, TEXT), schema(WHOLE, TEXT))
    assert (change.path, change.level, change.via) == ("a.x", Level.BREAKING, "/$defs/Deep")
    (other,) = changes(schema(TEXT, TEXT), schema(TEXT, WHOLE))
    assert (other.path, other.level) == ("b", Level.BREAKING)


def test_definitions_that_nobody_uses_are_no_change() -> None:
    parts = {"a": {"$ref": "#/$defs/A"}}
    old = objects(parts, **{"$defs": {"A": TEXT, "B": TEXT}})
    new = objects(parts, **{"$defs": {"A": TEXT, "B": WHOLE, "C": WHOLE}})
    assert changes(old, new) == ()


TOGETHER = [
    ({"minProperties": 1}, {"minProperties": 1}),
    ({"dependentRequired": {"a": ["b"]}}, {"dependentRequired": {"a": ["b"]}}),
    ({"patternProperties": {"^a": {"maxLength": 3}}}, {"patternProperties": {"^a": {"maxLength": 3}}}),
    ({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}, {"anyOf": [{"required": ["a"]}]}),
    ({"additionalProperties": True}, {"additionalProperties": False}),
    ({"$ref": "#/$defs/A", "$defs": {"A": {}}}, {"$ref": "#/$defs/A", "$defs": {"A": {}}}),
    ({"unevaluatedProperties": False}, {"unevaluatedProperties": False}),
    ({"$id": "https://example.org/s"}, {"$id": "https://example.org/s"}),
]


@pytest.mark.parametrize(("before", "after"), TOGETHER)
def test_what_ties_members_together_keeps_them_together(before: Any, after: Any) -> None:
    assert members({**objects({"a": TEXT}), **before}, {**objects({"a": WHOLE}), **after}) is None


def test_members_that_lead_to_each_other_are_kept_together() -> None:
    old = objects({"a": TEXT, "b": {"$ref": "#/properties/a"}})
    assert members(old, objects({"a": WHOLE, "b": {"$ref": "#/properties/a"}})) is None


PARTS: list[Any] = [
    TEXT, WHOLE, True, {}, {"type": "number"}, {"type": ["string", "null"]}, {"enum": ["x", "y"]}, {"const": "x"},
    {"type": "string", "minLength": 2}, {"type": "string", "pattern": "^[a-c]+$"}, {"type": "integer", "maximum": 5},
    {"$ref": "#/$defs/D"}, {"anyOf": [TEXT, {"$ref": "#/$defs/D"}]}, {"type": "array", "items": WHOLE}, {"not": {}},
    {"type": "array", "items": {"$ref": "#/$defs/D"}, "minItems": 1}, {"type": "integer", "minimum": 6, "maximum": 5},
    {"type": "object", "properties": {"k": TEXT}, "required": ["k"]},
    {"type": "object", "properties": {"k": TEXT, "l": WHOLE}, "additionalProperties": False},
    {"type": "object", "properties": {"k": WHOLE}, "default": {"k": 1, "l": 2}},
]  # fmt: skip
DEFINITIONS: list[Any] = [
    TEXT,
    {"type": "object", "properties": {"v": TEXT}},
    {"type": "object"},
    {"enum": [1, "x"]},
]


def random_pair(rng: random.Random) -> tuple[Any, Any]:
    """Draw two plain objects of which some members, requirements and definitions differ."""
    names = [name for name in "abcd" if rng.random() < 0.8]
    general = rng.choice([{}, {"additionalProperties": False}, {"additionalProperties": TEXT}])

    def side(base: dict[str, Any] | None) -> Any:
        properties = {n: rng.choice(PARTS) for n in names if rng.random() < 0.9}
        required = {n for n in "abcde" if rng.random() < 0.3}
        definition = rng.choice(DEFINITIONS)
        if base is not None:
            kept = base["properties"]
            properties = {
                n: kept[n] if n in kept and rng.random() < 0.6 else p for n, p in properties.items()
            }
            required = required if rng.random() < 0.4 else set(base["required"])
            definition = base["$defs"]["D"] if rng.random() < 0.6 else definition
        return {**objects(properties, *sorted(required), **{"$defs": {"D": definition}}), **general}

    old = side(None)
    return old, side(old)


@pytest.mark.parametrize("direction", ["input", "output"])
def test_one_by_one_is_as_all_at_once(direction: Direction) -> None:
    rng = random.Random(20)
    apart = breaking = 0
    for _ in range(1_500):
        old, new = random_pair(rng)
        found = judged_by_member(Trial(old, new, direction, DEFAULT))
        if found is None:
            continue
        apart += 1
        proofs = [proof for _, _, proof in found if isinstance(proof, Witnessed)]
        verdict = decide(old, new, direction=direction)
        # What breaks without a proof breaks a promise, of which the verdict on values knows nothing.
        if proofs or isinstance(verdict, Breaking):
            assert isinstance(verdict, Breaking)
            assert any(level is Level.BREAKING for _, level, _ in found)
        accepting, rejecting = (old, new) if direction == "input" else (new, old)
        for proof in proofs:
            assert Draft202012Validator(accepting).is_valid(proof.value)
            assert not Draft202012Validator(rejecting).is_valid(proof.value)
        breaking += bool(proofs)
        whole = judge(Trial(old, new, direction, DEFAULT))
        # Nothing is made up; what only spells a member in another way shows better by itself.
        assert {(d.pointer, d.fact) for d, _, _ in found} <= {(d.pointer, d.fact) for d, _, _ in whole}
    assert apart > 300
    assert breaking > 200
