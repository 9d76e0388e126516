"""Where one interface says that an element, or a part of one, is deprecated.

The protocol has no field for it, so the conventions in use are all read: JSON Schema's
``deprecated`` (Validation, 9.3), a ``_meta`` key of that name with or without a prefix, and a
description that begins with the word, which is marked as inferred.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from mcp_docs.interface import Element, ElementKind, Interface, Prompt, Tool
from mcp_docs.jsonvalue import JsonObject, JsonValue, pointer_join

MarkSource = Literal["schema", "_meta", "description", "config"]

_LEADING = re.compile(r"\W*deprecated\b", re.IGNORECASE)
#: Schemas nest at most this deep in practice; deeper ones carry no notice that a reader would find.
_DEPTH = 32


@dataclass(frozen=True, slots=True)
class Mark:
    """One notice, as one interface carries it.

    Attributes:
        kind: of the element.
        key: of the element.
        pointer: part of the element, RFC 6901; empty for the whole.
        path: the same for a reader.
    """

    kind: ElementKind
    key: str
    pointer: str
    path: str
    source: MarkSource
    sunset: str | None = None
    replacement: str | None = None
    note: str = ""

    @property
    def place(self) -> tuple[ElementKind, str, str]:
        """What is deprecated."""
        return (self.kind, self.key, self.pointer)


def marks(interface: Interface) -> Iterator[Mark]:
    """Yield every notice of an interface; at most one a place, the most explicit first."""
    for element in interface:
        yield from _marks(_Keyed(element.kind, element.key, element.digest, element))


@dataclass(frozen=True, slots=True)
class _Keyed:
    """An element that is equal to another of the same digest."""

    kind: ElementKind
    key: str
    digest: str
    element: Element = field(compare=False)


@lru_cache(maxsize=8192)
def _marks(keyed: _Keyed) -> tuple[Mark, ...]:
    """Read one element; a history holds the same one in many releases."""
    found: dict[tuple[ElementKind, str, str], Mark] = {}
    for mark in (*_of_element(keyed.element), *_of_parts(keyed.element)):
        found.setdefault(mark.place, mark)
    return tuple(found.values())


def _of_element(element: Element) -> Iterator[Mark]:
    for name, value in element.meta.items():
        if name.rpartition("/")[2] in ("deprecated", "deprecation") and value not in (False, None):
            yield _meta_mark(element, value)
    if _LEADING.match(element.description or ""):
        note = element.description or ""
        yield Mark(element.kind, element.key, "", "", "description", note=note.strip().splitlines()[0])


def _meta_mark(element: Element, value: JsonValue) -> Mark:
    fields: JsonObject = value if isinstance(value, Mapping) else {}
    note = value if isinstance(value, str) else _text(fields, "message", "note", "reason")
    return Mark(
        element.kind,
        element.key,
        "",
        "",
        "_meta",
        sunset=_text(fields, "sunset", "removal", "removedIn") or _text(element.meta, "sunset"),
        replacement=_text(fields, "replacement", "replacedBy") or _text(element.meta, "replacement"),
        note=note or "",
    )


def _text(fields: JsonObject, *names: str) -> str | None:
    for name, value in fields.items():
        if name.rpartition("/")[2] in names and isinstance(value, str):
            return value
    return None


def _of_parts(element: Element) -> Iterator[Mark]:
    if isinstance(element, Tool):
        for member, prefix in (("inputSchema", ""), ("outputSchema", "output: ")):
            schema = element.schema(member)
            if isinstance(schema, Mapping):
                yield from _of_schema(element, schema, f"/{member}", prefix, 0)
    if isinstance(element, Prompt):
        for number, argument in enumerate(element.arguments):
            description = argument.get("description")
            if isinstance(description, str) and _LEADING.match(description):
                path = str(argument.get("name", number))
                yield Mark("prompt", element.key, f"/arguments/{number}", path, "description", note=description)


def _of_schema(element: Element, schema: JsonObject, pointer: str, path: str, depth: int) -> Iterator[Mark]:
    if depth > _DEPTH:
        return
    if depth:
        yield from _of_part(element, schema, pointer, path)
    properties = schema.get("properties")
    for name, inner in (properties.items() if isinstance(properties, Mapping) else ()):
        if isinstance(inner, Mapping):
            dot = "" if not path or path.endswith(": ") else "."
            place = pointer_join(pointer, "properties", name)
            yield from _of_schema(element, inner, place, f"{path}{dot}{name}", depth + 1)
    items = schema.get("items")
    if isinstance(items, Mapping):
        yield from _of_schema(element, items, pointer + "/items", f"{path}[]", depth + 1)
    for word in ("anyOf", "oneOf", "allOf"):
        branches = schema.get(word)
        for number, branch in enumerate(branches if isinstance(branches, Sequence) else ()):
            if isinstance(branch, Mapping):
                yield from _of_schema(element, branch, pointer_join(pointer, word, number), path, depth + 1)


def _of_part(element: Element, schema: JsonObject, pointer: str, path: str) -> Iterator[Mark]:
    description = schema.get("description")
    note = description if isinstance(description, str) else ""
    if schema.get("deprecated") is True:
        yield Mark(element.kind, element.key, pointer, path, "schema", note=note)
    elif _LEADING.match(note):
        yield Mark(element.kind, element.key, pointer, path, "description", note=note)
