"""Facts: the structural differences of two schemas, keyword by keyword, without judgement.

Both are read with their references written out, location by location. What only spells the same
thing differently is no difference: the order of keys, of ``required`` and of ``enum``; ``"x"`` and
``["x"]`` as a type; ``const`` and an ``enum`` of one; a reference and what it leads to; a keyword
that says what would hold without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from mcp_docs.jsonvalue import ABSENT, JsonObject, JsonValue, canonical_text
from mcp_docs.schema.compare_nested import branches, composition, items, objects
from mcp_docs.schema.compare_values import annotation, bound, enums, nothing_shared, presence, types
from mcp_docs.schema.delta import Delta, KeywordCompare, Place, make
from mcp_docs.schema.inline import ANNOTATIONS, Inlined, follow, inline
from mcp_docs.schema.normal import equal, normal_pair, same


@dataclass(frozen=True)
class Comparison:
    """The differences of two schemas, and the old one, for the edits to apply to."""

    deltas: tuple[Delta, ...]
    source: JsonValue

    @cached_property
    def written_out(self) -> Inlined:
        """The old schema with its references written out, which the edits' pointers are for."""
        return inline(self.source)


def compare(old: JsonValue, new: JsonValue) -> Comparison:
    """Return the structural differences from ``old`` to ``new``."""
    walker = _Walker(old, new)
    return Comparison(tuple(walker.schemas(old, new, Place("", "", "", ""))), old)


#: Which keywords each comparison reads. A keyword that stands in none is reported as changed.
KEYWORDS: tuple[tuple[frozenset[str], KeywordCompare], ...] = (
    (frozenset({"type"}), types),
    (frozenset({"enum", "const"}), enums),
    (frozenset({"minimum"}), bound("minimum", lower=True, group="range")),
    (frozenset({"exclusiveMinimum"}), bound("exclusiveMinimum", lower=True, group="range")),
    (frozenset({"maximum"}), bound("maximum", lower=False, group="range")),
    (frozenset({"exclusiveMaximum"}), bound("exclusiveMaximum", lower=False, group="range")),
    (frozenset({"minLength"}), bound("minLength", lower=True, group="length")),
    (frozenset({"maxLength"}), bound("maxLength", lower=False, group="length")),
    (frozenset({"minItems"}), bound("minItems", lower=True, group="count")),
    (frozenset({"maxItems"}), bound("maxItems", lower=False, group="count")),
    (frozenset({"minProperties"}), bound("minProperties", lower=True, group="count")),
    (frozenset({"maxProperties"}), bound("maxProperties", lower=False, group="count")),
    (frozenset({"multipleOf"}), presence("multipleOf", "multipleOf")),
    (frozenset({"pattern"}), presence("pattern", "pattern")),
    (frozenset({"uniqueItems"}), presence("uniqueItems", "uniqueItems")),
    (frozenset({"format"}), annotation("format", "format.changed")),
    (frozenset({"properties", "required", "additionalProperties", "patternProperties"}), objects),
    (frozenset({"items", "prefixItems", "additionalItems"}), items),
    (frozenset({"anyOf", "oneOf"}), branches),
    (
        frozenset(
            "allOf not if then else dependentRequired dependentSchemas dependencies contains minContains "
            "maxContains propertyNames unevaluatedProperties unevaluatedItems $ref $dynamicRef "
            "$recursiveRef".split()
        ),
        composition,
    ),
    (frozenset({"title"}), annotation("title", "title.changed")),
    (frozenset({"description"}), annotation("description", "description.changed")),
    (frozenset({"default"}), annotation("default", "default.changed")),
    (frozenset({"deprecated"}), annotation("deprecated", "deprecated.changed")),
    (frozenset({"examples", "example"}), annotation("examples", "examples.changed")),
    (frozenset({"readOnly"}), annotation("readOnly", "access.changed")),
    (frozenset({"writeOnly"}), annotation("writeOnly", "access.changed")),
    (frozenset({"contentEncoding"}), annotation("contentEncoding", "format.changed")),
    (frozenset({"contentMediaType"}), annotation("contentMediaType", "format.changed")),
    (frozenset({"contentSchema"}), annotation("contentSchema", "format.changed")),
)


class _Walker:
    """Reads two schemas side by side, following references as it meets them."""

    def __init__(self, old: JsonValue, new: JsonValue) -> None:
        self._roots = (old, new)
        self._open: set[tuple[str, str]] = set()
        self._depth = 0
        # Where definitions are the same, equal references lead to equal schemas.
        self._settled = _definitions(old) == _definitions(new)

    def schemas(self, old: JsonValue, new: JsonValue, place: Place) -> Iterator[Delta]:
        """Yield the differences of two subschemas."""
        if same(old, new) and (self._settled or "$ref" not in repr(old)):
            return
        if self._depth > _DEEPEST:
            yield make("keyword.changed", place, None, old, new, "other")
            return
        self._depth += 1
        old, new, place, passed = self._followed(old, new, place)
        if passed not in self._open:
            self._open.add(passed) if any(passed) else None
            yield from self._objects(old, new, place)
            self._open.discard(passed)
        self._depth -= 1

    def _followed(
        self, old: JsonValue, new: JsonValue, place: Place
    ) -> tuple[JsonValue, JsonValue, Place, tuple[str, str]]:
        """Replace each side's reference by what it leads to, and say which references were followed."""
        old, through_old = follow(self._roots[0], old)
        new, through_new = follow(self._roots[1], new)
        if through_old:
            place = replace(place, old=through_old[1:], old_via=through_old[1:])
        if through_new:
            place = replace(place, new=through_new[1:], new_via=through_new[1:])
        return old, new, place, (through_old, through_new)

    def _objects(self, old: JsonValue, new: JsonValue, place: Place) -> Iterator[Delta]:
        if not isinstance(old, Mapping) or not isinstance(new, Mapping):
            yield from _booleans(old, new, place)
            return
        old, new = normal_pair(old, new)
        if nothing_shared(old, new):
            # What limits a string says nothing of the object that took its place.
            yield from types(old, new, place, self.schemas)
            old, new = _words_only(old), _words_only(new)
        for keywords, compare_keywords in KEYWORDS:
            if not keywords.isdisjoint(old) or not keywords.isdisjoint(new):
                yield from compare_keywords(old, new, place, self.schemas)
        for keyword in sorted((old.keys() | new.keys()) - _MODELLED):
            before, after = old.get(keyword, ABSENT), new.get(keyword, ABSENT)
            if not equal(before, after):
                yield make("keyword.changed", place, keyword, before, after, "other")


def _words_only(schema: JsonObject) -> JsonObject:
    return {key: value for key, value in schema.items() if key in ANNOTATIONS}


#: Schemas nest no deeper than this in practice; deeper parts are reported as changed.
_DEEPEST = 100


def _definitions(schema: JsonValue) -> str:
    """Return the text of all that references of ``schema`` lead to; the whole where they lead elsewhere."""
    text = repr(schema)
    if "$ref" not in text or not isinstance(schema, Mapping):
        return ""
    usual = text.count("'$ref': '#/$defs/") + text.count("'$ref': '#/definitions/")
    if usual != text.count("$ref"):
        return canonical_text(schema)
    return canonical_text([schema.get("$defs", {}), schema.get("definitions", {})])


#: Names of schemas, not constraints; what they name is compared where it is used.
_SILENT = frozenset({"$defs", "definitions", "$id", "id", "$anchor", "$comment", "$dynamicAnchor", "$schema"})
_MODELLED = frozenset().union(_SILENT, *(keywords for keywords, _ in KEYWORDS))


def _booleans(old: JsonValue, new: JsonValue, place: Place) -> Iterator[Delta]:
    """Compare where one side is ``true`` or ``false``: anything, or nothing."""
    anything = [canonical_text(side) in ("true", "{}") for side in (old, new)]
    if all(anything):
        return
    if new is False or (anything[0] and not isinstance(new, bool)):
        yield make("restricted", place, None, old, new, "narrower")
    elif old is False or anything[1]:
        yield make("opened", place, None, old, new, "wider")
    else:
        yield make("keyword.changed", place, None, old, new, "other")
