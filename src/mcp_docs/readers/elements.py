"""From one JSON object to one element: its soundness judged once, however often it is read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from mcp_docs.interface import ELEMENT_TYPES, Element, ElementKind, Problem
from mcp_docs.jsonmemo import Memo
from mcp_docs.jsontext import DEPTH_LIMIT, Fault, new_memo, too_deep
from mcp_docs.jsonvalue import JsonObject, JsonValue, canonical_text, pointer_join
from mcp_docs.readers.checks import problems_of
from mcp_docs.schema.source import TooDeep, packed
from mcp_docs.texts import shorten

_ENCODE = json.JSONEncoder(check_circular=False).encode
#: Characters of a name that a message shows.
_SHOWN: Final = 80
#: Hexadecimal digits of a mark.
_MARK: Final = 12


@dataclass(slots=True)
class ElementCache:
    """Elements by their exact text, shared by the readings of one history.

    From one revision to the next nearly every element stays as it was; the same frozen object is
    handed out again then, with its digest and with the verdict on its schemas. Keys keep the order
    of members, so that what is read does not depend on what was read before.
    """

    elements: dict[tuple[ElementKind, bytes], Element] = field(default_factory=dict)
    #: The same by the identity of what was read, which is kept so that no other takes it: the memo
    #: hands it out again.
    known: dict[tuple[ElementKind, int], tuple[JsonObject, Element]] = field(default_factory=dict)
    memo: Memo = field(default_factory=new_memo)
    #: Sound tools by the bytes of a file that holds one and nothing else.
    files: dict[bytes, Element] = field(default_factory=dict)


def element_of(
    kind: ElementKind, data: JsonObject, faults: Sequence[Problem], cache: ElementCache
) -> Element:
    """Return the element for ``data``; its problems have places only where ``faults`` gave them.

    Args:
        kind: kind of the element.
        data: an object with a usable key.
        faults: what the text had wrong within it, pointers relative to it.
        cache: asked first, and filled.
    """
    if faults:
        return _make(kind, data, faults)
    seen = cache.known.get((kind, id(data)))
    if seen is not None:
        return seen[1]
    try:
        text = packed(data)
    except TooDeep:
        return _make(kind, data, faults)
    element = cache.elements.get((kind, text))
    if element is None:
        # Of few containers, however arranged, none is nested deep; texts with a bracket count as well.
        shallow = text.count(b"{") + text.count(b"[") <= DEPTH_LIMIT
        made = ELEMENT_TYPES[kind](data, problems_of(kind, data)) if shallow else _make(kind, data, ())
        element = cache.elements[kind, text] = made
    cache.known[kind, id(data)] = data, element
    return element


def inner_problems(faults: Sequence[Fault], pointer: str, file: str | None) -> tuple[Problem, ...]:
    """Return the faults of a text that lie within the element at ``pointer``, as its problems.

    Half a surrogate pair can be worked with, and spoils the text and not the part around it: its
    problem belongs to the element as a whole, so that a schema with a bad description is judged.
    """
    problems = []
    for fault in faults:
        inner = fault.pointer.removeprefix(pointer)
        if fault.code == "json.lone_surrogate":
            message, inner = f"{fault.message}, at {quoted(inner)}", ""
        else:
            message = fault.message
        problems.append(Problem(fault.code, message, inner, fault.line, fault.column, file))
    return tuple(problems)


def quoted(text: str) -> str:
    """Return ``text`` as a JSON string of bounded length, so that no name can break a message."""
    return canonical_text(shorten(text, _SHOWN))


def _make(kind: ElementKind, data: JsonObject, faults: Sequence[Problem]) -> Element:
    spoilt = list(faults)
    if too_deep(data):
        cut = _cut(data, "", 0, spoilt)
        data = cut if isinstance(cut, dict) else {}
    return ELEMENT_TYPES[kind](data, (*spoilt, *problems_of(kind, data, spoilt)))


def _cut(value: JsonValue, pointer: str, depth: int, spoilt: list[Problem]) -> JsonValue:
    """Copy ``value`` with a mark for what is nested too deep; recursion ends at the limit.

    The mark tells one such part from another, so that a change of it is not passed over.
    """
    if not isinstance(value, (dict, list)):
        return value
    if depth >= DEPTH_LIMIT:
        message = f"the part is nested more than {DEPTH_LIMIT} levels deep"
        spoilt.append(Problem("json.too_deep", message, pointer))
        return f"(nested too deep: {_mark(value)})"
    if isinstance(value, dict):
        return {key: _cut(item, pointer_join(pointer, key), depth + 1, spoilt) for key, item in value.items()}
    return [_cut(item, pointer_join(pointer, index), depth + 1, spoilt) for index, item in enumerate(value)]


def _mark(value: JsonValue) -> str:
    """Return a short digest of a value of any depth: its parts in order, each with its size."""
    found = sha256()
    todo = [value]
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            found.update(b"{%d" % len(part))
            todo += [item for name in sorted(part) for item in (part[name], name)]
        elif isinstance(part, list):
            found.update(b"[%d" % len(part))
            todo += part
        else:
            found.update(_ENCODE(part).encode("utf-8"))
    return found.hexdigest()[:_MARK]
