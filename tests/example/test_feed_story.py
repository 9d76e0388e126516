"""The example's feed: maintenance line, reverted break, promises kept, broken and taken back, transitive break."""

from __future__ import annotations

import json
from typing import Any

import feedparser
import pytest
from icalendar import Calendar

from feedchecks import check_feed
from mcp_docs.feed.files import feed_files
from mcp_docs.feed.read import read_feed
from mcp_docs.feed.source import FeedSource
from mcp_docs.record import Record

BASE = "https://example.org/mcp/"


@pytest.fixture(scope="module")
def files(record: Record) -> dict[str, bytes]:
    return dict(feed_files(record, base_url=BASE))


def load(files: dict[str, bytes], name: str) -> Any:
    return json.loads(files[f"api/v1/{name}"])


def change(files: dict[str, bytes], release: str, rule: str, element: str) -> Any:
    listed = load(files, f"releases/{release}.json")["changes"]
    [found] = [c for c in listed if c["rule"] == rule and c["element"]["name"] == element]
    return load(files, f"change/{found['id']}.json")


def test_every_file_is_valid(files: dict[str, bytes]) -> None:
    check_feed(files)


def test_a_reverted_break_says_so_in_its_own_file_and_not_in_the_feed(files: dict[str, bytes]) -> None:
    found = change(files, "1.2.0", "schema.range.tightened", "find_berths")
    assert found["affected"] == [{"introduced": "1.2.0"}, {"fixed": "2.1.0"}]
    assert found["undone_in"] == "2.1.0"
    assert found["consumers"] == ["skipper-assistant"]
    assert (found["published"], found["modified"]) == ("2026-04-13T10:00:00Z", "2026-07-06T10:00:00Z")
    [entry] = [
        i
        for i in json.loads(files["feeds/tools/find_berths/breaking.json"])["items"]
        if found["id"] in i["id"]
    ]
    assert entry["date_modified"] == "2026-04-13T10:00:00Z"
    assert "undone_in" not in entry["_mcp_docs"]


@pytest.mark.parametrize(
    ("element", "promise"),
    [
        ("list_moorings", "removed on time"),
        ("estimate_fee", "removed early"),
        ("tide_table", "removed without notice"),
    ],
)
def test_a_removal_says_what_became_of_the_promise(
    files: dict[str, bytes], element: str, promise: str
) -> None:
    assert change(files, "2.0.0", "tool.removed", element)["promise"] == promise


def test_promises_are_told_when_they_are_made_kept_broken_and_taken_back(files: dict[str, bytes]) -> None:
    parsed = feedparser.parse(files["feeds/deprecations.atom"])
    titles = [(entry.published[:10], entry.title) for entry in reversed(parsed.entries)]
    assert [day for day, _ in titles] == sorted(day for day, _ in titles)
    for day, beginning in (
        ("2026-03-23", "DEPRECATED: list_moorings is deprecated, and may go at 2.0.0"),
        ("2026-03-23", "DEPRECATED: estimate_fee is deprecated, and may go at 2026-12-31"),
        ("2026-04-13", "DEPRECATED: explain_bill is deprecated, and may go at 2.0.0"),
        ("2026-06-01", "REMOVED: list_moorings was removed on time"),
        ("2026-06-01", "REMOVED: estimate_fee was removed early"),
        ("2026-06-01", "REMOVED: tide_table was removed without notice"),
        ("2026-07-06", "REINSTATED: explain_bill is no longer deprecated"),
        ("2026-10-01", "OVERDUE: harbour://tides/{day} is still there, and was to go at 2026-10-01"),
    ):
        assert [d for d, title in titles if title.startswith(beginning)] == [day], beginning
    assert len({entry.id for entry in parsed.entries}) == len(parsed.entries)


def test_what_is_still_to_come_is_in_the_calendar_and_the_list(files: dict[str, bytes]) -> None:
    events = Calendar.from_ical(files["api/v1/deprecations.ics"]).walk("VEVENT")
    assert [(str(e["summary"]), e.decoded("dtstart").isoformat()) for e in events] == [
        ("harbour://tides/{day} may be removed", "2026-10-01")
    ]
    upcoming = load(files, "upcoming.json")["upcoming"]
    assert [(u["location"], u["state"], u["date"]) for u in upcoming if u["source"] == "deprecation"] == [
        ("tool:list_bookings/inputSchema/properties/page", "announced", None),
        ("template:harbour://tides/{day}", "overdue", "2026-10-01"),
    ]
    assert [u["criticality"] for u in upcoming if u["source"] == "unreleased"] == [
        "breaking",
        "dangerous",
        "safe",
        "safe",
    ]


def test_the_matrix_has_the_break_that_no_release_has(files: dict[str, bytes]) -> None:
    matrix = load(files, "matrix.json")
    pairs = {(p["from"], p["to"]): p for p in matrix["pairs"]}
    found = pairs["2.0.0", "2.2.0"]
    assert (found["level"], found["demanded_bump"], found["breaking"]) == ("breaking", "major", 1)
    worst = matrix["changes"][found["worst"]]
    assert (worst["element"]["name"], worst["path"], worst["id"]) == ("request_booking", "contact", None)
    assert pairs["1.1.0", "1.1.1"]["level"] == "patch"
    assert ("2.0.0", "1.1.1") not in pairs


def test_the_release_that_promised_too_little_is_told(files: dict[str, bytes]) -> None:
    releases = {r["version"]: r for r in load(files, "releases.json")["releases"]}
    assert [version for version, r in releases.items() if r["underbumped"]] == ["1.2.0"]
    [entry] = [e for e in feedparser.parse(files["feeds/releases.atom"]).entries if "1.2.0:" in e.title]
    assert entry.title.startswith("BREAKING: 1.2.0: 2 breaking")
    assert "demand a major step; the version declares minor, which is less" in entry.content[0].value


def test_every_interface_can_be_put_together_from_the_feed(files: dict[str, bytes], record: Record) -> None:
    feed = read_feed(FeedSource("feed", files.get))
    assert feed.newest == "2.2.0"
    for release in record.by_version.values():
        assert feed.interface(release.version).digest == release.interface.digest
    assert feed.later("1.1.0", "1.1.1") == ("1.1.1",)
    assert feed.later("1.1.1", "2.1.0") == ("1.2.0", "2.0.0", "2.1.0")


def test_entries_are_ids_of_the_changes_and_read_in_full(files: dict[str, bytes]) -> None:
    [entry] = [
        e
        for e in feedparser.parse(files["feeds/tools/find_berths/breaking.atom"]).entries
        if "maximum 100" in e.title
    ]
    text = entry.content[0].value
    for words in (
        "maximum 100 became 50",
        "Breaks callers",
        "Worked before, fails now",
        '"limit":51',
        "What to do: Check what you send for limit",
    ):
        assert words.replace('"', "&quot;") in text or words in text
    assert entry.link.startswith(f"{BASE}1.2.0/#MCPC-")
