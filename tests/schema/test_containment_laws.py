"""Laws that containment obeys whatever the schemas."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from randomschemas import Generator
from schemagen import VALUES, object_schemas, schemas

from mcp_docs.schema.containment import decide
from mcp_docs.schema.verdict import Breaking, Compatible, Unproven

# Each example asks several questions, and the laws are few: a handful of schemas goes a long way.
some = settings(max_examples=40)


def contained(one: Any, two: Any) -> str:
    return decide(one, two, profile="strict").outcome


def equivalent(one: Any, two: Any) -> bool:
    return contained(one, two) == contained(two, one) == "compatible"


def reordered(schema: Any) -> Any:
    """Reverse the members of every object, and the types, required names and options of every list of them."""
    if isinstance(schema, dict):
        return {
            word: list(reversed(part)) if word in ("type", "required", "enum") and isinstance(part, list)
            else reordered(part)
            for word, part in reversed(schema.items())
        }  # fmt: skip
    return [reordered(part) for part in schema] if isinstance(schema, list) else schema


@given(schemas)
@some
def test_a_schema_contains_itself(schema: Any) -> None:
    assert decide(schema, schema).outcome == "compatible"


@given(object_schemas)
@some
def test_order_of_keys_means_nothing(schema: Any) -> None:
    assert equivalent(schema, reordered(schema))


@given(object_schemas)
@some
def test_a_reference_is_what_it_refers_to(schema: Any) -> None:
    referring = {"$ref": "#/$defs/it", "$defs": {"it": schema}}
    assert equivalent(schema, referring)


@given(object_schemas)
@some
def test_all_and_any_and_one_of_a_single_schema_are_the_schema(schema: Any) -> None:
    for word in ("allOf", "anyOf", "oneOf"):
        assert equivalent(schema, {word: [schema]})


@given(schemas)
@some
def test_double_negation_is_nothing(schema: Any) -> None:
    assert equivalent(schema, {"not": {"not": schema}})


@given(schemas)
@some
def test_nothing_is_in_everything(schema: Any) -> None:
    assert contained({"not": {}}, schema) == "compatible"
    assert contained(schema, {}) == "compatible"


@given(schemas, schemas)
@some
def test_conjunction_narrows_and_disjunction_widens(one: Any, two: Any) -> None:
    assert contained({"allOf": [one, two]}, one) == "compatible"
    assert contained(one, {"anyOf": [two, one]}) == "compatible"


@given(schemas, schemas)
@some
def test_complements_share_nothing(one: Any, two: Any) -> None:
    assert contained({"allOf": [one, {"not": one}]}, two) == "compatible"


@given(st.sampled_from(VALUES))
@some
def test_an_enum_of_one_is_a_const(value: Any) -> None:
    assert equivalent({"enum": [value]}, {"const": value})


@given(st.sampled_from(["string", "integer", "object", "array", "boolean"]))
@some
def test_any_of_with_null_is_a_list_of_types(name: str) -> None:
    assert equivalent({"anyOf": [{"type": name}, {"type": "null"}]}, {"type": [name, "null"]})


@given(schemas, schemas)
@some
def test_input_one_way_is_output_the_other_way(one: Any, two: Any) -> None:
    forth = decide(one, two, direction="input", profile="strict")
    back = decide(two, one, direction="output", profile="strict")
    assert forth == back


def test_containment_is_transitive() -> None:
    draw = Generator(7)
    chains = 0
    for _ in range(400):
        one, two = draw.pair()
        three = draw.edited(two)
        if contained(one, two) == contained(two, three) == "compatible":
            chains += 1
            assert contained(one, three) == "compatible", (one, two, three)
    assert chains >= 50


@given(schemas, schemas)
@some
def test_the_answer_is_always_the_same(one: Any, two: Any) -> None:
    assert decide(one, two) == decide(one, two)


@pytest.mark.parametrize("direction", ["input", "output"])
def test_annotations_decide_nothing(direction: Any) -> None:
    old = {"type": "string", "title": "a", "format": "email", "x-own": 1, "contentEncoding": "base64"}
    new = {"type": "string", "description": "b", "default": 5, "format": "uri", "examples": [1]}
    assert isinstance(decide(old, new, direction=direction), Compatible)


@given(schemas, schemas)
@some
def test_a_smaller_budget_never_gives_another_answer_but_unproven(one: Any, two: Any) -> None:
    full = decide(one, two, profile="strict")
    poor = decide(one, two, profile="strict", budget=10)
    assert isinstance(poor, Unproven) or poor.outcome == full.outcome
    assert not isinstance(poor, Breaking) or isinstance(full, Breaking)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ({"const": "a"}, {"const": "b"}, True),
        ({"enum": ["a", "c"]}, {"const": "b"}, True),
        ({"const": 1}, {"const": True}, True),
        ({"const": 1}, {"const": 1.0}, False),
        ({"enum": ["a", "b"]}, {"enum": ["b", "c"]}, False),
        ({"type": "string"}, {"const": "b"}, False),
    ],
)
def test_one_of_is_any_of_where_a_tag_tells_the_alternatives_apart(
    one: Any, other: Any, *, apart: bool
) -> None:
    options = [{"type": "object", "properties": {"k": part}, "required": ["k"]} for part in (one, other)]
    assert equivalent({"oneOf": options}, {"anyOf": options}) is apart
    # Without the demand for an object or for the tag, some value satisfies both.
    for word in ("type", "required"):
        loose = [{key: part for key, part in option.items() if key != word} for option in options]
        assert not equivalent({"oneOf": loose}, {"anyOf": loose})
