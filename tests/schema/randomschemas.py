"""Random pairs of schemas in which one is an edit of the other, fast and always the same for a seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from schemagen import NAMES, PATTERNS, TYPES, VALUES

Rng = random.Random
_NESTED = ("not", "if", "then", "else", "items", "contains", "propertyNames", "additionalProperties")
_MAPS = ("properties", "patternProperties", "dependentSchemas")
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_COUNTS = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")
REFERENCES = ("#/$defs/d", "#/$defs/e")


class Generator:
    """Draws schemas, edits and values from one source of randomness."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def pair(self) -> tuple[Any, Any]:
        """Draw two schemas that are close; sometimes with recursive definitions."""
        recursive = self.rng.random() < 0.3
        self.references = REFERENCES if recursive else ()
        one = self.schema(3)
        two = self.edited(one) if self.rng.random() < 0.8 else self.schema(3)
        if recursive:
            kept = {k: v for k, v in self.keywords({}, 1).items() if k not in ("properties", "items")}
            definitions = {
                "d": self.schema(2),
                "e": {**kept, "properties": {"a": {"$ref": "#/$defs/e"}}, "items": {"$ref": "#/$defs/e"}},
            }
            if self._loops(definitions):
                return True, False
            one, two = ({"allOf": [side], "$defs": definitions} for side in (one, two))
        return one, two

    @staticmethod
    def _loops(definitions: dict[str, Any]) -> bool:
        """Tell whether a definition may refer to itself for the same value, which means nothing."""
        return "$ref" in str(
            {k: v for k, v in definitions["e"].items() if k not in ("properties", "items")}
        ) or ("#/$defs/d" in str(definitions["d"]))

    def schema(self, depth: int) -> Any:
        draw = self.rng.random()
        if depth <= 0 or draw < 0.08:
            if draw < 0.03:
                return draw < 0.02
            if draw < 0.3 and self.references:
                return {"$ref": self.rng.choice(self.references)}
            return self.keywords({}, 0)
        schema: dict[str, Any] = {}
        for _ in range(self.rng.choice([1, 1, 2, 2, 3, 4])):
            self.keywords(schema, depth)
        return schema

    def keywords(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        """Add one keyword, with its companions."""
        rng = self.rng
        simple: list[Callable[[], dict[str, Any]]] = [
            lambda: {"type": rng.choice(TYPES)},
            lambda: {"type": rng.sample(TYPES, 2)},
            lambda: {"enum": [rng.choice(VALUES) for _ in range(rng.randrange(1, 5))]},
            lambda: {"const": rng.choice(VALUES)},
            lambda: {rng.choice(["minimum", "maximum"]): rng.choice([0, 1, 2, 0.5, 1.5, -1])},
            lambda: {rng.choice(["exclusiveMinimum", "exclusiveMaximum"]): rng.choice([0, 1, 2, 0.5])},
            lambda: {"multipleOf": rng.choice([1, 2, 0.5, 3, 1.5])},
            lambda: {rng.choice(_COUNTS): rng.randrange(4)},
            lambda: {"pattern": rng.choice(PATTERNS)},
            lambda: {"required": rng.sample(NAMES, rng.randrange(1, 3))},
            lambda: {"uniqueItems": True},
        ]
        nested: list[Callable[[], dict[str, Any]]] = [
            lambda: {"properties": {n: self.schema(depth - 1) for n in rng.sample(NAMES, 2)}},
            lambda: {"patternProperties": {rng.choice(PATTERNS): self.schema(depth - 1)}},
            lambda: {"additionalProperties": rng.random() < 0.2 or (rng.random() < 0.5 and self.schema(depth - 1))},
            lambda: {rng.choice(_NESTED): self.schema(depth - 1)},
            lambda: {"prefixItems": [self.schema(depth - 1) for _ in range(rng.randrange(1, 3))]},
            lambda: {"contains": self.schema(depth - 1), rng.choice(["minContains", "maxContains"]): rng.randrange(3)},
            lambda: {rng.choice(_LISTS[:3]): [self.schema(depth - 1) for _ in range(rng.randrange(1, 4))]},
            lambda: {"if": self.schema(depth - 1), "then": self.schema(depth - 1), "else": self.schema(depth - 1)},
            lambda: {"dependentRequired": {rng.choice(NAMES): [rng.choice(NAMES)]}},
            lambda: {"dependentSchemas": {rng.choice(NAMES): self.schema(depth - 1)}},
            lambda: {"unevaluatedProperties": rng.random() < 0.5 and self.schema(depth - 1)},
            lambda: {"unevaluatedItems": rng.random() < 0.5 and self.schema(depth - 1)},
        ]  # fmt: skip
        schema.update(rng.choice(simple + nested if depth > 0 else simple)())
        return schema

    def edited(self, schema: Any) -> Any:
        """Change a schema in one place: drop, add, change a keyword, or wrap the whole."""
        rng = self.rng
        if isinstance(schema, bool):
            return rng.choice([not schema, self.schema(1)])
        schema = dict(schema)
        draw = rng.random()
        if draw < 0.25 and schema:
            schema.pop(rng.choice(list(schema)))
        elif draw < 0.5:
            self.keywords(schema, 1)
        elif draw < 0.85 and schema:
            word = rng.choice(list(schema))
            schema[word] = self._changed(word, schema[word])
        else:
            other = self.schema(1)
            return rng.choice(
                [{"anyOf": [schema, other]}, {"allOf": [schema, other]}, {"oneOf": [schema, other]}]
            )
        return schema

    def _changed(self, word: str, value: Any) -> Any:  # noqa: PLR0911 - one per form of keyword
        rng = self.rng
        if word in _NESTED or word.startswith("unevaluated"):
            return self.edited(value)
        if word in _MAPS:
            name = rng.choice(list(value))
            return {**value, name: self.edited(value[name])}
        if word in _LISTS:
            index = rng.randrange(len(value))
            return [*value[:index], self.edited(value[index]), *value[index + 1 :]]
        if word in ("enum", "required"):
            return value[:-1] or value
        if word in _COUNTS:
            return max(0, value + rng.choice([1, -1]))
        if isinstance(value, int | float) and not isinstance(value, bool) and word != "multipleOf":
            return max(value + rng.choice([1, -1]), 0) if "Contains" in word else value + 1
        return value

    def value(self, depth: int = 2) -> Any:
        draw = self.rng.random()
        if depth <= 0 or draw < 0.4:
            return self.rng.choice(VALUES)
        if draw < 0.7:
            names = self.rng.sample(NAMES, self.rng.randrange(4))
            return {name: self.value(depth - 1) for name in names}
        return [self.value(depth - 1) for _ in range(self.rng.randrange(4))]
