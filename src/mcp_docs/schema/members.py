"""Taking two object schemas apart into questions about one member each.

Where both sides describe a plain object, and say the same of members that they do not declare, no
member's fate depends on another's: the change of the whole breaks exactly if that of one member
does, as long as the rest can be given values at all. So each member that differs is a pair of
schemas of its own, in which it stands at the same place, and which are as small as the member.

A value that was found for one member becomes one of the whole by values for the members that are
required beside it; that it proves what it did is then for the validator to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from mcp_docs.jsonvalue import ABSENT, Absent, JsonObject, JsonValue, pointer_split
from mcp_docs.schema.budget import DEFAULT_STEPS, Budget, OutOfBudget, Unmodelled
from mcp_docs.schema.keywords import KEYWORDS
from mcp_docs.schema.reduce import SHARED, Gap, is_plain, only_local
from mcp_docs.schema.restrict import restriction
from mcp_docs.schema.sample import likely
from mcp_docs.schema.source import Source, packed, references
from mcp_docs.schema.validate import accepts
from mcp_docs.schema.verdict import Direction, Profile

_OF_MEMBERS = frozenset(("properties", "required"))
_OF_ALL = ("$schema", "type", "additionalProperties")


@dataclass(frozen=True, slots=True)
class Member:
    """What is said of one member.

    Attributes:
        name: of the member; ``None``: what is said of the object itself.
        old: an object schema with no other member, packed.
        new: the same after the change.
    """

    name: str | None
    old: bytes
    new: bytes


@dataclass(frozen=True, slots=True)
class Members:
    """Two schemas taken apart; ``changed`` are the members that differ, in the order of the old side."""

    old: Source
    new: Source
    changed: tuple[Member, ...]

    def lifted(
        self, value: JsonValue, member: Member, direction: Direction, profile: Profile
    ) -> JsonValue | None:
        """Return a proof of the whole made of the proof for one member, or ``None`` if it is none.

        Args:
            value: what proves that the change of ``member`` breaks.
            member: one of ``changed``.
            direction: of the interface.
            profile: see ``mcp_docs.decide``.
        """
        small, large = (self.old, self.new) if direction == "input" else (self.new, self.old)
        try:
            whole = _filled(value, small, member.name)
            if not accepts(small.root, whole) or accepts(large.root, whole):
                return None
            assuming = direction == "input" and profile == "callers" and self._holds_more(whole, member)
            return whole if not assuming or self._is_sent(whole) else None
        except (Unmodelled, OutOfBudget, RecursionError):
            return None

    def _holds_more(self, whole: JsonValue, member: Member) -> bool:
        """Tell whether other members that changed hold values with members of their own."""
        held = whole if isinstance(whole, Mapping) else {}
        others = (other.name for other in self.changed if other.name != member.name)
        return any(isinstance(held.get(name), Mapping | list) for name in others if name is not None)

    def _is_sent(self, value: JsonValue) -> bool:
        """Tell whether callers are taken to send a value, going by what the new side just declared."""
        assumed = restriction(self.old.start(), self.new.start(), Budget(DEFAULT_STEPS))
        return assumed is None or accepts(assumed, value)


def _filled(value: JsonValue, small: Source, name: str | None) -> JsonValue:
    """Return a value with likely ones for what is required besides."""
    declared = _mapping(small.root, "properties")
    needed = [other for other in _required(small.root) if other != name]
    gap = Gap((), tuple(declared), tuple((other, declared.get(other, True)) for other in needed))
    return gap.filled(value, lambda schema, other: likely(schema, other, small))


def members(old: JsonValue, new: JsonValue) -> Members | None:
    """Take two schemas apart, or return ``None`` if they cannot be.

    Raises:
        Unmodelled: the dialect of one is not known, or it is nested too deeply.
    """
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        return None
    sides = Source(old), Source(new)
    if not _are_alike(*sides, old, new):
        return None
    parts = (_Parts(old), _Parts(new))
    same_definitions = parts[0].definitions == parts[1].definitions
    changed = []
    for name in (None, *dict.fromkeys([*_named(old), *_named(new)])):
        said = [part.says(name) for part in parts]
        if said[0] == said[1] and (same_definitions or b"$ref" not in said[0][0]):
            continue
        before, after = (part.of(name) for part in parts)
        if before is None or after is None:
            return None
        if before != after:
            changed.append(Member(name, before, after))
    return Members(*sides, tuple(changed))


def _are_alike(left: Source, right: Source, old: JsonObject, new: JsonObject) -> bool:
    """Tell whether both are plain objects that treat undeclared members alike."""
    if not (left.simple and right.simple and left.dialect == right.dialect):
        return False
    if not (only_local(left.data) and only_local(right.data)):
        return False
    table = KEYWORDS[left.dialect]
    if not (is_plain(old, table) and is_plain(new, table)):
        return False
    if not all(isinstance(side.get("properties", {}), Mapping) for side in (old, new)):
        return False
    common = [packed([side.get(word) for word in _OF_ALL]) for side in (old, new)]
    return common[0] == common[1] and b"$ref" not in common[0]


class _Parts:
    """Cuts the members out of one side."""

    def __init__(self, root: JsonObject) -> None:
        self.root = root
        self.properties = _mapping(root, "properties")
        self.required = set(_required(root))
        self.base = {word: root[word] for word in _OF_ALL if word in root}
        self.definitions = packed([root.get(word) for word in SHARED])

    def says(self, name: str | None) -> tuple[bytes, bool]:
        """Return what is said of a member by itself, packed (nothing if it is not declared)."""
        if name is None:
            return packed(self._itself()), False
        value = self.properties.get(name, ABSENT)
        return b"" if isinstance(value, Absent) else packed(value), name in self.required

    def of(self, name: str | None) -> bytes | None:
        """Return the part for one member, packed; ``None`` if a reference of it leads nowhere."""
        if name is None:
            return packed(
                {key: part for key, part in self.root.items() if key not in (*_OF_MEMBERS, *SHARED)}
            )
        part: dict[str, Any] = dict(self.base)
        if name in self.properties:
            part["properties"] = {name: self.properties[name]}
        if name in self.required:
            part["required"] = [name]
        data = packed(part)
        if b"$ref" not in data:
            return data
        definitions = self._definitions(part)
        return None if definitions is None else packed({**part, **definitions})

    def _itself(self) -> dict[str, JsonValue]:
        return {key: part for key, part in self.root.items() if key not in _OF_MEMBERS and key not in SHARED}

    def _definitions(self, part: JsonObject) -> dict[str, dict[str, JsonValue]] | None:
        """Return the definitions that a part needs, in the order of the root."""
        reached: set[tuple[str, ...]] = set()
        todo = list(references(part))
        while todo:
            place = pointer_split(todo.pop()[1:])[:2]
            if place in reached:
                continue
            found = _mapping(self.root, place[0])
            if len(place) == 1 or place[1] not in found:
                return None
            reached.add(place)
            todo.extend(references(found[place[1]]))
        return {
            word: {
                name: value for name, value in _mapping(self.root, word).items() if (word, name) in reached
            }
            for word in SHARED
            if any(place[0] == word for place in reached)
        }


def _mapping(schema: JsonValue, word: str) -> Mapping[str, JsonValue]:
    found = schema.get(word) if isinstance(schema, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _required(schema: JsonValue) -> list[str]:
    found = schema.get("required") if isinstance(schema, Mapping) else None
    return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []


def _named(schema: JsonObject) -> list[str]:
    return [*_mapping(schema, "properties"), *_required(schema)]
