"""Every schema inside a schema, each once: references are not followed, what they lead to is met itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from mcp_docs.jsonvalue import JsonObject, JsonValue, pointer_join

#: Keywords with schemas by name, with schemas in order, and with one.
_NAMED: Final = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_LISTED: Final = ("allOf", "anyOf", "oneOf", "prefixItems", "items")
_SINGLE: Final = (
    "items",
    "additionalProperties",
    "contains",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
    "unevaluatedItems",
    "unevaluatedProperties",
)
_ITEMS: Final = frozenset({"items", "prefixItems", "contains", "unevaluatedItems"})
_SIDES: Final = {"inputSchema": "", "outputSchema": "output: "}
#: Keywords whose schemas judge the same value as the schema around them.
IN_PLACE: Final = frozenset({"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"})


@dataclass(frozen=True, slots=True)
class Node:
    """One schema that is an object.

    Attributes:
        pointer: within the element.
        path: the same for a reader.
        schema: the schema.
        root: the whole that it is a part of.
        keyword: the one it stands under, or empty for the root.
        name: of the property, pattern or definition; empty under other keywords.
        plain: whether nothing but ``properties`` leads to it from the root.
        judged: whether it says what a value is; what stands in ``not`` or ``if`` does not.
    """

    pointer: str
    path: str
    schema: JsonObject
    root: JsonObject
    keyword: str = ""
    name: str = ""
    plain: bool = True
    judged: bool = True


def nodes(root: JsonObject, member: str) -> Iterator[Node]:
    """Yield every schema in ``root`` in the order of their names, whatever the order of keys is.

    Args:
        root: a schema whose nesting the reader has bounded.
        member: of the element that holds it.
    """
    todo = [Node(f"/{member}", _SIDES.get(member, ""), root, root)]
    while todo:
        node = todo.pop()
        yield node
        todo.extend(reversed(list(children(node))))


def children(node: Node) -> Iterator[Node]:
    """Yield the schemas directly inside one that are objects."""
    for keyword, tokens, inner in _inner(node.schema):
        if not isinstance(inner, Mapping):
            continue
        named = keyword in _NAMED
        yield Node(
            pointer_join(node.pointer, *tokens),
            node.path + _step(node.path, keyword, str(tokens[-1])),
            inner,
            node.root,
            keyword,
            str(tokens[-1]) if named else "",
            plain=node.plain and keyword == "properties",
            judged=node.judged and keyword not in ("not", "if"),
        )


def _inner(schema: JsonObject) -> Iterator[tuple[str, tuple[str | int, ...], JsonValue]]:
    for keyword in _NAMED:
        named = schema.get(keyword)
        for name in sorted(named) if isinstance(named, Mapping) else ():
            yield keyword, (keyword, name), named[name]  # type: ignore[index,call-overload]  # a mapping
    for keyword in _LISTED:
        listed = schema.get(keyword)
        for number, inner in enumerate(listed if isinstance(listed, list) else ()):
            yield keyword, (keyword, number), inner
    for keyword in _SINGLE:
        yield keyword, (keyword,), schema.get(keyword)


def _step(path: str, keyword: str, name: str) -> str:
    if keyword in _ITEMS:
        return "[]"
    if keyword not in _NAMED:
        return ""
    dot = "" if not path or path.endswith(": ") else "."
    return dot + (name if keyword == "properties" else f"{keyword}.{name}")
