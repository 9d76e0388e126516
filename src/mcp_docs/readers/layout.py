"""Where a format keeps the parts of an interface: all that tells one format from another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mcp_docs.interface import ElementKind
from mcp_docs.jsonvalue import JsonValue

#: Names of the lists in the protocol's results, and in lockfiles, by the kind of their entries.
LIST_NAMES: Mapping[ElementKind, str] = {
    "tool": "tools",
    "resource": "resources",
    "template": "resourceTemplates",
    "prompt": "prompts",
}


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of an interface's parts in one file, as RFC 6901 pointers.

    Attributes:
        source_format: name of the format, for ``Interface.source_format``.
        lists: pointer of the list of each kind; a list may be absent from the file.
        server: pointer of the server's object, or ``None`` where the format has none.
        tool: pointer of a tool that stands alone, without a list.
        notes: pointer of the list of problems that an earlier reading found.
        cursor: pointer of a cursor that leads to a page which is not in the file.
    """

    source_format: str
    lists: Mapping[ElementKind, str] = field(default_factory=dict)
    server: str | None = None
    tool: str | None = None
    notes: str | None = None
    cursor: str | None = None


def lists_under(pointer: str) -> Mapping[ElementKind, str]:
    """Return the pointers of all lists that are members of the object at ``pointer``."""
    return {kind: f"{pointer}/{name}" for kind, name in LIST_NAMES.items()}


def has_list(value: JsonValue) -> bool:
    """Tell whether ``value`` is an object with at least one of the lists, sound or not."""
    return isinstance(value, Mapping) and any(name in value for name in LIST_NAMES.values())
