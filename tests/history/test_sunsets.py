"""A promise's end that moves: earlier is a change of its own, later harms nobody."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from mcp_docs.classifier.interfaces import classify
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.interface import Interface
from mcp_docs.policy import DEFAULT
from mcp_docs.record import SunsetMove
from walks import Past, interface


def ending(sunset: str, **notice: Any) -> Interface:
    return interface({"name": "find", "_meta": {"example.org/deprecated": {"sunset": sunset, **notice}}})


@pytest.mark.parametrize(
    ("before", "after", "rules"),
    [
        ("2027-06-30", "2027-01-31", ["element.sunset.earlier"]),
        ("3.0.0", "2.9.0", ["element.sunset.earlier"]),
        ("2.10.0", "2.9.0", ["element.sunset.earlier"]),
        ("2027-01-31", "2027-06-30", ["element.meta.changed"]),
        ("2027-01-31", "3.0.0", ["element.meta.changed"]),  # a date and a version cannot be compared
        ("soon", "sooner", ["element.meta.changed"]),
    ],
)
def test_an_earlier_end_is_a_change_of_its_own(before: str, after: str, rules: list[str]) -> None:
    assert [change.rule for change in classify(ending(before), ending(after))] == rules


def test_what_else_the_notice_says_is_told_beside_it() -> None:
    changes = classify(ending("3.0.0", note="a"), ending("2.0.0", note="b"))
    assert sorted(change.rule for change in changes) == ["element.meta.changed", "element.sunset.earlier"]
    (moved,) = (change for change in changes if change.rule == "element.sunset.earlier")
    assert moved.pointer == "/_meta/example.org~1deprecated/sunset"
    assert (moved.before, moved.after) == ("3.0.0", "2.0.0")


def test_the_promise_tells_how_its_end_moved() -> None:
    past = Past()
    past.line(interface("find"), ending("2027-06-30"), ending("2027-09-30"), ending("2027-01-31"))
    for number, commit in enumerate("abcd"):
        past.tag(f"v1.{number}.0", commit)
    record = build_record(past.walk(), partial(classify, policy=DEFAULT), BuildOptions())
    (promise,) = record.deprecations
    assert promise.sunset == "2027-01-31"
    assert promise.moves == (
        SunsetMove("1.2.0", "2027-06-30", "2027-09-30", earlier=False),
        SunsetMove("1.3.0", "2027-09-30", "2027-01-31", earlier=True),
    )
