"""Problems as our lockfile keeps them, where rewriting would lose them.

Most problems are seen again whenever the element is read: its raw data stays in the file. Some are
not: which key occurred twice, where ``NaN`` stood, which second tool was left out. A note holds such
a problem without its place, which was in another file: ``{code, message}`` for the file as a whole,
and with ``kind``, ``key`` and ``pointer`` for a part of an element.
"""

from __future__ import annotations

from collections.abc import Mapping

from mcp_docs.interface import KINDS, Element, ElementKind, Interface, Problem
from mcp_docs.jsonvalue import JsonObject, JsonValue, canonical_text
from mcp_docs.readers.checks import problems_of

#: Kind and key of an element.
Owner = tuple[ElementKind, str]

#: Faults that a text shows again when it is written and read: the escape stays in it.
_IN_THE_TEXT = frozenset({"json.lone_surrogate"})


def notes_of(interface: Interface) -> list[JsonObject]:
    """Return a note for each problem that the written data would not show, in canonical order."""
    notes: list[JsonObject] = [{"code": p.code, "message": p.message} for p in interface.problems]
    for element in (interface.server, *interface):
        notes.extend(_element_notes(element))
    return sorted(notes, key=canonical_text)


def read_note(value: JsonValue) -> tuple[Owner | None, Problem]:
    """Return kind and key of the element concerned, or ``None`` for the file, and the problem.

    The server's key is empty. A note that is not in order becomes a problem of the file itself.
    """
    note = value if isinstance(value, Mapping) else {}
    code, message = note.get("code"), note.get("message")
    if not isinstance(code, str) or not isinstance(message, str):
        return None, Problem("lockfile.bad_note", "a problem noted in the lockfile is malformed")
    kind, key, pointer = note.get("kind"), note.get("key"), note.get("pointer")
    known = next((name for name in KINDS if name == kind), None)
    if known is None or not isinstance(key, str) or not isinstance(pointer, str):
        return None, Problem(code, message)
    return (known, key), Problem(code, message, pointer)


def _element_notes(element: Element) -> list[JsonObject]:
    if not element.problems:
        return []
    shown = {(p.code, p.pointer) for p in problems_of(element.kind, element.data)}
    key = "" if element.kind == "server" else element.key
    return [
        {"kind": element.kind, "key": key, "code": p.code, "message": p.message, "pointer": p.pointer}
        for p in element.problems
        if p.code not in _IN_THE_TEXT and (p.code, p.pointer) not in shown
    ]
