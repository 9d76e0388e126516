"""What is malformed is never taken at its word, and never passed over."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_docs.change import Undecided
from mcp_docs.classifier.interfaces import classify
from surfaces import interface

MISSING: Any = object()
SOUND = {"type": "object", "properties": {"a": {"type": "string"}}}
#: A notation of its own: valid JSON Schema, in which ``fields`` means nothing.
FOREIGN = {"type": "object", "fields": [{"name": "a", "type": "string"}]}


def returning(schema: Any, **parts: Any) -> dict[str, Any]:
    tool = {"name": "t", "inputSchema": {"type": "object"}, **parts}
    return {"tools": [tool if schema is MISSING else {**tool, "outputSchema": schema}]}


TRANSITIONS = [
    (MISSING, SOUND, [("minor", "tool.output_schema.added")]),
    (SOUND, MISSING, [("breaking", "tool.output_schema.removed")]),
    (SOUND, None, [("breaking", "element.malformed")]),
    (None, SOUND, [("minor", "element.mended")]),
    # Where there was none, nobody relied on it; but a client refuses a tool whose schema is null.
    (MISSING, None, [("breaking", "element.malformed")]),
    (MISSING, FOREIGN, [("review", "element.malformed")]),
    (SOUND, FOREIGN, [("breaking", "element.malformed")]),
    # What was malformed promised nothing that could be withdrawn; that it changed is said all the same.
    (None, MISSING, [("review", "element.field.changed")]),
    (None, 7, [("review", "element.field.changed")]),
    (FOREIGN, {**FOREIGN, "fields": [{"name": "b", "type": "string"}]}, [("review", "element.field.changed")]),
    (None, None, []),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "expected"), TRANSITIONS)
def test_each_step_of_an_output_schema_is_one_change(
    old: Any, new: Any, expected: list[tuple[str, str]]
) -> None:
    changes = classify(interface(returning(old)), interface(returning(new)))
    assert [(c.level.label, c.rule) for c in changes] == expected
    for change in changes:
        assert change.level.label != "breaking" or change.proof is not None


def test_a_review_of_a_strange_notation_says_what_is_not_known() -> None:
    (change,) = classify(interface(returning(MISSING)), interface(returning(FOREIGN)))
    assert isinstance(change.proof, Undecided)


def test_a_malformed_part_beside_the_schemas_is_for_review() -> None:
    sound, broken = (
        returning(MISSING, annotations={"readOnlyHint": True}),
        returning(MISSING, annotations={"readOnlyHint": 1}),
    )
    rules = {(c.level.label, c.rule) for c in classify(interface(sound), interface(broken))}
    assert ("review", "element.malformed") in rules
    assert ("minor", "element.mended") in {
        (c.level.label, c.rule) for c in classify(interface(broken), interface(sound))
    }


def test_the_words_of_a_fault_do_not_identify_the_change() -> None:
    faults = [{"type": 7}, {"type": "text"}]
    changes = [classify(interface(returning(SOUND)), interface(returning(fault)))[0] for fault in faults]
    assert changes[0].detail != changes[1].detail
    assert changes[0].fingerprint == changes[1].fingerprint
