"""A report as JUnit XML: a test case a finding, a failure where it makes the run fail.

The first case is the run itself, so that a clean run is one passed test and not an empty file.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from mcp_docs.report.model import Finding, Report
from mcp_docs.views.markdown import visible


def to_text(report: Report) -> str:
    """Return the report as an XML document."""
    counts = {
        "tests": str(len(report.findings) + 1),
        "failures": str(sum(map(report.fails, report.findings))),
        "errors": "0",
        "skipped": str(report.accepted),
    }
    root = Element("testsuites", counts)
    suite = SubElement(root, "testsuite", {"name": f"mcp-docs {report.command}", **counts})
    run = SubElement(
        suite, "testcase", {"classname": f"mcp-docs.{report.command}", "name": visible(report.subject)}
    )
    facts = [f"{visible(label)}: {visible(text)}" for label, text in report.facts]
    SubElement(run, "system-out").text = "\n".join((visible(report.verdict), *facts))
    for finding in report.findings:
        _case(suite, report, finding)
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _case(suite: Element, report: Report, finding: Finding) -> None:
    name = f"{visible(finding.message)} [{visible(finding.rule)}]"
    owner = visible(finding.element) or "interface"
    place = {"file": visible(finding.where.file)} if finding.where and finding.where.file else {}
    line = {"line": str(finding.where.line)} if finding.where and finding.where.line else {}
    case = SubElement(suite, "testcase", {"classname": owner, "name": name, **place, **line})
    if finding.accepted:
        SubElement(case, "skipped", {"message": f"accepted: {visible(finding.accepted)}"})
    elif report.fails(finding):
        failure = SubElement(case, "failure", {"message": visible(finding.message), "type": finding.level})
        failure.text = _text(finding)
        return
    SubElement(case, "system-out").text = _text(finding)


def _text(finding: Finding) -> str:
    lines = [f"{finding.level}: {visible(finding.message)}"]
    if finding.where is not None and str(finding.where):
        lines.append(f"at {visible(str(finding.where))}")
    lines += [f"{visible(label)}: {visible(value)}" for label, value in finding.detail]
    if finding.advice:
        lines.append(f"what to do: {visible(finding.advice)}")
    return "\n".join(lines)
