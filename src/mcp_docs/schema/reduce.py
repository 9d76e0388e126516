"""Leaving out what two schemas share, before any formula is made.

In two plain object schemas a property with the same schema on both sides cannot be where they
differ: members are independent of each other there. So it is left out on both sides, and what
remains is a smaller question with the same answer, as long as the property can have a value at all.
A value for it is filled into the witness where it is required; should the validator not confirm
that, the whole question is asked.

That an undeclared name may now be taken that is declared in truth changes nothing: any name that no
side knows would do as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
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
#: Where a root keeps schemas for references.
SHARED: Final = ("$defs", "definitions")


@dataclass(frozen=True, slots=True)
class Gap:
    """An object in a witness that lacks members which were left out of the question.

    Attributes:
        path: names of members that lead to the object.
        order: its declared members, in the order of the schema.
        missing: the required members that were left out, with their schemas.
    """

    path: tuple[str, ...]
    order: tuple[str, ...]
    missing: tuple[tuple[str, JsonValue], ...]

    def filled(self, value: JsonValue, example: Callable[[JsonValue, str], JsonValue]) -> JsonValue:
        """Return ``value`` with a value of ``example`` for each missing member."""
        return self._filled(value, self.path, example)

    def _filled(
        self, value: JsonValue, path: tuple[str, ...], example: Callable[[JsonValue, str], JsonValue]
    ) -> JsonValue:
        if not isinstance(value, Mapping):
            return value
        if path:
            if path[0] not in value:
                return value
            return {**value, path[0]: self._filled(value[path[0]], path[1:], example)}
        members = {**value, **{name: example(schema, name) for name, schema in self.missing}}
        order = [name for name in self.order if name in members]
        return {name: members[name] for name in dict.fromkeys([*order, *members])}


@dataclass(frozen=True, slots=True)
class Reduced:
    """A smaller question.

    Attributes:
        small: what is left of the small side; if it is contained in ``large``, so was the original.
        large: what is left of the large side.
        gaps: what is to be filled into a witness, outermost first.
        whole: whether nothing was left out.
    """

    small: Source
    large: Source
    gaps: tuple[Gap, ...] = ()
    whole: bool = True

    def filled(self, witness: JsonValue, example: Callable[[JsonValue, str], JsonValue]) -> JsonValue:
        """Return ``witness`` with values of ``example`` for what was left out."""
        for gap in self.gaps:
            witness = gap.filled(witness, example)
        return witness


def reduced(small: Source, large: Source) -> Reduced:
    """Return what of the pair is left to be decided."""
    if not (small.simple and large.simple and small.dialect == large.dialect):
        return Reduced(small, large)
    if not (only_local(small.data) and only_local(large.data)):
        return Reduced(small, large)
    pairs = _Pairs(small, large)
    left, right = pairs.reduced(small.root, large.root, ())
    if left is small.root and right is large.root:
        return Reduced(small, large)
    return Reduced(Source(left), Source(right), tuple(pairs.gaps), whole=False)


def only_local(data: bytes) -> bool:
    """Tell whether all references of a packed schema lead into its definitions."""
    return b"$ref" not in data or len(_REFERENCE.findall(data)) == len(_LOCAL.findall(data))


def is_plain(schema: Mapping[str, Any], table: Container[str]) -> bool:
    """Tell whether the members of an object are independent of each other.

    Args:
        schema: what describes the object.
        table: the keywords of its dialect.
    """
    required = schema.get("required", [])
    if not isinstance(required, list) or not all(isinstance(name, str) for name in required):
        return False
    return all(word in _PLAIN or word not in table for word in schema)


class _Pairs:
    def __init__(self, small: Source, large: Source) -> None:
        self.table = KEYWORDS[small.dialect]
        ours, theirs = ([_member(side.root, word) for word in SHARED] for side in (small, large))
        self.same_definitions = packed(ours) == packed(theirs)
        self.gaps: list[Gap] = []

    def reduced(
        self, small: JsonValue, large: JsonValue, path: tuple[str, ...]
    ) -> tuple[JsonValue, JsonValue]:
        """Reduce one pair of schemas that apply at the same place."""
        if not (isinstance(small, Mapping) and isinstance(large, Mapping)):
            return small, large
        if not (is_plain(small, self.table) and is_plain(large, self.table)):
            return small, large
        ours, theirs = small.get("properties"), large.get("properties")
        if not (isinstance(ours, Mapping) and isinstance(theirs, Mapping)):
            return small, large
        needed, wanted = (set[Any](side.get("required", ())) for side in (small, large))  # type: ignore[arg-type]
        left: dict[str, Any] = dict(ours)
        right: dict[str, Any] = dict(theirs)
        missing = []
        at = len(self.gaps)
        for name, part in ours.items():
            if name not in theirs:
                continue
            if not self._is_same(part, theirs[name]):
                left[name], right[name] = self.reduced(part, theirs[name], (*path, name))
            elif name in needed or name not in wanted:
                del left[name], right[name]
                if name in needed:
                    missing.append((name, part))
        if missing:
            self.gaps.insert(at, Gap(path, tuple(ours), tuple(missing)))
        gone = {name for name, _ in missing}
        return _rest(small, left, gone), _rest(large, right, gone)

    def _is_same(self, one: JsonValue, other: JsonValue) -> bool:
        data = packed(one)
        return (one is other or data == packed(other)) and (self.same_definitions or b"$ref" not in data)


def _rest(schema: Mapping[str, Any], properties: dict[str, Any], gone: set[str]) -> dict[str, Any]:
    rest = {**schema, "properties": properties}
    if gone and "required" in schema:
        rest["required"] = [name for name in schema["required"] if name not in gone]
    return rest


def _member(root: JsonValue, word: str) -> JsonValue:
    return root.get(word) if isinstance(root, Mapping) else None
