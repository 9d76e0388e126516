"""The grid of keywords: what is changed, where it stands, and what must come of it.

Nothing here is read off the program. Each row says with values, worked out by hand, which of two
schemas accepts more. The level follows from the direction alone (JSON Schema Core 2020-12, 4.3.1: a
schema is the set of its instances):

===========  =========================================  ==========================================
change       arguments: callers send what was accepted  results: readers meet what can occur
===========  =========================================  ==========================================
tightened    breaking: a call is refused                minor: fewer values occur, and all are known
loosened     minor: every call still works              breaking: a value that could not occur before
sideways     breaking                                   breaking
respelt      nothing                                    nothing
===========  =========================================  ==========================================

Where the promise names something that sets do not (a member withdrawn, readers who ignore fields that
they do not know), the row says its own levels and why. Notes, which constrain nothing, do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from mcp_docs.change import Level

Side = Literal["input", "output"]
Step = Literal["tightened", "loosened"]
BREAKING, REVIEW, MINOR, PATCH = Level.BREAKING, Level.REVIEW, Level.MINOR, Level.PATCH

LEVELS: Mapping[tuple[Side, Step], Level] = {
    ("input", "tightened"): BREAKING,
    ("input", "loosened"): MINOR,
    ("output", "tightened"): MINOR,
    ("output", "loosened"): BREAKING,
}


@dataclass(frozen=True)
class Row:
    """What each row of the grid has: the keyword that it is about, and what happens to it."""

    keyword: str
    how: str

    @property
    def name(self) -> str:
        return f"{self.keyword} {self.how}"


@dataclass(frozen=True)
class Narrows(Row):
    """A pair of schemas of which one accepts strictly less.

    Attributes:
        how: of tightening; loosening is the way back.
        loose: the schema that accepts more.
        tight: the schema that accepts less.
        probe: a value that ``loose`` accepts and ``tight`` does not.
        own: levels that the promise gives in the place of the direction, ``callers`` profile.
        why: of ``own``.
        dialect: of JSON Schema.
    """

    loose: Any
    tight: Any
    probe: Any
    own: Mapping[tuple[Side, Step], Level] = field(default_factory=dict)
    why: str = ""
    dialect: int = 2020


@dataclass(frozen=True)
class Sideways(Row):
    """A pair of schemas each of which accepts a value that the other one refuses: ``gone`` and ``come``."""

    old: Any
    new: Any
    gone: Any
    come: Any
    dialect: int = 2020


@dataclass(frozen=True)
class Respelt(Row):
    """A pair of schemas that accept the same values; ``keyword`` says what would hold without it."""

    old: Any
    new: Any
    dialect: int = 2020


@dataclass(frozen=True)
class Note(Row):
    """A keyword that validators do not enforce, with the level of its change by side, and why."""

    old: Any
    new: Any
    levels: Mapping[Side, Level | None]
    why: str


TEXT, WHOLE, NUMBER, LIST, OPEN = (
    {"type": name} for name in ("string", "integer", "number", "array", "object")
)
#: What ``$schema`` says by dialect, where it is not 2020-12.
DIALECTS = {number: f"http://json-schema.org/draft-0{number}/schema#" for number in (4, 6, 7)}
#: Two alternatives that no value fits both of, whatever else is demanded of it.
LETTER, COUNT = {"type": "string"}, {"type": "integer"}

NARROWS = (
    # Types, choices.
    Narrows("type", "added", {}, TEXT, 1),
    Narrows("type", "one of two removed", {"type": ["string", "null"]}, TEXT, None),
    Narrows("type", "number to integer", NUMBER, WHOLE, 0.5),
    Narrows("type", "list shortened to one", {"type": ["array", "object"]}, LIST, {}),
    Narrows("enum", "added", TEXT, TEXT | {"enum": ["a", "b"]}, "c"),
    Narrows("enum", "choice removed", {"enum": ["a", "b"]}, {"enum": ["a"]}, "b"),
    Narrows("enum", "choice null removed", {"enum": ["a", None]}, {"enum": ["a"]}, None),
    Narrows("const", "added", TEXT, TEXT | {"const": "a"}, "b"),
    Narrows("const", "in the place of an enum", {"enum": [1, 2]}, {"const": 2}, 1),
    # Numbers.
    Narrows("minimum", "added", WHOLE, WHOLE | {"minimum": 1}, 0),
    Narrows("minimum", "raised", NUMBER | {"minimum": 1}, NUMBER | {"minimum": 2}, 1.5),
    Narrows("maximum", "added", WHOLE, WHOLE | {"maximum": 9}, 10),
    Narrows("maximum", "lowered", NUMBER | {"maximum": 9}, NUMBER | {"maximum": 8}, 9),
    Narrows("exclusiveMinimum", "added", WHOLE, WHOLE | {"exclusiveMinimum": 1}, 1),
    Narrows("exclusiveMinimum", "raised", NUMBER | {"exclusiveMinimum": 1}, NUMBER | {"exclusiveMinimum": 2}, 2),
    Narrows("exclusiveMinimum", "in the place of minimum", NUMBER | {"minimum": 1}, NUMBER | {"exclusiveMinimum": 1}, 1),
    Narrows("exclusiveMaximum", "added", WHOLE, WHOLE | {"exclusiveMaximum": 9}, 9),
    Narrows("exclusiveMaximum", "lowered", NUMBER | {"exclusiveMaximum": 9}, NUMBER | {"exclusiveMaximum": 8}, 8.5),
    Narrows("exclusiveMaximum", "in the place of maximum", NUMBER | {"maximum": 9}, NUMBER | {"exclusiveMaximum": 9}, 9),
    Narrows("exclusiveMinimum", "of draft 4 set", NUMBER | {"minimum": 1}, NUMBER | {"minimum": 1, "exclusiveMinimum": True}, 1, dialect=4),
    Narrows("exclusiveMaximum", "of draft 4 set", NUMBER | {"maximum": 9}, NUMBER | {"maximum": 9, "exclusiveMaximum": True}, 9, dialect=4),
    Narrows("multipleOf", "added", WHOLE, WHOLE | {"multipleOf": 5}, 3),
    Narrows("multipleOf", "made coarser", WHOLE | {"multipleOf": 5}, WHOLE | {"multipleOf": 10}, 5),
    # Texts.
    Narrows("minLength", "added", TEXT, TEXT | {"minLength": 1}, ""),
    Narrows("minLength", "raised", TEXT | {"minLength": 1}, TEXT | {"minLength": 2}, "a"),
    Narrows("maxLength", "added", TEXT, TEXT | {"maxLength": 2}, "aaa"),
    Narrows("maxLength", "lowered", TEXT | {"maxLength": 2}, TEXT | {"maxLength": 1}, "aa"),
    Narrows("pattern", "added", TEXT, TEXT | {"pattern": "^a"}, "b"),
    Narrows("pattern", "tightened", TEXT | {"pattern": "^a"}, TEXT | {"pattern": "^ab"}, "ac"),
    # Arrays.
    Narrows("items", "added", LIST, LIST | {"items": TEXT}, [1]),
    Narrows("items", "tightened", LIST | {"items": NUMBER}, LIST | {"items": WHOLE}, [0.5]),
    Narrows("items", "forbidden", LIST, LIST | {"items": False}, [0]),
    Narrows("prefixItems", "added", LIST, LIST | {"prefixItems": [TEXT]}, [1]),
    Narrows("prefixItems", "position added", LIST | {"prefixItems": [TEXT]}, LIST | {"prefixItems": [TEXT, WHOLE]}, ["a", "b"]),
    Narrows("prefixItems", "position tightened", LIST | {"prefixItems": [TEXT, NUMBER]}, LIST | {"prefixItems": [TEXT, WHOLE]}, ["a", 0.5]),
    Narrows("items", "of draft 7, position tightened", LIST | {"items": [TEXT, NUMBER]}, LIST | {"items": [TEXT, WHOLE]}, ["a", 0.5], dialect=7),
    Narrows("additionalItems", "forbidden", LIST | {"items": [TEXT]}, LIST | {"items": [TEXT], "additionalItems": False}, ["a", 1], dialect=7),
    Narrows("minItems", "added", LIST, LIST | {"minItems": 1}, []),
    Narrows("minItems", "raised", LIST | {"minItems": 1}, LIST | {"minItems": 2}, [0]),
    Narrows("maxItems", "added", LIST, LIST | {"maxItems": 1}, [0, 1]),
    Narrows("maxItems", "lowered", LIST | {"maxItems": 2}, LIST | {"maxItems": 1}, [0, 1]),
    Narrows("uniqueItems", "added", LIST, LIST | {"uniqueItems": True}, [0, 0]),
    Narrows("contains", "added", LIST, LIST | {"contains": TEXT}, [0]),
    Narrows("contains", "tightened", LIST | {"contains": NUMBER}, LIST | {"contains": WHOLE}, [0.5]),
    Narrows("minContains", "added", LIST | {"contains": TEXT}, LIST | {"contains": TEXT, "minContains": 2}, ["a"]),
    Narrows("minContains", "raised", LIST | {"contains": TEXT, "minContains": 2}, LIST | {"contains": TEXT, "minContains": 3}, ["a", "b"]),
    Narrows("maxContains", "added", LIST | {"contains": TEXT}, LIST | {"contains": TEXT, "maxContains": 1}, ["a", "b"]),
    Narrows("maxContains", "lowered", LIST | {"contains": TEXT, "maxContains": 2}, LIST | {"contains": TEXT, "maxContains": 1}, ["a", "b"]),
    Narrows("unevaluatedItems", "forbidden", LIST | {"prefixItems": [TEXT]}, LIST | {"prefixItems": [TEXT], "unevaluatedItems": False}, ["a", 1]),
    Narrows("unevaluatedItems", "tightened", LIST | {"prefixItems": [TEXT], "unevaluatedItems": NUMBER}, LIST | {"prefixItems": [TEXT], "unevaluatedItems": WHOLE}, ["a", 0.5]),
    # Objects.
    Narrows("properties", "a member tightened", OPEN | {"properties": {"m": NUMBER}}, OPEN | {"properties": {"m": WHOLE}}, {"m": 0.5}),
    Narrows("properties", "a member forbidden", OPEN | {"properties": {"m": TEXT}}, OPEN | {"properties": {"m": False}}, {"m": "a"}),
    Narrows("required", "a declared member added", OPEN | {"properties": {"m": TEXT}}, OPEN | {"properties": {"m": TEXT}, "required": ["m"]}, {}),
    Narrows("required", "one more added", OPEN | {"properties": {"m": TEXT, "n": TEXT}, "required": ["m"]}, OPEN | {"properties": {"m": TEXT, "n": TEXT}, "required": ["m", "n"]}, {"m": "a"}),
    Narrows("required", "a member with a default added", OPEN | {"properties": {"m": {"default": 1}}}, OPEN | {"properties": {"m": {"default": 1}}, "required": ["m"]}, {}),
    Narrows("additionalProperties", "forbidden", OPEN | {"properties": {"m": TEXT}}, OPEN | {"properties": {"m": TEXT}, "additionalProperties": False}, {"zz": 1},
            {("output", "tightened"): PATCH, ("output", "loosened"): MINOR},
            "readers ignore fields that they do not know: nobody reads what goes or comes undeclared"),
    Narrows("additionalProperties", "described", OPEN, OPEN | {"additionalProperties": TEXT}, {"zz": 1},
            {("output", "tightened"): PATCH}, "a map's values became more predictable; only the promise changed"),
    Narrows("additionalProperties", "tightened", OPEN | {"additionalProperties": NUMBER}, OPEN | {"additionalProperties": WHOLE}, {"zz": 0.5}),
    Narrows("patternProperties", "added", OPEN, OPEN | {"patternProperties": {"^m": TEXT}}, {"m1": 1}),
    Narrows("patternProperties", "tightened", OPEN | {"patternProperties": {"^m": NUMBER}}, OPEN | {"patternProperties": {"^m": WHOLE}}, {"m1": 0.5}),
    Narrows("minProperties", "added", OPEN, OPEN | {"minProperties": 1}, {}),
    Narrows("minProperties", "raised", OPEN | {"minProperties": 1}, OPEN | {"minProperties": 2}, {"a": 1}),
    Narrows("maxProperties", "added", OPEN, OPEN | {"maxProperties": 1}, {"a": 1, "b": 1}),
    Narrows("maxProperties", "lowered", OPEN | {"maxProperties": 2}, OPEN | {"maxProperties": 1}, {"a": 1, "b": 1}),
    Narrows("propertyNames", "added", OPEN, OPEN | {"propertyNames": {"pattern": "^a"}}, {"b": 1}),
    Narrows("propertyNames", "tightened", OPEN | {"propertyNames": {"maxLength": 2}}, OPEN | {"propertyNames": {"maxLength": 1}}, {"ab": 1}),
    Narrows("dependentRequired", "added", OPEN, OPEN | {"dependentRequired": {"a": ["b"]}}, {"a": 1}),
    Narrows("dependentRequired", "one more demanded", OPEN | {"dependentRequired": {"a": ["b"]}}, OPEN | {"dependentRequired": {"a": ["b", "c"]}}, {"a": 1, "b": 1}),
    Narrows("dependentSchemas", "added", OPEN, OPEN | {"dependentSchemas": {"a": {"minProperties": 2}}}, {"a": 1}),
    Narrows("dependentSchemas", "tightened", OPEN | {"dependentSchemas": {"a": {"minProperties": 2}}}, OPEN | {"dependentSchemas": {"a": {"minProperties": 3}}}, {"a": 1, "b": 1}),
    Narrows("dependencies", "of draft 7, added", OPEN, OPEN | {"dependencies": {"a": ["b"]}}, {"a": 1}, dialect=7),
    Narrows("dependencies", "of draft 7, a schema tightened", OPEN | {"dependencies": {"a": {"minProperties": 2}}}, OPEN | {"dependencies": {"a": {"minProperties": 3}}}, {"a": 1, "b": 1}, dialect=7),
    Narrows("unevaluatedProperties", "forbidden", OPEN | {"allOf": [{"properties": {"m": TEXT}}]}, OPEN | {"allOf": [{"properties": {"m": TEXT}}], "unevaluatedProperties": False}, {"zz": 1},
            {("output", "loosened"): MINOR}, "readers ignore fields that they do not know"),
    Narrows("unevaluatedProperties", "tightened", OPEN | {"unevaluatedProperties": NUMBER}, OPEN | {"unevaluatedProperties": WHOLE}, {"zz": 0.5}),
    # Combinations. ``not``, ``if`` and ``oneOf`` turn the direction round.
    Narrows("allOf", "added", TEXT, TEXT | {"allOf": [{"minLength": 1}]}, ""),
    Narrows("allOf", "one more added", TEXT | {"allOf": [{"minLength": 1}]}, TEXT | {"allOf": [{"minLength": 1}, {"maxLength": 2}]}, "aaa"),
    Narrows("allOf", "a part tightened", TEXT | {"allOf": [{"minLength": 1}]}, TEXT | {"allOf": [{"minLength": 2}]}, "a"),
    Narrows("anyOf", "added", TEXT, TEXT | {"anyOf": [{"minLength": 3}, {"pattern": "^a"}]}, "b"),
    Narrows("anyOf", "alternative removed", {"anyOf": [LETTER, COUNT]}, {"anyOf": [LETTER]}, 1),
    Narrows("anyOf", "alternative tightened", {"anyOf": [LETTER, COUNT]}, {"anyOf": [LETTER, COUNT | {"minimum": 1}]}, 0),
    Narrows("oneOf", "added", TEXT, TEXT | {"oneOf": [{"minLength": 3}, {"maxLength": 1}]}, "aa"),
    Narrows("oneOf", "alternative removed", {"oneOf": [LETTER, COUNT]}, {"oneOf": [LETTER]}, 1),
    Narrows("oneOf", "alternative tightened", {"oneOf": [LETTER, COUNT]}, {"oneOf": [LETTER, COUNT | {"minimum": 1}]}, 0),
    Narrows("oneOf", "in the place of anyOf", {"anyOf": [TEXT, {"minLength": 1}]}, {"oneOf": [TEXT, {"minLength": 1}]}, "a"),
    Narrows("oneOf", "alternative added that another one holds", {"oneOf": [TEXT]}, {"oneOf": [TEXT, TEXT | {"minLength": 1}]}, "a"),
    Narrows("not", "added", TEXT, TEXT | {"not": {"const": "a"}}, "a"),
    Narrows("not", "widened", TEXT | {"not": {"enum": ["a"]}}, TEXT | {"not": {"enum": ["a", "b"]}}, "b"),
    Narrows("then", "added", OPEN | {"if": {"required": ["a"]}}, OPEN | {"if": {"required": ["a"]}, "then": {"required": ["b"]}}, {"a": 1}),
    Narrows("then", "tightened", OPEN | {"if": {"required": ["a"]}, "then": {"required": ["b"]}}, OPEN | {"if": {"required": ["a"]}, "then": {"required": ["b", "c"]}}, {"a": 1, "b": 1}),
    Narrows("else", "added", OPEN | {"if": {"required": ["a"]}}, OPEN | {"if": {"required": ["a"]}, "else": {"required": ["b"]}}, {}),
    Narrows("else", "tightened", OPEN | {"if": {"required": ["a"]}, "else": {"required": ["b"]}}, OPEN | {"if": {"required": ["a"]}, "else": {"required": ["b", "c"]}}, {"b": 1}),
    Narrows("if", "widened before then", OPEN | {"if": {"required": ["a", "b"]}, "then": {"required": ["c"]}}, OPEN | {"if": {"required": ["a"]}, "then": {"required": ["c"]}}, {"a": 1}),
    Narrows("if", "narrowed before else", OPEN | {"if": {"required": ["a"]}, "else": {"required": ["c"]}}, OPEN | {"if": {"required": ["a", "b"]}, "else": {"required": ["c"]}}, {"a": 1}),
)  # fmt: skip

SIDEWAYS = (
    Sideways("type", "string to integer", TEXT, WHOLE, "a", 1),
    Sideways("type", "one of two replaced", {"type": ["string", "null"]}, {"type": ["string", "integer"]}, None, 1),
    Sideways("enum", "choice replaced", {"enum": ["a", "b"]}, {"enum": ["a", "c"]}, "b", "c"),
    Sideways("enum", "of texts to one of numbers", {"enum": ["1"]}, {"enum": [1]}, "1", 1),
    Sideways("const", "replaced", {"const": "v1"}, {"const": "v2"}, "v1", "v2"),
    Sideways("minimum", "in the place of maximum", WHOLE | {"maximum": 5}, WHOLE | {"minimum": 5}, 4, 6),
    Sideways("multipleOf", "replaced", WHOLE | {"multipleOf": 2}, WHOLE | {"multipleOf": 3}, 2, 3),
    Sideways("minLength", "in the place of maxLength", TEXT | {"maxLength": 1}, TEXT | {"minLength": 1}, "", "aa"),
    Sideways("pattern", "replaced", TEXT | {"pattern": "^a$"}, TEXT | {"pattern": "^b$"}, "a", "b"),
    Sideways("items", "replaced", LIST | {"items": TEXT}, LIST | {"items": WHOLE}, ["a"], [1]),
    Sideways("prefixItems", "exchanged", LIST | {"prefixItems": [TEXT, WHOLE]}, LIST | {"prefixItems": [WHOLE, TEXT]}, ["a", 1], [1, "a"]),
    Sideways("minItems", "in the place of maxItems", LIST | {"maxItems": 1}, LIST | {"minItems": 1}, [], [1, 2]),
    Sideways("contains", "replaced", LIST | {"contains": TEXT}, LIST | {"contains": WHOLE}, ["a"], [1]),
    Sideways("patternProperties", "pattern replaced", OPEN | {"patternProperties": {"^m": TEXT}}, OPEN | {"patternProperties": {"^n": TEXT}}, {"m": "a", "n": 1}, {"m": 1, "n": "a"}),
    Sideways("propertyNames", "replaced", OPEN | {"propertyNames": {"pattern": "^a"}}, OPEN | {"propertyNames": {"pattern": "^b"}}, {"a": 1}, {"b": 1}),
    Sideways("required", "replaced", OPEN | {"properties": {"m": TEXT, "n": TEXT}, "required": ["m"]}, OPEN | {"properties": {"m": TEXT, "n": TEXT}, "required": ["n"]}, {"m": "a"}, {"n": "a"}),
    Sideways("dependentRequired", "turned round", OPEN | {"dependentRequired": {"a": ["b"]}}, OPEN | {"dependentRequired": {"b": ["a"]}}, {"b": 1}, {"a": 1}),
    Sideways("anyOf", "alternative replaced", {"anyOf": [LETTER, COUNT]}, {"anyOf": [LETTER, {"type": "null"}]}, 1, None),
    Sideways("oneOf", "alternative replaced", {"oneOf": [LETTER, COUNT]}, {"oneOf": [LETTER, {"type": "null"}]}, 1, None),
    Sideways("not", "replaced", TEXT | {"not": {"const": "a"}}, TEXT | {"not": {"const": "b"}}, "b", "a"),
    Sideways("if", "replaced", OPEN | {"if": {"required": ["a"]}, "then": {"required": ["c"]}}, OPEN | {"if": {"required": ["b"]}, "then": {"required": ["c"]}}, {"b": 1}, {"a": 1}),
)  # fmt: skip

RESPELT = (
    Respelt("type", "in a list of one", TEXT, {"type": ["string"]}),
    Respelt("type", "in another order", {"type": ["string", "null"]}, {"type": ["null", "string"]}),
    Respelt("type", "integer beside number", NUMBER, {"type": ["number", "integer"]}),
    Respelt("enum", "in another order", {"enum": ["a", "b"]}, {"enum": ["b", "a"]}),
    Respelt("const", "for an enum of one", {"enum": ["a"]}, {"const": "a"}),
    Respelt("minLength", "of nothing", TEXT, TEXT | {"minLength": 0}),
    Respelt("minItems", "of nothing", LIST, LIST | {"minItems": 0}),
    Respelt("minProperties", "of nothing", OPEN, OPEN | {"minProperties": 0}),
    Respelt("uniqueItems", "false", LIST, LIST | {"uniqueItems": False}),
    Respelt("items", "of anything", LIST, LIST | {"items": True}),
    Respelt("additionalProperties", "of anything", OPEN, OPEN | {"additionalProperties": True}),
    Respelt("required", "of nothing", OPEN, OPEN | {"required": []}),
    Respelt("maximum", "1.0 for 1", NUMBER | {"maximum": 1}, NUMBER | {"maximum": 1.0}),
    Respelt("multipleOf", "1 beside integer", WHOLE, WHOLE | {"multipleOf": 1}),
    Respelt("then", "without if", OPEN, OPEN | {"then": {"required": ["a"]}}),
    Respelt("if", "without then and else", OPEN, OPEN | {"if": {"required": ["a"]}}),
    Respelt("minContains", "without contains", LIST, LIST | {"minContains": 2}),
    Respelt("maxContains", "without contains", LIST, LIST | {"maxContains": 2}),
    Respelt("minContains", "of one, which is usual", LIST | {"contains": TEXT}, LIST | {"contains": TEXT, "minContains": 1}),
    Respelt("allOf", "of anything", TEXT, TEXT | {"allOf": [{}]}),
    Respelt("minLength", "beside a type that has none", WHOLE, WHOLE | {"minLength": 3}),
    Respelt("minimum", "beside a type that has none", TEXT, TEXT | {"minimum": 3}),
    Respelt("dependentRequired", "of nothing", OPEN, OPEN | {"dependentRequired": {}}),
    Respelt("propertyNames", "of anything", OPEN, OPEN | {"propertyNames": True}),
    Respelt("unevaluatedProperties", "of anything", OPEN, OPEN | {"unevaluatedProperties": True}),
)  # fmt: skip

BOTH_PATCH: Mapping[Side, Level | None] = {"input": PATCH, "output": PATCH}
BOTH_MINOR: Mapping[Side, Level | None] = {"input": MINOR, "output": MINOR}
BOTH_BREAKING: Mapping[Side, Level | None] = {"input": BREAKING, "output": BREAKING}
BOTH_REVIEW: Mapping[Side, Level | None] = {"input": REVIEW, "output": REVIEW}
_READ = "models choose by what they read, and no validator does"
_FORMAT = "the specification makes it a note; whether the server enforces it is for people to judge"

NOTES = (
    Note("title", "added", TEXT, TEXT | {"title": "A"}, BOTH_PATCH, _READ),
    Note("title", "reworded", TEXT | {"title": "A"}, TEXT | {"title": "B"}, BOTH_PATCH, _READ),
    Note("title", "removed", TEXT | {"title": "A"}, TEXT, BOTH_PATCH, _READ),
    Note("description", "added", TEXT, TEXT | {"description": "A name."}, BOTH_PATCH, _READ),
    Note("description", "reworded", TEXT | {"description": "A name."}, TEXT | {"description": "The name."}, BOTH_PATCH, _READ),
    Note("description", "removed", TEXT | {"description": "A name."}, TEXT, BOTH_PATCH, _READ),
    Note("description", "instructs", TEXT | {"description": "A name."}, TEXT | {"description": "Always send the full name."}, BOTH_REVIEW, "an instruction changes what a model does"),
    Note("examples", "added", TEXT, TEXT | {"examples": ["a"]}, BOTH_PATCH, _READ),
    Note("examples", "replaced", TEXT | {"examples": ["a"]}, TEXT | {"examples": ["b"]}, BOTH_PATCH, _READ),
    Note("example", "added", TEXT, TEXT | {"example": "a"}, BOTH_PATCH, _READ),
    Note("default", "added", TEXT, TEXT | {"default": "a"}, BOTH_PATCH, "what a missing argument meant is now written down"),
    Note("default", "replaced", TEXT | {"default": "a"}, TEXT | {"default": "b"}, {"input": REVIEW, "output": PATCH}, "callers that leave it out get other behaviour; in a result it is a note"),
    Note("default", "removed", TEXT | {"default": "a"}, TEXT, {"input": REVIEW, "output": PATCH}, "the same"),
    Note("deprecated", "set", TEXT, TEXT | {"deprecated": True}, BOTH_MINOR, "semver.org 2.0.0, 7: deprecating is a minor step"),
    Note("deprecated", "taken back", TEXT | {"deprecated": True}, TEXT, BOTH_MINOR, "the same"),
    Note("deprecated", "false", TEXT, TEXT | {"deprecated": False}, {"input": None, "output": None}, "it is what holds without it"),
    Note("readOnly", "set", TEXT, TEXT | {"readOnly": True}, BOTH_REVIEW, "a server may ignore or refuse what it calls read-only"),
    Note("writeOnly", "set", TEXT, TEXT | {"writeOnly": True}, BOTH_REVIEW, "a server may leave out what it calls write-only"),
    Note("format", "added", TEXT, TEXT | {"format": "date"}, BOTH_REVIEW, _FORMAT),
    Note("format", "replaced", TEXT | {"format": "date"}, TEXT | {"format": "date-time"}, BOTH_REVIEW, _FORMAT),
    Note("format", "removed", TEXT | {"format": "date"}, TEXT, BOTH_REVIEW, _FORMAT),
    Note("contentEncoding", "added", TEXT, TEXT | {"contentEncoding": "base64"}, BOTH_REVIEW, _FORMAT),
    Note("contentMediaType", "replaced", TEXT | {"contentMediaType": "text/html"}, TEXT | {"contentMediaType": "text/plain"}, BOTH_REVIEW, _FORMAT),
    Note("contentSchema", "added", TEXT | {"contentMediaType": "application/json"}, TEXT | {"contentMediaType": "application/json", "contentSchema": TEXT}, BOTH_REVIEW, _FORMAT),
    Note("x-mcp-header", "added", TEXT, TEXT | {"x-mcp-header": "Region"}, BOTH_REVIEW, "proxies may route by the header"),
    Note("x-unit", "replaced", TEXT | {"x-unit": "m"}, TEXT | {"x-unit": "ft"}, BOTH_REVIEW, "JSON Schema lets programs give unknown keywords a meaning"),
    Note("$comment", "added", TEXT, TEXT | {"$comment": "For maintainers."}, {"input": None, "output": None}, "it is for those who keep the schema (Core 8.3)"),
)  # fmt: skip

#: Members that come and go: what the promise names though sets do not (design: "by contract").
_M = {"properties": {"m": TEXT}}
_CLOSED = {"type": "object", "additionalProperties": False}
MEMBERS = (
    Note("properties", "an optional member added", OPEN, OPEN | _M, BOTH_MINOR, "no caller guessed the name; readers ignore what they do not know"),
    Note("properties", "an optional member added to a closed object", _CLOSED, _CLOSED | _M, BOTH_MINOR, "the same"),
    Note("properties", "a required member added", OPEN, OPEN | _M | {"required": ["m"]}, {"input": BREAKING, "output": MINOR}, "callers that leave it out are refused; readers can rely on it"),
    Note("properties", "an optional member withdrawn", OPEN | _M, OPEN, {"input": REVIEW, "output": BREAKING}, "accepted still and ignored in silence; somebody reads it"),
    Note("properties", "an optional member withdrawn from a closed object", _CLOSED | _M, _CLOSED, BOTH_BREAKING, "refused now; somebody reads it"),
    Note("properties", "a required member withdrawn", OPEN | _M | {"required": ["m"]}, OPEN, BOTH_BREAKING, "callers were made to send it; readers rely on it"),
)  # fmt: skip


@dataclass(frozen=True)
class Place:
    """Where in a tool's schema the changed one stands.

    Attributes:
        name: of the place.
        wrap: turns the changed schema into the whole.
        lift: turns a value of the changed schema into one of the whole.
        turned: whether less accepted here is more accepted on the whole.
        of: the type that the changed schema must have, or empty for any.
        itemised: whether differences here are told keyword by keyword; else as one of the combination.
        since: the first dialect that has the place.
    """

    name: str
    wrap: Callable[[Any], dict[str, Any]]
    lift: Callable[[Any], Any]
    turned: bool = False
    of: str = ""
    itemised: bool = True
    since: int = 4


def _in(schema: Any, **beside: Any) -> dict[str, Any]:
    """A whole with one member ``x``."""
    return {"type": "object", "properties": {"x": schema}, "required": ["x"], **beside}


#: The other alternative of oneOf.
OTHER = False
#: The other alternative of anyOf; no probe is one.
TAGGED = {"type": "object", "properties": {"tag": {"enum": ["other"]}}, "required": ["tag"]}
PLACES = (
    Place("the whole", lambda s: s, lambda v: v, of="object"),
    Place("a member", _in, lambda v: {"x": v}),
    Place("a member of a member", lambda s: _in(_in(s)), lambda v: {"x": {"x": v}}),
    Place("the items", lambda s: _in({"type": "array", "items": s}), lambda v: {"x": [v]}),
    Place("a member of the items", lambda s: _in({"type": "array", "items": _in(s)}), lambda v: {"x": [{"x": v}]}),
    Place("a position", lambda s: _in({"type": "array", "prefixItems": [True, s]}), lambda v: {"x": [0, v]}, since=2020),
    Place("the values of a map", lambda s: _in({"type": "object", "additionalProperties": s}), lambda v: {"x": {"k": v}}),
    Place("members of a pattern", lambda s: _in({"type": "object", "patternProperties": {"^k": s}}), lambda v: {"x": {"k1": v}}),
    Place("what is not evaluated", lambda s: _in({"type": "object", "unevaluatedProperties": s}), lambda v: {"x": {"k": v}}, itemised=False, since=2019),
    Place("a definition", lambda s: _in({"$ref": "#/$defs/d"}, **{"$defs": {"d": s}}), lambda v: {"x": v}),
    Place("a definition that holds itself", lambda s: _in({"$ref": "#/$defs/n"}, **{"$defs": {"n": {"type": "object", "properties": {"v": s, "next": {"$ref": "#/$defs/n"}}}}}), lambda v: {"x": {"next": {"v": v}}}),
    Place("a dynamic reference", lambda s: _in({"$dynamicRef": "#d"}, **{"$defs": {"d": {"$dynamicAnchor": "d", "allOf": [s]}}}), lambda v: {"x": v}, itemised=False, since=2020),
    Place("a part of allOf", lambda s: _in({"allOf": [s, {}]}), lambda v: {"x": v}),
    Place("an alternative of anyOf", lambda s: _in({"anyOf": [s, TAGGED]}), lambda v: {"x": v}),
    Place("an alternative of oneOf", lambda s: _in({"oneOf": [s, {"enum": [OTHER]}]}), lambda v: {"x": v}),
    Place("under then", lambda s: _in({"if": {"not": {"const": False}}, "then": s}), lambda v: {"x": v}, itemised=False, since=7),
    Place("under else", lambda s: _in({"if": {"const": False}, "else": s}), lambda v: {"x": v}, itemised=False, since=7),
    Place("under if", lambda s: _in({"if": s, "then": False}), lambda v: {"x": v}, turned=True, itemised=False, since=7),
    Place("under not", lambda s: _in({"not": s}), lambda v: {"x": v}, turned=True, itemised=False),
    Place("what an array contains", lambda s: _in({"type": "array", "contains": s}), lambda v: {"x": [v]}, itemised=False, since=6),
    Place("where a member is there", lambda s: _in({"type": "object", "dependentSchemas": {"on": {"properties": {"y": s}}}}), lambda v: {"x": {"on": 1, "y": v}}, itemised=False, since=2019),
    Place("the names of members", lambda s: _in({"type": "object", "propertyNames": s}), lambda v: {"x": {v: 1}}, of="string", itemised=False, since=6),
)  # fmt: skip

#: Keywords that stand in no row, and why.
ELSEWHERE = {
    "$ref": "a place of the grid: what it leads to is changed; the reference itself by test_spelling and test_members",
    "$dynamicRef": "a place of the grid",
    "$recursiveRef": "not modelled, so that its change is never called compatible (tests/schema)",
}
