"""Judged contracts and cases as a report."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mcp_docs.contracts.model import Clause, ClauseState
from mcp_docs.contracts.rules import RULES
from mcp_docs.errors import Where
from mcp_docs.jsonvalue import JsonObject
from mcp_docs.report.model import Finding, Report, Severity
from mcp_docs.texts import shorten
from mcp_docs.thresholds import THRESHOLDS

_LEVELS: Final = THRESHOLDS["verify"].levels
_SEVERITIES: Final = {"broken": Severity.ERROR, "unproven": Severity.WARNING, "skipped": Severity.WARNING}
_SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class Judged:
    """The clauses of one contract or case file.

    Attributes:
        name: the consumer's, or the file's for cases.
        file: where the demands were read from.
        clauses: all of them, the kept ones too.
    """

    name: str
    file: str
    clauses: tuple[Clause, ...]


def report_of(
    command: str,
    subject: str,
    judged: Sequence[Judged],
    fatal: frozenset[str],
    facts: Sequence[tuple[str, str]] = (),
) -> Report:
    """Return the report on all that was judged.

    Args:
        command: whose report it is, such as ``verify``.
        subject: what was judged, a phrase.
        judged: in the order in which they are listed.
        fatal: the levels that make the run fail.
        facts: what else to say, after one line for each contract.
    """
    found = [
        (clause, part)
        for level in _LEVELS
        for part in judged
        for clause in part.clauses
        if clause.state == level
    ]
    findings = tuple(_finding(command, clause, part) for clause, part in found)
    names = dict.fromkeys(finding.rule for finding in findings)
    return Report(
        command=command,
        subject=subject,
        verdict=_verdict(judged),
        findings=findings,
        rules={name: RULES[name] for name in names},
        facts=(*((part.name, _tally(part)) for part in judged), *facts),
        checked=sum(len(part.clauses) for part in judged),
        data={"contracts": [_summary(part) for part in judged]},
        fatal=fatal,
    )


def _verdict(judged: Sequence[Judged]) -> str:
    counts = Counter(clause.state for part in judged for clause in part.clauses)
    total = sum(counts.values())
    who = f"{len(judged)} contract{'s' if len(judged) != 1 else ''}"
    if counts["broken"]:
        broken = sum(any(clause.state == "broken" for clause in part.clauses) for part in judged)
        verb = "is" if counts["broken"] == 1 else "are"
        return f"{counts['broken']} of {total} demands {verb} broken, in {broken} of {who}"
    rest = [f"{counts[state]} {words}" for state, words in _REST.items() if counts[state]]
    return f"no demand of {who} is broken" + (f"; {' and '.join(rest)}" if rest else f", {total} are kept")


_REST: Final[dict[ClauseState, str]] = {"unproven": "not promised by any schema", "skipped": "not tried"}


def _tally(part: Judged) -> str:
    counts: Counter[str] = Counter(clause.state for clause in part.clauses)
    return ", ".join(f"{counts[state]} {state}" for state in (*_LEVELS, "kept") if counts[state])


def _summary(part: Judged) -> JsonObject:
    counts: Counter[str] = Counter(clause.state for clause in part.clauses)
    return {"name": part.name, "file": part.file, **{state: counts[state] for state in ("kept", *_LEVELS)}}


def _finding(command: str, clause: Clause, part: Judged) -> Finding:
    rule = f"contract.{clause.kind}"
    detail = [("demanded by", part.name)]
    if clause.value is not None:
        detail.append(("arguments", shorten(json.dumps(clause.value, ensure_ascii=False), _SHOWN)))
    return Finding(
        rule=rule,
        level=clause.state,
        severity=_SEVERITIES[clause.state],
        message=clause.message,
        element=clause.element,
        pointer=clause.pointer,
        path=clause.id,
        where=Where(part.file, line=clause.line) if part.file else None,
        advice=RULES[rule].help if clause.state == "broken" else "",
        detail=tuple(detail),
        fingerprint=clause.fingerprint(command, part.name),
        data={
            "name": part.name,
            "clause": clause.id,
            "kind": clause.kind,
            "state": clause.state,
            "value": clause.value,
        },
    )
