"""From two interfaces to the one list of changes that every view shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from typing import Self

from mcp_docs.change import Change
from mcp_docs.classifier.draft import change_of
from mcp_docs.classifier.elements import member_changes
from mcp_docs.classifier.recall import recalled
from mcp_docs.classifier.renames import link_elements
from mcp_docs.classifier.schemas import SchemaPair, schema_changes
from mcp_docs.classifier.server import server_changes
from mcp_docs.classifier.soundness import SCHEMAS, problem_changes, state_of, unsound_schema
from mcp_docs.interface import Element, Interface, Server, Tool
from mcp_docs.jsonvalue import ABSENT
from mcp_docs.memory import Memory
from mcp_docs.policy import DEFAULT, Policy
from mcp_docs.recorded import comparable
from mcp_docs.schema.source import packed


def classify(
    old: Interface, new: Interface, policy: Policy = DEFAULT, memory: Memory | None = None
) -> tuple[Change, ...]:
    """Return every change from ``old`` to ``new``, worst first.

    Elements are compared by kind and key, and only those whose digests differ. The result does not
    depend on the order of elements or keys; an interface compared with itself gives nothing, and so does
    what only one of two formats can hold.

    Args:
        old: the interface that somebody depends on.
        new: the interface that takes its place.
        policy: the project's own levels; the rule's own stays in ``raw_level``.
        memory: asked about each pair of elements before it is judged.
    """
    old, new = comparable(old, new)
    changes: list[Change] = []
    if _differ(old.server, new.server):
        changes += _element_changes(old.server, new.server, policy)
    for key in {**old.index, **new.index}:
        before, after = old.index.get(key), new.index.get(key)
        if before is None or after is None or _differ(before, after):
            changes += _element_changes(before, after, policy, memory)
    return _ordered(link_elements(changes), policy)


def _differ(old: Element, new: Element) -> bool:
    if old is new:
        return False
    alike = packed(old.data) == packed(new.data) or old.digest == new.digest
    return not alike or old.problems != new.problems


def _ordered(changes: Iterable[Change], policy: Policy) -> tuple[Change, ...]:
    """Return the changes at the levels that the project gives them, in one order whatever theirs was."""
    return tuple(sorted((_decided(c, policy) for c in changes), key=lambda c: (*c.sort_key, c.path, c.side)))


def _decided(change: Change, policy: Policy) -> Change:
    level = policy.level(change)
    return change if level is change.level else replace(change, level=level)


def _element_changes(
    old: Element | None, new: Element | None, policy: Policy, memory: Memory | None = None
) -> tuple[Change, ...]:
    if new is None:
        return (change_of(f"{old.kind}.removed", old, "meta", old.data, ABSENT),) if old is not None else ()
    if old is None:
        return (change_of(f"{new.kind}.added", new, "meta", ABSENT, new.data),)
    if isinstance(old, Server) and isinstance(new, Server):
        return (*problem_changes(old, new), *server_changes(old, new))
    return _compared(_Pair(old, new), policy, memory)


class _Pair(tuple[Element, Element]):
    """Two states of one element; equal only to another pair of the very same objects."""

    __slots__ = ()

    def __new__(cls, old: Element, new: Element) -> Self:
        return super().__new__(cls, (old, new))

    def __hash__(self) -> int:
        return hash((id(self[0]), id(self[1])))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Pair) and self[0] is other[0] and self[1] is other[1]

    def __ne__(self, other: object) -> bool:
        return not self == other


@lru_cache(maxsize=4096)
def _compared(pair: _Pair, policy: Policy, memory: Memory | None) -> tuple[Change, ...]:
    """Compare two states of an element.

    A history meets the same pair in commits and in releases, and its readings share their elements.
    """
    judge = partial(_judged, *pair, policy)
    return judge() if memory is None else recalled(memory, *pair, policy, judge)


def _judged(old: Element, new: Element, policy: Policy) -> tuple[Change, ...]:
    return (*problem_changes(old, new), *_schema_members(old, new, policy), *member_changes(old, new))


def _schema_members(old: Element, new: Element, policy: Policy) -> Iterator[Change]:
    if not isinstance(old, Tool) or not isinstance(new, Tool):
        return
    for member, direction in SCHEMAS.items():
        before, after = old.schema(member), new.schema(member)
        if before is not None and after is not None:
            yield from schema_changes(SchemaPair(new, member, direction, before, after), policy)
        elif "malformed" in (state_of(old, member), state_of(new, member)):
            yield from unsound_schema(old, new, member)
        elif before is not None:
            yield change_of(
                "tool.output_schema.removed", new, direction, before, ABSENT, pointer=f"/{member}"
            )
        elif after is not None:
            yield change_of("tool.output_schema.added", new, direction, ABSENT, after, pointer=f"/{member}")
