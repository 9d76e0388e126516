"""Hybrids: the old schema with some of the differences made, so that they can be tried alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mcp_docs.jsonvalue import Absent, JsonValue, pointer_join, pointer_split
from mcp_docs.schema.delta import Delta, Edit, Edits
from mcp_docs.schema.inline import led_to
from mcp_docs.schema.source import packed

#: Where a hybrid keeps the new schema, for the references of parts that come from it.
_NEW_SIDE = "mcp-docs new side"
_NEW_ROOT = f"/$defs/{_NEW_SIDE}"


def hybrid(old: JsonValue, new: JsonValue, edits: Edits) -> JsonValue:
    """Return ``old`` with the edits made.

    Args:
        old: the old schema, its references written out.
        new: the new schema as it is, into which references of the edits' values lead.
        edits: made one after the other.
    """
    made = apply_edits(old, tuple(Edit(e.pointer, e.value if e.own else _led(e.value)) for e in edits))
    if not isinstance(made, Mapping) or not any(_refers(e.value) for e in edits if not e.own):
        return made
    definitions = made.get("$defs")
    known = definitions if isinstance(definitions, Mapping) else {}
    return {**made, "$defs": {**known, _NEW_SIDE: led_to(new, _NEW_ROOT)}}


def by_member(deltas: Sequence[Delta], new: JsonValue) -> Iterator[tuple[Edit | None, list[int]]]:
    """Yield the numbers of the differences by the top-level member that they are in.

    With each goes the edit that makes the member as it is in ``new``; ``None`` goes with the
    differences that are in none, or in several.
    """
    inside: dict[str, tuple[Edit, list[int]]] = {}
    others: list[int] = []
    for number, delta in enumerate(deltas):
        edit = _member_edit(delta.edits, new)
        found = others if edit is None else inside.setdefault(edit.pointer, (edit, []))[1]
        found.append(number)
    if others:
        yield None, others
    yield from inside.values()


def _member_edit(edits: Edits, new: JsonValue) -> Edit | None:
    """Return the edit that makes a top-level member as it is in ``new``, if the edits are all within one."""
    members = {pointer_split(edit.pointer)[:2] for edit in edits}
    first = next(iter(members), ())
    properties = new.get("properties") if isinstance(new, Mapping) else None
    if (
        len(members) != 1
        or first[:1] != ("properties",)
        or len(first) == 1
        or not isinstance(properties, Mapping)
    ):
        return None
    name = first[1]
    return Edit(pointer_join("/properties", name), properties[name]) if name in properties else None


def _led(value: JsonValue | Absent) -> JsonValue | Absent:
    return value if isinstance(value, Absent) else led_to(value, _NEW_ROOT)


def _refers(value: JsonValue | Absent) -> bool:
    return not isinstance(value, Absent) and b"$ref" in packed(value)


def apply_edits(schema: JsonValue, edits: Edits) -> JsonValue:
    """Return a copy of ``schema`` with the edits made, one after the other."""
    for edit in edits:
        schema = _edited(schema, pointer_split(edit.pointer), edit.value)
    return schema


def _edited(schema: JsonValue, tokens: tuple[str, ...], value: JsonValue | Absent) -> JsonValue:
    if not tokens:
        return {} if isinstance(value, Absent) else value
    token, rest = tokens[0], tokens[1:]
    if isinstance(schema, Mapping):
        if not rest and isinstance(value, Absent):
            return {key: item for key, item in schema.items() if key != token}
        return {**schema, token: _edited(schema.get(token, {}), rest, value)}
    if isinstance(schema, Sequence) and not isinstance(schema, str):
        return _with_item(schema, token, rest, value)
    return schema


def _with_item(
    items: Sequence[JsonValue], token: str, rest: tuple[str, ...], value: JsonValue | Absent
) -> Sequence[JsonValue]:
    if token == "-":  # noqa: S105 - a token of a JSON Pointer
        return items if isinstance(value, Absent) else [*items, value]
    if not token.isdecimal() or int(token) >= len(items):
        return items
    number = int(token)
    kept = [] if not rest and isinstance(value, Absent) else [_edited(items[number], rest, value)]
    return [*items[:number], *kept, *items[number + 1 :]]
