"""Random edits of schemas, and values to try them with; nothing here knows the program under test.

Everything is drawn from a ``random.Random``, so that a seed stands for one edit or one value.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

#: A name that no schema of a real tool declares.
FOREIGN = "zz undeclared"
#: Strings and arrays are tried up to this length.
LONGEST = 120
TYPES = ("string", "integer", "number", "boolean", "array", "object", "null")
#: Patterns on which Python and ECMA-262 agree for the strings below.
PATTERNS = ("^a", "^[a-z]+$", "^[a-z0-9_-]{1,8}$", "b$", "^(open|closed)$", "^.{0,4}$")
STRINGS = ("", "a", "b", "ab", "open", "closed", "x-1", "a b", "A", "é", "\n", "a" * 30)
PARTS: tuple[Any, ...] = (
    {"type": "string"},
    {"type": "integer", "minimum": 1},
    {"type": ["string", "null"]},
    {"enum": ["open", "closed"]},
    {"type": "array", "items": {"type": "string"}},
    {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
    {},
    True,
)
Schema = Any
Step = str | int


def inner(schema: Schema) -> Iterator[tuple[tuple[Step, ...], dict[str, Any]]]:
    """Yield the schema objects under ``schema`` that constrain values, with their places."""
    todo: list[tuple[tuple[Step, ...], Any]] = [((), schema)]
    while todo:
        place, value = todo.pop()
        if not isinstance(value, dict):
            continue
        yield place, value
        for word in ("properties", "patternProperties", "$defs"):
            if isinstance(value.get(word), dict):
                todo += [((*place, word, name), part) for name, part in value[word].items()]
        for word in ("items", "additionalProperties", "not"):
            todo.append(((*place, word), value.get(word)))
        for word in ("anyOf", "oneOf", "allOf", "prefixItems"):
            if isinstance(value.get(word), list):
                todo += [((*place, word, number), part) for number, part in enumerate(value[word])]


def mutated(rng: random.Random, schema: Schema, times: int) -> Schema:
    """Return a copy of an object's schema after some random edits; its root stays an object's."""
    root = copy.deepcopy(schema)
    done = 0
    while done < times:
        place, target = rng.choice(list(inner(root)))
        done += rng.choice(EDITS)(Spot(rng, root, place, target))
    return root


@dataclass(frozen=True)
class Spot:
    """Where an edit is made: the schema object at a place inside the whole, which is changed."""

    rng: random.Random
    root: Any
    place: tuple[Step, ...]
    target: dict[str, Any]


#: Makes an edit and tells whether there was one to make.
Edit = Callable[[Spot], bool]


def _names(target: dict[str, Any]) -> list[str]:
    found = target.get("properties")
    return sorted(found) if isinstance(found, dict) else []


def drop_property(at: Spot) -> bool:
    """Drop a member, from ``required`` too."""
    names = _names(at.target)
    if not names:
        return False
    name = at.rng.choice(names)
    del at.target["properties"][name]
    if at.rng.random() < 0.8 and name in at.target.get("required", ()):  # noqa: PLR2004 - mostly as people do it
        at.target["required"] = [n for n in at.target["required"] if n != name]
    return True


def add_property(at: Spot) -> bool:
    """Declare a new member, perhaps a required one."""
    if not _names(at.target):
        return False
    name = at.rng.choice(["fresh", "new_one", "a"])
    if name in at.target["properties"]:
        return False
    at.target["properties"][name] = copy.deepcopy(at.rng.choice(PARTS))
    if at.rng.random() < 0.3:  # noqa: PLR2004 - fewer
        at.target["required"] = [*at.target.get("required", ()), name]
    return True


def flip_required(at: Spot) -> bool:
    """Require a member, or no longer."""
    names = _names(at.target)
    if not names:
        return False
    name = at.rng.choice(names)
    listed = [*at.target.get("required", ())]
    at.target["required"] = [n for n in listed if n != name] if name in listed else [*listed, name]
    return True


def rename_property(at: Spot) -> bool:
    """Give a member another name."""
    names = _names(at.target)
    if not names:
        return False
    name = at.rng.choice(names)
    other = name + "_id"
    at.target["properties"] = {other if n == name else n: p for n, p in at.target["properties"].items()}
    if "required" in at.target:
        at.target["required"] = [other if n == name else n for n in at.target["required"]]
    return True


def change_type(at: Spot) -> bool:
    """Name another type, or one more."""
    if not at.place:
        return False
    other = at.rng.choice(TYPES)
    now = at.target.get("type")
    if at.rng.random() < 0.4 and now is not None:  # noqa: PLR2004 - fewer
        listed = now if isinstance(now, list) else [now]
        at.target["type"] = [*listed, other] if other not in listed else listed
    else:
        at.target["type"] = other
    return True


def nullable(at: Spot) -> bool:
    """Admit null, in one of the two ways of writing it."""
    if not at.place or "$defs" in at.target:
        return False
    if at.rng.random() < 0.5 and isinstance(at.target.get("type"), str):  # noqa: PLR2004 - as often
        at.target["type"] = sorted({at.target["type"], "null"})
        return True
    whole = copy.deepcopy(at.target)
    at.target.clear()
    at.target["anyOf"] = [whole, {"type": "null"}]
    return True


def change_enum(at: Spot) -> bool:
    """Add, remove or replace listed values, or list some."""
    if not at.place:
        return False
    listed = at.target.get("enum")
    if not isinstance(listed, list):
        at.target["enum"] = at.rng.sample(["open", "closed", "ab", 1, None], 2)
    elif at.rng.random() < 0.5 and len(listed) > 1:  # noqa: PLR2004 - as often
        at.target["enum"] = listed[1:]
    else:
        at.target["enum"] = [*listed, "fresh"]
    return True


def change_bound(at: Spot) -> bool:
    """Set or move a bound."""
    if not at.place:
        return False
    words = {
        "string": ("minLength", "maxLength"),
        "array": ("minItems", "maxItems"),
        "object": ("minProperties", "maxProperties"),
        "integer": ("minimum", "maximum", "exclusiveMinimum", "multipleOf"),
        "number": ("minimum", "maximum", "exclusiveMaximum", "multipleOf"),
    }.get(str(at.target.get("type")))
    if not words:
        return False
    at.target[at.rng.choice(words)] = at.rng.choice([1, 2, 3, 10, 100])
    return True


def change_pattern(at: Spot) -> bool:
    """Set a pattern."""
    if not at.place or at.target.get("type") != "string":
        return False
    at.target["pattern"] = at.rng.choice(PATTERNS)
    return True


def change_additional(at: Spot) -> bool:
    """Close an object, open it, or describe its undeclared members."""
    if "properties" not in at.target and at.target.get("type") != "object":
        return False
    at.target["additionalProperties"] = at.rng.choice([False, False, True, {}, {"type": "string"}])
    return True


def wrap(at: Spot) -> bool:
    """Put a schema inside a combination."""
    if not at.place or "$defs" in at.target:
        return False
    whole = copy.deepcopy(at.target)
    word = at.rng.choice(["anyOf", "allOf", "oneOf"])
    more = [copy.deepcopy(at.rng.choice(PARTS))] if at.rng.random() < 0.5 else []  # noqa: PLR2004 - as often
    at.target.clear()
    at.target[word] = [whole, *more]
    return True


def define(at: Spot) -> bool:
    """Move a schema under ``$defs`` and refer to it."""
    if not at.place or "$defs" in at.place:
        return False
    name = f"D{len(at.root.get('$defs', {}))}"
    at.root.setdefault("$defs", {})[name] = copy.deepcopy(at.target)
    at.target.clear()
    at.target["$ref"] = f"#/$defs/{name}"
    return True


def delete_keyword(at: Spot) -> bool:
    """Take a keyword away."""
    words = sorted(at.target.keys() - {"$defs", "$schema"} - (set() if at.place else {"type"}))
    if not words:
        return False
    del at.target[at.rng.choice(words)]
    return True


def nest(at: Spot) -> bool:
    """Make an array or an object of it."""
    if not at.place or "$defs" in at.target:
        return False
    whole = copy.deepcopy(at.target)
    at.target.clear()
    if at.rng.random() < 0.5:  # noqa: PLR2004 - as often
        at.target.update({"type": "array", "items": whole})
    else:
        at.target.update({"type": "object", "properties": {"value": whole}, "required": ["value"]})
    return True


def reword(at: Spot) -> bool:
    """Change what constrains nothing."""
    at.target[at.rng.choice(["description", "title"])] = at.rng.choice(["Words.", "Other words."])
    return True


EDITS: tuple[Edit, ...] = (
    drop_property, add_property, flip_required, rename_property, change_type, nullable, change_enum,
    change_bound, change_bound, change_pattern, change_additional, wrap, define, delete_keyword, nest, reword,
)  # fmt: skip


class Values:
    """Random values that a schema probably accepts, near the bounds that it and another one set.

    Members are only such as the schema itself declares, and ``FOREIGN``.
    """

    def __init__(self, rng: random.Random, schema: Schema, other: Schema) -> None:
        self.rng = rng
        self.root = schema
        self.numbers: list[Any] = [0, 1, -1, 0.5]
        self.lengths = [0, 1, 2]
        self.listed: list[Any] = [None, True, "a", 1, [], {}]
        for one in (schema, other):
            for _, part in inner(one):
                self._learn(part)

    def _learn(self, part: dict[str, Any]) -> None:
        for word in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"):
            if isinstance(part.get(word), (int, float)):
                self.numbers += [part[word] - 1, part[word], part[word] + 1]
        for word in ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"):
            if isinstance(part.get(word), int):
                self.lengths += [n for n in range(part[word] - 1, part[word] + 2) if 0 <= n <= LONGEST]
        if isinstance(part.get("enum"), list):
            self.listed += part["enum"]

    def draw(self) -> Any:
        """Return a value."""
        return self.value(self.root, 0)

    def value(self, schema: Schema, depth: int) -> Any:
        """Return a value for a schema inside the whole."""
        if not isinstance(schema, dict) or depth > 8 or (depth and self.rng.random() < 0.04):  # noqa: PLR2004 - rarely another
            return self.anything()
        if "$ref" in schema:
            return self.value(self.resolved(schema), depth + 1)
        for word in ("anyOf", "oneOf"):
            if schema.get(word):
                rest = {key: part for key, part in schema.items() if key != word}
                return self.value(_merged(rest, self.rng.choice(schema[word])), depth)
        if schema.get("allOf"):
            whole: Any = {key: part for key, part in schema.items() if key != "allOf"}
            for part in schema["allOf"]:
                whole = _merged(whole, part)
            return self.value(whole, depth)
        listed = [schema["const"]] if "const" in schema else schema.get("enum")
        return self.rng.choice(listed) if listed else self.typed(schema, depth)

    def typed(self, schema: dict[str, Any], depth: int) -> Any:
        """Return a value of one of the types that a schema names."""
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = self.rng.choice(kind)
        if kind is None:
            hints = {"properties": "object", "additionalProperties": "object", "items": "array"}
            kind = next((hints[word] for word in hints if word in schema), None)
        makers: dict[Any, Callable[[], Any]] = {
            "object": lambda: self.object(schema, depth),
            "array": lambda: self.array(schema, depth),
            "string": lambda: self.string(schema),
            "integer": lambda: self.rng.choice([n for n in self.numbers if n == int(n)]),
            "number": lambda: self.rng.choice(self.numbers),
            "boolean": lambda: self.rng.random() < 0.5,  # noqa: PLR2004 - as often
            "null": lambda: None,
        }
        return makers.get(kind, self.anything)()

    def object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        """Return an object."""
        named = schema.get("properties")
        named = named if isinstance(named, dict) else {}
        share = self.rng.choice([0.0, 0.2, 0.5, 1.0])
        made = {
            name: self.value(named.get(name, {}), depth + 1)
            for name in dict.fromkeys([*named, *schema.get("required", ())])
            if name in schema.get("required", ()) or self.rng.random() < share
        }
        rest = schema.get("additionalProperties", True)
        if rest is not False and self.rng.random() < 0.3:  # noqa: PLR2004 - fewer
            made[FOREIGN] = self.value(rest, depth + 1)
        return made

    def array(self, schema: dict[str, Any], depth: int) -> list[Any]:
        """Return an array."""
        count = min(self.rng.choice(self.lengths), 12)
        return [self.value(schema.get("items", {}), depth + 1) for _ in range(count)]

    def string(self, schema: dict[str, Any]) -> str:
        """Return a string, one that matches the pattern if one is known."""
        texts = [
            *STRINGS,
            *(t for t in self.listed if isinstance(t, str)),
            "a" * self.rng.choice(self.lengths),
        ]
        if isinstance(schema.get("pattern"), str):
            texts = [text for text in texts if re.search(schema["pattern"], text)] or texts
        return self.rng.choice(texts)

    def anything(self) -> Any:
        """Return some value without members of known names."""
        return copy.deepcopy(self.rng.choice([*self.listed, *self.numbers, *STRINGS, [1], {FOREIGN: 1}]))

    def resolved(self, schema: dict[str, Any]) -> Any:
        """Return what a local reference leads to, with what stands beside it."""
        target = self.root
        for step in schema["$ref"].removeprefix("#").strip("/").split("/"):
            if isinstance(target, dict) and step in target:
                target = target[step]
        return _merged({key: part for key, part in schema.items() if key != "$ref"}, target)


def _merged(left: dict[str, Any], right: Any) -> Any:
    """Return roughly what two schemas say together."""
    if not isinstance(right, dict):
        return left
    both = {**left, **right}
    if isinstance(left.get("properties"), dict) and isinstance(right.get("properties"), dict):
        both["properties"] = {**left["properties"], **right["properties"]}
    if "required" in left and "required" in right:
        both["required"] = [*left["required"], *right["required"]]
    return both
