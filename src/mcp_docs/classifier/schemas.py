"""The changes of one schema of an element."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mcp_docs.change import Change, Level, Proof, Side
from mcp_docs.classifier.blame import Trial
from mcp_docs.classifier.draft import change_of
from mcp_docs.classifier.judge import WORDS, judge, rule_id
from mcp_docs.classifier.members import judged_by_member
from mcp_docs.classifier.renames import link_properties
from mcp_docs.interface import Element, Schema
from mcp_docs.policy import Policy
from mcp_docs.schema.delta import Delta
from mcp_docs.schema.source import packed
from mcp_docs.schema.verdict import Direction


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
    if packed(pair.old) == packed(pair.new):
        return ()
    trial = Trial(pair.old, pair.new, pair.direction, policy)
    judged = judged_by_member(trial)
    if judged is None:
        judged = judge(trial)
    changes = [_change(pair, delta, level, proof) for delta, level, proof in judged]
    return link_properties(tuple(changes), [delta for delta, _, _ in judged])


def _change(pair: SchemaPair, delta: Delta, level: Level, proof: Proof) -> Change:
    side: Side = "model" if delta.fact in WORDS else pair.direction
    prefix = "output" if pair.direction == "output" else ""
    path = f"{prefix}: {delta.path}" if prefix and delta.path else prefix or delta.path
    made = change_of(
        rule_id(delta, pair.direction),
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
