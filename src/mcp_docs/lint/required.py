"""Names that are required: whether anything describes them, and whether anything allows them.

All schemas that judge one value together declare its members: what ``allOf``, ``anyOf`` and the like,
and references, add counts. Where that cannot be known, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mcp_docs.jsonvalue import JsonValue
from mcp_docs.lint.references import References
from mcp_docs.lint.walk import IN_PLACE, Node, children
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.patterns.language import matcher
from mcp_docs.schema.patterns.parse import BadPattern

#: Schemas that are looked at for one value; beyond, everything counts as declared.
_LIMIT: Final = 500
#: Names that are matched with patterns in one schema; beyond, every one may match.
_MATCHES: Final = 200
_DEFINITIONS: Final = ("$defs", "definitions")
#: Keywords that may describe members by themselves.
_FREE: Final = ("patternProperties", "unevaluatedProperties", "propertyNames", "dependencies")


def undeclared(node: Node, references: References) -> tuple[str, ...]:
    """Return the names that ``node`` requires, with all that judges the same value, and nothing describes."""
    if (
        node.keyword in IN_PLACE
        or not node.judged
        or (node.keyword in _DEFINITIONS and not node.schema.get("properties"))
    ):
        return ()
    if "required" not in node.schema and IN_PLACE.isdisjoint(node.schema):
        return ()
    group = _group(node)
    if group is None:
        return ()
    wanted = {name for part in group for name in _required(part)} - set(impossible(node))
    if not wanted:
        return ()
    declared = _declared(group, references)
    return () if declared is None else tuple(sorted(wanted - declared))


def impossible(node: Node) -> tuple[str, ...]:
    """Return the names that a schema requires and its own ``additionalProperties: false`` forbids."""
    schema = node.schema
    if schema.get("additionalProperties") is not False or not node.judged or node.keyword in IN_PLACE:
        return ()
    properties = schema.get("properties")
    patterns = schema.get("patternProperties")
    known = properties if isinstance(properties, Mapping) else {}
    loose = patterns if isinstance(patterns, Mapping) else {}
    missing = sorted({name for name in _required(node) if name not in known})
    if len(missing) * len(loose) > _MATCHES:
        return ()
    return tuple(name for name in missing if not any(_may_match(pattern, name) for pattern in loose))


def _may_match(pattern: str, name: str) -> bool:
    try:
        return matcher(pattern).search(name)
    except (BadPattern, Unmodelled):
        return True


def _required(node: Node) -> Iterator[str]:
    names = node.schema.get("required")
    yield from (name for name in (names if isinstance(names, list) else ()) if isinstance(name, str))


def _group(node: Node) -> list[Node] | None:
    """Return the schemas written in place that judge the same value, or ``None`` when there are too many."""
    group = [node]
    for part in group:
        group.extend(c for c in children(part) if c.keyword in IN_PLACE and c.judged)
        if len(group) > _LIMIT:
            return None
    return group


def _declared(group: list[Node], references: References) -> set[str] | None:
    """Return the names that a group and its references declare, or ``None`` when anything may be."""
    names: set[str] = set()
    todo: list[tuple[Node, Mapping[str, JsonValue]]] = [(node, node.schema) for node in group]
    seen: set[int] = set()
    while todo:
        node, schema = todo.pop()
        if id(schema) in seen:
            continue
        seen.add(id(schema))
        if len(seen) > _LIMIT or any(word in schema for word in _FREE) or "$dynamicRef" in schema:
            return None
        if isinstance(schema.get("additionalProperties"), Mapping):
            return None
        properties = schema.get("properties")
        names.update(properties if isinstance(properties, Mapping) else ())
        if "$ref" in schema:
            target = references.target(node, schema["$ref"])
            if not isinstance(target, Mapping):
                return None
            todo.append((node, target))
        todo.extend((node, inner) for inner in _in_place(schema) if schema is not node.schema)
    return names


def _in_place(schema: Mapping[str, JsonValue]) -> Iterator[Mapping[str, JsonValue]]:
    for keyword in IN_PLACE:
        value = schema.get(keyword)
        parts = value if isinstance(value, list) else [value]
        if keyword == "dependentSchemas" and isinstance(value, Mapping):
            parts = list(value.values())
        yield from (part for part in parts if isinstance(part, Mapping))
