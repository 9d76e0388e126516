"""The report of ``lint``: what every rule finds in one interface, and how large its tools are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from mcp_docs.errors import Where
from mcp_docs.interface import KINDS
from mcp_docs.jsonvalue import JsonObject, digest
from mcp_docs.lint import LINT_RULES
from mcp_docs.lint.model import Found, LintRule, Subject
from mcp_docs.lint.options import LintPolicy
from mcp_docs.lint.sizes import Size, sizes_of
from mcp_docs.report.model import Finding, Report, RuleInfo, Severity
from mcp_docs.side import Side, Spot, find_spots
from mcp_docs.texts import shorten
from mcp_docs.thresholds import THRESHOLDS
from mcp_docs.views.markdown import visible

_LEVELS: Final = THRESHOLDS["lint"].levels
#: Characters of a message; texts of a server are quoted in some.
_LONGEST: Final = 300


@dataclass(frozen=True, slots=True)
class LintFinding:
    """One finding with the rule that made it and the severity that the policy gives it."""

    rule: LintRule
    found: Found
    severity: Severity

    @property
    def element(self) -> str:
        """``kind:key``, or empty for the file as a whole."""
        return _element(self.found)


def find(subject: Subject, policy: LintPolicy) -> tuple[LintFinding, ...]:
    """Return what all rules find that the policy does not leave out, worst first, then by place."""
    findings = (
        LintFinding(rule, found, severity)
        for rule in LINT_RULES.values()
        for found in rule.check(subject)
        if (severity := policy.severity(rule.id, _element(found))) is not None
    )
    return tuple(sorted(findings, key=_order))


def lint_report(side: Side, subject: Subject, policy: LintPolicy, fatal: frozenset[str]) -> Report:
    """Judge one interface.

    Args:
        side: the interface and where it stands.
        subject: the same interface with all that rules look at.
        policy: severities.
        fatal: the severities that make the run fail.
    """
    findings = find(subject, policy)
    places = find_spots(side, [spot for each in findings if (spot := _spot(each.found))])
    shown = tuple(_finding(each, _place(each.found, side, places)) for each in findings)
    sizes = sizes_of(subject.interface)
    return Report(
        command="lint",
        subject=side.label,
        verdict=_verdict(shown, len(subject.interface.index)),
        findings=shown,
        rules={each.rule.id: rule_info(each.rule) for each in findings},
        facts=tuple(_facts(sizes)),
        checked=len(subject.interface.index),
        data={"counts": {level: _count(shown, level) for level in _LEVELS}, "sizes": _sizes_json(sizes)},
        fatal=fatal,
    )


def rule_info(rule: LintRule) -> RuleInfo:
    """Return what a report says of a rule."""
    return RuleInfo(rule.id, rule.title, rule.why, rule.remedy, rule.severity)


def _order(each: LintFinding) -> tuple[object, ...]:
    found = each.found
    kind = -1 if found.kind is None else KINDS.index(found.kind)
    return (-each.severity, kind, found.key, found.pointer, each.rule.id, found.about, found.message)


def _element(found: Found) -> str:
    if found.kind is None:
        return ""
    return found.kind if found.kind == "server" else f"{found.kind}:{found.key}"


def _spot(found: Found) -> Spot | None:
    return None if found.kind is None or found.where else Spot(found.kind, found.key, found.pointer)


def _place(found: Found, side: Side, places: Mapping[Spot, Where]) -> Where | None:
    spot = _spot(found)
    if spot is not None:
        return places.get(spot)
    if found.where is None:
        return Where(side.file, side.commit) if side.file else None
    inside = f"{side.file}/{found.where.file}" if found.where.file in _inner(side) else found.where.file
    return replace(found.where, file=inside or side.file or None, commit=side.commit)


def _inner(side: Side) -> frozenset[str]:
    """Return the names of the files within a folder that is one lockfile."""
    prefix = f"{side.file}/"
    return frozenset(name.removeprefix(prefix) for name in side.files if name.startswith(prefix))


def _finding(each: LintFinding, where: Where | None) -> Finding:
    found, rule = each.found, each.rule
    return Finding(
        rule=rule.id,
        level=each.severity.label,
        severity=each.severity,
        message=shorten(visible(found.message), _LONGEST),
        element=each.element,
        pointer=found.pointer,
        path=found.path,
        where=where,
        advice=rule.remedy if each.severity > Severity.NOTE else "",
        fingerprint=digest([rule.id, each.element, found.pointer, found.about]),
    )


def _verdict(findings: Iterable[Finding], elements: int) -> str:
    counted = [
        f"{number} {level}{'s' if number > 1 else ''}"
        for level in _LEVELS
        if (number := _count(findings, level))
    ]
    about = f"in {elements} element{'' if elements == 1 else 's'}"
    return f"{', '.join(counted)} {about}" if counted else f"nothing to find fault with {about}"


def _count(findings: Iterable[Finding], level: str) -> int:
    return sum(1 for finding in findings if finding.level == level)


def _facts(sizes: tuple[Size, ...]) -> Iterator[tuple[str, str]]:
    if not sizes:
        return
    characters, tokens = sum(s.characters for s in sizes), sum(s.tokens for s in sizes)
    noun = "tool" if len(sizes) == 1 else "tools"
    yield "size", f"{len(sizes)} {noun}, {characters:,} characters, about {tokens:,} tokens"
    largest = max(sizes, key=lambda size: (size.tokens, size.tool))
    if len(sizes) > 1:
        yield "largest", f"{visible(largest.tool)}, about {largest.tokens:,} tokens"


def _sizes_json(sizes: tuple[Size, ...]) -> JsonObject:
    return {
        "characters": sum(size.characters for size in sizes),
        "tokens": sum(size.tokens for size in sizes),
        "tools": [{"tool": s.tool, "characters": s.characters, "tokens": s.tokens} for s in sizes],
    }
