"""A quick look that recognises most valid schemas as such.

Checking a schema against its metaschema takes milliseconds, and a validator that takes long to import,
while nearly every real schema is made of a few dozen keywords of simple form. What is recognised
here is valid both by draft 2020-12 and by draft-07; the rest is not invalid but left to the metaschema.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from mcp_docs.jsonvalue import JsonValue

_DIALECTS: Final = (
    "https://json-schema.org/draft/2020-12/schema",
    "http://json-schema.org/draft-07/schema",
    "http://json-schema.org/draft-07/schema#",
)
_TYPES: Final = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
#: Keywords of either dialect whose form is not checked here; ``$`` begins others.
_LEFT: Final = frozenset({"contentSchema", "dependencies"})


def is_plainly_valid(schema: JsonValue) -> bool:
    """Tell whether ``schema`` is valid beyond doubt; ``False`` says nothing."""
    if isinstance(schema, dict) and "$schema" in schema:
        if schema["$schema"] not in _DIALECTS:
            return False
        schema = {key: value for key, value in schema.items() if key != "$schema"}
    return _schema(schema)


def _schema(value: JsonValue) -> bool:
    if isinstance(value, bool):
        return True
    if not isinstance(value, dict):
        return False
    for keyword, part in value.items():
        check = _FORMS.get(keyword)
        if check is None:
            if keyword.startswith("$") or keyword in _LEFT:
                return False
        elif not check(part):
            return False
    return True


def _schemas(value: JsonValue) -> bool:
    return isinstance(value, list) and len(value) > 0 and all(map(_schema, value))


def _schema_map(value: JsonValue) -> bool:
    return isinstance(value, dict) and all(map(_schema, value.values()))


def _string(value: JsonValue) -> bool:
    return isinstance(value, str)


def _strings(value: JsonValue) -> bool:
    return isinstance(value, list) and all(map(_string, value)) and len(set(value)) == len(value)


def _string_lists(value: JsonValue) -> bool:
    return isinstance(value, dict) and all(map(_strings, value.values()))


def _boolean(value: JsonValue) -> bool:
    return isinstance(value, bool)


def _number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _positive(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value > 0


def _count(value: JsonValue) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _list(value: JsonValue) -> bool:
    return isinstance(value, list)


def _types(value: JsonValue) -> bool:
    if isinstance(value, str):
        return value in _TYPES
    return _strings(value) and isinstance(value, list) and len(value) > 0 and _TYPES.issuperset(value)


def _anything(_value: JsonValue) -> bool:
    return True


_FORMS: Final[Mapping[str, Callable[[JsonValue], bool]]] = {
    "type": _types,
    "required": _strings,
    "dependentRequired": _string_lists,
    "multipleOf": _positive,
    **dict.fromkeys(("const", "default"), _anything),
    **dict.fromkeys(("enum", "examples"), _list),
    **dict.fromkeys(("deprecated", "readOnly", "writeOnly", "uniqueItems"), _boolean),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), _number),
    **dict.fromkeys(("title", "description", "format", "pattern", "$comment", "$ref"), _string),
    **dict.fromkeys(("contentEncoding", "contentMediaType"), _string),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems"), _count),
    **dict.fromkeys(("minProperties", "maxProperties", "minContains", "maxContains"), _count),
    **dict.fromkeys(("items", "additionalProperties", "contains", "propertyNames"), _schema),
    **dict.fromkeys(("not", "if", "then", "else", "unevaluatedItems", "unevaluatedProperties"), _schema),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), _schemas),
    **dict.fromkeys(
        ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas"), _schema_map
    ),
}
