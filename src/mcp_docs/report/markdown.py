"""A report as Markdown that fits a comment on a pull request.

GitHub takes 65,536 characters; what does not fit is left out, best first, and counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from mcp_docs.report.model import Finding, Report, Severity
from mcp_docs.report.words import summary
from mcp_docs.texts import shorten
from mcp_docs.views.markdown import code, escape

#: Characters of a whole report; room is left for what a workflow adds around it.
LONGEST: Final = 60_000
#: Characters kept for the closing line and the tags that are still open.
_RESERVE: Final = 500
#: Characters of a text that is not cut elsewhere; nobody reads more in a comment.
_LONGEST_TEXT: Final = 400
_LONGEST_FACT: Final = 1_000
#: How a detail begins that is JSON and no sentence.
_JSON: Final = ("{", "[", '"')


def to_text(report: Report) -> str:
    """Return the verdict, the facts and the findings by level, those of no consequence folded."""
    head = [
        f"<!-- mcp-docs {report.command} -->",
        "",
        f"### mcp-docs {report.command}: {_text(report.verdict)}",
        "",
        _text(report.subject),
        "",
    ]
    if report.facts:
        head += ["| | |", "|---|---|"]
        head += [
            f"| {_text(label)} | {escape(shorten(text, _LONGEST_FACT))} |" for label, text in report.facts
        ]
        head.append("")
    lines = [*head[: _fitting(head, LONGEST - _RESERVE)]]
    shown = _put_findings(lines, report)
    left = len(report.findings) - shown
    if left:
        lines += [f"{left} more {'is' if left == 1 else 'are'} left out here; `--format json` has all.", ""]
    if report.findings:
        lines.append(escape(summary(report)))
    return "\n".join(lines).rstrip("\n") + "\n"


def _put_findings(lines: list[str], report: Report) -> int:
    """Add as many findings as fit; return how many."""
    room = LONGEST - _RESERVE - _length(lines)
    shown = 0
    for level, group in groupby(report.findings, key=lambda finding: (finding.level, finding.severity)):
        findings = list(group)
        opening, closing = _frame(level[0], len(findings), folded=level[1] is Severity.NOTE)
        room -= _length(opening) + _length(closing)
        blocks = [list(_finding_lines(finding)) for finding in findings]
        fitting = 0
        while fitting < len(blocks) and room >= _length(blocks[fitting]):
            room -= _length(blocks[fitting])
            fitting += 1
        if fitting:
            lines += [*opening, *(line for block in blocks[:fitting] for line in block), *closing]
            shown += fitting
        if fitting < len(blocks):
            break
    return shown


def _fitting(lines: list[str], room: int) -> int:
    """Return how many of the first lines fit."""
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            return number
    return len(lines)


def _length(lines: list[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _frame(level: str, number: int, *, folded: bool) -> tuple[list[str], list[str]]:
    heading = f"{escape(level).capitalize()} ({number})"
    if folded:
        return ["<details>", f"<summary>{heading}</summary>", ""], ["", "</details>", ""]
    return [f"#### {heading}", ""], [""]


def _finding_lines(finding: Finding) -> Iterator[str]:
    place = f"{code(finding.element)}: " if finding.element else ""
    where = f", {escape(str(finding.where))}" if finding.where is not None and str(finding.where) else ""
    yield f"- {place}{_text(finding.message)} ({code(finding.rule)}{where})"
    for label, value in finding.detail:
        yield f"  - {_text(label)}: {code(value) if value.startswith(_JSON) else _text(value)}"
    if finding.accepted:
        yield f"  - **accepted**: {_text(finding.accepted)}"
    elif finding.advice:
        yield f"  - What to do: {_text(finding.advice)}"


def _text(text: str) -> str:
    return escape(shorten(text, _LONGEST_TEXT))
