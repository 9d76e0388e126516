"""Names of output fields as people write them, and the JSON Pointers that they stand for.

Three spellings are read: a name (``total``), a path (``items[].id``, ``stay.arrival``, ``rows[0]``)
and an RFC 6901 pointer (``/items/-/id``), which alone can name a field with a dot or a bracket in it.
In a pointer the token ``-`` stands for any item of an array.
"""

from __future__ import annotations

import re
from typing import Final

from mcp_docs.jsonvalue import pointer_join, pointer_split

#: The token that stands for any item of an array.
ANY_ITEM: Final = "-"
#: The highest index that a path or pointer may name, so that no demand grows beyond reason.
HIGHEST_INDEX: Final = 999

_PART = re.compile(r"(?P<name>[^\[\]]*)(?P<items>(?:\[(?:\*|[0-9]*)\])*)")
_BAD_ESCAPE = re.compile(r"~(?![01])")


def pointer_of(field: str) -> str:
    """Return the pointer that ``field`` stands for.

    Raises:
        ValueError: it names no field; the message says why, without a full stop.
    """
    tokens = _pointed(field) if field.startswith("/") else _dotted(field)
    for token in tokens:
        if token.isdecimal() and (len(token) > len(str(HIGHEST_INDEX)) or int(token) > HIGHEST_INDEX):
            raise ValueError(f"the index {token[:20]} is beyond {HIGHEST_INDEX}")
    return pointer_join("", *tokens)


def _pointed(field: str) -> list[str]:
    if _BAD_ESCAPE.search(field):
        raise ValueError("in a JSON Pointer a tilde must be written ~0, and a slash within a name ~1")
    return list(pointer_split(field))


def _dotted(field: str) -> list[str]:
    tokens: list[str] = []
    for index, part in enumerate(field.split(".")):
        found = _PART.fullmatch(part)
        if found is None or not (found["name"] or (found["items"] and index == 0)):
            raise ValueError("is no field: write a name, a path such as items[].id, or a JSON Pointer")
        if found["name"]:
            tokens.append(found["name"])
        items = re.findall(r"\[(\*|[0-9]*)\]", found["items"])
        tokens += [item if item.isdecimal() else ANY_ITEM for item in items]
    return tokens


def spelled(pointer: str) -> str:
    """Return a pointer as people write it: ``items[].id``, ``rows[0]``; itself if that is not read back."""
    text = ""
    for token in pointer_split(pointer):
        if token == ANY_ITEM:
            text += "[]"
        elif token.isdecimal():
            text += f"[{token}]"
        else:
            text += ("." if text else "") + token
    try:
        return text if pointer_of(text) == pointer else pointer
    except ValueError:
        return pointer
