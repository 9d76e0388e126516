"""JSON values as Python has them, their canonical text and their digest.

Canonical text is RFC 8259 JSON with keys sorted by code point, no insignificant space and
non-ASCII characters kept, except lone surrogates, which stay escaped so that the text can be
encoded as UTF-8. Numbers keep the spelling class they had: ``1`` and ``1.0`` are different texts
(the schema core knows that they are equal values).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Final, TypeAlias

JsonValue: TypeAlias = "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
JsonObject: TypeAlias = Mapping[str, JsonValue]


class Absent(Enum):
    """The type of ``ABSENT``: no value at all, which JSON's ``null`` is not."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent.ABSENT


def canonical_text(value: JsonValue) -> str:
    """Return the one text of ``value``: equal values of equal spelling give equal text."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text


def document(value: JsonValue) -> bytes:
    """Return a JSON file's bytes: members in the order given, one line, UTF-8, a final newline."""
    options = {"separators": (",", ":"), "allow_nan": False}
    try:
        return (json.dumps(value, ensure_ascii=False, **options) + "\n").encode("utf-8")  # type: ignore[arg-type]
    except UnicodeEncodeError:
        return (json.dumps(value, ensure_ascii=True, **options) + "\n").encode("ascii")  # type: ignore[arg-type]


def digest(value: JsonValue) -> str:
    """Return the SHA-256 of the canonical text as 64 hexadecimal digits."""
    return hashlib.sha256(canonical_text(value).encode("utf-8")).hexdigest()


def pointer_join(pointer: str, *tokens: str | int) -> str:
    """Append reference tokens to an RFC 6901 JSON Pointer, escaping ``~`` and ``/``."""
    return pointer + "".join("/" + str(token).replace("~", "~0").replace("/", "~1") for token in tokens)


def pointer_split(pointer: str) -> tuple[str, ...]:
    """Return the unescaped reference tokens of an RFC 6901 JSON Pointer."""
    if not pointer:
        return ()
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer[1:].split("/"))
