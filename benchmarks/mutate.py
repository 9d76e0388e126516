"""Random edits of schemas, and values to try them with; nothing here knows the program under test.

Everything is drawn from a ``random.Random``, so that a seed stands for one edit or one value.
"""

from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

#: A name that no schema of a real tool declares.
FOREIGN = "zz undeclared"
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
        done += rng.choice(EDITS)(rng, root, place, target)
    return root


Edit = Callable[[random.Random, Any, tuple[Step, ...], dict[str, Any]], bool]


def _names(target: dict[str, Any]) -> list[str]:
    found = target.get("properties")
    return sorted(found) if isinstance(found, dict) else []


def drop_property(rng: random.Random, root: Any, place: tuple[Step, ...], target: dict[str, Any]) -> bool:
    """Drop a member, from ``required`` too."""
    names = _names(target)
    if not names:
        return False
    name = rng.choice(names)
    del target["properties"][name]
    if rng.random() < 0.8 and name in target.get("required", ()):  # noqa: PLR2004 - mostly as people do it
        target["required"] = [n for n in target["required"] if n != name]
    return True


def add_property(rng: random.Random, root: Any, place: tuple[Step, ...], target: dict[str, Any]) -> bool:
    """Declare a new member, perhaps a required one."""
    if not _names(target):
        return False
    name = rng.choice(["fresh", "new_one", "a"])
    if name in target["properties"]:
        return False
    target["properties"][name] = copy.deepcopy(rng.choice(PARTS))
    if rng.random() < 0.3:  # noqa: PLR2004 - fewer
        target["required"] = [*target.get("required", ()), name]
    return True


def flip_required(rng: random.Random, root: Any, place: tuple[Step, ...], target: dict[str, Any]) -> bool:
    """Require a member, or no longer."""
    names = _names(target)
    if not names:
        return False
    name = rng.choice(names)
    listed = [*target.get("required", ())]
    target["required"] = [n for n in listed if n != name] if name in listed else [*listed, name]
    return True


def rename_property(rng: random.Random, root: Any, place: tuple[Step, ...], target: dict[str, Any]) -> bool:
    """Give a member another name."""
    names = _names(target)
    if not names:
        return False
    name = rng.choice(names)
    other = name + "_id"
    target["properties"] = {other if n == name else n: p for n, p in target["properties"].items()}
    if "required" in target:
        target["required"] = [other if n == name else n for n in target["required"]]
    return True


def change_type(rng: random.Random, root: Any, place: tuple[Step, ...], target: dict[str, Any]) -> bool:
    """Name another type, or one more."""
    if not place:
        return False
    other = rng.choice(TYPES)
    now = target.get("type")
    if rng.random() < 0.4 and now is not None:  # noqa: PLR2004 - fewer
        listed = now if isinstance(now, list) else [now]
        target["type"] = [*listed, other] if other not in listed else listed
    else:
        target["type"] = other
    return True


def nullable(rng: random.Random, root: Any, place: tuple[Step, ...], target: dict[str, Any]) -> bool:
    """Admit null, in one of the two ways of writing it."""
    if not place or "$defs" in target:
        return False
    if rng.random() < 0.5 and isinstance(target.get("type"), str):  # noqa: PLR2004 - as often
        target["type"] = sorted({target["type"], "null"})
        return True
    whole = copy.deepcopy(target)
    target.clear()
    target["anyOf"] = [whole, {"type": "null"}]
    return True


def change_enum(rng: random.Random, root: Any, place: tuple[Step, ...], target: dict[str, Any]) -> bool:
    """Add, remove or replace listed values, or list some."""
    if not place:
        return False
    listed = target.get("enum")
    if not isinstance(listed, list):
        target["enum"] = rng.sample(["open", "closed", "ab", 1, None], 2)
    elif rng.random() < 0.5 and len(listed) > 1:  # noqa: PLR2004 - as often
        target["enum"] = listed[1:]
    else:
        target["enum"] = [*listed, "fresh"]
    return True


def change_bound(rng: random.Random, root: Any, place: tuple[Step, ...], target: dict[str, Any]) -> bool:
    """Set or move a bound."""
    if not place:
        return False
    words = {
        "string": ("minLength", "maxLength"),
        "array": ("minItems", "maxItems"),
        "object": ("minProperties", "maxProperties"),
        "integer": ("minimum", "maximum", "exclusiveMinimum", "multipleOf"),
        "number": ("minimum", "maximum", "exclusiveMaximum", "multipleOf"),
    }.get(str(target.get("type")))
    if not words:
        return False
    target[rng.choice(words)] = rng.choice([1, 2, 3, 10, 100])
    return True


def change_pattern(rng: random.Random, root: Any, place: tuple[Step, ...], target: dict[str, Any]) -> bool:
    """Set a pattern."""
    if not place or target.get("type") != "string":
        return False
    target["pattern"] = rng.choice(PATTERNS)
    return True


def change_additional(rng: random.Random, root: Any, place: tuple[Step, ...], target: dict[str, Any]) -> bool:
    """Close an object, open it, or describe its undeclared members."""
    if "properties" not in target and target.get("type") != "object":
        return False
    target["additionalProperties"] = rng.choice([False, False, True, {}, {"type": "string"}])
    return True


def wrap(rng: random.Random, root: Any, place: tuple[Step, ...], target: dict[str, Any]) -> bool:
    """Put a schema inside a combination."""
    if not place or "$defs" in target:
        return False
    whole = copy.deepcopy(target)
    word = rng.choice(["anyOf", "allOf", "oneOf"])
    more = [copy.deepcopy(rng.choice(PARTS))] if rng.random() < 0.5 else []  # noqa: PLR2004 - as often
    target.clear()
    target[word] = [whole, *more]
    return True


def define(rng: random.Random, root: Any, place: tuple[Step, ...], target: dict[str, Any]) -> bool:
    """Move a schema under ``$defs`` and refer to it."""
    if not place or "$defs" in place:
        return False
    name = f"D{len(root.get('$defs', {}))}"
    root.setdefault("$defs", {})[name] = copy.deepcopy(target)
    target.clear()
    target["$ref"] = f"#/$defs/{name}"
    return True


def delete_keyword(rng: random.Random, root: Any, place: tuple[Step, ...], target: dict[str, Any]) -> bool:
    """Take a keyword away."""
    words = sorted(target.keys() - {"$defs", "$schema"} - (set() if place else {"type"}))
    if not words:
        return False
    del target[rng.choice(words)]
    return True


def nest(rng: random.Random, root: Any, place: tuple[Step, ...], target: dict[str, Any]) -> bool:
    """Make an array or an object of it."""
    if not place or "$defs" in target:
        return False
    whole = copy.deepcopy(target)
    target.clear()
    if rng.random() < 0.5:  # noqa: PLR2004 - as often
        target |= {"type": "array", "items": whole}
    else:
        target |= {"type": "object", "properties": {"value": whole}, "required": ["value"]}
    return True


def reword(rng: random.Random, root: Any, place: tuple[Step, ...], target: dict[str, Any]) -> bool:
    """Change what constrains nothing."""
    target[rng.choice(["description", "title"])] = rng.choice(["Words.", "Other words."])
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
                self.lengths += [n for n in range(part[word] - 1, part[word] + 2) if 0 <= n <= 120]  # noqa: PLR2004 - enough
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
        if "const" in schema:
            return schema["const"]
        if schema.get("enum"):
            return self.rng.choice(schema["enum"])
        return self.typed(schema, depth)

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
        return left if left or right is not False else right
    return {
        **left,
        **right,
        **{
            word: {**left[word], **right[word]}
            for word in ("properties",)
            if isinstance(left.get(word), dict) and isinstance(right.get(word), dict)
        },
        **(
            {"required": [*left["required"], *right["required"]]}
            if "required" in left and "required" in right
            else {}
        ),
    }
