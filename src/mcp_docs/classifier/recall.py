"""A pair of elements that was judged in an earlier run is not judged again; changes to JSON and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from mcp_docs.change import ByContract, Change, Level, Proof, Undecided, Witnessed
from mcp_docs.interface import Element
from mcp_docs.jsonvalue import ABSENT, Absent, JsonValue
from mcp_docs.memory import Memory, key_of
from mcp_docs.policy import Policy
from mcp_docs.schema.source import TooDeep, packed

_ENCODE = json.JSONEncoder(check_circular=False, separators=(",", ":")).encode


def recalled(
    memory: Memory, old: Element, new: Element, policy: Policy, judge: Callable[[], tuple[Change, ...]]
) -> tuple[Change, ...]:
    """Return what the memory holds of a pair, else what ``judge`` says, which is kept.

    The key holds both elements to the letter, the order of their members included: changes quote them.
    """
    try:
        key = key_of("changes", repr(policy).encode("utf-8", "surrogatepass"), *_parts(old), *_parts(new))
    except TooDeep:
        return judge()
    known = memory.recall(key)
    if known is not None:
        return changes_from(known)
    changes = judge()
    data = changes_to(changes)
    # What JSON cannot hold to the letter is worked out anew each time.
    if data is not None and changes_from(data) == changes:
        memory.keep(key, data)
    return changes


def _parts(element: Element) -> tuple[bytes, bytes, bytes]:
    problems = repr(element.problems).encode("utf-8", "surrogatepass")
    return element.kind.encode(), packed(element.data), problems


def changes_to(changes: Sequence[Change]) -> bytes | None:
    """Return changes as JSON, or ``None`` where JSON has no word for a part of them."""
    try:
        return _ENCODE([_change_to(change) for change in changes]).encode("ascii")
    except (TypeError, RecursionError):
        return None


def changes_from(data: bytes) -> tuple[Change, ...]:
    """Return the changes that :func:`changes_to` made the bytes of."""
    return tuple(_change_from(item) for item in json.loads(data))


def _change_to(change: Change) -> list[Any]:
    return [
        change.rule,
        change.kind,
        change.key,
        change.pointer,
        change.path,
        change.side,
        change.operation,
        int(change.level),
        int(change.raw_level),
        _value_to(change.before),
        _value_to(change.after),
        _proof_to(change.proof),
        change.via,
        change.link,
        change.detail,
    ]


def _change_from(item: Sequence[Any]) -> Change:
    rule, kind, key, pointer, path, side, operation, level, raw_level, *rest = item
    before, after, proof, via, link, detail = rest
    return Change(
        rule=rule,
        kind=kind,
        key=key,
        pointer=pointer,
        path=path,
        side=side,
        operation=operation,
        level=Level(level),
        raw_level=Level(raw_level),
        before=_value_from(before),
        after=_value_from(after),
        proof=_proof_from(proof),
        via=via,
        link=link,
        detail=tuple((name, value) for name, value in detail),
    )


def _value_to(value: JsonValue | Absent) -> list[JsonValue]:
    return [] if isinstance(value, Absent) else [value]


def _value_from(value: Sequence[JsonValue]) -> JsonValue | Absent:
    return value[0] if value else ABSENT


def _proof_to(proof: Proof) -> list[JsonValue] | None:
    match proof:
        case Witnessed(side, value):
            return [side, value]
        case ByContract(promise):
            return ["contract", promise]
        case Undecided(reason):
            return ["undecided", reason]
    return None


def _proof_from(proof: Sequence[Any] | None) -> Proof:
    match proof:
        case None:
            return None
        case ["contract", promise]:
            return ByContract(promise)
        case ["undecided", reason]:
            return Undecided(reason)
        case [side, value]:
            return Witnessed(side, value)
    raise ValueError("no proof")
