"""A report as SARIF 2.1.0 (OASIS), which code scanning services read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mcp_docs.errors import Where
from mcp_docs.jsonvalue import JsonObject, JsonValue, document
from mcp_docs.report.model import Finding, Report, RuleInfo
from mcp_docs.version import __version__
from mcp_docs.views.markdown import visible

_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
#: Name and version of the fingerprint; its value is ``Finding.fingerprint``.
_FINGERPRINT: Final = "mcpDocsFinding/v1"
#: What RFC 3986 lets stand in a path.
_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=@")


def to_text(report: Report) -> str:
    """Return the report as a SARIF log of one run."""
    return document(to_json(report)).decode("utf-8")


def to_json(report: Report) -> JsonObject:
    """Return the SARIF log as a JSON value."""
    rules = list(report.rules.values())
    index = {rule.id: number for number, rule in enumerate(rules)}
    run: JsonObject = {
        "tool": {
            "driver": {
                "name": "mcp-docs",
                "semanticVersion": __version__,
                "rules": [_rule(rule) for rule in rules],
            }
        },
        "automationDetails": {"id": f"mcp-docs/{report.command}/"},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": True, "exitCode": int(report.failed)}],
        "results": [_result(finding, index) for finding in report.findings],
        "properties": {
            "verdict": report.verdict,
            "subject": report.subject,
            "facts": [{"label": label, "text": text} for label, text in report.facts],
        },
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: RuleInfo) -> JsonObject:
    help_text = rule.help or rule.text or rule.title
    return {
        "id": rule.id,
        "name": rule.id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.text or rule.title},
        "help": {"text": help_text, "markdown": help_text},
        "defaultConfiguration": {"level": rule.severity.label},
    }


def _result(finding: Finding, index: dict[str, int]) -> JsonObject:
    result: dict[str, JsonValue] = {
        "ruleId": finding.rule,
        "level": finding.severity.label,
        "message": {"text": _message(finding)},
        "locations": _locations(finding),
        "properties": {
            "level": finding.level,
            "pointer": finding.pointer,
            "path": finding.path,
            "data": finding.data,
        },
    }
    if finding.rule in index:
        result["ruleIndex"] = index[finding.rule]
    if finding.fingerprint:
        result["partialFingerprints"] = {_FINGERPRINT: finding.fingerprint}
    if finding.accepted:
        result["suppressions"] = [
            {"kind": "external", "status": "accepted", "justification": finding.accepted}
        ]
    return result


def _message(finding: Finding) -> str:
    lines = [f"{f'{visible(finding.element)}: ' if finding.element else ''}{visible(finding.message)}"]
    lines += [f"{visible(label)}: {visible(text)}" for label, text in finding.detail]
    if finding.advice:
        lines.append(f"What to do: {visible(finding.advice)}")
    return "\n".join(lines)


def _locations(finding: Finding) -> Sequence[JsonObject]:
    location: dict[str, JsonValue] = {}
    if finding.where is not None and finding.where.file:
        location["physicalLocation"] = _physical(finding.where, finding.where.file)
    if finding.element:
        name = f"{finding.element}{finding.pointer}"
        location["logicalLocations"] = [{"fullyQualifiedName": name, "kind": "member"}]
    return [location] if location else []


def _physical(where: Where, file: str) -> JsonObject:
    place: dict[str, JsonValue] = {"artifactLocation": {"uri": _uri(file)}}
    if where.line is not None:
        region: dict[str, JsonValue] = {"startLine": where.line}
        if where.column is not None:
            region["startColumn"] = where.column
        place["region"] = region
    return place


def _uri(file: str) -> str:
    """Return a path as a reference, relative where the path is."""
    path = file.replace("\\", "/")
    while path.startswith("./"):
        path = path[2:]
    encoded = path.encode("utf-8", "surrogatepass")
    return "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in encoded)
