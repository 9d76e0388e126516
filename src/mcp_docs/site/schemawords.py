"""The small words of a schema: kinds of values, limits and choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mcp_docs.jsonvalue import JsonObject, JsonValue, canonical_text
from mcp_docs.site.words import joined

_LONGEST_VALUE = 120
#: Keyword, words before the value; in the order shown.
_FACTS = (
    ("const", "Always"),
    ("default", "Default"),
    ("minimum", "At least"),
    ("exclusiveMinimum", "More than"),
    ("maximum", "At most"),
    ("exclusiveMaximum", "Less than"),
    ("multipleOf", "Multiple of"),
    ("minLength", "Shortest length"),
    ("maxLength", "Longest length"),
    ("pattern", "Matches"),
    ("contentMediaType", "Media type"),
    ("contentEncoding", "Encoding"),
    ("minItems", "Fewest items"),
    ("maxItems", "Most items"),
    ("minProperties", "Fewest members"),
    ("maxProperties", "Most members"),
)


@dataclass(frozen=True, slots=True)
class Choice:
    """One allowed value as JSON, and what the schema calls it; empty where it says nothing."""

    value: str
    label: str = ""


def kinds(schema: JsonObject) -> list[str]:
    """Return the types that a schema declares."""
    declared = schema.get("type")
    if isinstance(declared, str):
        return [declared]
    if isinstance(declared, Sequence):
        return [kind for kind in declared if isinstance(kind, str)]
    return []


def implied(schema: JsonObject) -> str:
    """Return the type that a schema without one means, in words."""
    if "properties" in schema:
        return "object"
    if isinstance(values := schema.get("enum"), Sequence) and not isinstance(values, str):
        return joined(list(dict.fromkeys(_kind_of(value) for value in values)), "or") or "no value"
    return _kind_of(schema["const"]) if "const" in schema else "any value"


def _kind_of(value: JsonValue) -> str:
    known = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null"}
    return known.get(type(value), "object" if isinstance(value, Mapping) else "array")


def limits(schema: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield label and JSON of each limit and default."""
    for keyword, label in _FACTS:
        if keyword in schema:
            value = schema[keyword]
            text = value if keyword == "pattern" and isinstance(value, str) else canonical_text(value)
            yield label, text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"
    if schema.get("uniqueItems") is True:
        yield "Items", "unique"
    if "patternProperties" in schema or "propertyNames" in schema:
        yield "Names", "restricted"


def choices(schema: JsonObject, item: JsonObject) -> tuple[Choice, ...]:
    """Return the values of an ``enum``, or of alternatives that each are one value; of items too.

    Labels come from ``enumNames`` or from the title, else the description, of such an alternative.
    """
    return _choices(schema) or _choices(item)


def _choices(schema: JsonObject) -> tuple[Choice, ...]:
    values = _list(schema.get("enum"))
    names = _list(schema.get("enumNames"))
    if values:
        labels = [name if isinstance(name, str) else "" for name in names]
        labels += [""] * (len(values) - len(labels))
        return tuple(
            Choice(canonical_text(value), "" if label == value else label)
            for value, label in zip(values, labels, strict=False)
        )
    for keyword in ("oneOf", "anyOf"):
        branches = _list(schema.get(keyword))
        named = [branch for branch in branches if isinstance(branch, Mapping) and "const" in branch]
        if named and len(named) == len(branches):
            return tuple(Choice(canonical_text(branch["const"]), _label(branch)) for branch in named)
    return ()


def _label(branch: JsonObject) -> str:
    for member in ("title", "description"):
        text = branch.get(member)
        if isinstance(text, str) and text and text != branch["const"]:
            return text
    return ""


def _list(value: JsonValue) -> Sequence[JsonValue]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()
