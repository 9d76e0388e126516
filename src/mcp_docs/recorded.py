"""What each format records of an interface, and two interfaces as far as both are recorded.

What a format cannot hold is unknown, and not absent: that a project goes over to another format, or
compares a saved list of tools with its server, changes nothing of the server. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeAlias, TypeVar

from mcp_docs.interface import Element, ElementKind, Interface, Prompt
from mcp_docs.jsonvalue import JsonObject, JsonValue, pointer_split

#: Members that are recorded; ``None`` for all.
_Members: TypeAlias = "frozenset[str] | None"
_E = TypeVar("_E", bound=Element)

_TOOLS_ALONE: Final[Mapping[ElementKind, _Members]] = {"tool": None}
#: By the name of a format's reader: the kinds of elements that it records, with their members. A format
#: that is not named records everything.
RECORDED: Final[Mapping[str, Mapping[ElementKind, _Members]]] = {
    "mcp-covenant": {
        "server": frozenset({"name", "version", "protocolVersion"}),
        "tool": frozenset({"name", "title", "description", "inputSchema", "outputSchema"}),
        "resource": frozenset({"uri", "name", "description", "mimeType"}),
        "prompt": frozenset({"name", "description", "arguments"}),
    },
    "mcp-contract": {"tool": frozenset({"name", "description", "inputSchema"})},
    "tools-list": _TOOLS_ALONE,
    "tool": _TOOLS_ALONE,
    "folder": _TOOLS_ALONE,
}
#: Members of a prompt's argument that are recorded, where not all are.
ARGUMENT_MEMBERS: Final[Mapping[str, frozenset[str]]] = {
    "mcp-covenant": frozenset({"name", "description", "required"}),
}


def comparable(old: Interface, new: Interface) -> tuple[Interface, Interface]:
    """Return both interfaces without what only one of them can have recorded.

    A writer may put more into a layout than the program that it comes from: what some element of the
    kind has is recorded. Two sides in one format come from one writer, and stay as they are.
    """
    if old.source_format == new.source_format:
        return old, new
    return _as_far_as(old, new), _as_far_as(new, old)


def _as_far_as(one: Interface, other: Interface) -> Interface:
    """Return ``one`` as far as ``other`` could have recorded it."""
    written = other.source_format
    if written not in RECORDED:
        return one
    return replace(
        one,
        server=_of_kind("server", (one.server,), (other.server,), written)[0],
        tools=_of_kind("tool", one.tools, other.tools, written),
        resources=_of_kind("resource", one.resources, other.resources, written),
        templates=_of_kind("template", one.templates, other.templates, written),
        prompts=_of_kind("prompt", one.prompts, other.prompts, written),
    )


def _of_kind(kind: ElementKind, ours: tuple[_E, ...], theirs: tuple[_E, ...], written: str) -> tuple[_E, ...]:
    """Return our elements of a kind with the members that the other side's format can hold.

    Only of those that the other side has too: what is new, or gone, is told whole. A server that is not
    recorded is told from one that says nothing where the two are compared.
    """
    kinds = RECORDED[written]
    if kind not in kinds and kind != "server" and not theirs:
        return ()
    members = kinds.get(kind)
    if members is None:
        return ours
    there = {each.key for each in theirs}
    known = members.union(*(each.data for each in theirs))
    arguments = _known_arguments(theirs, written)
    return tuple(
        _masked(each, known, arguments) if kind == "server" or each.key in there else each for each in ours
    )


def _known_arguments(theirs: tuple[_E, ...], written: str) -> frozenset[str] | None:
    members = ARGUMENT_MEMBERS.get(written)
    held = (argument for each in theirs if isinstance(each, Prompt) for argument in each.arguments)
    return None if members is None else members.union(*held)


def _masked(element: _E, known: frozenset[str], arguments: frozenset[str] | None) -> _E:
    data: JsonObject = {name: value for name, value in element.data.items() if name in known}
    if isinstance(element, Prompt) and arguments is not None and isinstance(data.get("arguments"), list):
        data = {**data, "arguments": _masked_arguments(data["arguments"], arguments)}
    if data == element.data:
        return element
    left_out = element.data.keys() - known
    problems = tuple(p for p in element.problems if not left_out.intersection(pointer_split(p.pointer)[:1]))
    return replace(element, data=data, problems=problems)


def _masked_arguments(listed: JsonValue, known: frozenset[str]) -> JsonValue:
    return [
        {name: value for name, value in each.items() if name in known} if isinstance(each, Mapping) else each
        for each in (listed if isinstance(listed, list) else [])
    ]
