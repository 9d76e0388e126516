"""Schemas in words: what a reader of a parameter table is told."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_docs.site.conditions import conditions
from mcp_docs.site.schemarows import LONGEST, Row, describe
from mcp_docs.site.schemawords import Choice


def rows(schema: Any) -> dict[str, Row]:
    """Rows of an input schema by path; alternatives by path and name."""
    found = describe(schema, "/inputSchema")
    return {row.path if row.path.endswith(row.name) else f"{row.path}|{row.name}": row for row in found}


def one(schema: Any) -> Row:
    """The row of a single property."""
    return rows({"type": "object", "properties": {"x": schema}})["x"]


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "string"}, "string"),
        ({"type": "string", "format": "date-time"}, "string (date-time)"),
        ({"type": ["string", "null"]}, "string or null"),
        ({"type": ["string", "integer", "null"]}, "string, integer or null"),
        ({"type": "array"}, "array"),
        ({"type": "array", "items": {"type": "string"}}, "array of string"),
        (
            {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
            "array of array of integer",
        ),
        ({"type": "object", "additionalProperties": {"type": "number"}}, "map to number"),
        ({"type": "object", "additionalProperties": True}, "object"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string or null"),
        ({"oneOf": [{"type": "string"}, {"type": "string", "minLength": 3}]}, "string"),
        ({"enum": ["a", "b"]}, "string"),
        ({"enum": ["a", 1, None]}, "string, integer or null"),
        ({"const": True}, "boolean"),
        ({"properties": {"a": {}}}, "object"),
        ({}, "any value"),
        (True, "any value"),
        (False, "no value"),
    ],
)
def test_types_in_words(schema: Any, words: str) -> None:
    assert one(schema).type == words


def test_required_properties_come_first_and_keep_their_order() -> None:
    schema = {"properties": {"a": {}, "b": {}, "c": {}, "d": {}}, "required": ["d", "b"]}
    assert [(row.name, row.required) for row in describe(schema, "").rows] == [
        ("b", True), ("d", True), ("a", False), ("c", False),
    ]  # fmt: skip


def test_limits_defaults_and_choices_are_json() -> None:
    row = one({"type": "string", "default": "a", "maxLength": 9, "pattern": '^"a"$', "enum": ["a", "b"]})
    assert row.facts == (("Default", '"a"'), ("Longest length", "9"), ("Matches", '^"a"$'))
    assert [choice.value for choice in row.choices] == ['"a"', '"b"']


def test_a_long_default_is_cut() -> None:
    ((label, value),) = one({"default": "x" * 1000}).facts
    assert label == "Default"
    assert len(value) == 120
    assert value.endswith("…")


def test_choices_of_the_items_are_those_of_the_array() -> None:
    assert one({"type": "array", "items": {"enum": [1, 2]}}).choices == (Choice("1"), Choice("2"))


def test_nesting_through_arrays_and_maps_shows_in_the_path_and_pointer() -> None:
    found = rows(
        {
            "properties": {
                "list": {"items": {"properties": {"id": {}}}},
                "map": {"additionalProperties": {"properties": {"v": {}}}},
            }
        }
    )
    assert {path: row.pointer for path, row in found.items()} == {
        "list": "/inputSchema/properties/list",
        "list[].id": "/inputSchema/properties/list/items/properties/id",
        "map": "/inputSchema/properties/map",
        "map.*.v": "/inputSchema/properties/map/additionalProperties/properties/v",
    }


def test_a_reference_is_followed_and_what_stands_beside_it_goes_first() -> None:
    schema = {
        "properties": {"to": {"$ref": "#/$defs/port", "description": "Where to."}},
        "$defs": {
            "port": {"type": "object", "description": "A port.", "properties": {"code": {"type": "string"}}}
        },
    }
    found = rows(schema)
    assert (found["to"].type, found["to"].description, found["to"].origin) == (
        "object",
        "Where to.",
        "/inputSchema/$defs/port",
    )
    assert found["to.code"].pointer == "/inputSchema/properties/to/properties/code"
    assert found["to.code"].origin == "/inputSchema/$defs/port/properties/code"


@pytest.mark.parametrize(
    "reference", ["#/$defs/none", "https://a.example/schema", "#anchor", "other.json", "#/$defs/0", "#/~", 7]
)
def test_a_reference_that_cannot_be_followed_is_any_value(reference: Any) -> None:
    assert one({"$ref": reference}).type == "any value"


def test_references_that_go_round_end() -> None:
    schema = {
        "properties": {"a": {"$ref": "#/$defs/x"}},
        "$defs": {"x": {"$ref": "#/$defs/y"}, "y": {"$ref": "#/$defs/x"}},
    }
    assert rows(schema)["a"].type == "any value"


def test_a_schema_that_holds_itself_is_described_once() -> None:
    schema = {"properties": {"name": {}, "children": {"type": "array", "items": {"$ref": "#"}}}}
    assert list(rows(schema)) == ["name", "children"]


def test_one_rich_alternative_is_shown_as_the_value_itself() -> None:
    assert list(rows({"properties": {"x": {"anyOf": [{"properties": {"a": {}}}, {"type": "null"}]}}})) == [
        "x",
        "x.a",
    ]


def test_several_rich_alternatives_are_told_apart() -> None:
    found = rows({"properties": {"x": {"oneOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}}})
    assert list(found) == ["x", "x|option 1", "x.a", "x|option 2", "x.b"]


def test_properties_of_all_of_are_those_of_the_whole() -> None:
    assert list(rows({"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]})) == ["a", "b"]


def test_closed_and_deprecated_are_told() -> None:
    assert describe({"additionalProperties": False}, "").closed
    assert not describe({"additionalProperties": True}, "").closed
    assert one({"deprecated": True}).deprecated
    assert not one({"deprecated": "yes"}).deprecated


def test_a_huge_schema_is_cut_and_says_so() -> None:
    found = describe({"properties": {f"p{n}": {} for n in range(LONGEST + 1)}}, "")
    assert (len(found.rows), found.cut) == (LONGEST, True)
    assert not describe({"properties": {f"p{n}": {} for n in range(LONGEST - 1)}}, "").cut


@pytest.mark.parametrize(
    "schema", [True, False, {"properties": 1}, {"required": "a"}, {"anyOf": {}}, {"items": []}, {"type": 3}]
)
def test_malformed_parts_are_left_to_the_raw_schema(schema: Any) -> None:
    assert describe(schema, "").rows == ()


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["#", "#/$defs/a", "object", "array"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                "$ref $defs a properties items anyOf allOf oneOf type enum const required description default".split()
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)


@given(JSON.filter(lambda value: isinstance(value, dict)))
def test_any_object_is_described_with_unique_pointers(schema: Any) -> None:
    pointers = [row.pointer for row in describe(schema, "/inputSchema")]
    assert len(pointers) == len(set(pointers))


def test_choices_carry_their_labels() -> None:
    choices = one({"oneOf": [{"const": "a", "title": "Aft"}, {"const": "b"}]}).choices
    assert choices == (Choice('"a"', "Aft"), Choice('"b"'))
    assert one({"enum": ["a", "b"], "enumNames": ["Aft", "b"]}).choices == (
        Choice('"a"', "Aft"),
        Choice('"b"'),
    )


def test_limits_of_what_may_be_null_are_shown() -> None:
    row = one({"anyOf": [{"type": "integer", "minimum": 3}, {"type": "null"}], "default": None})
    assert (row.type, row.facts) == ("integer or null", (("Default", "null"), ("At least", "3")))


def test_a_shared_definition_is_shown_once() -> None:
    port = {"type": "object", "properties": {"name": {"type": "string"}}}
    reference = {"$ref": "#/$defs/port"}
    found = rows(
        {
            "properties": {
                "from": reference,
                "to": {"anyOf": [reference, {"type": "null"}]},
                "via": {"items": reference},
            },
            "$defs": {"port": port},
        }
    )
    assert set(found) == {"from", "from.name", "to", "via"}
    assert {(found[name].same, found[name].same_path) for name in ("to", "via")} == {
        ("/inputSchema/properties/from", "from")
    }


@pytest.mark.parametrize(
    ("schema", "sentences"),
    [
        ({"properties": {"a": {}}}, ()),
        ({"dependentRequired": {"a": ["b", "c"]}}, ("With a, also give b and c.",)),
        (
            {"oneOf": [{"required": ["a"]}, {"required": ["b", "c"]}]},
            ("Give exactly one of these: a; b and c.",),
        ),
        ({"anyOf": [{"required": ["a"]}, {"type": "object"}]}, ()),
        ({"not": {"required": ["a", "b"]}}, ("Never give a and b together.",)),
        ({"not": {"properties": {}}}, ("More is demanded by not: see the schema.",)),
        (
            {
                "if": {"properties": {"kind": {"const": "x"}}, "required": ["kind"]},
                "then": {"required": ["a"]},
                "else": {"properties": {"a": False}},
            },
            ('When kind is "x", give a.', 'Unless kind is "x", do not give a.'),
        ),
        (
            {"if": {"minProperties": 2}, "then": {"required": ["a"]}},
            ("More is demanded by if: see the schema.",),
        ),
        (
            {"dependentSchemas": {"a": {"required": ["b"], "not": {"required": ["c"]}}}},
            ("With a, give b and do not give c.",),
        ),
        ({"allOf": [{"dependentRequired": {"a": ["b"]}}]}, ("With a, also give b.",)),
    ],
)
def test_demands_on_several_members_in_words(schema: Any, sentences: tuple[str, ...]) -> None:
    assert conditions(schema) == sentences
