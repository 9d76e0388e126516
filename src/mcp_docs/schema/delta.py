"""What a structural difference is, and the place where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from mcp_docs.jsonvalue import ABSENT, Absent, JsonObject, JsonValue, pointer_join

#: What a difference does to the set of accepted values, as far as its keyword alone tells.
Relation = Literal["narrower", "wider", "other", "none"]


@dataclass(frozen=True, slots=True)
class Edit:
    """One step from the old schema, its references written out, towards the new one.

    Attributes:
        pointer: of the part; ``-`` as the last token is the place after the last item of a list.
        value: what stands there afterwards; ``ABSENT``: nothing.
        own: whether the value is the old side's, in another spelling, so that its references lead
            into the old schema. Those of other values lead into the new one.
    """

    pointer: str
    value: JsonValue | Absent
    own: bool = False


@dataclass(frozen=True, slots=True)
class Delta:
    """One structural difference.

    Attributes:
        fact: what happened, the stem of rule ids, such as ``enum.value.removed``.
        pointer: RFC 6901 pointer into the schema as it is: the new one, or the old one for a removal.
        path: the place in an instance, for a reader: ``filters[].name``; empty for the whole.
        operation: what happened to the part.
        before: old value, or ``ABSENT``.
        after: new value, or ``ABSENT``.
        relation: of the accepted values, by this keyword alone.
        edits: what makes just this change of the old written-out schema.
        via: ``$defs`` pointer that the place was reached through, or empty.
        required: for a property: whether it is required on the side that has it.
        parent: path of the object that a property belongs to.
    """

    fact: str
    pointer: str
    path: str
    operation: Literal["added", "removed", "changed"]
    before: JsonValue | Absent
    after: JsonValue | Absent
    relation: Relation
    edits: tuple[Edit, ...]
    via: str = ""
    required: bool = False
    parent: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Two subschemas at one location.

    Attributes:
        written: pointer into the old schema with its references written out, for edits.
        old: pointer into the old schema as it is.
        new: pointer into the new schema as it is.
        path: the place in an instance, for a reader.
        old_via: the ``$defs`` pointer that ``old`` leads through, or empty.
        new_via: the same of ``new``.
    """

    written: str
    old: str
    new: str
    path: str
    old_via: str = ""
    new_via: str = ""

    def down(self, *tokens: str | int, path: str | None = None) -> Place:
        """Go into a member that both sides have under the same tokens."""
        steps = pointer_join("", *tokens)
        return self.apart(steps, steps, self.path if path is None else path)

    def apart(self, old: str, new: str, path: str) -> Place:
        """Go into members that stand at different pointers on the two sides."""
        return Place(self.written + old, self.old + old, self.new + new, path, self.old_via, self.new_via)


Edits: TypeAlias = "tuple[Edit, ...]"


class Recurse(Protocol):
    """Compares two subschemas further down; handed to the comparisons that go deeper."""

    def __call__(self, old: JsonValue, new: JsonValue, place: Place) -> Iterator[Delta]:
        """Yield the differences of two subschemas."""

    def follow_old(self, schema: JsonValue) -> JsonValue:
        """Return what a subschema of the old side leads to, where it is a reference."""

    def follow_new(self, schema: JsonValue) -> JsonValue:
        """Return what a subschema of the new side leads to, where it is a reference."""


#: Compares one group of keywords of two schema objects.
KeywordCompare: TypeAlias = Callable[[JsonObject, JsonObject, Place, Recurse], Iterator[Delta]]


def make(
    fact: str,
    place: Place,
    keyword: str | None,
    before: JsonValue | Absent,
    after: JsonValue | Absent,
    relation: Relation,
    *,
    edits: Edits | None = None,
) -> Delta:
    """Return the difference of one keyword at one place (``None``: of the whole subschema)."""
    operation: Literal["added", "removed", "changed"] = "changed"
    if before is ABSENT:
        operation = "added"
    elif after is ABSENT:
        operation = "removed"
    gone = operation == "removed"
    tail = "" if keyword is None else pointer_join("", keyword)
    pointer = (place.old if gone else place.new) + tail
    edits = (Edit(place.written + tail, after),) if edits is None else edits
    via = place.old_via if gone else place.new_via
    return Delta(fact, pointer, place.path, operation, before, after, relation, edits, via)
