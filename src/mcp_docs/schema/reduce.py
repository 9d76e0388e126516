"""Leaving out what two schemas share, before any formula is made.

In two plain object schemas a property with the same schema on both sides cannot be where they
differ: members are independent of each other there. So its schema becomes ``true`` on both sides,
and what is left is a smaller question with the same answer, as long as the property can have a value
at all. Where it is required, a value for it is filled into the witness afterwards; should the
validator not confirm that, the whole question is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from mcp_docs.jsonvalue import JsonValue
from mcp_docs.schema.keywords import KEYWORDS
from mcp_docs.schema.source import Source, packed

#: Keywords that do not look at a member as a whole with others.
_PLAIN: Final = {"type", "properties", "required", "additionalProperties"}
_REFERENCE: Final = re.compile(rb"\x04\x00\x00\x00\$ref")
#: A reference into the definitions, which stay as they are (marshal: length, then the text).
_LOCAL: Final = re.compile(rb"\x04\x00\x00\x00\$ref.(?:....|.)#/(?:\$defs|definitions)/", re.DOTALL)
_SHARED: Final = ("$defs", "definitions")


@dataclass(frozen=True, slots=True)
class Reduced:
    """A smaller question.

    Attributes:
        small: what is left of the small side; if it is contained in ``large``, so was the original.
        large: what is left of the large side.
        gaps: places in a witness, as names from the root, with the schema of the value that is
            missing there if the witness has that place.
    """

    small: JsonValue
    large: JsonValue
    gaps: tuple[tuple[tuple[str, ...], JsonValue], ...]

    def filled(self, witness: JsonValue, example: Callable[[JsonValue, str], JsonValue]) -> JsonValue:
        """Return ``witness`` with a value of ``example`` in each gap that it has."""
        for path, schema in self.gaps:
            witness = _with(witness, path, schema, example)
        return witness


def _with(
    value: JsonValue, path: tuple[str, ...], schema: JsonValue, example: Callable[[JsonValue, str], JsonValue]
) -> JsonValue:
    if not isinstance(value, Mapping) or path[0] not in value:
        return value
    name, rest = path[0], path[1:]
    part = _with(value[name], rest, schema, example) if rest else example(schema, name)
    return {**value, name: part}


def reduced(small: Source, large: Source) -> Reduced:
    """Return what of the pair is left to be decided."""
    if not (small.simple and large.simple and small.dialect == large.dialect):
        return Reduced(small.root, large.root, ())
    if not (_only_local(small.data) and _only_local(large.data)):
        return Reduced(small.root, large.root, ())
    pairs = _Pairs(small, large)
    left, right = pairs.reduced(small.root, large.root, ())
    return Reduced(left, right, tuple(pairs.gaps))


def _only_local(data: bytes) -> bool:
    return b"$ref" not in data or len(_REFERENCE.findall(data)) == len(_LOCAL.findall(data))


class _Pairs:
    def __init__(self, small: Source, large: Source) -> None:
        self.table = KEYWORDS[small.dialect]
        ours, theirs = ([_member(side.root, word) for word in _SHARED] for side in (small, large))
        self.same_definitions = packed(ours) == packed(theirs)
        self.gaps: list[tuple[tuple[str, ...], JsonValue]] = []

    def reduced(
        self, small: JsonValue, large: JsonValue, path: tuple[str, ...]
    ) -> tuple[JsonValue, JsonValue]:
        """Reduce one pair of schemas that apply at the same place."""
        if not (isinstance(small, Mapping) and isinstance(large, Mapping)):
            return small, large
        if not (self._is_plain(small) and self._is_plain(large)):
            return small, large
        ours, theirs = small.get("properties"), large.get("properties")
        if not (isinstance(ours, Mapping) and isinstance(theirs, Mapping)):
            return small, large
        left: dict[str, Any] = dict(ours)
        right: dict[str, Any] = dict(theirs)
        for name, part in ours.items():
            if name not in theirs:
                continue
            if self._is_same(part, theirs[name]):
                left[name] = right[name] = True
                self.gaps.append(((*path, name), part))
            else:
                left[name], right[name] = self.reduced(part, theirs[name], (*path, name))
        return {**small, "properties": left}, {**large, "properties": right}

    def _is_plain(self, schema: Mapping[str, Any]) -> bool:
        required = schema.get("required", [])
        if not isinstance(required, list) or not all(isinstance(name, str) for name in required):
            return False
        return all(word in _PLAIN or word not in self.table for word in schema)

    def _is_same(self, one: JsonValue, other: JsonValue) -> bool:
        data = packed(one)
        return data == packed(other) and (self.same_definitions or b"$ref" not in data)


def _member(root: JsonValue, word: str) -> JsonValue:
    return root.get(word) if isinstance(root, Mapping) else None
