"""Where one interface says that an element, or a part of one, is deprecated.

The protocol has no field for it, so the conventions in use are all read: JSON Schema's
``deprecated`` (Validation, 9.3), a ``_meta`` key of that name with or without a prefix, and a
description that begins with the word, which is marked as inferred.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from mcp_docs.interface import Element, ElementKind, Interface, Prompt, Tool
from mcp_docs.jsonvalue import JsonObject, JsonValue, canonical_text, pointer_join, pointer_split

MarkSource = Literal["schema", "_meta", "description", "config"]

#: An element or a part of one: kind, key, and a pointer in which an argument of a prompt stands by
#: its name and not by its number, which changes when an argument before it goes.
Place = tuple[ElementKind, str, str]

_LEADING = re.compile(r"\W*deprecated\b", re.IGNORECASE)
_INSTEAD = re.compile(r"\buse\s+[`'\"]?([\w./:-]+?)[`'\"]?\s+instead\b", re.IGNORECASE)
#: Schemas nest at most this deep in practice; deeper ones carry no notice that a reader would find.
_DEPTH = 32
#: Keywords with schemas inside, by the form of their value. ``not`` is left out: what is said inside
#: a negation is said of nothing.
_NAMED = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_LISTED = ("allOf", "anyOf", "oneOf", "prefixItems", "items")
_SINGLE = ("items", "additionalProperties", "contains", "propertyNames", "if", "then", "else",
           "unevaluatedItems", "unevaluatedProperties", "contentSchema")  # fmt: skip
_ITEMS = {"items", "prefixItems", "contains", "unevaluatedItems"}


@dataclass(frozen=True, slots=True)
class Mark:
    """One notice, as one interface carries it.

    Attributes:
        kind: of the element.
        key: of the element.
        pointer: part of the element, RFC 6901; empty for the whole.
        path: the same for a reader.
        sunset: version or ISO date after which it may go.
        replacement: what to use instead.
        since: version that announced it, as the notice says.
        note: the notice's words.
        name: of the prompt's argument that the pointer leads to, or empty.
    """

    kind: ElementKind
    key: str
    pointer: str
    path: str
    source: MarkSource
    sunset: str | None = None
    replacement: str | None = None
    since: str | None = None
    note: str = ""
    name: str = ""

    @property
    def place(self) -> Place:
        """What is deprecated."""
        return (self.kind, self.key, pointer_join("/arguments", self.name) if self.name else self.pointer)


@dataclass
class Marks:
    """Finds notices; each distinct element is looked at once."""

    _known: dict[tuple[ElementKind, str], tuple[Mark, ...]] = field(default_factory=dict)

    def of(self, interface: Interface) -> Mapping[Place, Mark]:
        """Return every notice of an interface; of several at one place the most explicit."""
        found: dict[Place, Mark] = {}
        for element in interface:
            name = (element.kind, element.digest)
            if name not in self._known:
                self._known[name] = tuple(_of(element))
            for mark in self._known[name]:
                found.setdefault(mark.place, mark)
        return found


def place_of(element: Element | None, kind: ElementKind, key: str, pointer: str) -> Place:
    """Return the place that a pointer into an element leads to."""
    tokens = pointer_split(pointer)
    if isinstance(element, Prompt) and tokens[:1] == ("arguments",) and len(tokens) > 1:
        arguments = element.data.get("arguments")
        number = int(tokens[1]) if tokens[1].isdecimal() else -1
        if isinstance(arguments, list) and 0 <= number < len(arguments):
            return (kind, key, pointer_join("/arguments", _argument_name(arguments[number])))
    return (kind, key, pointer)


def exists(interface: Interface, place: Place) -> bool:
    """Tell whether an interface has what a place names."""
    element = interface.get(place[0], place[1])
    tokens = pointer_split(place[2])
    if element is None:
        return False
    value: JsonValue = element.data
    if isinstance(element, Prompt) and tokens[:1] == ("arguments",) and len(tokens) > 1:
        value = next((item for item in element.arguments if _argument_name(item) == tokens[1]), None)
        tokens = tokens[2:]
    for token in tokens:
        value = _step(value, token)
    return value is not None


def _step(value: JsonValue, token: str) -> JsonValue:
    found: JsonValue = None
    if isinstance(value, Mapping):
        found = value.get(token)
    elif isinstance(value, list) and token.isdecimal() and int(token) < len(value):
        found = value[int(token)]
    return found


def _argument_name(argument: JsonValue) -> str:
    name = argument.get("name") if isinstance(argument, Mapping) else None
    return name if isinstance(name, str) else ""


def _of(element: Element) -> Iterator[Mark]:
    # Few elements say the word at all, and looking for it is quicker than looking everywhere.
    if "deprecat" in canonical_text(element.data).lower():
        yield from _of_element(element)
        yield from _of_parts(element)


def _of_element(element: Element) -> Iterator[Mark]:
    for name, value in element.meta.items():
        if name.rpartition("/")[2] in ("deprecated", "deprecation") and value not in (False, None):
            yield _meta_mark(element, value)
    if _LEADING.match(element.description or ""):
        yield _described(element, "", "", element.description or "")


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
        since=_text(fields, "since", "deprecatedIn") or _text(element.meta, "deprecatedIn"),
        note=note or "",
    )


def _text(fields: JsonObject, *names: str) -> str | None:
    for name, value in fields.items():
        if name.rpartition("/")[2] in names and isinstance(value, str):
            return value
    return None


def _described(element: Element, pointer: str, path: str, text: str, name: str = "") -> Mark:
    note = text.strip().splitlines()[0]
    instead = _INSTEAD.search(note)
    replacement = instead[1] if instead else None
    return Mark(
        element.kind,
        element.key,
        pointer,
        path,
        "description",
        replacement=replacement,
        note=note,
        name=name,
    )


def _of_parts(element: Element) -> Iterator[Mark]:
    if isinstance(element, Tool):
        for member, side in (("inputSchema", ""), ("outputSchema", "output: ")):
            schema = element.schema(member)
            if isinstance(schema, Mapping):
                yield from _of_schema(element, schema, f"/{member}", side, 0)
    arguments = element.data.get("arguments") if isinstance(element, Prompt) else None
    for number, argument in enumerate(arguments if isinstance(arguments, list) else ()):
        name = _argument_name(argument)
        description = argument.get("description") if isinstance(argument, Mapping) else None
        if name and isinstance(description, str) and _LEADING.match(description):
            yield _described(element, pointer_join("/arguments", number), name, description, name)


def _of_schema(element: Element, schema: JsonObject, pointer: str, path: str, depth: int) -> Iterator[Mark]:
    if depth > _DEPTH:
        return
    yield from _of_part(element, schema, pointer, path, depth)
    for keyword, tokens, inner in _inner(schema):
        if not isinstance(inner, Mapping):
            continue
        step = "[]" if keyword in _ITEMS else ""
        if keyword in _NAMED:
            dot = "" if not path or path.endswith(": ") else "."
            step = dot + (str(tokens[-1]) if keyword == "properties" else ".".join(map(str, tokens)))
        yield from _of_schema(element, inner, pointer_join(pointer, *tokens), path + step, depth + 1)


def _inner(schema: JsonObject) -> Iterator[tuple[str, tuple[str | int, ...], JsonValue]]:
    """Yield the schemas directly inside one: the keyword, the tokens that lead there, and the schema."""
    for keyword in _NAMED:
        named = schema.get(keyword)
        for name, inner in named.items() if isinstance(named, Mapping) else ():
            yield keyword, (keyword, name), inner
    for keyword in _LISTED:
        listed = schema.get(keyword)
        for number, inner in enumerate(listed if isinstance(listed, list) else ()):
            yield keyword, (keyword, number), inner
    for keyword in _SINGLE:
        yield keyword, (keyword,), schema.get(keyword)


def _of_part(element: Element, schema: JsonObject, pointer: str, path: str, depth: int) -> Iterator[Mark]:
    description = schema.get("description")
    note = description if isinstance(description, str) else ""
    shown = path if depth else f"{path.removesuffix(': ') or 'input'} schema"
    if schema.get("deprecated") is True:
        yield Mark(element.kind, element.key, pointer, shown, "schema", note=note)
    elif _LEADING.match(note):
        yield _described(element, pointer, shown, note)
