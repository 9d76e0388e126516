"""A report as JSON, as ``report.schema.json`` describes it.

Every key is always present; what is not there is ``null``, an empty text or an empty list.
"""

from __future__ import annotations

from typing import Final

from mcp_docs.errors import Where
from mcp_docs.jsonvalue import JsonObject, document
from mcp_docs.report.model import Finding, Report, RuleInfo, Severity

#: Version of the shape, semver: a minor step only adds, readers ignore unknown keys.
SCHEMA_VERSION: Final = "1.0.0"
#: The published schema, beside this module in the package.
SCHEMA_FILE: Final = "report.schema.json"


def to_text(report: Report) -> str:
    """Return the report as one line of JSON."""
    return document(to_json(report)).decode("utf-8")


def to_json(report: Report) -> JsonObject:
    """Return the report as a JSON value."""
    return {
        "schema_version": SCHEMA_VERSION,
        "command": report.command,
        "subject": report.subject,
        "verdict": report.verdict,
        "failed": report.failed,
        "fail_levels": sorted(report.fatal),
        "checked": report.checked,
        "counts": {
            **{severity.label: report.count(severity) for severity in sorted(Severity, reverse=True)},
            "accepted": report.accepted,
        },
        "facts": [{"label": label, "text": text} for label, text in report.facts],
        "findings": [_finding(report, finding) for finding in report.findings],
        "rules": [_rule(rule) for rule in report.rules.values()],
        "data": report.data,
    }


def _finding(report: Report, finding: Finding) -> JsonObject:
    return {
        "rule": finding.rule,
        "level": finding.level,
        "severity": finding.severity.label,
        "fails": report.fails(finding),
        "message": finding.message,
        "element": finding.element or None,
        "pointer": finding.pointer,
        "path": finding.path,
        "where": _where(finding.where),
        "advice": finding.advice or None,
        "detail": [{"label": label, "text": text} for label, text in finding.detail],
        "fingerprint": finding.fingerprint or None,
        "accepted": finding.accepted or None,
        "data": finding.data,
    }


def _where(where: Where | None) -> JsonObject | None:
    if where is None:
        return None
    return {"file": where.file, "commit": where.commit, "line": where.line, "column": where.column}


def _rule(rule: RuleInfo) -> JsonObject:
    return {
        "id": rule.id,
        "title": rule.title,
        "text": rule.text,
        "help": rule.help,
        "severity": rule.severity.label,
    }
