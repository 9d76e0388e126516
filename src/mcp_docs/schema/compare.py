"""Facts: the structural differences of two schemas, keyword by keyword, without judgement.

Both are read with their references written out, location by location. What only spells the same
thing differently is no difference: the order of keys, of ``required`` and of ``enum``; ``"x"`` and
``["x"]`` as a type; ``const`` and an ``enum`` of one; a reference and what it leads to; a keyword
that says what would hold without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from mcp_docs.jsonvalue import ABSENT, JsonObject, JsonValue, canonical_text, pointer_split
from mcp_docs.schema.compare_nested import composition, items, objects
from mcp_docs.schema.compare_unions import unions
from mcp_docs.schema.compare_values import annotation, bound, enums, nothing_shared, presence, types
from mcp_docs.schema.delta import Delta, Edit, KeywordCompare, Place, make
from mcp_docs.schema.fold import folded_pair
from mcp_docs.schema.inline import ANNOTATIONS, existing, follow
from mcp_docs.schema.normal import equal, same, without_equal_bounds, without_noise


def compare(old: JsonValue, new: JsonValue) -> tuple[Delta, ...]:
    """Return the structural differences from ``old`` to ``new``.

    The work is bounded: of schemas that use their definitions too often, what is left unread is one
    difference of the whole.
    """
    walker = _Walker(old, new)
    deltas = [_placed(delta, old, new) for delta in walker(old, new, Place("", "", "", ""))]
    if walker.left < 0:
        deltas.append(make("keyword.changed", Place("", "", "", ""), None, ABSENT, ABSENT, "other", edits=()))
    return tuple(deltas)


def _placed(delta: Delta, old: JsonValue, new: JsonValue) -> Delta:
    """Cut the pointer to what is there: schemas that are read alike need not be spelt alike."""
    pointer = existing(old if delta.operation == "removed" else new, delta.pointer)
    return delta if pointer == delta.pointer else replace(delta, pointer=pointer)


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
    (frozenset({"anyOf", "oneOf"}), unions),
    (
        frozenset(
            "allOf not if then else dependentRequired dependentSchemas dependencies contains minContains "
            "maxContains propertyNames unevaluatedProperties unevaluatedItems $ref $dynamicRef "
            "$recursiveRef".split()
        ),
        composition,
    ),
    (frozenset({"x-mcp-header"}), annotation("x-mcp-header", "header.changed")),
    (frozenset({"title"}), annotation("title", "title.changed")),
    (frozenset({"description"}), annotation("description", "description.changed")),
    (frozenset({"default"}), annotation("default", "default.changed")),
    (frozenset({"deprecated"}), annotation("deprecated", "deprecated.changed")),
    (frozenset({"examples"}), annotation("examples", "examples.changed")),
    (frozenset({"example"}), annotation("example", "examples.changed")),
    (frozenset({"readOnly"}), annotation("readOnly", "access.changed")),
    (frozenset({"writeOnly"}), annotation("writeOnly", "access.changed")),
    (frozenset({"contentEncoding"}), annotation("contentEncoding", "format.changed")),
    (frozenset({"contentMediaType"}), annotation("contentMediaType", "format.changed")),
    (frozenset({"contentSchema"}), annotation("contentSchema", "format.changed")),
)


class _Walker:
    """Reads two schemas side by side, following references as it meets them.

    Attributes:
        left: subschemas that may still be read; below 0 when some were not.
    """

    def __init__(self, old: JsonValue, new: JsonValue) -> None:
        self._roots = (old, new)
        self._open: set[tuple[str, str]] = set()
        self._depth = 0
        self.left = _MOST
        # Where definitions are the same, equal references lead to equal schemas.
        self._settled = _definitions(old) == _definitions(new)

    def __call__(self, old: JsonValue, new: JsonValue, place: Place) -> Iterator[Delta]:
        """Yield the differences of two subschemas."""
        if self.left < 0 or (same(old, new) and (self._settled or "$ref" not in repr(old))):
            return
        self.left -= 1
        if self._depth > _DEEPEST:
            yield make("keyword.changed", place, None, old, new, "other")
            return
        self._depth += 1
        old, new, place, passed = self._followed(old, new, place)
        if passed not in self._open:
            self._open.add(passed) if any(passed) else None
            yield from self._subschemas(old, new, place)
            self._open.discard(passed)
        self._depth -= 1

    def follow_old(self, schema: JsonValue) -> JsonValue:
        """Return what a subschema of the old side leads to, where it is a reference."""
        return follow(self._roots[0], schema)[0]

    def follow_new(self, schema: JsonValue) -> JsonValue:
        """Return what a subschema of the new side leads to, where it is a reference."""
        return follow(self._roots[1], schema)[0]

    def _followed(
        self, old: JsonValue, new: JsonValue, place: Place
    ) -> tuple[JsonValue, JsonValue, Place, tuple[str, str]]:
        """Replace each side's reference by what it leads to, and say which references were followed."""
        if self._settled and _beside(old, new):
            return old, new, place, ("", "")
        old, through_old = follow(self._roots[0], old)
        new, through_new = follow(self._roots[1], new)
        if through_old:
            place = replace(place, old=through_old[1:], old_via=through_old[1:])
        if through_new:
            place = replace(place, new=through_new[1:], new_via=through_new[1:])
        return old, new, place, (through_old, through_new)

    def _subschemas(self, old: JsonValue, new: JsonValue, place: Place) -> Iterator[Delta]:
        if not isinstance(old, Mapping) or not isinstance(new, Mapping):
            yield from _booleans(old, new, place)
            return
        left, right = without_equal_bounds(without_noise(old), without_noise(new))
        before, after = folded_pair(left, right, self.follow_old, self.follow_new)
        # What is read in another spelling must be spelt so before an edit can go into it.
        respelt = () if before.schema is left else (Edit(place.written, before.schema, own=True),)
        for delta in self._objects(before.schema, after.schema, place):
            gone = delta.operation == "removed"
            base, steps = (place.old, before.steps) if gone else (place.new, after.steps)
            edits = (*respelt, *delta.edits) if delta.edits else ()
            yield replace(delta, pointer=_stepped(delta.pointer, base, steps), edits=edits)

    def _objects(self, old: JsonObject, new: JsonObject, place: Place) -> Iterator[Delta]:
        if nothing_shared(old, new):
            # What limits a string says nothing of the object that took its place.
            whole = (Edit(place.written, new),)
            yield from (replace(delta, edits=whole) for delta in types(old, new, place, self))
            old, new = _words_only(old), _words_only(new)
        for keywords, compare_keywords in KEYWORDS:
            if not keywords.isdisjoint(old) or not keywords.isdisjoint(new):
                yield from compare_keywords(old, new, place, self)
        for keyword in sorted((old.keys() | new.keys()) - _MODELLED):
            before, after = old.get(keyword, ABSENT), new.get(keyword, ABSENT)
            if not equal(before, after):
                yield make("keyword.changed", place, keyword, before, after, "other")


def _beside(old: JsonValue, new: JsonValue) -> bool:
    """Tell whether two schemas are one reference, and differ in what else they demand."""
    if not isinstance(old, Mapping) or not isinstance(new, Mapping) or "$ref" not in old:
        return False
    words = {
        word for word in old.keys() | new.keys() if not equal(old.get(word, ABSENT), new.get(word, ABSENT))
    }
    return "$ref" not in words and not words <= ANNOTATIONS


def _stepped(pointer: str, base: str, steps: Mapping[str, str]) -> str:
    """Return a pointer with the steps to the schema in which its keyword really stands."""
    if not steps or not pointer.startswith(base + "/"):
        return pointer
    keyword = pointer_split(pointer[len(base) :])[0]
    return base + steps.get(keyword, "") + pointer[len(base) :]


def _words_only(schema: JsonObject) -> JsonObject:
    return {key: value for key, value in schema.items() if key in ANNOTATIONS}


#: Schemas nest no deeper than this in practice; deeper parts are reported as changed.
_DEEPEST = 100
#: Subschemas that one comparison reads at most.
_MOST = 20_000


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
