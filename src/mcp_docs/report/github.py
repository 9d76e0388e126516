"""A report as GitHub Actions' workflow commands, which become annotations of a pull request.

Only the first line of the output, the verdict, is plain text.
"""

from __future__ import annotations

from collections.abc import Iterator

from mcp_docs.report.model import Finding, Report, Severity
from mcp_docs.report.words import plain, summary

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def to_text(report: Report) -> str:
    """Return the verdict, a command a finding, and how many there are."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield f"mcp-docs {report.command}: {plain(report.verdict)}"
    for finding in report.findings:
        yield _command(report, finding)
    if report.findings:
        yield f"mcp-docs {report.command}: {summary(report)}"


def _command(report: Report, finding: Finding) -> str:
    name = "notice" if finding.accepted else _COMMANDS[finding.severity]
    where = finding.where
    title = f"{finding.level}: {finding.rule}{' (accepted)' if finding.accepted else ''}"
    properties = {
        "file": where.file if where and not where.commit else None,
        "line": where.line if where and not where.commit else None,
        "col": where.column if where and not where.commit else None,
        "title": f"mcp-docs {report.command}, {title}",
    }
    listed = ",".join(
        f"{key}={_property(plain(str(value)))}" for key, value in properties.items() if value is not None
    )
    return f"::{name} {listed}::{_data(_message(finding))}"


def _message(finding: Finding) -> str:
    place = f"{plain(finding.element)}: " if finding.element else ""
    lines = [f"{place}{plain(finding.message)}"]
    lines += [f"{plain(label)}: {plain(value)}" for label, value in finding.detail]
    if finding.accepted:
        lines.append(f"accepted: {plain(finding.accepted)}")
    elif finding.advice:
        lines.append(f"what to do: {plain(finding.advice)}")
    return "\n".join(lines)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
