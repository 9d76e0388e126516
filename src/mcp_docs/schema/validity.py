"""Whether a value is a valid JSON Schema of its dialect.

``jsonschema`` with the dialect's own meta-schema is the authority. Since nearly every schema is
plainly valid and the library takes its time, a check of shapes goes first: what it accepts, the
meta-schema accepts; of everything else it is not sure, and the library judges.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any, Final

from mcp_docs.jsonvalue import JsonValue, pointer_join
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.patterns.language import matcher
from mcp_docs.schema.patterns.parse import BadPattern
from mcp_docs.schema.source import dialect_of
from mcp_docs.schema.validate import dialect_class

_MAX_DEPTH: Final = 100
_TYPES: Final = frozenset({"null", "boolean", "number", "integer", "string", "array", "object"})
_OLD: Final = 4


def problem(schema: JsonValue) -> tuple[str, str] | None:
    """Return what makes ``schema`` no valid JSON Schema of its dialect, or ``None`` if it is one.

    A pattern is at fault only if ECMA-262 cannot read it at all. A schema of a dialect that is not
    known is not at fault.

    Args:
        schema: any JSON value.

    Returns:
        a message, one sentence without a full stop, and an RFC 6901 pointer into ``schema``.
    """
    try:
        dialect = dialect_of(schema)
    except Unmodelled:
        return None
    patterns: list[str] = []
    try:
        sure = _is_schema(schema, dialect, patterns, 0)
        fault = None if sure else _judged(schema, dialect)
    except RecursionError:
        return "it is nested too deeply to be checked", ""
    if fault is None and (not sure or any(map(_pattern_fault, patterns))):
        return _bad_pattern(schema)
    return fault


def _judged(schema: JsonValue, dialect: int) -> tuple[str, str] | None:
    """Return the library's judgement."""
    checker = dialect_class(dialect)
    found = checker(checker.META_SCHEMA).iter_errors(schema)
    # Only an invalid schema pays for this import.
    error = importlib.import_module("jsonschema.exceptions").best_match(found)
    if error is None:
        return None
    message = str(error.message)
    return (message if len(message) <= 200 else message[:199] + "…"), pointer_join(  # noqa: PLR2004
        "", *error.absolute_path
    )


def _bad_pattern(schema: JsonValue) -> tuple[str, str] | None:
    for pattern, pointer in _patterns(schema):
        fault = _pattern_fault(pattern)
        if fault:
            return f"the pattern {pattern[:80]!r} is no regular expression: {fault}", pointer
    return None


def _pattern_fault(pattern: str) -> str:
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
            elif word in _SCHEMAS or word == "items":
                todo.append((part, here, depth + 1))
    return sorted(found, key=lambda item: item[1])


def _is_schema(  # noqa: C901, PLR0911 - one loop without calls is what makes it fast
    schema: Any, dialect: int, patterns: list[str], depth: int
) -> bool:
    """Tell whether ``schema`` is certainly valid; note its patterns."""
    if type(schema) is not dict:
        return (schema is True or schema is False) and dialect != _OLD
    if depth > _MAX_DEPTH:
        return False
    for word, value in schema.items():
        check = _SIMPLE.get(word)
        if check is not None:
            if not check(value):
                return False
            if word == "pattern":
                patterns.append(value)
        elif word in _NESTED:
            if not _is_nested(word, value, dialect, patterns, depth + 1):
                return False
        elif word in _NUMERIC:
            if dialect == _OLD or not _is_number(value):
                return False
        elif word in _UNSURE or word.startswith("$"):
            return False
    return True


def _is_nested(word: str, value: Any, dialect: int, patterns: list[str], depth: int) -> bool:
    if word in _SCHEMAS:
        return _is_schema(value, dialect, patterns, depth)
    if word in _MAPS:
        if type(value) is not dict:
            return False
        if word == "patternProperties":
            patterns.extend(value)
        return all(_is_schema(part, dialect, patterns, depth) for part in value.values())
    if type(value) is list and value:
        return all(_is_schema(part, dialect, patterns, depth) for part in value)
    return False


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_boolean(value: Any) -> bool:
    return type(value) is bool


def _is_number(value: Any) -> bool:
    return type(value) in (int, float)


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _is_type(value: Any) -> bool:
    if type(value) is str:
        return value in _TYPES
    return _are_names(value) and bool(value) and _TYPES.issuperset(value)


def _are_names(value: Any) -> bool:
    return type(value) is list and all(type(name) is str for name in value) and len(set(value)) == len(value)


def _are_needed(value: Any) -> bool:
    return _are_names(value) and bool(value)  # draft 4 wants at least one


def _are_dependent(value: Any) -> bool:
    return type(value) is dict and all(_are_names(part) for part in value.values())


def _is_enum(value: Any) -> bool:
    return _are_needed(value)  # other lists may have equal members, which older drafts forbid


_SIMPLE: Final[Mapping[str, Callable[[Any], bool]]] = {
    "type": _is_type,
    "enum": _is_enum,
    "const": lambda _: True,
    "default": lambda _: True,
    "examples": lambda value: type(value) is list,
    "title": _is_text,
    "description": _is_text,
    "format": _is_text,
    "pattern": _is_text,
    "contentEncoding": _is_text,
    "contentMediaType": _is_text,
    "$schema": _is_text,
    "$comment": _is_text,
    "$ref": lambda value: type(value) is str and value.startswith("#"),
    "deprecated": _is_boolean,
    "readOnly": _is_boolean,
    "writeOnly": _is_boolean,
    "uniqueItems": _is_boolean,
    "required": _are_needed,
    "dependentRequired": _are_dependent,
    "multipleOf": lambda value: _is_number(value) and value > 0,
    "minLength": _is_count,
    "maxLength": _is_count,
    "minItems": _is_count,
    "maxItems": _is_count,
    "minProperties": _is_count,
    "maxProperties": _is_count,
    "minContains": _is_count,
    "maxContains": _is_count,
    "minimum": _is_number,
    "maximum": _is_number,
}
_NUMERIC: Final = {"exclusiveMinimum", "exclusiveMaximum"}  # booleans in draft 4
_SCHEMAS: Final = {
    "items",
    "additionalProperties",
    "propertyNames",
    "contains",
    "not",
    "if",
    "then",
    "else",
    "unevaluatedProperties",
    "unevaluatedItems",
    "contentSchema",
}
_MAPS: Final = {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}
_LISTS: Final = {"allOf", "anyOf", "oneOf", "prefixItems"}
_NESTED: Final = _SCHEMAS | _MAPS | _LISTS
#: Shapes that differ between drafts, or are rare.
_UNSURE: Final = {"dependencies", "additionalItems", "id"}
