"""Laws that hold for any two interfaces."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_docs.change import ByContract, Level, Witnessed
from mcp_docs.classifier.interfaces import classify
from mcp_docs.interface import Interface, Tool

NAMES = st.sampled_from(("a", "b", "c"))
FLAT = st.one_of(
    st.fixed_dictionaries({"type": st.sampled_from(("string", "integer", "number", "boolean"))}),
    st.fixed_dictionaries({"type": st.just("string"), "maxLength": st.integers(0, 3)}),
)
PARTS = st.one_of(
    FLAT,
    st.sampled_from(({"enum": ["x"]}, {"enum": ["x", "y", 1]}, {"enum": [None, "y"]})),
    st.fixed_dictionaries({"$ref": st.just("#/$defs/D")}),
    st.just({"anyOf": [{"$ref": "#/$defs/D"}, {"type": "null"}]}),
    st.just({"type": "array", "items": {"$ref": "#/$defs/D"}}),
)


@st.composite
def schemas(draw: st.DrawFn) -> dict[str, Any]:
    properties = draw(st.dictionaries(NAMES, PARTS, max_size=3))
    schema: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "required": sorted(draw(st.sets(NAMES, max_size=2)) & properties.keys()),
        "$defs": {
            "D": {
                "type": "object",
                "properties": draw(st.dictionaries(NAMES, FLAT, max_size=2)),
            }
        },
    }
    return {**schema, **draw(st.sampled_from(({}, {"additionalProperties": False})))}


@st.composite
def interfaces(draw: st.DrawFn) -> Interface:
    names = sorted(draw(st.sets(st.sampled_from(("s", "t", "u")), max_size=3)))
    return Interface(
        tools=tuple(
            Tool({"name": name, "inputSchema": draw(schemas()), "outputSchema": draw(schemas())})
            for name in names
        )
    )


def shuffled(value: Any, rng: random.Random, *, ordered: bool = True) -> Any:
    """Return an equal schema whose keys, and the lists whose order says nothing, are in another order."""
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {
            key: shuffled(value[key], rng, ordered=key not in ("required", "enum", "anyOf")) for key in keys
        }
    if isinstance(value, list):
        items = [shuffled(item, rng) for item in value]
        return items if ordered else rng.sample(items, len(items))
    return value


@given(interfaces(), st.integers())
def test_an_interface_in_another_order_is_the_same(interface: Interface, seed: int) -> None:
    rng = random.Random(seed)
    turned = Interface(tools=tuple(Tool(shuffled(tool.data, rng)) for tool in interface.tools))
    assert classify(interface, turned) == ()


@settings(max_examples=40)
@given(interfaces(), interfaces(), st.integers())
def test_the_order_of_what_is_compared_changes_no_answer(old: Interface, new: Interface, seed: int) -> None:
    rng = random.Random(seed)
    turned = Interface(tools=tuple(Tool(shuffled(tool.data, rng)) for tool in old.tools))
    found, again = ([(c.level, c.rule, c.key, c.path) for c in classify(side, new)] for side in (old, turned))
    assert [entry for entry in found if "option" not in entry[3]] == [
        e for e in again if "option" not in e[3]
    ]


def only(interface: Interface, key: tuple[str, str]) -> Interface:
    """The interface with one of its tools, or none."""
    return Interface(tools=tuple(tool for tool in interface.tools if (tool.kind, tool.key) == key))


@settings(max_examples=40)
@given(interfaces(), interfaces())
def test_the_whole_is_the_sum_of_its_elements(old: Interface, new: Interface) -> None:
    keys = {**old.index, **new.index}
    alone = [change for key in keys for change in classify(only(old, key), only(new, key))]
    whole = classify(old, new)
    assert sorted(c.fingerprint for c in whole) == sorted(c.fingerprint for c in alone)


@settings(max_examples=40)
@given(interfaces(), interfaces())
def test_a_difference_of_digests_of_which_nothing_is_said_accepts_the_same(
    old: Interface, new: Interface
) -> None:
    for change in classify(old, new):
        if change.level is Level.BREAKING:
            assert isinstance(change.proof, Witnessed | ByContract)
        assert change.level is change.raw_level
    # What goes unsaid one way goes unsaid the other way too: it is no difference at all.
    assert (classify(old, new) == ()) == (classify(new, old) == ())


MEMBERS = st.one_of(
    PARTS,
    st.just({"anyOf": [{"type": "string"}, {"type": "null"}]}),
    st.just({"type": ["string", "null"], "enum": ["x", None]}),
    st.just({"oneOf": [{"type": "string", "maxLength": 2}, {"type": "integer"}]}),
    st.just({"type": "object", "properties": {"k": {"type": "string"}}, "required": ["k"]}),
    st.just({"type": "object", "properties": {"k": {"type": "integer"}}, "additionalProperties": False}),
)


def _tool(members: dict[str, Any]) -> Interface:
    definitions = {"D": {"type": "object", "properties": {"v": {"type": "string"}}}}
    schema = {"type": "object", "properties": members, "$defs": definitions}
    return Interface(tools=(Tool({"name": "t", "inputSchema": schema, "outputSchema": schema}),))


@settings(max_examples=60)
@given(
    st.fixed_dictionaries(dict.fromkeys("abc", MEMBERS)), st.fixed_dictionaries(dict.fromkeys("abc", MEMBERS))
)
def test_independent_members_are_judged_as_if_each_had_changed_alone(
    old: dict[str, Any], new: dict[str, Any]
) -> None:
    together = {(c.pointer, c.rule, c.side, c.level) for c in classify(_tool(old), _tool(new))}
    alone = {
        (change.pointer, change.rule, change.side, change.level)
        for name in old
        for change in classify(_tool(old), _tool({**old, name: new[name]}))
    }
    assert together == alone
