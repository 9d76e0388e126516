"""A change in the making: a rule's words are not needed here, its levels are."""

from __future__ import annotations

from mcp_docs.change import ByContract, Change, Level, Operation, Proof, Side
from mcp_docs.interface import Element
from mcp_docs.jsonvalue import ABSENT, Absent, JsonValue
from mcp_docs.rules import RULES


def change_of(
    rule: str,
    element: Element,
    side: Side,
    before: JsonValue | Absent,
    after: JsonValue | Absent,
    *,
    pointer: str = "",
    path: str = "",
    level: Level | None = None,
    proof: Proof = None,
    detail: tuple[tuple[str, str], ...] = (),
    via: str = "",
) -> Change:
    """Return a change at the rule's own level, unless another is given.

    A breaking one that no value can prove carries the promise that its rule names.
    """
    record = RULES[rule]
    chosen = record.levels[side] if level is None else level
    if chosen is Level.BREAKING and proof is None and side in record.promise:
        proof = ByContract(record.promise[side])
    return Change(
        rule=rule,
        kind=element.kind,
        key=element.key if element.kind != "server" else "",
        pointer=pointer,
        path=path,
        side=side,
        operation=_operation(before, after),
        level=chosen,
        raw_level=chosen,
        before=before,
        after=after,
        proof=proof,
        via=via,
        detail=detail,
    )


def _operation(before: JsonValue | Absent, after: JsonValue | Absent) -> Operation:
    if before is ABSENT:
        return "added"
    return "removed" if after is ABSENT else "changed"
