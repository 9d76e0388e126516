"""The report of ``check``: every change a finding, and whether the version's step suffices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from mcp_docs.acceptances import CODES, EXCUSING, Acceptance
from mcp_docs.change import Bump, ByContract, Change, Level, Proof, Undecided, Witnessed
from mcp_docs.errors import Where
from mcp_docs.gate.bumps import Bumps, judge_bumps
from mcp_docs.jsonvalue import JsonObject, canonical_text, digest
from mcp_docs.report.model import Finding, Report, RuleInfo, Severity
from mcp_docs.rules import RULES, Rule
from mcp_docs.side import Side, Spot, find_spots
from mcp_docs.thresholds import UNDERBUMPED
from mcp_docs.views.changejson import acceptance_json, change_json
from mcp_docs.wording import remedy, sentence

#: Id of the one rule that is about the version and not about a change.
_UNDERBUMPED_RULE: Final = "release.underbumped"
#: Digits of a fingerprint that a reader is shown; enough to tell the changes of any history apart.
SHORT_ID: Final = 12
#: What stands before it.
ID_LABEL: Final = "id"
SEVERITIES: Final = {
    Level.BREAKING: Severity.ERROR,
    Level.REVIEW: Severity.WARNING,
    Level.MINOR: Severity.NOTE,
    Level.PATCH: Severity.NOTE,
}
_VERSION: Final = Spot("server", "", "/version")
UNDERBUMPED_INFO: Final = RuleInfo(
    _UNDERBUMPED_RULE,
    "The version promises less change than there is",
    "Consumers decide by the version whether they can upgrade without looking. "
    "Below 1.0.0 a break takes a minor step and an addition a patch.",
    "Take the step that the changes demand, or make the changes gently: `mcp-docs explain RULE` says how.",
    Severity.ERROR,
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is judged.

    Attributes:
        old: the side that somebody depends on.
        new: the side that takes its place.
        changes: from one to the other, worst first.
        accept: returns the acceptance that counts for a change, or ``None``.
        similar: returns the acceptance of another change at the same place, or ``None``.
        expired: returns the acceptance that counted for a change until its day was over, or ``None``.
        said: a version or a step that goes before the versions of the sides, or ``None``.
        fatal: the levels that make the run fail.
    """

    old: Side
    new: Side
    changes: tuple[Change, ...]
    accept: Callable[[Change], Acceptance | None]
    said: str | None
    fatal: frozenset[str]
    similar: Callable[[Change], Acceptance | None] = lambda _: None
    expired: Callable[[Change], Acceptance | None] = lambda _: None


def check_report(comparison: Comparison) -> Report:
    """Judge a comparison."""
    old, new, changes = comparison.old, comparison.new, comparison.changes
    judged = [(change, comparison.accept(change)) for change in changes]
    unexcused = [change for change, accepted in judged if accepted is None or not accepted.excuses_step]
    bumps = judge_bumps(old, new, changes, unexcused, comparison.said)
    places = find_spots(new if new.file else old, map(_spot, changes))
    findings = [
        change_finding(
            change,
            accepted,
            places.get(_spot(change)),
            () if accepted else _not_counting(comparison, change),
        )
        for change, accepted in judged
    ]
    if bumps.underbumped:
        approved = any(accepted and not accepted.excuses_step for _, accepted in judged)
        findings.insert(0, _underbumped(old, new, bumps, approved=approved))
    return Report(
        command="check",
        subject=f"{new.label} against {old.label}",
        verdict=_verdict(judged, bumps),
        findings=tuple(findings),
        rules=_rules(findings),
        facts=(
            ("demanded bump", bumps.demanded.label),
            ("declared bump", bumps.words + _judgement(bumps)),
            *_unread(old, "before"),
            *_unread(new, "after"),
        ),
        checked=len({**old.interface.index, **new.interface.index}),
        data=_data(comparison, bumps),
        fatal=comparison.fatal,
    )


def _spot(change: Change) -> Spot:
    return Spot(change.kind, change.key, change.pointer)


def change_finding(
    change: Change,
    accepted: Acceptance | None,
    where: Where | None,
    more: Sequence[tuple[str, str]] = (),
) -> Finding:
    """Return a change as a finding of a report.

    Args:
        change: what is found.
        accepted: the acceptance that counts for it.
        where: its place in the lockfile.
        more: what else to say of it, a label and a text each.
    """
    reason = accepted.words if accepted else ""
    return Finding(
        rule=change.rule,
        level=change.level.label,
        severity=SEVERITIES[change.level],
        message=sentence(change),
        element=change.element,
        pointer=change.pointer,
        path=change.path,
        where=where,
        advice=remedy(change) if change.level >= Level.REVIEW else "",
        detail=(*_proof(change.proof), *more, *_id(change)),
        fingerprint=change.fingerprint,
        accepted=reason,
        data={**change_json(change), "accepted": acceptance_json(accepted)},
    )


def _proof(proof: Proof) -> tuple[tuple[str, str], ...]:
    match proof:
        case Witnessed("input", value):
            return (("worked before, fails now", canonical_text(value)),)
        case Witnessed(_, value):
            return (("could not be returned before, can be now", canonical_text(value)),)
        case ByContract(promise):
            return (("by contract", promise),)
        case Undecided(reason):
            return (("not decided", reason),)
    return ()


def _id(change: Change) -> tuple[tuple[str, str], ...]:
    """Return what ``mcp-docs accept`` takes, for what somebody could want to accept."""
    return ((ID_LABEL, change.fingerprint[:SHORT_ID]),) if change.level >= Level.REVIEW else ()


def _not_counting(comparison: Comparison, change: Change) -> tuple[tuple[str, str], ...]:
    """Say why an acceptance that a person remembers does not count here."""
    over = comparison.expired(change)
    if over is not None:
        renew = f"renew it with mcp-docs accept {change.fingerprint[:SHORT_ID]}"
        return (("was accepted until", f"{over.expires} ({over.code}: {over.reason}); {renew}"),)
    other = comparison.similar(change) if change.level >= Level.BREAKING else None
    if other is not None:
        return (("accepted was another change here", f"{other.words}: accept this one by its id, too"),)
    return ()


def _underbumped(old: Side, new: Side, bumps: Bumps, *, approved: bool) -> Finding:
    declared = bumps.declared or Bump.NONE
    advice = f"Take a {bumps.demanded.label} step, or make the changes gently."
    if approved:
        codes = ", ".join(code for code in CODES if code in EXCUSING)
        advice += f" What is accepted as approved still takes its step; the codes {codes} excuse it."
    return Finding(
        rule=_UNDERBUMPED_RULE,
        level=UNDERBUMPED,
        severity=Severity.ERROR,
        message=f"the changes demand a {bumps.demanded.label} step, and the version declares {bumps.words}",
        element="server",
        pointer="/version",
        path="version",
        where=find_spots(new, [_VERSION]).get(_VERSION),
        advice=advice,
        fingerprint=digest([_UNDERBUMPED_RULE, old.version, bumps.words, bumps.demanded.label]),
        accepted="every change that demands more is accepted for a reason that excuses it"
        if bumps.waived
        else "",
        data={"demanded_bump": bumps.demanded.label, "declared_bump": declared.label},
    )


def _verdict(judged: Sequence[tuple[Change, Acceptance | None]], bumps: Bumps) -> str:
    if not judged:
        return "no change of the interface"
    counts = Counter(change.level.label for change, _ in judged)
    accepted = Counter(change.level.label for change, reason in judged if reason)
    listed = _and(f"{number} {level}{_of_which(accepted[level], number)}" for level, number in counts.items())
    noun = "change demands" if len(judged) == 1 else "changes demand"
    verdict = f"{listed} {noun} a {bumps.demanded.label} step"
    if bumps.declared is None:
        return verdict
    return f"{verdict}; the version declares {bumps.words}{_judgement(bumps)}"


def _of_which(accepted: int, number: int) -> str:
    if not accepted:
        return ""
    return " (accepted)" if accepted == number else f" ({accepted} accepted)"


def _and(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _judgement(bumps: Bumps) -> str:
    if bumps.declared is None:
        return ""
    if bumps.waived:
        return ", which is accepted"
    return ", which is too small" if bumps.underbumped else ", which is enough"


def _unread(side: Side, when: str) -> tuple[tuple[str, str], ...]:
    """Say that a side has parts that could not be taken at their word."""
    problems = [problem for _, problem in side.interface.all_problems]
    if not problems:
        return ()
    more = f", and {len(problems) - 1} more" if len(problems) > 1 else ""
    return ((f"not readable {when}", f"{side.label}: {problems[0].message}{more}"),)


def _rules(findings: Iterable[Finding]) -> dict[str, RuleInfo]:
    named = dict.fromkeys(finding.rule for finding in findings)
    return {name: rule_info(RULES[name]) if name in RULES else UNDERBUMPED_INFO for name in named}


def rule_info(rule: Rule) -> RuleInfo:
    """Return what a report says of a rule of the classifier."""
    why = "\n\n".join(dict.fromkeys(rule.why.values()))
    return RuleInfo(rule.id, rule.title, why, rule.remedy, SEVERITIES[max(rule.levels.values())])


def _data(comparison: Comparison, bumps: Bumps) -> JsonObject:
    return {
        "old": _side_json(comparison.old),
        "new": _side_json(comparison.new),
        "demanded_bump": bumps.demanded.label,
        "declared_bump": bumps.declared.label if bumps.declared is not None else None,
        "underbumped": bumps.underbumped,
        "counts": {
            level.label: sum(1 for change in comparison.changes if change.level is level)
            for level in sorted(Level, reverse=True)
        },
    }


def _side_json(side: Side) -> JsonObject:
    return {
        "label": side.label,
        "server": side.interface.server.key or None,
        "version": side.version,
        "commit": side.commit,
        "digest": f"sha256:{side.interface.digest}",
    }
