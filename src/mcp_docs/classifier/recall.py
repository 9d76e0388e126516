"""A pair of elements that was judged in an earlier run is not judged again; changes to JSON and back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

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
        return _ENCODE(list(map(_change_to, changes))).encode("ascii")
    except (TypeError, RecursionError):
        return None


def changes_from(data: bytes) -> tuple[Change, ...]:
    """Return the changes that :func:`changes_to` made the bytes of."""
    return tuple(map(_change_from, json.loads(data)))


def _change_to(change: Change) -> list[Any]:
    return [write(getattr(change, name)) for name, (write, _) in _PARTS.items()]


def _change_from(item: Sequence[Any]) -> Change:
    return Change(**{name: read(part) for (name, (_, read)), part in zip(_PARTS.items(), item, strict=True)})


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


def _same(value: Any) -> Any:
    return value


#: How each part of a change becomes JSON, and comes from it.
_SPECIAL: Final[Mapping[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]]] = {
    "level": (int, Level),
    "raw_level": (int, Level),
    "before": (_value_to, _value_from),
    "after": (_value_to, _value_from),
    "proof": (_proof_to, _proof_from),
    "detail": (_same, lambda pairs: tuple(map(tuple, pairs))),
}
_PARTS: Final = {field.name: _SPECIAL.get(field.name, (_same, _same)) for field in fields(Change)}
