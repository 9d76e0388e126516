"""A change that comes from the memory is the change that would have been found, to the letter."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from mcp_docs.change import Change, Level
from mcp_docs.classifier.interfaces import classify
from mcp_docs.classifier.recall import changes_from, changes_to
from mcp_docs.policy import Override, Policy
from mcp_docs.rules import RULES, Example, Rule
from surfaces import interface
from walks import interface as harbour
from walks import with_input

EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.id}-{number}")
    for rule in RULES.values()
    for number, example in enumerate(rule.examples)
]


class Kept:
    """A memory for one test, which counts how often it knew an answer."""

    def __init__(self) -> None:
        self.answers: dict[bytes, bytes] = {}
        self.known = 0

    def recall(self, key: bytes) -> bytes | None:
        self.known += key in self.answers
        return self.answers.get(key)

    def keep(self, key: bytes, data: bytes) -> None:
        self.answers[key] = data


def twice(old: dict[str, Any], new: dict[str, Any], memory: Kept) -> tuple[tuple[Change, ...], ...]:
    """Judge one pair twice, as two runs do: each reads the interfaces anew."""
    return tuple(classify(interface(old), interface(new), memory=memory) for _ in range(2))


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_the_second_run_says_what_the_first_said_and_what_one_without_memory_says(
    rule: Rule, example: Example
) -> None:
    memory = Kept()
    first, second = twice(example.before, example.after, memory)
    assert first == second == classify(interface(example.before), interface(example.after)), rule.id
    assert repr(first) == repr(second)
    assert memory.known == len(memory.answers)


@pytest.mark.parametrize(
    "value", [1, 1.0, True, -0.0, 10**30, "\ud800", "é\x00", None, [], {}, {"b": 1, "a": 2}]
)
def test_a_value_comes_back_to_the_letter(value: Any) -> None:
    old, new = with_input("t", a={"default": "old"}), with_input("t", a={"default": value})
    memory = Kept()
    first, second = (classify(harbour(old), harbour(new), memory=memory) for _ in range(2))
    assert first
    assert repr(first) == repr(second)
    assert memory.known == 1


def test_another_policy_and_another_order_of_members_are_other_questions() -> None:
    memory = Kept()
    old = with_input("t", a={"const": 1})
    new, turned = (
        with_input("t", a={"const": {"x": 1, "y": 2}}),
        with_input("t", a={"const": {"y": 2, "x": 1}}),
    )
    for policy in (Policy(), Policy(profile="strict"), Policy(overrides=(Override(Level.PATCH),))):
        for after in (new, turned):
            classify(harbour(old), harbour(after), policy, memory)
    assert (memory.known, len(memory.answers)) == (0, 6)


def test_what_json_cannot_hold_is_not_kept() -> None:
    old, new = with_input("t", a={"default": 1}), with_input("t", a={"default": 2})
    (change,) = classify(harbour(old), harbour(new))
    assert changes_to([replace(change, after=object())]) is None  # type: ignore[arg-type]  # no JSON, on purpose
    data = changes_to([change])
    assert data is not None
    assert changes_from(data) == (change,)
