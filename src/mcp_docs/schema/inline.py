"""Schemas with their local references written out, so that two of them can be read side by side.

Only ``$ref`` inside the document is followed. A reference back into what is being written out stays
a reference, as does one that leads nowhere; the root keeps its definitions for them. Nothing here
decides anything: proofs are made on the schemas as the server sent them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mcp_docs.jsonvalue import JsonObject, JsonValue, pointer_join, pointer_split
from mcp_docs.schema.source import packed

#: Nodes of a written-out schema; a larger one is not written out.
MAX_NODES = 20_000
_MAX_DEPTH = 60

#: Keywords whose value is one schema, a list of schemas, or an object of schemas (2020-12 and before).
ONE = frozenset(
    "additionalItems additionalProperties contains else if items not propertyNames then unevaluatedItems "
    "unevaluatedProperties contentSchema".split()
)
MANY = frozenset("allOf anyOf oneOf prefixItems items".split())
NAMED = frozenset("properties patternProperties dependentSchemas dependencies".split())
_KEPT_APART = frozenset({"$defs", "definitions"})


#: How an object begins among packed bytes; texts with a brace in them count as well.
_OBJECT = b"{"


class _TooLargeError(Exception):
    """The written-out schema would pass the limit."""


@dataclass
class _Writer:
    root: JsonValue
    left: int = MAX_NODES

    def schema(self, value: JsonValue, open_refs: tuple[str, ...], depth: int) -> JsonValue:
        self.left -= 1
        if self.left < 0 or depth > _MAX_DEPTH:
            raise _TooLargeError
        if not isinstance(value, Mapping):
            return value
        data = packed(value)
        if b"$ref" not in data:
            self.left -= data.count(_OBJECT)
            return value
        reference = value.get("$ref")
        if isinstance(reference, str):
            return self._reference(value, reference, open_refs, depth)
        return {
            key: self._member(key, item, open_refs, depth)
            for key, item in value.items()
            if key not in _KEPT_APART
        }

    def _member(self, key: str, item: JsonValue, open_refs: tuple[str, ...], depth: int) -> JsonValue:
        if key in MANY and isinstance(item, Sequence) and not isinstance(item, str):
            return [self.schema(value, open_refs, depth + 1) for value in item]
        if key in ONE:
            return self.schema(item, open_refs, depth + 1)
        if key in NAMED and isinstance(item, Mapping):
            return {name: self.schema(value, open_refs, depth + 1) for name, value in item.items()}
        return item

    def _reference(
        self, value: JsonObject, reference: str, open_refs: tuple[str, ...], depth: int
    ) -> JsonValue:
        target = resolve(self.root, reference)
        if target is None or reference in open_refs:
            return value
        written = self.schema(target, (*open_refs, reference), depth + 1)
        beside = {
            key: self._member(key, item, open_refs, depth)
            for key, item in value.items()
            if key != "$ref" and key not in _KEPT_APART
        }
        merged = beside_target(written, beside)
        return {**beside, "allOf": [written]} if merged is None else merged


#: Keywords that accept every value: what they say is for people, models and tools.
ANNOTATIONS = frozenset(
    "title description default examples example deprecated readOnly writeOnly $comment format "
    "contentEncoding contentMediaType contentSchema".split()
)


def beside_target(target: JsonValue, beside: JsonObject) -> JsonValue | None:
    """Return a reference's target with the keywords that stand beside the reference.

    ``None`` when one schema object cannot say both: a keyword other than an annotation stands on
    both sides, or the target is no object.
    """
    if not beside:
        return target
    if isinstance(target, Mapping) and not (beside.keys() & target.keys()) - ANNOTATIONS:
        return {**target, **beside}
    return None


def follow(root: JsonValue, schema: JsonValue) -> tuple[JsonValue, str]:
    """Return what a schema's local reference leads to, through several if need be, and the last one.

    A schema without a reference that can be followed is returned as it is, with ``""``.
    """
    seen: list[str] = []
    while (
        isinstance(schema, Mapping)
        and isinstance(reference := schema.get("$ref"), str)
        and reference not in seen
    ):
        target = resolve(root, reference)
        beside = {k: v for k, v in schema.items() if k != "$ref" and k not in _KEPT_APART}
        merged = None if target is None else beside_target(target, beside)
        if merged is None:
            break
        seen.append(reference)
        schema = merged
    return schema, seen[-1] if seen else ""


def resolve(root: JsonValue, reference: str) -> JsonValue | None:
    """Return what a local reference (``#`` or ``#/pointer``) leads to, or ``None``."""
    if reference != "#" and not reference.startswith("#/"):
        return None
    value: JsonValue = root
    for token in pointer_split(reference[1:]):
        step = _step(value, token)
        if step is None:
            return None
        value = step[0]
    return value if isinstance(value, (bool, Mapping)) else None


def existing(schema: JsonValue, pointer: str) -> str:
    """Return the longest part of ``pointer`` that leads somewhere in ``schema``."""
    value, found = schema, ""
    for token in pointer_split(pointer):
        step = _step(value, token)
        if step is None:
            return found
        value, found = step[0], pointer_join(found, token)
    return found


def _step(value: JsonValue, token: str) -> tuple[JsonValue] | None:
    """Return what a reference token leads to, in a tuple since it may be ``null``."""
    if isinstance(value, Mapping):
        return (value[token],) if token in value else None
    if isinstance(value, Sequence) and not isinstance(value, str) and _is_index(token, value):
        return (value[int(token)],)
    return None


def _is_index(token: str, value: Sequence[JsonValue]) -> bool:
    return len(token) <= len(str(len(value))) and token.isdecimal() and int(token) < len(value)


def inline(schema: JsonValue) -> JsonValue | None:
    """Write out the local references of ``schema``; ``None`` when it grows too large or too deep.

    The root keeps its definitions, for references that stay.
    """
    try:
        written = _Writer(schema).schema(schema, (), 0)
    except _TooLargeError:
        return None
    if isinstance(schema, Mapping) and isinstance(written, Mapping):
        return {**written, **{key: schema[key] for key in _KEPT_APART if key in schema}}
    return written


def led_to(value: JsonValue, root: str) -> JsonValue:
    """Return ``value`` with its references into the document led to what stands at pointer ``root``."""
    if isinstance(value, Mapping):
        if b"$ref" not in packed(value):
            return value
        led = {key: led_to(item, root) for key, item in value.items()}
        reference = value.get("$ref")
        if isinstance(reference, str) and reference.startswith("#"):
            led["$ref"] = f"#{root}{reference[1:]}"
        return led
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [led_to(item, root) for item in value]
    return value
