"""Rules about what was announced: deprecations, and acceptances of breaks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mcp_docs.errors import Where
from mcp_docs.history.marks import Mark, Marks, place_of
from mcp_docs.interface import KINDS
from mcp_docs.jsonvalue import canonical_text
from mcp_docs.lint.model import Check, Found, LintExample, LintRule, Subject
from mcp_docs.report.model import Severity
from mcp_docs.rules.model import tool


def marks_of(subject: Subject) -> tuple[Mark, ...]:
    """Return what the interface and the configuration deprecate, by place."""
    found = dict(Marks().of(subject.interface))
    for notice in subject.notices:
        kind_name, _, key = notice.element.partition(":")
        kind = next((name for name in KINDS if name == kind_name), None)
        element = subject.interface.get(kind, key) if kind else None
        if kind is None or element is None:
            continue
        place = place_of(element, kind, key, notice.pointer)
        known = found.get(place) or Mark(kind, key, notice.pointer, "", "config")
        found[place] = replace(
            known, sunset=notice.sunset or known.sunset, replacement=notice.replacement or known.replacement
        )
    return tuple(found[place] for place in sorted(found))


def _without(member: str, what: str) -> Check:
    def check(subject: Subject) -> Iterator[Found]:
        marks = marks_of(subject)
        whole = {(mark.kind, mark.key) for mark in marks if not mark.pointer and getattr(mark, member)}
        for mark in marks:
            if not getattr(mark, member) and (mark.kind, mark.key) not in whole:
                part = f"{mark.path} " if mark.path else f"the {mark.kind} "
                yield Found(
                    mark.kind,
                    mark.key,
                    mark.pointer,
                    f"{part}is deprecated, and nothing says {what}",
                    mark.path,
                )

    return check


def _acceptances(code: str) -> Check:
    def check(subject: Subject) -> Iterator[Found]:
        for problem in subject.acceptances:
            accepted = problem.acceptance
            if problem.code == code:
                about = canonical_text(
                    [accepted.fingerprint, accepted.rule, accepted.element, accepted.pointer]
                )
                named = accepted.fingerprint[:12] or " ".join(
                    filter(None, (accepted.rule, accepted.element, accepted.pointer))
                )
                where = Where(subject.acceptances_file, None, accepted.line)
                yield Found(
                    None, "", "", f"the acceptance of {named} {problem.message}", about=about, where=where
                )

    return check


RULES = (
    LintRule(
        id="deprecation.no_sunset",
        title="Something is deprecated without an end",
        area="promise",
        severity=Severity.NOTE,
        why="A promise to remove it some day gives nobody anything to plan by.",
        remedy="Name the version or the date: sunset under _meta.deprecated, or in [[deprecations]] of mcp-docs.toml.",
        check=_without("sunset", "when it goes"),
        examples=(LintExample(
            tool(_meta={"deprecated": {"replacement": "u"}}),
            tool(_meta={"deprecated": {"replacement": "u", "sunset": "2.0.0"}}),
        ),),
    ),
    LintRule(
        id="deprecation.no_replacement",
        title="Something is deprecated without a successor",
        area="promise",
        severity=Severity.NOTE,
        why="Who depends on it cannot move before knowing where to.",
        remedy="Name it: replacement under _meta.deprecated, the words use NAME instead in the description, or replacement in [[deprecations]] of mcp-docs.toml.",
        check=_without("replacement", "what to use instead"),
        examples=(LintExample(
            tool(_meta={"deprecated": {"sunset": "2.0.0"}}),
            tool(_meta={"deprecated": {"sunset": "2.0.0", "replacement": "u"}}),
        ),),
    ),
    LintRule(
        id="acceptance.duplicate",
        title="Two acceptances are about the same",
        area="promise",
        severity=Severity.WARNING,
        why="The first counts, so what the second says (its reason, its code, its day) does not.",
        remedy="Leave the one that is meant. `mcp-docs accept` puts a new one in the place of the old.",
        check=_acceptances("acceptance.duplicate"),
    ),
    LintRule(
        id="acceptance.expired",
        title="An acceptance has expired",
        area="promise",
        severity=Severity.ERROR,
        why="The break that it was about counts again, so mcp-docs check fails.",
        remedy="Take the break back, release it as a major version, or accept it anew.",
        check=_acceptances("acceptance.expired"),
    ),
    LintRule(
        id="acceptance.stale",
        title="An acceptance matches no change",
        area="promise",
        severity=Severity.WARNING,
        why="It could one day let through a break that nobody has looked at.",
        remedy="Delete the entry.",
        check=_acceptances("acceptance.stale"),
    ),
)  # fmt: skip
