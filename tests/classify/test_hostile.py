"""Schemas made to hang, to exhaust memory or to slip through: a bounded answer, never a silent one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mcp_docs.change import Change, Level
from mcp_docs.classifier.interfaces import classify
from mcp_docs.errors import McpDocsError
from mcp_docs.readers import read
from surfaces import interface

TEXT = {"type": "string"}


def taking(schema: Any) -> dict[str, Any]:
    return {"name": "t", "inputSchema": {"type": "object", "properties": {"x": schema}}}


def classified(old: Any, new: Any) -> tuple[Change, ...]:
    return classify(interface({"tools": [taking(old)]}), interface({"tools": [taking(new)]}))


def nested(word: str, depth: int, core: Any) -> Any:
    for _ in range(depth):
        core = (
            {word: core}
            if word in ("items", "not")
            else {word: [core]}
            if word != "properties"
            else {word: {"a": core}}
        )
    return core


def members(count: int, kind: str) -> Any:
    return {"type": "object", "properties": {f"p{n}": {"type": kind} for n in range(count)}}


def alternatives(width: int, depth: int, last: Any) -> Any:
    """``width`` branches to the power of ``depth`` combinations, none of which can be left out unread."""
    return {
        "type": "object",
        "allOf": [
            {"anyOf": [{"properties": {f"p{level}": {"const": number}}} for number in range(width)]}
            for level in range(depth)
        ],
        "properties": {"last": last},
    }


def doubling(word: str, depth: int, core: Any) -> Any:
    """A few lines that lead to ``core`` in 2 to the power of ``depth`` ways."""
    steps = {
        f"d{level}": {word: [{"$ref": f"#/properties/x/$defs/d{level - 1}"}] * 2}
        for level in range(1, depth + 1)
    }
    return {"$ref": f"#/properties/x/$defs/d{depth}", "$defs": {"d0": core, **steps}}


def parts_of_an_array(demanded: int) -> Any:
    parts = [
        {"contains": {"multipleOf": prime}, "minContains": 2 * demanded, "maxContains": 50}
        for prime in (2, 3, 5, 7, 11, 13)
    ]
    return {"type": "array", "allOf": parts}


def closed_again_and_again(depth: int, core: Any) -> Any:
    schema: Any = {"properties": {"a": core}}
    for _ in range(depth):
        schema = {"allOf": [schema], "unevaluatedProperties": False}
    return {"type": "object", **schema}


#: Pairs that break callers: the level is breaking, or review where that is too much to prove.
BREAKING: dict[str, Callable[[], tuple[Any, Any]]] = {
    "100,000 values of an enum": lambda: ({"enum": list(range(100_000))}, {"enum": list(range(1, 100_000))}),
    "5,000 constants in a union": lambda: (
        {"anyOf": [{"const": n} for n in range(5_000)]},
        {"anyOf": [{"const": n} for n in range(1, 5_000)]},
    ),
    "2^40 ways to one type": lambda: (
        doubling("allOf", 40, TEXT),
        doubling("allOf", 40, {"type": "integer"}),
    ),
    "6 demands on the items of an array": lambda: (parts_of_an_array(3), parts_of_an_array(4)),
    "closed 25 times": lambda: (
        closed_again_and_again(25, TEXT),
        closed_again_and_again(25, {"type": "integer"}),
    ),
    "5,000 members": lambda: (members(5_000, "string"), members(5_000, "integer")),
    "5,000 members, one of another type": lambda: (
        members(5_000, "string"),
        {
            "type": "object",
            "properties": {**members(5_000, "string")["properties"], "p4999": {"type": "null"}},
        },
    ),
    "2^20 combinations of branches": lambda: (
        alternatives(2, 20, TEXT),
        alternatives(2, 20, {"type": "integer"}),
    ),
    "2^20 combinations, and one more demand": lambda: (
        alternatives(2, 20, TEXT),
        {**alternatives(2, 20, TEXT), "minProperties": 1},
    ),
    "5,000 members, all renamed": lambda: (
        {**members(2_500, "string"), "additionalProperties": False},
        {
            "type": "object",
            "properties": {f"q{n}": TEXT for n in range(2_500)},
            "additionalProperties": False,
        },
    ),
    "counted patterns": lambda: (
        {"type": "string", "pattern": "^(a{1,500}){1,500}$"},
        {"type": "string", "pattern": "^(a{2,500}){2,500}b$"},
    ),
    "an exploding pattern": lambda: (TEXT, {"type": "string", "pattern": "^(a+)+$"}),
    "nested quantifiers on both sides": lambda: (
        {"type": "string", "pattern": "^(a|aa)+$"},
        {"type": "string", "pattern": "^(a|a?)+b$"},
    ),
    "deep items": lambda: (nested("items", 50, TEXT), nested("items", 50, {"type": "integer"})),
    "deep allOf": lambda: (nested("allOf", 50, TEXT), nested("allOf", 50, {"type": "integer"})),
    "a wide allOf": lambda: (
        {"allOf": [{"minLength": n} for n in range(3_000)]},
        {"allOf": [{"minLength": n} for n in range(3_001)]},
    ),
    "very large numbers": lambda: (
        {"type": "number", "maximum": 1e308},
        {"type": "number", "maximum": 1e307},
    ),
    "very large integers": lambda: (
        {"type": "integer", "maximum": 10**30},
        {"type": "integer", "maximum": 10**30 - 1},
    ),
    "very small steps": lambda: ({"type": "number"}, {"type": "number", "multipleOf": 1e-300}),
    "everything to nothing": lambda: (True, False),
    "a remote reference": lambda: (TEXT, {"$ref": "https://example.org/schema.json"}),
    "a remote reference by file": lambda: (TEXT, {"$ref": "file:///etc/hostname"}),
    "a reference to nowhere": lambda: (TEXT, {"$ref": "#/$defs/none"}),
    "a reference to itself": lambda: (TEXT, {"$ref": "#/properties/x"}),
    "recursion without ground": lambda: (
        TEXT,
        {"type": "object", "properties": {"a": {"$ref": "#/properties/x"}}, "required": ["a"]},
    ),
}


@pytest.mark.parametrize("name", BREAKING)
def test_a_hostile_break_is_never_called_compatible(name: str) -> None:
    changes = classified(*BREAKING[name]())
    assert max((change.level for change in changes), default=Level.PATCH) >= Level.REVIEW
    assert all(change.proof is not None for change in changes if change.level is Level.BREAKING)


@pytest.mark.parametrize("name", BREAKING)
def test_a_hostile_change_is_told_the_other_way_round_too(name: str) -> None:
    old, new = BREAKING[name]()
    assert classified(new, old)


def lockfile(schema: str) -> bytes:
    """The text of a lockfile with one tool; JSON by hand, since no encoder nests so deep."""
    before = '{"covenant_version": "0.1.1", "server": {"name": "s"}, "surface": {"tools": [{"name": "t", '
    return (before + '"inputSchema": {"type": "object", "properties": {"x": ' + schema + "}}}]}}").encode()


DEEP = [
    ('{"items": ', "}"),
    ('{"properties": {"a": ', "}}"),
    ('{"allOf": [', "]}"),
    ('{"anyOf": [', "]}"),
    ('{"not": ', "}"),
]


@pytest.mark.parametrize("depth", [120, 400, 10_000])
@pytest.mark.parametrize(("opening", "closing"), DEEP)
def test_what_is_nested_too_deep_is_never_taken_for_the_same(opening: str, closing: str, depth: int) -> None:
    old, new = (
        lockfile(opening * depth + '{"type": "%s"}' % kind + closing * depth)
        for kind in ("string", "integer")
    )
    try:
        sides = read(old), read(new)
    except McpDocsError:
        return  # refused as a whole, with a message
    assert classify(sides[0], read(old)) == ()
    assert max((change.level for change in classify(*sides)), default=Level.PATCH) >= Level.REVIEW


def test_a_schema_that_is_malformed_on_both_sides_does_not_change_in_silence() -> None:
    (change,) = classified({"type": "strin", "maxLength": 1}, {"type": "strin", "maxLength": 2})
    assert (change.level, change.pointer) == (Level.REVIEW, "/inputSchema")


@pytest.mark.parametrize("same", [-0.0, 0.0])
def test_zero_has_no_sign(same: float) -> None:
    assert classified({"type": "number", "minimum": 0}, {"type": "number", "minimum": same}) == ()


def test_of_two_members_with_one_name_nothing_is_taken_for_granted() -> None:
    old, new = (read(lockfile('{"type": "string"}' + more)) for more in ("", ', "x": {"type": "integer"}'))
    assert max((change.level for change in classify(old, new)), default=Level.PATCH) >= Level.REVIEW
