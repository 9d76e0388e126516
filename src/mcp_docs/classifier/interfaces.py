"""From two interfaces to the one list of changes that every view shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Self

from mcp_docs.change import Change
from mcp_docs.classifier.draft import change_of
from mcp_docs.classifier.elements import member_changes
from mcp_docs.classifier.renames import link_elements
from mcp_docs.classifier.schemas import SchemaPair, schema_changes
from mcp_docs.classifier.server import server_changes
from mcp_docs.interface import Element, Interface, Server, Tool
from mcp_docs.jsonvalue import ABSENT
from mcp_docs.policy import DEFAULT, Policy
from mcp_docs.schema.verdict import Direction

#: The two schemas of a tool.
_SCHEMAS: tuple[tuple[str, Direction], ...] = (("inputSchema", "input"), ("outputSchema", "output"))


def classify(old: Interface, new: Interface, policy: Policy = DEFAULT) -> tuple[Change, ...]:
    """Return every change from ``old`` to ``new``, worst first.

    Elements are compared by kind and key, and only those whose digests differ. The result does not
    depend on the order of elements or keys; an interface compared with itself gives nothing.

    Args:
        old: the interface that somebody depends on.
        new: the interface that takes its place.
        policy: the project's own levels; the rule's own stays in ``raw_level``.
    """
    changes: list[Change] = []
    if old.server.digest != new.server.digest:
        changes += server_changes(old.server, new.server)
    for key in {**old.index, **new.index}:
        before, after = old.index.get(key), new.index.get(key)
        if (
            before is None
            or after is None
            or before.digest != after.digest
            or before.problems != after.problems
        ):
            changes += _element_changes(before, after, policy)
    return tuple(sorted((_decided(c, policy) for c in link_elements(changes)), key=lambda c: c.sort_key))


def classify_element(
    old: Element | None, new: Element | None, policy: Policy = DEFAULT
) -> tuple[Change, ...]:
    """Return every change of one element, worst first; ``None`` is an element that is not there."""
    return tuple(
        sorted((_decided(c, policy) for c in _element_changes(old, new, policy)), key=lambda c: c.sort_key)
    )


def _decided(change: Change, policy: Policy) -> Change:
    level = policy.level(change)
    return change if level is change.level else replace(change, level=level)


def _element_changes(old: Element | None, new: Element | None, policy: Policy) -> tuple[Change, ...]:
    if new is None:
        return (change_of(f"{old.kind}.removed", old, "meta", old.data, ABSENT),) if old is not None else ()
    if old is None:
        return (change_of(f"{new.kind}.added", new, "meta", ABSENT, new.data),)
    if isinstance(old, Server) and isinstance(new, Server):
        return tuple(server_changes(old, new))
    return _compared(_Pair(old, new), policy)


class _Pair(tuple[Element, Element]):
    """Two states of one element; equal to another pair of the same digests and problems."""

    __slots__ = ()

    def __new__(cls, old: Element, new: Element) -> Self:
        return super().__new__(cls, (old, new))

    def __hash__(self) -> int:
        return hash((self[0].digest, self[1].digest))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Pair) and _identity(self) == _identity(other)

    def __ne__(self, other: object) -> bool:
        return not self == other


def _identity(pair: _Pair) -> tuple[object, ...]:
    return tuple((element.kind, element.digest, element.problems) for element in pair)


@lru_cache(maxsize=4096)
def _compared(pair: _Pair, policy: Policy) -> tuple[Change, ...]:
    """Compare two states of an element. A history meets the same pair in commits and in releases."""
    old, new = pair
    return (*_problem_changes(old, new), *_schema_members(old, new, policy), *member_changes(old, new))


def _problem_changes(old: Element, new: Element) -> Iterator[Change]:
    """Yield parts that became malformed, and parts that were mended."""
    before = {problem.pointer: problem for problem in old.problems}
    after = {problem.pointer: problem for problem in new.problems}
    for pointer in sorted(before.keys() ^ after.keys()):
        top = pointer.split("/")[1] if pointer else ""
        side = {"inputSchema": "input", "outputSchema": "output"}.get(top, "meta")
        detail = (("name", top or "the element"),)
        if pointer in after:
            told, rule = after[pointer].message, "element.malformed"
            yield change_of(rule, new, side, ABSENT, told, pointer=pointer, detail=detail)  # type: ignore[arg-type]
        elif not any(other == f"/{top}" or other.startswith(f"/{top}/") for other in after):
            told, rule = before[pointer].message, "element.mended"
            yield change_of(rule, new, side, told, ABSENT, pointer=pointer, detail=detail)  # type: ignore[arg-type]


def _schema_members(old: Element, new: Element, policy: Policy) -> Iterator[Change]:
    if not isinstance(old, Tool) or not isinstance(new, Tool):
        return
    for member, direction in _SCHEMAS:
        before, after = old.schema(member), new.schema(member)
        stem = "tool.input_schema" if member == "inputSchema" else "tool.output_schema"
        if before is not None and after is not None:
            yield from schema_changes(SchemaPair(new, member, direction, before, after), policy)
        elif member == "outputSchema" and member in old.data and member not in new.data:
            yield change_of(f"{stem}.removed", new, direction, old.data[member], ABSENT, pointer=f"/{member}")
        elif member == "outputSchema" and member in new.data and member not in old.data:
            yield change_of(f"{stem}.added", new, direction, ABSENT, new.data[member], pointer=f"/{member}")
