"""What breaks a consumer between two published versions: its contract against the feed's schemas.

The newer version is judged directly. The releases between are judged too, only to say where each
demand first broke, and which published change did it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from mcp_docs.advice import for_callers
from mcp_docs.change import Change, Level
from mcp_docs.contracts.judge import judge
from mcp_docs.contracts.model import Clause, Contract
from mcp_docs.contracts.rules import RULES as CONTRACT_RULES
from mcp_docs.errors import Where
from mcp_docs.feed.read import PublishedFeed
from mcp_docs.gate.check import change_finding, rule_info
from mcp_docs.interface import Interface
from mcp_docs.jsonvalue import canonical_text
from mcp_docs.record import UNRELEASED
from mcp_docs.report.model import Finding, Report, RuleInfo, Severity
from mcp_docs.rules import RULES
from mcp_docs.thresholds import THRESHOLDS

_SHOWN: Final = 200
_NEVER: Final = (
    "Correct the name in the contract, or ask whether this is the feed of the server that you mean."
)

Classify = Callable[[Interface, Interface], Sequence[Change]]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a feed.

    Attributes:
        contracts: of the consumer.
        first: version that the consumer uses now, or ``None`` when it is not told.
        last: version that it wants to use.
        strict: whether breaks of what no contract uses are told as well.
        fatal: the levels that make the run fail.
    """

    contracts: tuple[Contract, ...]
    first: str | None
    last: str
    strict: bool = False
    fatal: frozenset[str] = frozenset({"broken"})


def affected_report(feed: PublishedFeed, question: Question, classify: Classify) -> Report:
    """Answer a question from a published feed.

    Raises:
        McpDocsError: the feed lacks a release or a file.
    """
    last = feed.known(question.last)
    first = feed.known(question.first) if question.first else None
    line = (first, *feed.later(first, last)) if first else feed.line(last)
    judged = [_Judged(feed, contract, line) for contract in question.contracts]
    findings = [finding for item in judged for finding in item.findings()]
    if question.strict and first:
        findings += _unused(feed, first, last, question.contracts, classify)
    ranks = {level: number for number, level in enumerate(THRESHOLDS["affected"].levels)}
    findings.sort(key=lambda finding: ranks[finding.level])
    return Report(
        command="affected",
        subject=f"{feed.source.name}, {f'from {first} to {last}' if first else last}",
        verdict=_pending(question, last) + _verdict(judged, findings, last),
        findings=tuple(findings),
        rules=_rules(findings),
        facts=tuple(fact for item in judged for fact in item.facts()),
        checked=sum(len(item.last) for item in judged),
        data={
            "from": first,
            "to": last,
            "contracts": [item.summary() for item in judged],
        },
        fatal=question.fatal,
    )


class _Judged:
    """One contract against each version of a line, oldest first."""

    def __init__(self, feed: PublishedFeed, contract: Contract, line: Sequence[str]) -> None:
        self._feed = feed
        self.contract = contract
        self._line = line
        wanted = [("tool", use.tool) for use in contract.uses] + list(contract.elements)
        # Templates may serve a resource that is not listed, by their names alone, which are there anyway.
        self._found = {version: judge(contract, feed.interface(version, wanted)) for version in line}
        self.last = self._found[line[-1]]

    def findings(self) -> Iterator[Finding]:
        """Yield what of the contract the newest version does not keep."""
        for clause in self.last:
            if clause.state != "kept":
                yield self._finding(clause)

    def _never(self, clause: Clause) -> bool:
        """Tell whether a demand is of an element that no release ever had."""
        kind, _, key = clause.element.partition(":")
        return clause.state == "broken" and clause.kind == "exists" and not self._feed.offered(kind, key)

    def _is_broken(self, clause: Clause) -> bool:
        return clause.state == "broken" and not self._never(clause)

    def _finding(self, clause: Clause) -> Finding:
        never = self._never(clause)
        broke_in, before = self._since(clause)
        reason = self._reason_since(clause)
        change = self._change(clause, reason) if broke_in else None
        detail = [("demanded by", self.contract.consumer)]
        if clause.value is not None:
            detail.append(("input", _cut(canonical_text(clause.value))))
        if clause.state == "broken" and not never:
            detail.append(("first broke in", broke_in or f"{self._line[0]} or before"))
        if before:
            detail.append(("works up to", before))
        if broke_in and reason != broke_in:
            detail.append(("for this reason since", reason))
        if change:
            detail.append(("change", f"{change['id']}: {change['text']}"))
        return Finding(
            rule=f"contract.{clause.kind}",
            level="never-offered" if never else clause.state,
            severity=Severity.ERROR if self._is_broken(clause) else Severity.WARNING,
            message=f"never offered by any release: {clause.message}" if never else clause.message,
            element=clause.element,
            pointer=clause.pointer,
            path=clause.id,
            where=Where(self.contract.file, line=clause.line) if self.contract.file else None,
            advice=_NEVER if never else _advice(clause, change),
            detail=tuple(detail),
            fingerprint=clause.fingerprint("affected", self.contract.consumer),
            data={
                "consumer": self.contract.consumer,
                "clause": clause.id,
                "kind": clause.kind,
                "state": clause.state,
                "value": clause.value,
                "broke_in": broke_in,
                "works_up_to": before,
                "change": change["id"] if change else None,
            },
        )

    def _since(self, clause: Clause) -> tuple[str | None, str | None]:
        """Return the version since which a demand is broken without a break, and the one before it."""
        if clause.state != "broken":
            return None, None
        broke_in: str | None = None
        for version in reversed(self._line):
            if _is_kept(self._found[version], clause.id):
                return broke_in, version
            broke_in = version
        return None, None

    def _reason_since(self, clause: Clause) -> str:
        """Return the version since which a demand is broken for the reason for which it is broken now."""
        since = self._line[-1]
        for version in reversed(self._line):
            if not any(c.id == clause.id and c.message == clause.message for c in self._found[version]):
                break
            since = version
        return since

    def _change(self, clause: Clause, version: str) -> Any:
        """Return the worst change of a release at the element and side of a demand, if any."""
        changes: Any = self._feed.release(version).get("changes")
        sides = {"input": ("input",), "reads": ("output",)}.get(clause.kind, ("meta",))
        about = [
            change
            for change in changes
            if f"{change['element']['kind']}:{change['element']['name']}" == clause.element
            and change["level"] in ("breaking", "review")
        ]
        own = [change for change in about if change["side"] in sides]
        return next(iter(own or about), None)

    def facts(self) -> Iterator[tuple[str, str]]:
        """Yield what is to be said of the contract as a whole."""
        never = sum(map(self._never, self.last))
        broken = sum(map(self._is_broken, self.last))
        unproven = sum(clause.state == "unproven" for clause in self.last)
        told = f"{broken} broken, {unproven} not promised, {len(self.last) - broken - unproven - never} kept"
        told += f", {never} never offered" if never else ""
        yield self.contract.consumer, told

    def summary(self) -> dict[str, Any]:
        """Return the contract against each version, for the report's data."""
        return {
            "consumer": self.contract.consumer,
            "file": self.contract.file,
            "versions": [
                {
                    "version": version,
                    "works": not any(map(self._is_broken, clauses)),
                    "broken": [clause.id for clause in clauses if self._is_broken(clause)],
                }
                for version, clauses in self._found.items()
            ],
        }


def _advice(clause: Clause, change: Any) -> str:
    """Return what to do about a broken demand: what the change says, else what its kind says."""
    if clause.state != "broken":
        return ""
    told = change["advice"] if change else None
    return str(told) if told else CONTRACT_RULES[f"contract.{clause.kind}"].help


def _is_kept(clauses: Sequence[Clause], id_: str) -> bool:
    """Tell whether a demand is not broken; one of a missing tool is broken though nobody says so."""
    return any(clause.id == id_ and clause.state != "broken" for clause in clauses)


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _unused(
    feed: PublishedFeed, first: str, last: str, contracts: Sequence[Contract], classify: Classify
) -> Iterator[Finding]:
    """Yield the breaks from one version to another of what no contract uses."""
    old, new = feed.states(first), feed.states(last)
    moved = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    used = {("tool", use.tool) for contract in contracts for use in contract.uses}
    used |= {element for contract in contracts for element in contract.elements}
    for change in classify(feed.interface(first, moved), feed.interface(last, moved)):
        if change.level is Level.BREAKING and (change.kind, change.key) not in used:
            found = change_finding(change, None, None)
            yield replace(found, level="unused", severity=Severity.WARNING, advice=for_callers(change))


def _pending(question: Question, last: str) -> str:
    """Say that nothing is unreleased, where that was asked for and the newest release answers for it."""
    return "nothing is unreleased; " if question.last == UNRELEASED != last else ""


def _rules(findings: Sequence[Finding]) -> Mapping[str, RuleInfo]:
    names = dict.fromkeys(finding.rule for finding in findings)
    return {name: CONTRACT_RULES.get(name) or rule_info(RULES[name]) for name in names}


def _verdict(judged: Sequence[_Judged], findings: Sequence[Finding], last: str) -> str:
    broken = [f for f in findings if f.level == "broken"]
    unused = sum(f.level == "unused" for f in findings)
    more = f"; {unused} more break what it does not use" if unused else ""
    never = sum(f.level == "never-offered" for f in findings)
    more += (
        f"; {never} {'demand is' if never == 1 else 'demands are'} of what was never offered" if never else ""
    )
    if not broken:
        who = "the contract" if len(judged) == 1 else f"any of {len(judged)} contracts"
        doubtful = sum(f.level == "unproven" for f in findings)
        doubt = (
            f"; {doubtful} {'demand is' if doubtful == 1 else 'demands are'} not promised" if doubtful else ""
        )
        return f"{last} breaks nothing of {who}{doubt}{more}"
    names = dict.fromkeys(finding.detail[0][1] for finding in broken)
    noun = "demand" if len(broken) == 1 else "demands"
    return f"{last} breaks {', '.join(names)}: {len(broken)} {noun}{more}"
