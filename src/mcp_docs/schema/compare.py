"""Facts: the structural differences of two schemas, keyword by keyword, without judgement.

Both are read with their references written out, location by location. What only spells the same
thing differently is no difference: the order of keys, of ``required`` and of ``enum``; ``"x"`` and
``["x"]`` as a type; ``const`` and an ``enum`` of one; a reference and what it leads to; a keyword
that says what would hold without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from mcp_docs.jsonvalue import ABSENT, JsonValue, canonical_text
from mcp_docs.schema.compare_nested import branches, composition, items, objects
from mcp_docs.schema.compare_values import annotation, bound, enums, presence, types
from mcp_docs.schema.delta import Delta, KeywordCompare, Place, make
from mcp_docs.schema.inline import inline
from mcp_docs.schema.normal import equal, normal_pair


@dataclass(frozen=True, slots=True)
class Comparison:
    """The differences of two schemas, and the old one written out, for the edits to apply to."""

    deltas: tuple[Delta, ...]
    old: JsonValue
    complete: bool


def compare(old: JsonValue, new: JsonValue) -> Comparison:
    """Return the structural differences from ``old`` to ``new``."""
    left, right = inline(old), inline(new)
    deltas = []
    for delta in _schemas(left.schema, right.schema, Place("", "", "")):
        side = left if delta.operation == "removed" else right
        pointer, via = side.origin(delta.pointer)
        deltas.append(replace(delta, pointer=pointer, via=via))
    return Comparison(tuple(deltas), left.schema, left.complete and right.complete)


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
            "allOf not if then else dependentRequired dependentSchemas dependencies contains minContains maxContains "
            "propertyNames unevaluatedProperties unevaluatedItems $ref $dynamicRef $recursiveRef".split()
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


def _schemas(old: JsonValue, new: JsonValue, place: Place) -> Iterator[Delta]:
    if canonical_text(old) == canonical_text(new):
        return
    if not isinstance(old, Mapping) or not isinstance(new, Mapping):
        yield from _booleans(old, new, place)
        return
    old, new = normal_pair(old, new)
    done: set[str] = set()
    for keywords, compare_keywords in KEYWORDS:
        done |= keywords
        if keywords & (old.keys() | new.keys()):
            yield from compare_keywords(old, new, place, _schemas)
    for keyword in sorted((old.keys() | new.keys()) - done - _SILENT):
        before, after = old.get(keyword, ABSENT), new.get(keyword, ABSENT)
        if not equal(before, after):
            yield make("keyword.changed", place, keyword, before, after, "other")


#: Names of schemas, not constraints; what they name is compared where it is used.
_SILENT = frozenset({"$defs", "definitions", "$id", "id", "$anchor", "$comment", "$dynamicAnchor", "$schema"})


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
