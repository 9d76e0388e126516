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
from mcp_docs.contracts.judge import WORDS, judge
from mcp_docs.contracts.model import MALFORMED, UNDECLARED, Clause, Contract, Fault
from mcp_docs.contracts.rules import FOR_CALLERS
from mcp_docs.errors import Where
from mcp_docs.feed.causes import Published, causes
from mcp_docs.feed.read import PublishedFeed
from mcp_docs.feed.verdict import verdict
from mcp_docs.gate.check import change_finding, rule_info
from mcp_docs.interface import Interface
from mcp_docs.jsonvalue import canonical_text
from mcp_docs.readers.elements import quoted
from mcp_docs.record import UNRELEASED
from mcp_docs.report.model import Finding, Report, RuleInfo, Severity
from mcp_docs.rules import RULES
from mcp_docs.thresholds import THRESHOLDS

_SHOWN: Final = 200
_REFUSED: Final = "Stay on a release in which it is sound, or go on to one in which it was mended."
#: What to do about what was broken before the upgrade.
_NOW: Final[Mapping[str, str]] = {
    "exists": "Stop using it",
    "input": "Send only what the schema declares and accepts",
    "reads": "Read only what the schema promises",
}
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
    judged = [_Judged(feed, contract, line, first) for contract in question.contracts]
    findings = [finding for item in judged for finding in item.findings()]
    if question.strict and first:
        findings += _unused(feed, first, last, question.contracts, classify)
    ranks = {level: number for number, level in enumerate(THRESHOLDS["affected"].levels)}
    findings.sort(key=lambda finding: ranks[finding.level])
    return Report(
        command="affected",
        subject=f"{feed.source.name}, {f'from {first} to {last}' if first else last}",
        verdict=_pending(question, last) + verdict(len(judged), findings, last),
        findings=tuple(findings),
        rules=_rules(findings),
        facts=(
            *(fact for item in judged for fact in item.facts()),
            *(_beginning(feed, question, line) if first else ()),
        ),
        checked=sum(len(item.last) for item in judged),
        data={
            "from": first,
            "to": last,
            "contracts": [item.summary() for item in judged],
        },
        fatal=question.fatal,
    )


class _Judged:
    """One contract against each version of a line, oldest first.

    Args:
        feed: with the versions.
        contract: to be judged.
        line: the versions that are asked about.
        in_use: the first of them, where it is in use: those that it grew from are judged too, but only
            to say since when something is broken that was broken there already.
    """

    def __init__(
        self, feed: PublishedFeed, contract: Contract, line: Sequence[str], in_use: str | None
    ) -> None:
        self._feed = feed
        self.contract = contract
        self._before = feed.line(in_use)[:-1] if in_use else ()
        self._in_use = in_use
        self._line = line
        self._found: dict[str, Mapping[str, Clause]] = {}
        self.last = tuple(self._at(line[-1]).values())

    def _at(self, version: str) -> Mapping[str, Clause]:
        if version not in self._found:
            wanted = [("tool", use.tool) for use in self.contract.uses] + list(self.contract.elements)
            # Templates may serve a resource that is not listed, by their names alone, which are there anyway.
            clauses = judge(self.contract, self._feed.interface(version, wanted))
            self._found[version] = {clause.id: clause for clause in clauses}
        return self._found[version]

    def findings(self) -> Iterator[Finding]:
        """Yield what of the contract the newest version does not keep; of one call, each fault."""
        for clause in self.last:
            if self._never(clause):
                yield self._finding(clause, _only(clause), _NOWHERE, ())
            elif clause.state != "kept":
                for fault in clause.faults or (_only(clause),):
                    since = self._since(clause, fault)
                    yield self._finding(clause, fault, since, self._causes(clause, fault, since))

    def _never(self, clause: Clause) -> bool:
        """Tell whether a demand is of an element that no release ever had."""
        kind, _, key = clause.element.partition(":")
        return clause.state == "broken" and clause.kind == "exists" and not self._feed.offered(kind, key)

    def _is_broken(self, clause: Clause) -> bool:
        return clause.state == "broken" and not self._never(clause)

    def _finding(self, clause: Clause, fault: Fault, since: _Since, causes: Sequence[Published]) -> Finding:
        never = self._never(clause)
        level = "never-offered" if never else fault.state
        return Finding(
            rule=f"contract.{clause.kind}",
            level=level,
            severity=Severity.ERROR if level == "broken" else Severity.WARNING,
            message=self._message(clause, fault, since, never=never),
            element=clause.element,
            pointer=clause.pointer,
            path=clause.id,
            where=Where(self.contract.file, line=clause.line) if self.contract.file else None,
            advice=_NEVER if never else self._advice(clause, fault, since, causes),
            detail=tuple(self._detail(clause, fault, since, causes)),
            fingerprint=clause.fingerprint("affected", self.contract.consumer, *_apart(clause, fault)),
            data={
                "consumer": self.contract.consumer,
                "clause": clause.id,
                "kind": clause.kind,
                "state": fault.state,
                "value": clause.value,
                "place": fault.place or None,
                "broke_in": since.broke_in,
                "works_up_to": since.worked_in,
                "broken_before": since.before,
                "changes": [change["id"] for change in causes],
            },
        )

    def _detail(
        self, clause: Clause, fault: Fault, since: _Since, causes: Sequence[Published]
    ) -> Iterator[tuple[str, str]]:
        yield "demanded by", self.contract.consumer
        if clause.value is not None:
            yield "input", _cut(canonical_text(clause.value))
        if fault.state == "broken" and since.before:
            yield "broken already", f"in {self._line[0]}, the version in use: the upgrade is not to blame"
        if fault.state == "broken" and since != _NOWHERE:
            yield "first broke in", since.broke_in or f"{(*self._before, *self._line)[0]} or before"
        elif since.broke_in:
            yield "not promised since", since.broke_in
        if since.worked_in:
            yield "works up to", since.worked_in
        if since.broke_in and since.reason_in != since.broke_in:
            yield "for this reason since", since.reason_in
        for change in causes:
            yield "change", f"{change['id']}: {change['level']}: {change['text']}"
            if change["announced_in"]:
                yield "announced in", str(change["announced_in"])

    def _message(self, clause: Clause, fault: Fault, since: _Since, *, never: bool) -> str:
        if never:
            return f"never offered by any release: {fault.message}"
        if clause.kind == "input" and fault.state == "broken":
            return f"the input is not valid: {fault.message}"
        gone = clause.kind == "exists" and fault.keyword != MALFORMED
        if gone and since.broke_in and fault.state == "broken":
            kind, key = _named(clause)
            return f"there is no {WORDS[kind]} {quoted(key)} any more"
        return fault.message

    def _since(self, clause: Clause, fault: Fault) -> _Since:
        """Return since when a demand has a fault without a break."""
        broke_in: str | None = None
        reason_in, same = self._line[-1], True
        before = False
        for version in reversed((*self._before, *self._line)):
            then = self._at(version).get(clause.id)
            had = then is not None and _has(then, fault)
            # A demand of a missing tool is broken though nobody says so.
            if then is not None and not had:
                return _Since(broke_in, version if then.state == "kept" else None, reason_in, before)
            same = same and had
            reason_in = version if same else reason_in
            broke_in = version
            before = before or version == self._in_use
        return _Since(None, None, reason_in, before)

    def _causes(self, clause: Clause, fault: Fault, since: _Since) -> Sequence[Published]:
        """Return the changes that a fault came by."""
        if since.broke_in is None:
            return ()
        # Where a tool went and came back as another, it is not its removal that a caller now has to mind.
        changes: Any = self._feed.release(since.reason_in).get("changes")
        return causes(clause, fault, changes)

    def _advice(self, clause: Clause, fault: Fault, since: _Since, causes: Sequence[Published]) -> str:
        """Return what the consumer does: what the changes say, else what the kind of demand says."""
        if fault.keyword == MALFORMED:
            return _REFUSED
        if since.before and fault.state == "broken":
            return self._advice_now(clause, since)
        if clause.kind == "exists" and causes:
            called = self._feed.successor(*_named(clause), since.broke_in or "", self._line[-1])
            if called:
                return f"Use {called} instead."
        told = dict.fromkeys(str(change["advice"]) for change in causes if change["advice"])
        if told:
            return " ".join(told)
        if fault.keyword == UNDECLARED:
            return "Leave it out, or make sure that nothing of yours depends on it."
        return FOR_CALLERS[f"contract.{clause.kind}"].help if fault.state == "broken" else ""

    def _advice_now(self, clause: Clause, since: _Since) -> str:
        """Return what to do about what does not work in the version in use either."""
        if clause.kind == "exists" and since.broke_in:
            called = self._feed.successor(*_named(clause), since.broke_in, self._line[-1])
            if called:
                return f"Use {called} instead: it does not work today either."
        back = f", or go back to {since.worked_in}, the last release that kept it" if since.worked_in else ""
        return f"{_NOW[clause.kind]}: it does not work today either{back}."

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
                for version, clauses in ((v, tuple(self._at(v).values())) for v in self._line)
            ],
        }


@dataclass(frozen=True, slots=True)
class _Since:
    """Since when a demand has a fault.

    Attributes:
        broke_in: version since which it is not kept without a break; ``None`` for since before all.
        worked_in: the version before, if it kept the demand.
        reason_in: version since which it is not kept for this reason.
        before: whether it has the fault in the version in use already.
    """

    broke_in: str | None
    worked_in: str | None
    reason_in: str
    before: bool = False


_NOWHERE: Final = _Since(None, None, "")


def _only(clause: Clause) -> Fault:
    """Return the fault of a demand that has just one."""
    place = clause.id.partition("/reads")[2] if clause.kind == "reads" else ""
    return Fault(clause.state, clause.message, place)


def _has(clause: Clause, fault: Fault) -> bool:
    """Tell whether a demand has a fault at the same place and by the same keyword, whatever the words."""
    found = clause.faults or ((_only(clause),) if clause.state != "kept" else ())
    key = (fault.state, fault.place, fault.keyword)
    return any((other.state, other.place, other.keyword) == key for other in found)


def _apart(clause: Clause, fault: Fault) -> tuple[str, ...]:
    """Return what tells one fault of a demand from its others."""
    return (fault.place, fault.keyword) if clause.faults else ()


def _named(clause: Clause) -> tuple[str, str]:
    kind, _, key = clause.element.partition(":")
    return kind, key


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _unused(
    feed: PublishedFeed, first: str, last: str, contracts: Sequence[Contract], classify: Classify
) -> Iterator[Finding]:
    """Yield the breaks from one version to another of what no contract uses."""
    old, new = feed.states(first), feed.states(last)
    moved = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    used = _used(contracts)
    for change in classify(feed.interface(first, moved), feed.interface(last, moved)):
        if change.level is Level.BREAKING and (change.kind, change.key) not in used:
            found = change_finding(change, None, None)
            yield replace(found, level="unused", severity=Severity.WARNING, advice=for_callers(change))


def _pending(question: Question, last: str) -> str:
    """Say that nothing is unreleased, where that was asked for and the newest release answers for it."""
    return "nothing is unreleased; " if question.last == UNRELEASED != last else ""


def _rules(findings: Sequence[Finding]) -> Mapping[str, RuleInfo]:
    names = dict.fromkeys(finding.rule for finding in findings)
    return {name: FOR_CALLERS.get(name) or rule_info(RULES[name]) for name in names}


def _beginning(feed: PublishedFeed, question: Question, line: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what is to be said of the version in use: what it does not have yet, and what is compared."""
    first, *_ = line
    had, used = feed.states(first), _used(question.contracts)
    missing = sorted(used - had.keys())
    came = [(key, next((v for v in line if (kind, key) in feed.states(v)), None)) for kind, key in missing]
    told = [f"{key} came with {version}" for key, version in came if version]
    if told:
        yield f"not in {first}", f"{', '.join(told)}; judged from there"
    if question.strict:
        beside = len([key for key in had if key[0] != "server" and key not in used])
        what = f"the {beside} other elements" if beside > 1 else "the other element" if beside else "nothing"
        yield "compared beside the contract", f"{what} of {first}; what came later is not in use"


def _used(contracts: Sequence[Contract]) -> set[tuple[str, str]]:
    """Return kind and key of all that contracts use."""
    used = {("tool", use.tool) for contract in contracts for use in contract.uses}
    return used | {element for contract in contracts for element in contract.elements}
