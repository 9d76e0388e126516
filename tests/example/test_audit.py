"""The example's audit, by the command line: each story of its README comes out right."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from run import mcp_docs


def audited(repository: Path, *arguments: str) -> dict[str, Any]:
    done = mcp_docs("audit", *arguments, "--repo", repository, "--format", "json")
    assert done.code == 0, done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


def told(found: dict[str, Any], *names: str) -> list[tuple[Any, ...]]:
    return [tuple(item[name] for name in names) for item in found["breaks"]]


def test_a_break_under_a_minor_bump_that_was_reverted(repository: Path) -> None:
    found = audited(repository, "schema.range.tightened")
    ((broke_in, last_good, undone_in, commit, consumers, underbumped),) = told(
        found, "broke_in", "last_good", "undone_in", "commit", "consumers", "underbumped"
    )
    assert (broke_in, last_good, undone_in, underbumped) == ("1.2.0", "1.1.0", "2.1.0", True)
    assert commit["subject"] == "Return 50 berths at most; drop the webcam"
    assert consumers == ["skipper-assistant"]
    assert [(r["release"], r["declared_bump"], r["demanded_bump"]) for r in found["underbumped"]] == [
        ("1.2.0", "minor", "major")
    ]


@pytest.mark.parametrize(
    ("element", "announced_in", "days", "undone_in"),
    [
        ("list_moorings", "1.1.0", 70, None),  # 2026-03-23 to 2026-06-01: kept
        ("estimate_fee", "1.1.0", 70, None),  # announced as well, and gone before its day
        ("tide_table", None, None, None),  # without notice
        ("explain_bill", "1.2.0", 49, "2.1.0"),  # 2026-04-13 to 2026-06-01: and reinstated
    ],
)
def test_removals_with_and_without_notice(
    repository: Path, element: str, announced_in: str | None, days: int | None, undone_in: str | None
) -> None:
    found = audited(repository, element)
    assert told(found, "broke_in", "announced_in", "notice_days", "undone_in") == [
        ("2.0.0", announced_in, days, undone_in)
    ]


def test_a_break_that_is_accepted_and_not_released(repository: Path) -> None:
    found = audited(repository, "/inputSchema/$defs/Vessel/properties/registration")
    assert ("unreleased", "2.2.0", ["harbour-kiosk"]) in told(found, "broke_in", "last_good", "consumers")
    (accepted,) = (item["accepted"] for item in found["breaks"] if item["level"] == "breaking")
    assert accepted["reason"].startswith("The port authority")


def test_a_consumer_is_asked_for_by_name(repository: Path) -> None:
    found = audited(repository, "skipper-assistant")
    assert told(found, "rule", "broke_in") == [("schema.range.tightened", "1.2.0")]
    (consumer,) = found["consumers"]
    assert (consumer["first_broke_in"], consumer["works_again_in"]) == ("1.2.0", None)
    assert consumer["events"][0]["clauses"][0]["value"]["limit"] == 80


def test_an_element_that_never_broke_is_known_and_another_is_not(repository: Path) -> None:
    assert audited(repository, "report_fault")["breaks"] == []
    done = mcp_docs("audit", "nothing", "--repo", repository)
    assert (done.code, "no element, place, rule or consumer 'nothing'" in done.err) == (2, True)


def test_the_counts_are_those_of_the_list_in_every_format(repository: Path, tmp_path: Path) -> None:
    found = audited(repository)
    (year,) = found["years"]
    released = [item for item in found["breaks"] if item["broke_in"] != "unreleased"]
    assert year["breaking"] + year["review"] == len(released)
    out = tmp_path / "audit.csv"
    assert mcp_docs("audit", "--repo", repository, "--format", "csv", "-o", out).code == 0
    rows = list(csv.DictReader(io.StringIO(out.read_bytes().decode(), newline="")))
    assert [row["id"] for row in rows] == [item["id"] for item in found["breaks"]]
    for shape in ("text", "markdown"):
        text = mcp_docs("audit", "--repo", repository, "--format", shape).out
        assert f"Breaks and changes to review: {len(rows)}" in text


def test_the_changelog_of_a_range_compares_the_two_directly(repository: Path) -> None:
    done = mcp_docs("changelog", "2.0.0..2.2.0", "--format", "json", cwd=repository)
    found = json.loads(done.out)
    assert [(c["element"]["name"], c["path"]) for c in found["changes"] if c["level"] == "breaking"] == [
        ("request_booking", "contact")
    ]
    assert found["demanded_bump"] == "major"
    assert mcp_docs("changelog", repository, "--range", "2.0.0..v2.2.0", "--format", "json").out == done.out
    for wrong in ("2.0.0", "2.0.0..9.0.0"):
        assert mcp_docs("changelog", repository, "--range", wrong).code == 2
