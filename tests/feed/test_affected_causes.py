"""``affected`` names the change that a demand broke by, tells all that is wrong with a call, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from mcp_docs.classifier.interfaces import classify
from mcp_docs.contracts.model import Contract, ToolUse
from mcp_docs.feed.affected import Question, affected_report
from mcp_docs.feed.files import feed_files
from mcp_docs.feed.read import read_feed
from mcp_docs.feed.source import FeedSource
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.interface import Interface
from mcp_docs.report.model import Finding, Report
from surfaces import interface as surface
from walks import Past, interface

Json = dict[str, Any]
TEXT: Json = {"type": "string"}


def published(*releases: Interface, tags: Sequence[str] = ("v1.0.0", "v1.1.0", "v2.0.0")) -> Any:
    past = Past()
    past.line(*releases)
    for tag, commit in zip(tags, "abcdefgh", strict=False):
        past.tag(tag, commit)
    return read_feed(FeedSource("feed", feed_files(build_record(past.walk(), classify, BuildOptions())).get))


def asked(feed: Any, *uses: ToolUse, first: str | None = "1.0.0", last: str = "latest", **how: Any) -> Report:
    return affected_report(feed, Question((Contract("me", "", uses),), first, last, **how), classify)


def tool(properties: Json, *required: str, name: str = "t", **more: Any) -> Json:
    schema = {"type": "object", "properties": properties, "required": list(required), **more}
    return {"name": name, "inputSchema": schema}


def detail(finding: Finding, label: str) -> list[str]:
    return [text for name, text in finding.detail if name == label]


def causes(finding: Finding) -> list[str]:
    """The changes that a finding names, without their ids."""
    return [text.partition(": ")[2] for text in detail(finding, "change")]


STATES: Json = {
    "state": {"enum": ["open", "closed"]},
    "direction": {"enum": ["asc", "desc"]},
    "page": {"type": "integer"},
}
SHOUTED: Json = {"state": {"enum": ["OPEN", "CLOSED"]}, "direction": {"enum": ["ASC", "DESC"]}}
CALL: Json = {"state": "open", "page": 2}


def test_the_cause_stands_where_the_error_stands_and_all_that_is_wrong_is_told_at_once() -> None:
    feed = published(interface(tool(STATES)), interface(tool(STATES)), interface(tool(SHOUTED)))
    report = asked(feed, ToolUse("t", (CALL,), ()))
    broken, ignored = report.findings
    assert broken.message == "the input is not valid: state: 'open' is not one of ['OPEN', 'CLOSED']"
    assert causes(broken) == ['breaking: state: no longer allows "open", "closed"']
    assert (broken.level, broken.data["broke_in"], broken.data["works_up_to"]) == ("broken", "2.0.0", "1.1.0")
    assert broken.advice == "Stop sending the choice that is gone."
    # Its schema stays open, so the call is accepted: what ``check`` calls ``review`` is not promised here.
    assert (ignored.level, ignored.message) == (
        "unproven",
        'the tool does not declare "page", and may ignore it',
    )
    assert causes(ignored) == ["review: page: argument removed"]
    assert detail(ignored, "not promised since") == ["2.0.0"]
    assert ignored.advice == "Stop sending page."
    assert report.verdict == "2.0.0 breaks me: 1 demand; 1 more is not promised"
    assert broken.fingerprint != ignored.fingerprint


@pytest.mark.parametrize(
    ("before", "after", "call", "expected"),
    [
        pytest.param(
            tool({"a": TEXT}),
            tool({"a": TEXT, "b": TEXT, "c": TEXT}, "b"),
            {"a": "x"},
            ["breaking: b: new required argument"],
            id="a required argument",
        ),
        pytest.param(
            tool({"a": TEXT, "b": TEXT}, additionalProperties=False),
            tool({"a": TEXT}, additionalProperties=False),
            {"b": "x"},
            ["breaking: b: argument removed"],
            id="an argument that a closed object had",
        ),
        pytest.param(
            tool({"list": {"type": "array", "items": tool({"x": {"type": "integer"}})["inputSchema"]}, "x": TEXT}),
            tool({"list": {"type": "array", "items": tool({"x": TEXT})["inputSchema"]}, "x": {"type": "integer"}}),
            {"list": [{"x": 1}]},
            ["breaking: list[].x: type integer became string"],
            id="a nested argument beside another of its name",
        ),
        pytest.param(
            tool({"a": {"$ref": "#/$defs/e"}, "b": {"$ref": "#/$defs/e"}}, **{"$defs": {"e": {"enum": ["x", "y"]}}}),
            tool({"a": {"$ref": "#/$defs/e"}, "b": {"$ref": "#/$defs/e"}}, **{"$defs": {"e": {"enum": ["x"]}}}),
            {"b": "y"},
            ['breaking: b: no longer allows "y"'],
            id="a shared definition",
        ),
        pytest.param(
            tool({"a": TEXT, "b": TEXT}),
            tool({"a": {**TEXT, "maxLength": 3, "pattern": "^x"}, "b": {**TEXT, "maxLength": 1}}),
            {"a": "xxxxx"},
            ["breaking: a: maxLength is now 3"],
            id="one of two keywords at one place",
        ),
    ],
)  # fmt: skip
def test_the_cause_of(before: Json, after: Json, call: Json, expected: list[str]) -> None:
    feed = published(interface(before), interface(before), interface(after))
    [finding] = asked(feed, ToolUse("t", (call,), ())).findings
    assert causes(finding) == expected


def test_where_several_changes_fit_all_are_named_and_where_none_fits_none() -> None:
    closed = tool({"a": TEXT}, additionalProperties=False)
    feed = published(interface(tool({"a": TEXT, "b": TEXT})), interface(closed), interface(closed))
    [finding] = asked(feed, ToolUse("t", ({"b": "x"},), ())).findings
    assert {text.rpartition(": ")[2] for text in causes(finding)} >= {"argument removed"}
    assert len(finding.data["changes"]) == 2
    # Never declared, so no change of 1.1.0 concerns it, though 1.1.0 broke the tool's other argument.
    feed = published(
        interface(tool({"a": TEXT})), interface(tool({"a": {"type": "integer"}})), interface(tool({}))
    )
    found = asked(feed, ToolUse("t", ({"z": 1},), ()), last="1.1.0").findings
    assert [(f.level, f.data["changes"], f.data["broke_in"]) for f in found] == [("unproven", [], None)]


def test_a_field_that_is_not_promised_any_more_is_told_with_its_change() -> None:
    def reading(*required: str, **fields: Json) -> Interface:
        schema = {"type": "object", "properties": fields, "required": list(required)}
        return interface({**tool({}), "outputSchema": schema})

    feed = published(reading("id", "n", id=TEXT, n=TEXT), reading("n", id=TEXT, n=TEXT), reading("n", n=TEXT))
    [finding] = asked(feed, ToolUse("t", (), ("/id",))).findings
    assert (finding.level, finding.data["broke_in"], finding.data["works_up_to"]) == (
        "unproven",
        "1.1.0",
        "1.0.0",
    )
    assert causes(finding) == ["breaking: output: id: may now be missing"]


def test_a_missing_tool_is_told_with_its_successor_over_several_renames() -> None:
    schema = {"berth": TEXT, "from": {"type": "string", "format": "date"}, "nights": {"type": "integer"}}
    names = ("book_berth", "book_berths", "book_berth_now")
    feed = published(*(interface(tool(schema, "berth", name=name), "other") for name in names))
    [finding] = asked(feed, ToolUse("book_berth", ({"berth": "A1"},), ())).findings
    assert finding.message == 'there is no tool "book_berth" any more'
    assert finding.advice == "Use book_berth_now instead."
    [finding] = asked(feed, ToolUse("book_berth", (), ()), last="1.1.0").findings
    assert finding.advice == "Use book_berths instead."


def test_the_advice_is_for_who_calls_where_nothing_is_known_of_a_change() -> None:
    feed = published(interface("other"), interface("other"), interface("t", "other"))
    report = asked(feed, ToolUse("t", (), ()), first=None, last="1.0.0")
    [finding] = report.findings
    assert finding.advice == "Stop using it before you upgrade, or stay on a release that has it."
    assert report.rules["contract.exists"].help == finding.advice


def test_what_the_version_in_use_does_not_have_yet_is_said() -> None:
    feed = published(interface("other"), interface("other", tool(STATES)), interface(tool(SHOUTED)))
    report = asked(feed, ToolUse("t", (CALL,), ()), strict=True)
    assert report.facts[1:] == (
        ("not in 1.0.0", "t came with 1.1.0; judged from there"),
        ("compared beside the contract", "the other element of 1.0.0; what came later is not in use"),
    )
    assert [(finding.level, finding.element) for finding in report.findings] == [
        ("broken", "tool:t"),
        ("unused", "tool:other"),
        ("unproven", "tool:t"),
    ]
    assert report.findings[0].data["works_up_to"] == "1.1.0"


def test_the_removal_of_a_tool_that_is_back_as_another_is_not_the_cause_of_what_it_rejects_now() -> None:
    number = tool({"x": {"type": "integer"}})
    feed = published(interface(tool({"x": TEXT}), "u"), interface("u"), interface(number, "u"))
    [finding] = asked(feed, ToolUse("t", ({"x": "1"},), ())).findings
    assert (finding.data["broke_in"], finding.data["works_up_to"]) == ("1.1.0", "1.0.0")
    assert detail(finding, "for this reason since") == ["2.0.0"]
    assert (causes(finding), finding.advice) == (
        [],
        "Send only what the new schema declares and accepts before you upgrade.",
    )


def test_an_announced_removal_says_since_when_it_was_announced() -> None:
    old, y = (
        tool({"x": TEXT, "y": TEXT}, additionalProperties=False),
        tool({"y": TEXT}, additionalProperties=False),
    )
    ending = tool({"x": {**TEXT, "deprecated": True}, "y": TEXT}, additionalProperties=False)
    feed = published(interface(old), interface(ending), interface(y))
    [finding] = asked(feed, ToolUse("t", ({"x": "1"},), ())).findings
    assert causes(finding) == ["breaking: x: argument removed"]
    assert detail(finding, "announced in") == ["1.1.0"]


def test_what_a_candidate_broke_and_the_release_took_back_breaks_nobody() -> None:
    one = interface(tool({"x": TEXT}))
    feed = published(one, interface("u"), one, tags=("v1.0.0", "v2.0.0-rc.1", "v2.0.0"))
    assert asked(feed, ToolUse("t", ({"x": "1"},), ())).findings == ()
    [finding] = asked(feed, ToolUse("t", ({"x": "1"},), ()), last="2.0.0-rc.1").findings
    assert (finding.data["broke_in"], causes(finding)) == ("2.0.0-rc.1", ["breaking: tool removed"])


def test_what_a_maintenance_release_added_and_the_main_line_lacks_is_no_change_of_the_main_line() -> None:
    past = Past()
    past.commit("a", content=interface(tool({"a": TEXT}, additionalProperties=False)))
    past.commit("b", "a", content=interface(tool({"a": TEXT, "b": TEXT}, additionalProperties=False)))
    past.commit("m", "a", content=interface(tool({"a": TEXT, "x": TEXT}, additionalProperties=False)))
    past.commit("h", "b")
    for tag, commit in (("v1.0.0", "a"), ("v2.0.0", "b"), ("v1.1.0", "m")):
        past.tag(tag, commit)
    feed = read_feed(FeedSource("feed", feed_files(build_record(past.walk(), classify, BuildOptions())).get))
    [finding] = asked(feed, ToolUse("t", ({"x": "1"},), ()), first="1.1.0", last="2.0.0").findings
    assert (finding.level, finding.data["broke_in"], finding.data["works_up_to"]) == (
        "broken",
        "2.0.0",
        "1.1.0",
    )
    assert finding.data["changes"] == []


def test_a_tool_that_clients_refuse_is_broken_by_the_release_that_spoilt_it() -> None:
    sound = surface({"tools": [tool({})]})
    spoilt = surface({"tools": [{"name": "t", "inputSchema": None}]})
    feed = published(sound, spoilt, sound)
    report = asked(feed, ToolUse("t", ({},), ()), last="1.1.0")
    (finding,) = report.findings
    assert report.failed
    assert report.verdict == "1.1.0 breaks me: 1 demand"
    assert (finding.level, finding.message) == ("broken", "clients refuse the tool: inputSchema is null")
    assert (finding.data["broke_in"], finding.data["works_up_to"]) == ("1.1.0", "1.0.0")
    assert causes(finding) == ["breaking: malformed: inputSchema is null"]
    assert asked(feed, ToolUse("t", ({},), ())).verdict == "2.0.0 breaks nothing of the contract"


def test_what_was_broken_before_the_upgrade_is_not_blamed_on_it() -> None:
    feed = published(interface(tool({}), "kept"), interface("kept"), interface("kept"))
    report = asked(feed, ToolUse("t", ({},), ()), first="1.1.0", last="2.0.0")
    (finding,) = report.findings
    # The consumer does not work with the version wanted, so the answer is no, whoever is to blame.
    assert report.failed
    assert report.verdict == "me is broken already: 1 demand; 2.0.0 neither mends nor breaks more"
    assert detail(finding, "first broke in") == ["1.1.0"]
    assert detail(finding, "works up to") == ["1.0.0"]
    assert detail(finding, "broken already") == ["in 1.1.0, the version in use: the upgrade is not to blame"]
    assert (finding.data["broken_before"], finding.data["broke_in"]) == (True, "1.1.0")
    assert finding.advice == (
        "Stop using it: it does not work today either, or go back to 1.0.0, the last release that kept it."
    )


def test_a_break_of_the_upgrade_is_told_beside_one_from_before() -> None:
    feed = published(interface(tool({}), "b"), interface("b"), interface("c"))
    report = asked(feed, ToolUse("t", ({},), ()), ToolUse("b", (), ()), first="1.1.0")
    assert report.verdict == "2.0.0 breaks me: 1 demand; 1 more was broken already"
    assert {f.element: f.data["broken_before"] for f in report.findings} == {"tool:t": True, "tool:b": False}
