"""Comparing what the server says of itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcp_docs.change import Change
from mcp_docs.classifier.draft import change_of
from mcp_docs.classifier.instructions import rewording_level
from mcp_docs.interface import Server
from mcp_docs.jsonvalue import ABSENT, Absent, JsonValue, pointer_join
from mcp_docs.schema.normal import equal

#: The version labels the interface; that it changes is what a release is.
_LABELS = {"version"}


def server_changes(old: Server, new: Server) -> Iterator[Change]:
    """Yield the changes of the server's identity, instructions and capabilities.

    What one side's format does not record says nothing about the server, and is no change: a folder of
    tools knows nothing of it, others neither its name nor the protocol that it was asked in.
    """
    if not old.data or not new.data:
        return
    for member in sorted((old.data.keys() | new.data.keys()) - _LABELS):
        before, after = _part(old, member), _part(new, member)
        if equal(before, after):
            continue
        pointer, detail = pointer_join("", member), (("name", member),)
        if member == "capabilities":
            yield from _capability_changes(old, new)
        elif member == "instructions":
            worded = rewording_level(before, after)
            yield change_of(
                "server.instructions.changed", new, "model", before, after, pointer=pointer, level=worded
            )
        elif member in ("title", "description", "websiteUrl"):
            yield change_of(
                "server.title.changed", new, "model", before, after, pointer=pointer, detail=detail
            )
        elif member == "icons":
            yield change_of("element.icons.changed", new, "meta", before, after, pointer=pointer)
        elif member in ("name", "protocolVersion"):
            rule = "server.name.changed" if member == "name" else "server.protocol.changed"
            if ABSENT not in (before, after):
                yield change_of(rule, new, "meta", before, after, pointer=pointer, detail=detail)
        else:
            yield change_of(
                "element.field.changed", new, "meta", before, after, pointer=pointer, detail=detail
            )


def _part(server: Server, member: str) -> JsonValue | Absent:
    value = server.data.get(member)
    return ABSENT if value is None or (member == "icons" and value == []) else value


def _capability_changes(old: Server, new: Server) -> Iterator[Change]:
    before, after = old.mapping("capabilities"), new.mapping("capabilities")
    if "capabilities" not in old.data or "capabilities" not in new.data:
        return  # one side's format does not record them, which says nothing about the server
    for name in sorted(before.keys() | after.keys()):
        left, right = before.get(name, ABSENT), after.get(name, ABSENT)
        pointer, detail = pointer_join("/capabilities", name), (("name", name),)
        if left is ABSENT:
            yield change_of(
                "server.capability.added", new, "meta", left, right, pointer=pointer, detail=detail
            )
        elif right is ABSENT:
            yield change_of(
                "server.capability.removed", new, "meta", left, right, pointer=pointer, detail=detail
            )
        elif not equal(_object(left), _object(right)):
            yield change_of(
                "server.capability.changed", new, "meta", left, right, pointer=pointer, detail=detail
            )


def _object(value: JsonValue) -> JsonValue:
    return value if isinstance(value, Mapping) else {}
