"""What classification promises beyond each single rule."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_docs.change import Change, Level, Undecided, Witnessed
from mcp_docs.classifier.interfaces import classify
from mcp_docs.errors import ConfigError
from mcp_docs.interface import Interface
from mcp_docs.policy import Override, Policy, policy_from_mapping
from surfaces import interface


def tools(*listed: dict[str, Any]) -> Interface:
    return interface({"tools": list(listed)})


def taking(schema: dict[str, Any], name: str = "t") -> dict[str, Any]:
    return {"name": name, "inputSchema": {"type": "object", **schema}}


def returning(schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": "t", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", **schema}}


def told(changes: tuple[Change, ...]) -> list[tuple[str, str, str]]:
    return [(c.level.label, c.rule, c.path) for c in changes]


SPELLINGS = [
    ({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}}, {"properties": {"a": {"type": "string"}}}),
    ({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "string"}}}, {"properties": {"a": {"$ref": "#/$defs/B"}}, "$defs": {"B": {"type": "string"}}}),
    ({"properties": {"a": {"enum": ["x"]}}}, {"properties": {"a": {"const": "x"}}}),
    ({"properties": {"a": {"enum": [1, 2]}}}, {"properties": {"a": {"enum": [2.0, 1]}}}),
    ({"properties": {"a": {"type": "string"}}}, {"properties": {"a": {"type": ["string"]}}}),
    ({"required": ["a", "b"]}, {"required": ["b", "a"]}),
    ({"properties": {"a": {}}, "required": []}, {"properties": {"a": True}, "additionalProperties": True}),
    ({"properties": {"a": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}, {"properties": {"a": {"type": ["null", "string"]}}}),
    ({"properties": {"a": {"allOf": [{"type": "string"}]}}}, {"properties": {"a": {"type": "string"}}}),
    ({"properties": {"a": {"anyOf": [{"type": "string"}, {"type": "integer"}]}}}, {"properties": {"a": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}}),
    ({"properties": {"a": {"type": "string", "minLength": 0}}}, {"properties": {"a": {"type": "string"}}}),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right"), SPELLINGS)
def test_another_spelling_of_the_same_schema_is_silent_both_ways(
    left: dict[str, Any], right: dict[str, Any]
) -> None:
    for old, new in ((left, right), (right, left)):
        assert told(classify(tools(taking(old)), tools(taking(new)))) == []
        assert told(classify(tools(returning(old)), tools(returning(new)))) == []


def test_each_part_to_blame_has_its_own_witness() -> None:
    old = taking({"properties": {"n": {"type": "integer"}, "s": {"type": "string"}, "k": {"type": "string"}}})
    new = taking(
        {
            "properties": {
                "n": {"type": "integer", "minimum": 1},
                "s": {"type": "string", "maxLength": 3},
                "k": {"type": ["string", "null"]},
            }
        }
    )
    breaking = {c.path: c.proof for c in classify(tools(old), tools(new)) if c.level is Level.BREAKING}
    assert set(breaking) == {"n", "s"}
    for path, proof in breaking.items():
        assert isinstance(proof, Witnessed)
        assert isinstance(proof.value, dict)
        assert set(proof.value) == {path}  # nothing in it that another part is to blame for


def test_a_shared_definition_is_traced_to_each_place_that_uses_it() -> None:
    def pair(limit: int) -> dict[str, Any]:
        definition = {"Page": {"type": "integer", "maximum": limit}}
        uses = {"from": {"$ref": "#/$defs/Page"}, "to": {"type": "array", "items": {"$ref": "#/$defs/Page"}}}
        return taking({"properties": uses, "$defs": definition})

    changes = classify(tools(pair(10)), tools(pair(5)))
    assert [(c.rule, c.path, c.pointer, c.via) for c in changes] == [
        ("schema.range.tightened", "from", "/inputSchema/$defs/Page/maximum", "/$defs/Page"),
        ("schema.range.tightened", "to[]", "/inputSchema/$defs/Page/maximum", "/$defs/Page"),
    ]


def test_nothing_is_breaking_in_a_pair_that_is_proven_compatible() -> None:
    old = taking({"properties": {"a": {"anyOf": [{"type": "integer"}, {"type": "number"}]}}})
    new = taking({"properties": {"a": {"anyOf": [{"type": "number"}]}}})
    assert all(c.level < Level.REVIEW for c in classify(tools(old), tools(new)))


def test_parts_that_are_harmless_alone_carry_the_break_that_they_make_together() -> None:
    # Two alternatives say the same: either may go, but not both.
    text, same = {"type": "string", "pattern": "a"}, {"type": "string", "pattern": "a|ab"}
    number, flag = {"type": "integer"}, {"type": "boolean"}
    old = taking({"properties": {"x": {"anyOf": [text, same, number]}}})
    alone = taking({"properties": {"x": {"anyOf": [same, number, flag]}}})
    both = taking({"properties": {"x": {"anyOf": [number, flag]}}})
    assert all(c.level < Level.REVIEW for c in classify(tools(old), tools(alone)))
    removed = [c for c in classify(tools(old), tools(both)) if c.rule == "schema.branch.removed"]
    assert [c.level for c in removed] == [Level.BREAKING, Level.BREAKING]
    assert all(isinstance(c.proof, Witnessed) for c in removed)


def test_a_renamed_tool_is_two_breaking_and_minor_halves_of_one() -> None:
    body = {
        "description": "Find berths that are free.",
        "inputSchema": {"type": "object", "properties": {"day": {"type": "string"}}},
    }
    changes = classify(tools({"name": "find_berths", **body}), tools({"name": "search_berths", **body}))
    assert [(c.rule, c.key, dict(c.detail)) for c in changes] == [
        ("tool.removed", "find_berths", {"renamed_to": "search_berths"}),
        ("tool.added", "search_berths", {"renamed_from": "find_berths"}),
    ]
    assert changes[0].level is Level.BREAKING
    assert changes[0].link == changes[1].link != ""


def test_a_renamed_argument_is_linked_within_its_object() -> None:
    old = taking(
        {
            "properties": {"ship_name": {"type": "string", "description": "Name of the ship."}},
            "additionalProperties": False,
        }
    )
    new = taking(
        {
            "properties": {"shipName": {"type": "string", "description": "Name of the ship."}},
            "additionalProperties": False,
        }
    )
    changes = classify(tools(old), tools(new))
    assert {(c.path, tuple(c.detail)) for c in changes} == {
        ("ship_name", (("renamed_to", "shipName"),)),
        ("shipName", (("renamed_from", "ship_name"),)),
    }


def test_unlike_tools_are_not_called_a_rename() -> None:
    old = {"name": "weather", "description": "Tell the wind.", "inputSchema": {"type": "object"}}
    new = {
        "name": "invoice",
        "description": "Print what is owed by a ship for its berth.",
        "inputSchema": {"type": "object", "required": ["ship"], "properties": {"ship": {"type": "string"}}},
    }
    assert {c.link for c in classify(tools(old), tools(new))} == {""}


def test_a_null_schema_is_a_broken_promise_and_its_return_is_not() -> None:
    sound, broken = tools(taking({})), tools({"name": "t", "inputSchema": None})
    assert told(classify(sound, broken)) == [("breaking", "element.malformed", "")]
    assert told(classify(broken, sound)) == [("minor", "element.mended", "")]


def test_the_order_of_tools_and_of_keys_does_not_matter() -> None:
    old = [taking({"properties": {"x": {"type": "string"}}}, "a"), taking({}, "b")]
    new = [taking({"properties": {"x": {"type": "integer"}}}, "a"), taking({}, "c")]
    turned = [dict(reversed(tool.items())) for tool in reversed(new)]
    assert classify(tools(*old), tools(*new)) == classify(tools(*reversed(old)), tools(*turned))


def test_an_undecided_pair_is_review_and_says_why() -> None:
    old = taking({"properties": {"x": {"type": "string", "pattern": r"^(a+)\1$"}}})
    new = taking({"properties": {"x": {"type": "string", "pattern": r"^(a+)\1\1$"}}})
    (change,) = classify(tools(old), tools(new))
    assert change.level is Level.REVIEW
    assert isinstance(change.proof, Undecided)
    assert change.proof.reason


def test_policy_lowers_and_raises_and_keeps_the_rules_own_level() -> None:
    old, new = tools(taking({})), tools(taking({"properties": {"x": {"default": 1}}, "required": ["x"]}))
    policy = Policy(
        overrides=(Override(Level.MINOR, rule="schema.property.required.added", element="tool:t*"),)
    )
    (change,) = classify(old, new, policy)
    assert (change.level, change.raw_level) == (Level.MINOR, Level.BREAKING)
    other = Policy(overrides=(Override(Level.MINOR, element="tool:other"),))
    assert classify(old, new, other)[0].level is Level.BREAKING


def test_policy_is_read_from_a_table_and_its_faults_name_the_nearest() -> None:
    policy = policy_from_mapping({
        "profile": "strict",
        "rules": {"schema.format.changed": "patch"},
        "overrides": [{"element": "tool:admin_*", "side": "output", "level": "minor"}],
    })  # fmt: skip
    assert policy.profile == "strict"
    assert [override.level for override in policy.overrides] == [Level.PATCH, Level.MINOR]
    for table, nearest in (
        ({"rules": {"schema.formt.changed": "patch"}}, "schema.format.changed"),
        ({"rules": {"schema.format.changed": "pach"}}, "patch"),
        ({"overrides": [{"level": "minor", "sid": "output"}]}, "side"),
        ({"overrides": [{"level": "minor", "side": "outputs"}]}, "did you mean 'output'?"),
        ({"overrides": [{"rule": "tool.*"}]}, "policy.overrides, number 1: level is missing"),
        ({"overrides": {}}, "array of tables"),
    ):
        with pytest.raises(ConfigError) as caught:
            policy_from_mapping(table)
        assert nearest in str(caught.value)


def test_enforced_formats_are_a_matter_of_policy() -> None:
    old, new = (
        tools(taking({"properties": {"d": {"type": "string"}}})),
        tools(taking({"properties": {"d": {"type": "string", "format": "date"}}})),
    )
    assert classify(old, new)[0].level is Level.REVIEW
    assert classify(old, new, Policy(formats="assertion"))[0].level is Level.BREAKING


LEAVES = st.sampled_from([
    {"type": "string"}, {"type": "integer"}, {"type": "number", "minimum": 0}, {"enum": ["a", "b"]}, {"const": 1},
    {"type": ["string", "null"], "maxLength": 4}, {"type": "string", "pattern": "^[a-z]*$"}, True, {},
])  # fmt: skip
SCHEMAS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(
            lambda members, names, extra: {
                "type": "object",
                "properties": members,
                "required": sorted(n for n in names if n in members),
                "additionalProperties": extra,
            },
            st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
            st.sets(st.sampled_from("abc")),
            st.booleans(),
        ),
        st.builds(lambda item: {"type": "array", "items": item}, inner),
        st.builds(lambda a, b: {"anyOf": [a, b]}, inner, inner),
    ),
    max_leaves=6,
)


@given(SCHEMAS)
def test_an_interface_compared_with_itself_is_silent(schema: Any) -> None:
    one = tools(taking({"properties": {"x": schema}}))
    two = tools(taking({"properties": {"x": copy.deepcopy(schema)}}))
    assert classify(one, two) == ()


@given(SCHEMAS, SCHEMAS)
def test_a_break_has_a_proof_and_the_proof_is_on_the_right_side(left: Any, right: Any) -> None:
    old = tools({**returning({"properties": {"x": left}}), **taking({"properties": {"x": left}})})
    new = tools({**returning({"properties": {"x": right}}), **taking({"properties": {"x": right}})})
    for change in classify(old, new):
        if change.level is Level.BREAKING:
            assert change.proof is not None
        if isinstance(change.proof, Witnessed):
            assert change.proof.side == change.side


def test_what_limited_the_old_type_says_nothing_of_the_new_one() -> None:
    old = taking({"properties": {"vessel": {"type": "string", "maxLength": 9, "description": "Its name."}}})
    vessel = {
        "type": "object",
        "properties": {"name": {"type": "string"}},
        "required": ["name"],
        "description": "The vessel.",
    }
    changes = classify(tools(old), tools(taking({"properties": {"vessel": vessel}})))
    assert told(changes) == [
        ("breaking", "schema.type.changed", "vessel"),
        ("patch", "schema.description.changed", "vessel"),
    ]


def test_what_is_demanded_beside_a_reference_stands_beside_it() -> None:
    definition = {"Size": {"type": "string", "enum": ["small", "large"]}}
    old = taking({"properties": {"size": {"$ref": "#/$defs/Size"}}, "$defs": definition})
    new = taking({"properties": {"size": {"$ref": "#/$defs/Size", "enum": ["small"]}}, "$defs": definition})
    (change,) = classify(tools(old), tools(new))
    assert (change.level, change.path) == (Level.BREAKING, "size")
    assert change.pointer == "/inputSchema/properties/size/enum"


def test_an_alternative_whose_definition_changed_is_still_that_alternative() -> None:
    def pair(kind: object) -> dict[str, Any]:
        definitions = {"Name": {"type": kind}, "Full": {"type": "object"}}
        choice = {"oneOf": [{"$ref": "#/$defs/Name"}, {"$ref": "#/$defs/Full"}]}
        return taking({"properties": {"who": choice}, "$defs": definitions})

    (change,) = classify(tools(pair("string")), tools(pair(["string", "null"])))
    assert (change.level, change.rule) == (Level.MINOR, "schema.type.changed")
    assert change.pointer == "/inputSchema/$defs/Name/type"
