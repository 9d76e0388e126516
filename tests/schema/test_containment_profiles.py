"""Whose promise: what callers are taken to send, and what readers ignore."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_docs.schema.containment import decide
from mcp_docs.schema.verdict import Breaking

TEXT = {"type": "string"}
NUMBER = {"type": "number"}


def thing(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, **more}


def closed(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    return thing(properties, additionalProperties=False, **more)


X, XY = {"x": TEXT}, {"x": TEXT, "y": TEXT}

INPUT: list[tuple[str, Any, Any, Any]] = [
    ("a new optional argument of an open object", thing(X), thing(XY), None),
    ("a new optional argument of a closed object", closed(X), closed(XY), None),
    ("a new required argument", thing(X), thing(XY, required=["y"]), {}),
    ("closing an open object", thing(X), closed(X), {"extra": 1}),
    ("closing what was open in so many words", thing(X, additionalProperties=True), closed(X), {"extra": 1}),
    ("closing and declaring at once", thing(X), closed(XY), {"extra": 1}),
    ("an argument of another type", thing(X), thing({"x": NUMBER}), {"x": "x"}),
    ("an argument withdrawn from a closed object", closed(XY), closed(X), {"y": "y"}),
    ("an argument withdrawn from an open object", thing(XY), thing(X), None),
    ("a nested new optional argument", thing({"f": thing(X)}), thing({"f": thing(XY)}), None),
    ("a new optional argument in items", {"items": thing(X)}, {"items": thing(XY)}, None),
    ("a name that a map holds as data", thing({}, additionalProperties=TEXT), thing({"y": NUMBER}), {"y": "y"}),
    ("a name that matches a pattern", thing({}, patternProperties={"^y": TEXT}), thing({"y": NUMBER}), {"y": "y"}),
    ("a name that was required", thing({}, required=["y"]), thing({"y": NUMBER}), {"y": "y"}),
    ("a name in a constant", {"const": {"y": "a"}}, thing({"y": NUMBER}), {"y": "a"}),
    ("a name declared by an alternative", {"anyOf": [thing(XY), thing(X)]}, thing({"y": NUMBER}), {"y": "y"}),
    ("a new name behind a reference", {"$ref": "#/$defs/a", "$defs": {"a": thing(X)}}, thing(XY), None),
    ("a new name in a new alternative", thing(X), {"anyOf": [thing(XY), thing({"z": TEXT})]}, None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "witness"), [case[1:] for case in INPUT], ids=[case[0] for case in INPUT]
)
def test_what_callers_send(old: Any, new: Any, witness: Any) -> None:
    verdict = decide(old, new)
    assert verdict.outcome == ("compatible" if witness is None else "breaking")
    if witness is not None and "x" not in witness:
        assert set(verdict.witness or {}) == set(witness)  # type: ignore[arg-type]


OUTPUT: list[tuple[str, Any, Any, str]] = [
    ("a new field of an open object", thing(X), thing(XY), "compatible"),
    ("a new field of a closed object", closed(X), closed(XY), "compatible"),
    ("a new required field of a closed object", closed(X), closed(XY, required=["y"]), "compatible"),
    ("opening a closed object", closed(X), thing(X), "compatible"),
    ("opening behind unevaluated", {**thing(X), "unevaluatedProperties": False}, thing(XY), "compatible"),
    ("a field no longer sure to come", thing(X, required=["x"]), thing(X), "breaking"),
    ("a field of another type", closed(X), closed({"x": NUMBER}), "breaking"),
    ("a nested new field", closed({"f": closed(X)}), closed({"f": closed(XY)}), "compatible"),
    ("a nested field of another type", closed({"f": closed(X)}), closed({"f": closed({"x": NUMBER})}), "breaking"),
    ("a new field in items", {"items": closed(X)}, {"items": closed(XY)}, "compatible"),
    ("a value against a map", thing({}, additionalProperties=TEXT), thing({"y": NUMBER}), "breaking"),
    (
        "a new field in alternatives that stay apart",
        {"oneOf": [closed({"k": {"const": 1}}, required=["k"]), closed({"k": {"const": 2}}, required=["k"])]},
        {"oneOf": [closed({"k": {"const": 1}, "y": TEXT}, required=["k"]), closed({"k": {"const": 2}}, required=["k"])]},
        "compatible",
    ),
    (
        "alternatives that only closedness tells apart",
        {"oneOf": [closed({"a": TEXT}, required=["a"]), closed({"b": TEXT}, required=["b"])]},
        {"oneOf": [closed({"a": TEXT, "b": NUMBER}, required=["a", "b"]), closed({"b": TEXT}, required=["b"])]},
        "compatible",
    ),
    (
        "alternatives that a new field makes ambiguous",
        {"oneOf": [closed({"a": TEXT}, required=["a"]), closed({"b": TEXT}, required=["b"])]},
        closed(XY | {"a": TEXT, "b": TEXT}, required=["a", "b"]),
        "unproven",
    ),
    ("a closed object that must not be", {"not": closed(X)}, {"not": closed(XY)}, "compatible"),
    ("an object that was not to be", {"not": closed(X)}, thing(X), "breaking"),
    ("an object that is not the one", {"not": closed(X)}, thing(X, required=["z"]), "compatible"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "outcome"), [case[1:] for case in OUTPUT], ids=[case[0] for case in OUTPUT]
)
def test_what_readers_take(old: Any, new: Any, outcome: str) -> None:
    assert decide(old, new, direction="output").outcome == outcome


def test_strict_reads_the_same_changes_as_sets() -> None:
    assert decide(thing(X), thing(XY), profile="strict").outcome == "breaking"
    assert decide(closed(X), closed(XY), direction="output", profile="strict").outcome == "breaking"


def test_witnesses_are_what_somebody_might_send() -> None:
    old = thing(
        {
            "owner": TEXT,
            "state": {"enum": ["open", "closed", "all"]},
            "page": {"type": "integer", "default": 1},
            "labels": {"type": "array", "items": TEXT},
        },
        required=["owner", "page"],
    )
    new = {**old, "properties": {**old["properties"], "state": {"enum": ["open", "closed"]}}}
    verdict = decide(old, new)
    assert isinstance(verdict, Breaking)
    assert verdict.witness == {"owner": "owner", "state": "all", "page": 1}
    assert "'all' is not one of ['open', 'closed']" in verdict.reason
    assert "/state" in verdict.reason


def test_recursive_schemas_are_walked_once() -> None:
    def tree(properties: dict[str, Any]) -> dict[str, Any]:
        node = thing({**properties, "children": {"type": "array", "items": {"$ref": "#/$defs/node"}}})
        return {"$ref": "#/$defs/node", "$defs": {"node": node}}

    assert decide(tree(X), tree(XY)).outcome == "compatible"
    assert decide(tree(X), tree({"x": NUMBER})).outcome == "breaking"
