"""Reports by hand: one that is ordinary, one that is hostile."""

from __future__ import annotations

from mcp_docs.errors import Where
from mcp_docs.report.model import Finding, Report, RuleInfo, Severity

RULES = {
    "schema.type.changed": RuleInfo(
        "schema.type.changed", "A type changed", "Calls fail.", "Add a field.", Severity.ERROR
    ),
    "tool.added": RuleInfo("tool.added", "A tool was added", "More to call.", "", Severity.NOTE),
}
BREAK = Finding(
    rule="schema.type.changed",
    level="breaking",
    severity=Severity.ERROR,
    message="limit: integer became string",
    element="tool:search",
    pointer="/inputSchema/properties/limit/type",
    path="limit",
    where=Where("locks/mcp docs.lock", None, 12, 9),
    advice="Add a field instead.",
    detail=(("worked before", '{"limit":1}'), ("by contract", "A promise.")),
    fingerprint="a" * 64,
)
INTENDED = Finding(
    rule="schema.type.changed",
    level="breaking",
    severity=Severity.ERROR,
    message="day: integer became string",
    element="tool:berths",
    fingerprint="b" * 64,
    accepted="agreed in March",
)
ADDED = Finding(
    rule="tool.added", level="minor", severity=Severity.NOTE, message="tool added", element="tool:ships"
)
ORDINARY = Report(
    command="check",
    subject="mcp-docs.lock against 1.0.0",
    verdict="1 breaking change, which demands a major step",
    findings=(BREAK, INTENDED, ADDED),
    rules=RULES,
    facts=(("demanded bump", "major"),),
    checked=3,
    data={"demanded_bump": "major"},
)
CLEAN = Report(
    command="check",
    subject="a against b",
    verdict="no change",
    findings=(),
    rules={},
    checked=2,
)

#: Text of a server that tries to be something else in each of the formats.
HOSTILE = (
    "x%0A::error::owned\n::set-output name=a::b\r\n##[add-path]/tmp </failure>]]><b>&amp; "
    "\x1b[2J\u202e\x00\ud800 | `code` ```\n# heading @octocat https://evil.example </details> <!-- a, b: c"
)


def hostile(number: int = 1, level: str = "breaking", severity: Severity = Severity.ERROR) -> Report:
    """A report in which every text is hostile, with ``number`` findings."""
    finding = Finding(
        rule="schema.type.changed",
        level=level,
        severity=severity,
        message=HOSTILE,
        element=f"tool:{HOSTILE}",
        pointer="/inputSchema",
        path=HOSTILE,
        where=Where(HOSTILE, None, 1, 1),
        advice=HOSTILE,
        detail=((HOSTILE, HOSTILE),),
        fingerprint="c" * 64,
    )
    return Report(
        command="check",
        subject=HOSTILE,
        verdict=HOSTILE,
        findings=(finding,) * number,
        rules=RULES,
        facts=((HOSTILE, HOSTILE),),
    )
