"""A report for a terminal or a log. Words carry the level; colour only repeats it."""

from __future__ import annotations

from collections.abc import Iterator

from mcp_docs.report.model import Finding, Report, Severity
from mcp_docs.report.words import plain, summary

_COLOURS = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[33m", Severity.NOTE: "\x1b[36m"}
_ACCEPTED = "\x1b[2m"
_BOLD = "\x1b[1m"
_RESET = "\x1b[0m"


def to_text(report: Report, *, colour: bool = False) -> str:
    """Return the verdict, the facts, each finding and how many there are."""
    return "\n".join(_lines(report, colour=colour)) + "\n"


def _lines(report: Report, *, colour: bool) -> Iterator[str]:
    verdict = f"mcp-docs {report.command}: {plain(report.verdict)}"
    yield f"{_BOLD}{verdict}{_RESET}" if colour else verdict
    yield f"  {plain(report.subject)}"
    for label, value in report.facts:
        yield f"  {plain(label)}: {plain(value)}"
    width = max((len(_level(finding)) for finding in report.findings), default=0)
    for finding in report.findings:
        yield ""
        yield from _finding_lines(finding, width, colour=colour)
    if report.findings:
        yield ""
        yield summary(report)


def _level(finding: Finding) -> str:
    return f"{finding.level} (accepted)" if finding.accepted else finding.level


def _finding_lines(finding: Finding, width: int, *, colour: bool) -> Iterator[str]:
    level = f"{_level(finding):<{width}}"
    if colour:
        level = f"{_ACCEPTED if finding.accepted else _COLOURS[finding.severity]}{level}{_RESET}"
    place = f"{plain(finding.element)}: " if finding.element else ""
    yield f"{level}  {place}{plain(finding.message)}  [{plain(finding.rule)}]"
    if finding.where is not None and str(finding.where):
        yield f"  at {plain(str(finding.where))}"
    for label, value in finding.detail:
        yield f"  {plain(label)}: {plain(value)}"
    if finding.accepted:
        yield f"  accepted: {plain(finding.accepted)}"
    elif finding.advice:
        yield f"  what to do: {plain(finding.advice)}"
