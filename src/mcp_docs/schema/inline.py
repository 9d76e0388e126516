"""Schemas with their local references written out, so that two of them can be read side by side.

Only ``$ref`` inside the document is followed. A reference back into what is being written out stays
a reference (its target is kept under ``$defs`` by the schema's own root), as does one that leads
nowhere. Nothing here decides anything: proofs are made on the schemas as the server sent them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mcp_docs.jsonvalue import JsonObject, JsonValue, pointer_join, pointer_split

#: Nodes of a written-out schema; a larger one is compared with its references in place.
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


@dataclass(frozen=True)
class Inlined:
    """A written-out schema and where its parts came from.

    Attributes:
        schema: without local references, but for recursive ones.
        jumps: pointer in ``schema`` to the pointer in the original that stood behind a reference.
        complete: whether nothing was left as a reference.
    """

    schema: JsonValue
    jumps: Mapping[str, str]
    complete: bool

    def origin(self, pointer: str) -> tuple[str, str]:
        """Return the original pointer of a part, and the ``$defs`` pointer it came through or ``""``."""
        for prefix in _prefixes(pointer):
            if prefix in self.jumps:
                return self.jumps[prefix] + pointer[len(prefix) :], self.jumps[prefix]
        return pointer, ""


def _prefixes(pointer: str) -> Iterator[str]:
    while pointer:
        yield pointer
        pointer = pointer.rpartition("/")[0]
    yield ""


class _TooLargeError(Exception):
    """The written-out schema would pass the limit."""


@dataclass
class _Writer:
    root: JsonValue
    jumps: dict[str, str] = field(default_factory=dict)
    left: int = MAX_NODES
    complete: bool = True

    def schema(self, value: JsonValue, pointer: str, open_refs: tuple[str, ...], depth: int) -> JsonValue:
        self.left -= 1
        if self.left < 0 or depth > _MAX_DEPTH:
            raise _TooLargeError
        if not isinstance(value, Mapping):
            return value
        reference = value.get("$ref")
        if isinstance(reference, str):
            return self._reference(value, reference, pointer, open_refs, depth)
        return {
            key: self._member(key, item, pointer_join(pointer, key), open_refs, depth)
            for key, item in value.items()
            if key not in _KEPT_APART
        }

    def _member(
        self, key: str, item: JsonValue, pointer: str, open_refs: tuple[str, ...], depth: int
    ) -> JsonValue:
        if key in MANY and isinstance(item, Sequence) and not isinstance(item, str):
            return [
                self.schema(v, pointer_join(pointer, n), open_refs, depth + 1) for n, v in enumerate(item)
            ]
        if key in ONE:
            return self.schema(item, pointer, open_refs, depth + 1)
        if key in NAMED and isinstance(item, Mapping):
            return {
                n: self.schema(v, pointer_join(pointer, n), open_refs, depth + 1) for n, v in item.items()
            }
        return item

    def _reference(
        self, value: JsonObject, reference: str, pointer: str, open_refs: tuple[str, ...], depth: int
    ) -> JsonValue:
        target = resolve(self.root, reference)
        if target is None or reference in open_refs:
            self.complete = False
            return value
        self.jumps[pointer] = reference[1:]
        written = self.schema(target, pointer, (*open_refs, reference), depth + 1)
        beside = {k: v for k, v in value.items() if k != "$ref" and k not in _KEPT_APART}
        if not beside:
            return written
        if isinstance(written, Mapping) and not (set(beside) & set(written)) - ANNOTATIONS:
            return {**written, **self._beside(beside, pointer, open_refs, depth)}
        self.complete = False
        return {**self._beside(beside, pointer, open_refs, depth), "allOf": [written]}

    def _beside(self, beside: JsonObject, pointer: str, open_refs: tuple[str, ...], depth: int) -> JsonObject:
        return {k: self._member(k, v, pointer_join(pointer, k), open_refs, depth) for k, v in beside.items()}


#: Keywords that accept every value: what they say is for people, models and tools.
ANNOTATIONS = frozenset(
    "title description default examples example deprecated readOnly writeOnly $comment format contentEncoding "
    "contentMediaType contentSchema".split()
)


def resolve(root: JsonValue, reference: str) -> JsonValue | None:
    """Return what a local reference (``#`` or ``#/pointer``) leads to, or ``None``."""
    if reference != "#" and not reference.startswith("#/"):
        return None
    value: JsonValue = root
    for token in pointer_split(reference[1:]):
        if isinstance(value, Mapping) and token in value:
            value = value[token]
        elif (
            isinstance(value, Sequence)
            and not isinstance(value, str)
            and token.isdigit()
            and int(token) < len(value)
        ):
            value = value[int(token)]
        else:
            return None
    return value if isinstance(value, (bool, Mapping)) else None


def inline(schema: JsonValue) -> Inlined:
    """Write out the local references of ``schema``; a schema that grows too large stays as it is."""
    writer = _Writer(schema)
    try:
        written = writer.schema(schema, "", (), 0)
    except _TooLargeError:
        return Inlined(schema, {}, complete=False)
    if not writer.complete and isinstance(schema, Mapping) and isinstance(written, Mapping):
        written = {**written, **{key: schema[key] for key in _KEPT_APART if key in schema}}
    return Inlined(written, writer.jumps, writer.complete)
