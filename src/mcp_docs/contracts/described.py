"""Where a schema speaks of a part of its values: for words and places, never for a judgement.

References, alternatives and conditions are followed; what leads out of the document is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from mcp_docs.contracts.fields import ANY_ITEM
from mcp_docs.jsonvalue import JsonValue, pointer_join, pointer_split
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.validate import search

_LISTS: Final = ("allOf", "anyOf", "oneOf")
_BRANCHES: Final = ("if", "then", "else")
#: Subschemas looked at on the way to one part; real schemas have a few.
_LIMIT: Final = 2_000


def describing(schema: JsonValue, tokens: Sequence[str]) -> tuple[str, bool]:
    """Return the RFC 6901 pointer of a subschema that describes the part, and whether there is one.

    Args:
        schema: a JSON Schema.
        tokens: the way to the part; ``-`` is any item.

    Returns:
        the pointer, and true; or that of the deepest described container, and false.
    """
    level: list[tuple[str, JsonValue]] = [("", schema)]
    deepest = ""
    for token in tokens:
        below = [found for place in _expanded(schema, level) for found in _members(*place, token)]
        if not below:
            return deepest, False
        level, deepest = below, below[0][0]
    return deepest, True


def is_open_in_words(schema: JsonValue) -> bool:
    """Tell whether ``schema`` invites members that it does not name, by schema or by pattern."""
    return any(
        isinstance(value, Mapping)
        and (value.get("additionalProperties") not in (None, False) or value.get("patternProperties"))
        for _, value in _expanded(schema, [("", schema)])
    )


def _expanded(root: JsonValue, level: Iterable[tuple[str, JsonValue]]) -> Iterator[tuple[str, JsonValue]]:
    """Yield each schema and all that apply to the same value as it does."""
    todo, seen = list(reversed(list(level))), set[str]()
    while todo and len(seen) < _LIMIT:
        pointer, value = todo.pop()
        if pointer in seen:
            continue
        seen.add(pointer)
        yield pointer, value
        if isinstance(value, Mapping):
            todo += reversed(list(_beside(root, pointer, value)))


def _beside(
    root: JsonValue, pointer: str, schema: Mapping[str, JsonValue]
) -> Iterator[tuple[str, JsonValue]]:
    reference = schema.get("$ref")
    if isinstance(reference, str) and (reference == "#" or reference.startswith("#/")):
        target = _at(root, reference[1:])
        if target is not None:
            yield reference[1:], target
    for word in _LISTS:
        options = schema.get(word)
        if isinstance(options, list):
            yield from ((pointer_join(pointer, word, n), option) for n, option in enumerate(options))
    for word in _BRANCHES:
        if word in schema:
            yield pointer_join(pointer, word), schema[word]


def _at(value: JsonValue, pointer: str) -> JsonValue:
    for token in pointer_split(pointer):
        if isinstance(value, Mapping) and token in value:
            value = value[token]
        elif isinstance(value, list) and token.isdecimal() and int(token) < len(value):
            value = value[int(token)]
        else:
            return None
    return value


def _members(pointer: str, schema: JsonValue, token: str) -> Iterator[tuple[str, JsonValue]]:
    if not isinstance(schema, Mapping):
        return
    yield from _named(pointer, schema, token)
    prefix, items = schema.get("prefixItems"), schema.get("items")
    if isinstance(items, list):
        prefix, items = items, schema.get("additionalItems")
    if token == ANY_ITEM or token.isdecimal():
        for index, part in enumerate(prefix if isinstance(prefix, list) else ()):
            if token in (ANY_ITEM, str(index)):
                yield pointer_join(pointer, "prefixItems", index), part
        if isinstance(items, Mapping) or items is True:
            yield pointer_join(pointer, "items"), items


def _named(pointer: str, schema: Mapping[str, JsonValue], name: str) -> Iterator[tuple[str, JsonValue]]:
    properties, patterns = schema.get("properties"), schema.get("patternProperties")
    if isinstance(properties, Mapping) and properties.get(name, False) is not False:
        yield pointer_join(pointer, "properties", name), properties[name]
        return
    for pattern, part in patterns.items() if isinstance(patterns, Mapping) else ():
        if part is not False and _matches(pattern, name):
            yield pointer_join(pointer, "patternProperties", pattern), part
    others = schema.get("additionalProperties")
    if isinstance(others, Mapping) and others:
        yield pointer_join(pointer, "additionalProperties"), others


def _matches(pattern: str, name: str) -> bool:
    try:
        return search(pattern, name)
    except Unmodelled:
        return False
