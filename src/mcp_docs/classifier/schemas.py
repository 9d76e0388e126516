"""Judging the change of a schema: global truth first, then what is to blame for it.

``decide`` says whether the pair as a whole can break somebody. If it is proven compatible, no
difference in it is breaking, whatever it looks like. If it breaks, each difference that could be
the cause is tried alone on the old schema and gets a witness of its own. What stays unproven is
``review``, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mcp_docs.change import ByContract, Change, Level, Proof, Side, Undecided, Witnessed
from mcp_docs.classifier.draft import change_of
from mcp_docs.classifier.instructions import rewording_level
from mcp_docs.classifier.renames import link_properties
from mcp_docs.interface import Element, Schema
from mcp_docs.jsonvalue import ABSENT, Absent, JsonValue, pointer_split
from mcp_docs.policy import Policy
from mcp_docs.rules import RULES
from mcp_docs.schema import decide
from mcp_docs.schema.compare import Comparison, compare
from mcp_docs.schema.delta import Delta, Edits
from mcp_docs.schema.validate import is_valid
from mcp_docs.schema.verdict import Breaking, Compatible, Direction, Unproven, Verdict

#: Facts about words, and about notes that constrain nothing; they are judged without a proof.
_WORDS = {"description.changed", "title.changed", "examples.changed"}
_NOTES = {"format.changed", "default.changed", "deprecated.changed", "access.changed"}


@dataclass(frozen=True, slots=True)
class SchemaPair:
    """One schema of one element, before and after.

    Attributes:
        element: the new side's element.
        member: ``inputSchema`` or ``outputSchema``.
        direction: what the schema is for.
    """

    element: Element
    member: str
    direction: Direction
    old: Schema
    new: Schema


def schema_changes(pair: SchemaPair, policy: Policy) -> tuple[Change, ...]:
    """Return the classified changes of one schema; none when both say the same."""
    verdict = decide(pair.old, pair.new, direction=pair.direction, profile=policy.profile)
    comparison = compare(pair.old, pair.new)
    judged = list(_judge(pair, comparison, verdict, policy))
    if not any(_constrains(delta) for delta, _, _ in judged):
        judged += _unnamed(verdict, pair.direction)
    judged = _never_lost(judged, verdict, pair.direction)
    changes = [_change(pair, delta, level, proof) for delta, level, proof in judged]
    return link_properties(tuple(changes), [delta for delta, _, _ in judged])


_Judged = tuple[Delta, Level, Proof]


def _judge(pair: SchemaPair, comparison: Comparison, verdict: Verdict, policy: Policy) -> Iterator[_Judged]:
    suspects = [delta for delta in comparison.deltas if _suspect(delta, pair.direction)]
    for delta in comparison.deltas:
        if delta.fact in _WORDS:
            level = (
                Level.PATCH if delta.fact == "title.changed" else rewording_level(delta.before, delta.after)
            )
            yield delta, level, None
        elif delta.fact in _NOTES:
            yield delta, *_note(delta, pair.direction, policy)
        elif delta.fact == "property.removed":
            yield delta, *_withdrawn(pair, comparison, delta, verdict, suspects, policy)
        elif delta in suspects:
            yield delta, *_blame(pair, comparison, delta, verdict, suspects, policy)
        else:
            yield delta, _harmless(delta, pair.direction), None


def _suspect(delta: Delta, direction: Direction) -> bool:
    """Tell whether a difference could be the cause of a break, going by its keyword."""
    if not _constrains(delta):
        return False
    return delta.relation in (("narrower", "other") if direction == "input" else ("wider", "other"))


def _harmless(delta: Delta, direction: Direction) -> Level:
    record = RULES[_rule_id(delta, direction)]
    return min(record.levels[direction], record.proven)


def _note(delta: Delta, direction: Direction, policy: Policy) -> tuple[Level, Proof]:
    record = RULES[_rule_id(delta, direction)]
    if delta.fact == "format.changed" and policy.formats == "assertion":
        return Level.BREAKING, ByContract("The project enforces formats, and this one changed.")
    if delta.fact == "default.changed" and (direction == "output" or delta.before is ABSENT):
        return Level.PATCH, None
    return record.levels[direction], None


def _withdrawn(
    pair: SchemaPair,
    comparison: Comparison,
    delta: Delta,
    verdict: Verdict,
    suspects: Sequence[Delta],
    policy: Policy,
) -> tuple[Level, Proof]:
    """Judge a member that is no longer declared, which is a matter of promise before one of sets."""
    level, proof = _blame(pair, comparison, delta, verdict, suspects, policy)
    if level is Level.BREAKING:
        return level, proof
    if pair.direction == "output" or delta.required:
        return Level.BREAKING, ByContract(RULES["schema.property.removed"].promise[pair.direction])
    return Level.REVIEW, Undecided(
        "It is still accepted, and silently ignored: nothing proves that nobody counts on it."
    )


def _blame(
    pair: SchemaPair,
    comparison: Comparison,
    delta: Delta,
    verdict: Verdict,
    suspects: Sequence[Delta],
    policy: Policy,
) -> tuple[Level, Proof]:
    """Judge one suspect by what it does alone, and by what the pair does as a whole."""
    record = RULES[_rule_id(delta, pair.direction)]
    cleared = min(record.proven, Level.REVIEW)
    if isinstance(verdict, Compatible):
        return cleared, None
    if isinstance(verdict, Breaking) and len(suspects) == 1:
        return Level.BREAKING, Witnessed(pair.direction, verdict.witness)
    alone = _alone(pair, comparison, delta, policy)
    if isinstance(alone, Breaking) and _holds(pair, alone.witness):
        return Level.BREAKING, Witnessed(pair.direction, alone.witness)
    if isinstance(alone, Compatible):
        return cleared, None
    if isinstance(verdict, Breaking):
        return Level.BREAKING, Witnessed(pair.direction, verdict.witness)
    return Level.REVIEW, Undecided(verdict.reason)


def _alone(pair: SchemaPair, comparison: Comparison, delta: Delta, policy: Policy) -> Verdict:
    """Decide what the old schema with only this difference applied would break."""
    old = comparison.written_out
    if not old.complete:
        return Unproven("the schema refers to itself, so this difference cannot be tried alone")
    hybrid = apply_edits(old.schema, delta.edits)
    return decide(old.schema, hybrid, direction=pair.direction, profile=policy.profile)


def _holds(pair: SchemaPair, witness: JsonValue) -> bool:
    """Tell whether a witness of one difference proves the pair as a whole."""
    accepts, rejects = (pair.old, pair.new) if pair.direction == "input" else (pair.new, pair.old)
    return is_valid(accepts, witness) and not is_valid(rejects, witness)


def apply_edits(schema: JsonValue, edits: Edits) -> JsonValue:
    """Return a copy of ``schema`` with the value at each pointer replaced, or removed for ``ABSENT``."""
    for pointer, value in edits:
        schema = _edited(schema, pointer_split(pointer), value)
    return schema


def _edited(schema: JsonValue, tokens: tuple[str, ...], value: JsonValue | Absent) -> JsonValue:
    if not tokens:
        return {} if isinstance(value, Absent) else value
    token, rest = tokens[0], tokens[1:]
    if isinstance(schema, Mapping):
        if not rest and isinstance(value, Absent):
            return {key: item for key, item in schema.items() if key != token}
        return {**schema, token: _edited(schema.get(token, {}), rest, value)}
    if (
        isinstance(schema, Sequence)
        and not isinstance(schema, str)
        and token.isdigit()
        and int(token) < len(schema)
    ):
        number = int(token)
        return [*schema[:number], _edited(schema[number], rest, value), *schema[number + 1 :]]
    return schema


def _unnamed(verdict: Verdict, direction: Direction) -> list[_Judged]:
    """Report a pair whose break, or whose openness, no structural difference names."""
    if isinstance(verdict, Compatible):
        return []
    whole = Delta("changed", "", "", "changed", ABSENT, ABSENT, "other", ())
    if isinstance(verdict, Breaking):
        return [(whole, Level.BREAKING, Witnessed(direction, verdict.witness))]
    return [(whole, Level.REVIEW, Undecided(verdict.reason))]


def _never_lost(judged: list[_Judged], verdict: Verdict, direction: Direction) -> list[_Judged]:
    """Make sure that a break, or a doubt, of the pair stands at some difference."""
    worst = max((level for _, level, _ in judged), default=Level.PATCH)
    if isinstance(verdict, Compatible) or worst is Level.BREAKING:
        return judged
    if isinstance(verdict, Unproven):
        return judged if worst is Level.REVIEW else _raised(judged, Level.REVIEW, Undecided(verdict.reason))
    if any(_suspect(delta, direction) for delta, _, _ in judged):
        blamed = Witnessed(direction, verdict.witness)
        return [
            (delta, Level.BREAKING, blamed) if _suspect(delta, direction) else (delta, level, proof)
            for delta, level, proof in judged
        ]
    return judged + _unnamed(verdict, direction)


def _raised(judged: list[_Judged], level: Level, proof: Proof) -> list[_Judged]:
    return [
        (delta, level, proof) if _constrains(delta) and old < level else (delta, old, known)
        for delta, old, known in judged
    ]


def _constrains(delta: Delta) -> bool:
    return delta.fact not in _WORDS | _NOTES and delta.relation != "none"


def _rule_id(delta: Delta, direction: Direction) -> str:
    fact = delta.fact
    if fact == "property.required.added" and delta.operation == "added" and direction == "output":
        fact = "property.added"  # to a reader a new field is new, whether it may be missing or not
    rule = f"schema.{fact}"
    return rule if rule in RULES else "schema.keyword.changed"


def _change(pair: SchemaPair, delta: Delta, level: Level, proof: Proof) -> Change:
    side: Side = "model" if delta.fact in _WORDS else pair.direction
    prefix = "output" if pair.direction == "output" else ""
    path = f"{prefix}: {delta.path}" if prefix and delta.path else prefix or delta.path
    made = change_of(
        _rule_id(delta, pair.direction),
        pair.element,
        side,
        delta.before,
        delta.after,
        pointer=f"/{pair.member}{delta.pointer}",
        path=path,
        level=level,
        proof=proof,
        via=delta.via,
    )
    return replace(made, operation=delta.operation)
