from __future__ import annotations

from typing import Any

import pytest

from mcp_docs.history.marks import Marks
from mcp_docs.history.options import DeprecationNotice
from mcp_docs.interface import Interface
from mcp_docs.record import Deprecation, Record
from walks import DAY, NEW_YEAR, Past, gap_codes, interface, with_input

TOOL = {"name": "berths"}


def warned(**fields: Any) -> dict[str, Any]:
    return {**TOOL, "_meta": {"deprecated": fields or True}}


def released(*contents: Interface, **options: Any) -> Record:
    """A release a day: 1.0.0, 2.0.0 …, the first on 2026-01-01."""
    past = Past()
    past.line(*contents)
    for number in range(len(contents)):
        past.tag(f"v{number + 1}.0.0", "abcdefgh"[number])
    return past.record(**options)


def only(record: Record) -> Deprecation:
    (promise,) = record.deprecations
    return promise


@pytest.mark.parametrize(
    ("fields", "source", "sunset", "replacement", "note"),
    [
        ({"_meta": {"deprecated": True}}, "_meta", None, None, ""),
        ({"_meta": {"example.org/deprecated": "Use moorings."}}, "_meta", None, None, "Use moorings."),
        (
            {"_meta": {"deprecation": {"sunset": "2027-01-01", "replacement": "moorings", "message": "Soon."}}},
            "_meta", "2027-01-01", "moorings", "Soon.",
        ),
        ({"_meta": {"deprecated": True, "x/sunset": "3.0.0"}}, "_meta", "3.0.0", None, ""),
        ({"description": "Deprecated: old."}, "description", None, None, "Deprecated: old."),
        ({"description": "[DEPRECATED] Use `moorings` instead.\nMore."}, "description", None, "moorings",
         "[DEPRECATED] Use `moorings` instead."),
        ({"description": "**deprecated**"}, "description", None, None, "**deprecated**"),
    ],
)  # fmt: skip
def test_an_element_says_that_it_is_deprecated(
    fields: dict[str, Any], source: str, sunset: str | None, replacement: str | None, note: str
) -> None:
    (mark,) = Marks().of(interface({**TOOL, **fields})).values()
    assert (mark.kind, mark.key, mark.pointer) == ("tool", "berths", "")
    assert (mark.source, mark.sunset, mark.replacement, mark.note) == (source, sunset, replacement, note)


@pytest.mark.parametrize(
    "fields",
    [
        {"_meta": {"deprecated": False}},
        {"_meta": {"deprecated": None}},
        {"_meta": {"notdeprecated": True}},
        {"_meta": []},
        {"description": "Lists what is deprecated."},
        {"description": "Deprecatedly named."},
        {"inputSchema": {"properties": {"a": {"deprecated": False}}}},
        {"inputSchema": {"not": {"deprecated": True}}},
        {"inputSchema": {"default": {"deprecated": True}}},
    ],
)
def test_other_words_are_no_notice(fields: dict[str, Any]) -> None:
    assert Marks().of(interface({**TOOL, **fields})) == {}


@pytest.mark.parametrize(
    ("schema", "pointer", "path"),
    [
        ({"properties": {"a": {"deprecated": True}}}, "/properties/a", "a"),
        ({"properties": {"a/b": {"deprecated": True}}}, "/properties/a~1b", "a/b"),
        ({"properties": {"a": {"description": "Deprecated."}}}, "/properties/a", "a"),
        (
            {"properties": {"a": {"items": {"properties": {"b": {"deprecated": True}}}}}},
            "/properties/a/items/properties/b", "a[].b",
        ),
        ({"anyOf": [{}, {"properties": {"a": {"deprecated": True}}}]}, "/anyOf/1/properties/a", "a"),
        ({"$defs": {"d": {"deprecated": True}}}, "/$defs/d", "$defs.d"),
        ({"if": {"properties": {"a": {"deprecated": True}}}}, "/if/properties/a", "a"),
        ({"prefixItems": [{"deprecated": True}]}, "/prefixItems/0", "[]"),
        ({"additionalProperties": {"deprecated": True}}, "/additionalProperties", ""),
        ({"deprecated": True}, "", "input schema"),
    ],
)  # fmt: skip
def test_a_part_of_a_schema_is_deprecated_wherever_it_is(schema: Any, pointer: str, path: str) -> None:
    (mark,) = Marks().of(interface({**TOOL, "inputSchema": schema})).values()
    assert (mark.pointer, mark.path) == ("/inputSchema" + pointer, path)


def test_a_part_of_the_output_says_so() -> None:
    schema = {"properties": {"a": {"deprecated": True}}}
    (mark,) = Marks().of(interface({**TOOL, "outputSchema": schema})).values()
    assert (mark.pointer, mark.path, mark.source) == ("/outputSchema/properties/a", "output: a", "schema")


def test_the_most_explicit_of_two_notices_counts() -> None:
    both = {**warned(sunset="2.0.0"), "description": "Deprecated."}
    assert [mark.source for mark in Marks().of(interface(both)).values()] == ["_meta"]


def test_a_promise_is_announced_by_the_release_that_first_carries_it() -> None:
    promise = only(released(interface(TOOL), interface(warned()), interface(warned(), "other")))
    assert (promise.announced_in, promise.announced_at) == ("2.0.0", NEW_YEAR + DAY)
    assert (promise.state, promise.removed_in) == ("announced", None)


def test_or_by_the_release_that_it_names_itself() -> None:
    promise = only(released(interface(TOOL), interface(TOOL, "b"), interface(warned(since="1.0.0"), "b")))
    assert promise.announced_in == "1.0.0"


@pytest.mark.parametrize(
    ("sunset", "as_of", "state"),
    [
        ("2026-03-01", 28, "announced"),  # 29 January: 31 days ahead
        ("2026-03-01", 29, "due"),  # 30 January: 30 days ahead
        ("2026-03-01", 58, "due"),  # 28 February
        ("2026-03-01", 59, "overdue"),  # 1 March
        ("3.0.0", 900, "announced"),
        ("2.0.0", 0, "overdue"),
        ("some day", 900, "announced"),
    ],
)
def test_a_promise_falls_due(sunset: str, as_of: int, state: str) -> None:
    record = released(
        interface(warned(sunset=sunset)), interface(warned(sunset=sunset), "b"), as_of=NEW_YEAR + as_of * DAY
    )
    assert only(record).state == state


@pytest.mark.parametrize(
    ("sunset", "state"),
    [
        (None, "removed on time"),
        ("3.0.0", "removed on time"),
        ("3.0.0-rc.1", "removed on time"),
        ("4.0.0", "removed early"),
        ("2026-01-03", "removed on time"),  # the day of 3.0.0
        ("2026-01-04", "removed early"),
        ("some day", "removed on time"),
    ],
)
def test_a_removal_is_held_against_its_sunset(sunset: str | None, state: str) -> None:
    tool = warned(sunset=sunset) if sunset else warned()
    promise = only(released(interface(TOOL), interface(tool), interface("b")))
    assert (promise.state, promise.removed_in) == (state, "3.0.0")


def test_a_removal_without_a_word_is_without_notice() -> None:
    promise = only(released(interface(TOOL, "b"), interface("b")))
    assert (promise.state, promise.source) == ("removed without notice", "none")
    assert (promise.announced_in, promise.removed_in) == (None, "2.0.0")


def test_a_notice_that_was_taken_back_reinstates() -> None:
    promise = only(released(interface(warned()), interface(TOOL)))
    assert (promise.state, promise.removed_in) == ("reinstated", None)


def test_a_tool_that_came_back_without_the_notice_is_reinstated() -> None:
    promise = only(released(interface(warned()), interface("b"), interface(TOOL, "b")))
    assert (promise.state, promise.removed_in) == ("reinstated", None)


def test_a_notice_taken_back_before_the_removal_is_none() -> None:
    promise = only(released(interface(warned()), interface(TOOL, "b"), interface("b")))
    assert (promise.state, promise.removed_in) == ("removed without notice", "3.0.0")


def test_a_part_is_followed_too() -> None:
    old = with_input("berths", size={"deprecated": True}, flag={})
    promise = only(released(interface(old), interface(with_input("berths", flag={}))))
    assert (promise.pointer, promise.path, promise.source) == (
        "/inputSchema/properties/size",
        "size",
        "schema",
    )
    assert (promise.state, promise.removed_in) == ("removed on time", "2.0.0")


def test_a_removal_that_only_head_has_waits_for_its_version() -> None:
    past = Past()
    past.line(interface(warned(sunset="2.0.0"), "b"), interface("b"))
    past.tag("v1.0.0", "a")
    promise = only(past.record())
    assert (promise.state, promise.removed_in) == ("announced", "unreleased")
    past.revisions.clear()
    past.line(interface(warned(sunset="2026-01-05"), "b"), interface("b"))
    assert only(past.record()).state == "removed early"


def test_a_configured_notice_goes_before_what_the_interface_says() -> None:
    notice = DeprecationNotice(
        "tool:berths", since="1.0.0", sunset="4.0.0", replacement="moorings", note="Go."
    )
    record = released(interface(TOOL), interface(warned(sunset="3.0.0")), interface("b"), notices=(notice,))
    promise = only(record)
    assert (promise.source, promise.sunset, promise.replacement) == ("config", "4.0.0", "moorings")
    assert (promise.note, promise.announced_in, promise.state) == ("Go.", "1.0.0", "removed early")


def test_a_configured_notice_later_than_the_removal_is_none() -> None:
    notice = DeprecationNotice("tool:berths", since="2.0.0")
    record = released(interface(TOOL, "b"), interface("b"), notices=(notice,))
    assert only(record).state == "removed without notice"


def test_a_configured_notice_about_nothing_is_a_gap() -> None:
    notice = DeprecationNotice("tool:quays", pointer="/inputSchema")
    record = released(interface(TOOL), notices=(notice,))
    assert record.deprecations == ()
    assert gap_codes(record) == [("deprecation.unknown_element", None)]


def test_promises_are_followed_along_the_newest_releases_line() -> None:
    past = Past()
    past.commit("a", content=interface(TOOL, "b"))
    past.commit("b", "a", content=interface(TOOL, "b", "c"))
    past.commit("c", "a", content=interface("b"))
    past.tag("v1.0.0", "a")
    past.tag("v2.0.0", "b")
    past.tag("v1.1.0", "c")
    assert past.record("b").deprecations == ()
