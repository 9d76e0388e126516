"""Whether a value is a valid JSON Schema of its dialect.

``jsonschema`` with the dialect's own meta-schema is the authority. Since nearly every schema is
plainly valid and the library takes its time, a quick look goes first; of what it does not recognise
the library judges.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from mcp_docs.jsonvalue import JsonValue, pointer_join
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.patterns.language import matcher
from mcp_docs.schema.patterns.parse import BadPattern
from mcp_docs.schema.plain import is_plainly_valid
from mcp_docs.schema.source import TooDeep, dialect_of, packed
from mcp_docs.schema.validate import dialect_class

#: The dialect by which a schema is judged whose ``$schema`` is no text, which none allows.
_NEWEST: Final = 2020
_MAX_DEPTH: Final = 100
_LONGEST_MESSAGE: Final = 200
#: Digests of schemas that were found valid: two states of an interface share most of theirs.
_SOUND: Final[set[bytes]] = set()
_MOST_KNOWN: Final = 10_000
_SCHEMAS: Final = {
    "items",
    "additionalItems",
    "additionalProperties",
    "propertyNames",
    "contains",
    "not",
    "if",
    "then",
    "else",
    "unevaluatedProperties",
    "unevaluatedItems",
}
_MAPS: Final = {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"}
_LISTS: Final = {"allOf", "anyOf", "oneOf", "prefixItems", "items"}


def problem(schema: JsonValue) -> tuple[str, str] | None:
    """Return what makes ``schema`` no valid JSON Schema of its dialect, or ``None`` if it is one.

    Of several faults it is always the same one, whatever the order of keys. A pattern is at fault
    only if ECMA-262 cannot read it at all. A schema of a dialect that is not known is not at fault.

    Args:
        schema: any JSON value.

    Returns:
        a message, one sentence without a full stop, and an RFC 6901 pointer into ``schema``.
    """
    try:
        data = packed(schema)
        mark = sha256(data).digest()
        if mark not in _SOUND:
            fault = None if is_plainly_valid(schema) else _judged(schema)
            fault = fault or (_bad_pattern(schema) if b"pattern" in data else None)
            if fault is not None:
                return fault
            _remember(mark)
    except (RecursionError, TooDeep):
        return "it is nested too deeply to be checked", ""
    return None


def _remember(mark: bytes) -> None:
    if len(_SOUND) >= _MOST_KNOWN:
        _SOUND.clear()
    _SOUND.add(mark)


def _judged(schema: JsonValue) -> tuple[str, str] | None:
    """Return the library's judgement."""
    try:
        checker = dialect_class(dialect_of(schema))
    except Unmodelled:
        if isinstance(schema, Mapping) and isinstance(schema.get("$schema"), str):
            return None
        checker = dialect_class(_NEWEST)
    faults = (
        (pointer_join("", *error.absolute_path), str(error.message))
        for error in checker(checker.META_SCHEMA).iter_errors(schema)
    )
    first = min(faults, default=None)
    if first is None:
        return None
    pointer, message = first
    shown = message if len(message) <= _LONGEST_MESSAGE else message[: _LONGEST_MESSAGE - 1] + "…"
    return shown, pointer


def _bad_pattern(schema: JsonValue) -> tuple[str, str] | None:
    for pattern, pointer in _patterns(schema):
        fault = pattern_fault(pattern)
        if fault:
            return f"the pattern {pattern[:80]!r} is no regular expression: {fault}", pointer
    return None


def pattern_fault(pattern: str) -> str:
    """Return why ECMA-262 cannot read ``pattern`` at all, or an empty text."""
    try:
        matcher(pattern)
    except BadPattern as fault:
        return str(fault)
    except Unmodelled:
        pass
    return ""


def _patterns(schema: JsonValue) -> list[tuple[str, str]]:
    """Return the patterns of a valid schema that is out of the ordinary, with their pointers."""
    found: list[tuple[str, str]] = []
    todo: list[tuple[JsonValue, str, int]] = [(schema, "", 0)]
    while todo:
        value, pointer, depth = todo.pop()
        if not isinstance(value, Mapping) or depth > _MAX_DEPTH:
            continue
        for word, part in value.items():
            here = pointer_join(pointer, word)
            if word == "pattern" and isinstance(part, str):
                found.append((part, here))
            elif word in _MAPS and isinstance(part, Mapping):
                todo.extend((inner, pointer_join(here, name), depth + 1) for name, inner in part.items())
                if word == "patternProperties":
                    found.extend((name, pointer_join(here, name)) for name in part)
            elif word in _LISTS and isinstance(part, list):
                todo.extend((inner, pointer_join(here, i), depth + 1) for i, inner in enumerate(part))
            elif word in _SCHEMAS:
                todo.append((part, here, depth + 1))
    return sorted(found, key=lambda item: item[1])
