"""Judging the differences of two schemas: which of them is to blame, and at which level."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from mcp_docs.change import ByContract, Level, Proof, Undecided, Witnessed
from mcp_docs.classifier.blame import Blame, Trial
from mcp_docs.classifier.instructions import rewording_level
from mcp_docs.classifier.spelling import is_spelling, respelt
from mcp_docs.jsonvalue import ABSENT
from mcp_docs.rules import RULES
from mcp_docs.schema.compare import compare
from mcp_docs.schema.delta import Delta
from mcp_docs.schema.verdict import Breaking, Compatible, Direction

#: Facts about words, and about notes that constrain nothing; they are judged without a proof.
WORDS = frozenset(("description.changed", "title.changed", "examples.changed"))
_NOTES = frozenset(
    ("format.changed", "default.changed", "deprecated.changed", "access.changed", "header.changed")
)

_IGNORED = "it is still accepted, and silently ignored: nothing proves that nobody counts on it"

#: A difference, how much it matters, and what stands behind that.
Judged: TypeAlias = tuple[Delta, Level, Proof]


def judge(trial: Trial) -> list[Judged]:
    """Return the differences of two schemas, each judged; none where both say the same."""
    deltas = compare(trial.old, trial.new)
    limits = [delta for delta in deltas if _constrains(delta)]
    if limits and all(map(is_spelling, limits)) and trial.equal:
        return list(_judged([delta for delta in deltas if not _constrains(delta)], trial))
    judged = _without_spelling(list(_judged(deltas, trial)), trial)
    if not limits:
        judged += _unnamed(trial, silent=not judged)
    return judged


def _constrains(delta: Delta) -> bool:
    return delta.fact not in WORDS and delta.fact not in _NOTES


def _without_spelling(judged: list[Judged], trial: Trial) -> list[Judged]:
    """Leave out what is nothing but another spelling of a member."""
    unproven = [
        delta
        for delta, _, proof in judged
        if _constrains(delta) and is_spelling(delta) and not isinstance(proof, Witnessed)
    ]
    gone = {id(delta) for delta in respelt(trial.written_out, trial.new, unproven)} if unproven else set()
    return [one for one in judged if id(one[0]) not in gone]


def _judged(deltas: Sequence[Delta], trial: Trial) -> Iterator[Judged]:
    limits = [delta for delta in deltas if _constrains(delta)]
    # Where no keyword by itself could be the cause, all together are.
    suspects = [delta for delta in limits if trial.is_suspect(delta)] or limits
    blamed = {id(delta): blame for delta, blame in zip(suspects, trial.blame(suspects), strict=True)}
    for delta in deltas:
        if delta.fact in WORDS:
            level = (
                Level.PATCH if delta.fact == "title.changed" else rewording_level(delta.before, delta.after)
            )
            yield delta, level, None
        elif delta.fact in _NOTES:
            yield delta, *_note(delta, trial)
        elif delta.fact == "property.removed":
            yield delta, *_withdrawn(delta, blamed.get(id(delta)), trial.direction)
        else:
            yield delta, *(blamed.get(id(delta)) or (_harmless(delta, trial.direction), None))


def _harmless(delta: Delta, direction: Direction) -> Level:
    record = RULES[rule_id(delta, direction)]
    return min(record.levels[direction], record.proven)


def _note(delta: Delta, trial: Trial) -> tuple[Level, Proof]:
    record = RULES[rule_id(delta, trial.direction)]
    if delta.fact == "format.changed" and trial.policy.formats == "assertion":
        return Level.BREAKING, ByContract("The project enforces formats, and this one changed.")
    if delta.fact == "default.changed" and (trial.direction == "output" or delta.before is ABSENT):
        return Level.PATCH, None
    return record.levels[trial.direction], None


def _withdrawn(delta: Delta, blame: Blame, direction: Direction) -> tuple[Level, Proof]:
    """Judge a member that is no longer declared, which is a matter of promise before one of sets."""
    promise = ByContract(RULES["schema.property.removed"].promise[direction])
    if direction == "output" and not delta.required:
        return Level.BREAKING, promise  # it was allowed to be missing: what no longer comes is no value
    if blame is not None and blame[0] is Level.BREAKING:
        return blame
    if direction == "output" or delta.required:
        return Level.BREAKING, promise
    return blame or (Level.REVIEW, Undecided(_IGNORED))


def _unnamed(trial: Trial, *, silent: bool) -> Iterator[Judged]:
    """Report a pair whose break, or whose openness, no structural difference names.

    Args:
        trial: the pair.
        silent: whether nothing else is reported of the pair, which then must be proven to be the same.
    """
    if isinstance(trial.verdict, Compatible) and (not silent or trial.same):
        return
    whole = Delta("changed", "", "", "changed", ABSENT, ABSENT, "other", ())
    yield whole, *_of_the_whole(trial)


def _of_the_whole(trial: Trial) -> tuple[Level, Proof]:
    verdict = trial.verdict
    if isinstance(verdict, Compatible):
        # More or less than before, though nobody breaks; where not even that is shown, it may be a spelling.
        return (Level.MINOR if trial.differs else RULES["schema.changed"].proven), None
    if isinstance(verdict, Breaking):
        return Level.BREAKING, Witnessed(trial.direction, verdict.witness)
    return Level.REVIEW, Undecided(verdict.reason)


def rule_id(delta: Delta, direction: Direction) -> str:
    """Return the id of the rule that a difference is an instance of."""
    fact = delta.fact
    if fact == "property.required.added" and delta.operation == "added" and direction == "output":
        fact = "property.added"  # to a reader a new field is new, whether it may be missing or not
    rule = f"schema.{fact}"
    return rule if rule in RULES else "schema.keyword.changed"
