"""Schemas to formulas: one small function per keyword, in a table per dialect."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from mcp_docs.jsonvalue import JsonValue
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.formula import Formula, Space
from mcp_docs.schema.source import Place, packed
from mcp_docs.schema.values import ALL, NUMBER, OBJECT, STRING, TYPE_BITS, Exact, exact

Keyword = Callable[["Compiler", Place, Any], Iterator[Formula]]


class Compiler:
    """Compiles places into formulas of one space."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self._groundless: dict[Formula, bool] = {}

    def schema(self, place: Place) -> Formula:
        """Return the formula of a schema; its keywords are read when it is expanded."""
        value = place.value
        if value is True or value == {}:
            return self.space.true
        if value is False:
            return self.space.false
        if not isinstance(value, Mapping):
            raise Unmodelled("a subschema is neither an object nor a boolean, so the schema is not valid")
        return self.space.schema(place.source.name_of(place), _mask(place), place)

    def inner(self, place: Place, value: JsonValue) -> Formula:
        """Return the formula of a subschema of ``place``."""
        return self.schema(place.inner(value))

    def expand(self, formula: Formula) -> Formula:
        """Return what a ``schema`` formula stands for."""
        if isinstance(formula.lazy, Place):
            place = formula.lazy
            formula.lazy = (place, self._compiled(place))
        expanded: Formula = formula.lazy[1]
        return expanded

    def _compiled(self, place: Place) -> Formula:
        self.space.budget.spend()
        value: Mapping[str, Any] = place.value  # type: ignore[assignment]
        table = KEYWORDS[place.source.dialect]
        if "$ref" in value and place.source.dialect <= 7:  # noqa: PLR2004 - up to draft 7, $ref stands alone
            value = {"$ref": value["$ref"]}
        if ("$ref" in value or "$dynamicRef" in value) and self._is_groundless(place):
            return self.space.opaque(("loop", packed(place.value)), "a $ref leads back to itself")
        parts: list[Formula] = []
        for word, argument in value.items():
            keyword = table.get(word)
            if keyword is not None:
                parts.extend(self._guarded(keyword, place, word, argument))
        return self.space.every(parts)

    def _guarded(self, keyword: Keyword, place: Place, word: str, argument: Any) -> list[Formula]:
        """Return a keyword's formulas, or an unknown where it is not modelled."""
        try:
            return list(keyword(self, place, argument))
        except Unmodelled as reason:
            name = (word, place.source.name_of(place))
            return [self.space.opaque(name, str(reason))]
        except (TypeError, AttributeError, KeyError):
            raise Unmodelled(f"the argument of {word} has the wrong shape: the schema is not valid") from None

    def _is_groundless(self, start: Place) -> bool:
        """Tell whether the schema refers to itself for the same value, which means nothing."""
        todo = [(start, frozenset[Any]())]
        seen = set()
        while todo:
            place, path = todo.pop()
            if not isinstance(place.value, Mapping):
                continue
            self.space.budget.spend()
            name = place.source.name_of(place)
            if name in path:
                return True
            if (name, path) in seen:
                continue
            seen.add((name, path))
            todo.extend((inner, path | {name}) for inner in in_place(place))
        return False


def in_place(place: Place) -> Iterator[Place]:
    """Yield the schemas that a schema applies to the very same value."""
    value = place.value
    if not isinstance(value, Mapping):
        return
    for word in ("$ref", "$dynamicRef"):
        if word in value:
            try:
                yield place.source.refer(place, value[word], dynamic=word == "$dynamicRef")
            except Unmodelled:
                continue
    if place.source.dialect <= 7 and "$ref" in value:  # noqa: PLR2004
        return
    for word in ("allOf", "anyOf", "oneOf"):
        if isinstance(value.get(word), list):
            yield from (place.inner(part) for part in value[word])
    for word in ("not", "if", "then", "else"):
        if word in value:
            yield place.inner(value[word])
    for word in ("dependentSchemas", "dependencies"):
        if isinstance(value.get(word), Mapping):
            yield from (place.inner(part) for part in value[word].values())


def _mask(place: Place) -> int:
    """Return the types that a schema allows at most, as far as its own ``type`` says."""
    value: Mapping[str, Any] = place.value  # type: ignore[assignment]
    named = value.get("type")
    if not isinstance(named, str) or (place.source.dialect <= 7 and "$ref" in value):  # noqa: PLR2004
        return ALL
    return NUMBER if named == "integer" else TYPE_BITS.get(named, ALL)


def count(value: JsonValue) -> int:
    """Return a keyword's non-negative integer argument (``2.0`` is one)."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    number = exact(value)
    if not isinstance(number, int) or number < 0:
        raise TypeError
    return number


def number(value: JsonValue) -> Exact:
    """Return a keyword's numeric argument."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError
    return exact(value)


def _type(compiler: Compiler, _: Place, argument: Any) -> Iterator[Formula]:
    names = [argument] if isinstance(argument, str) else list(argument)
    mask = 0
    for name in names:
        if name != "integer":
            mask |= TYPE_BITS[name]
    if "integer" not in names or mask & NUMBER:
        yield compiler.space.types(mask)
        return
    yield compiler.space.types(mask | NUMBER)
    yield compiler.space.literal("multiple", 1)


def _enum(compiler: Compiler, _: Place, argument: Any) -> Iterator[Formula]:
    if not isinstance(argument, list):
        raise TypeError
    yield compiler.space.one_of(argument)


def _const(compiler: Compiler, _: Place, argument: Any) -> Iterator[Formula]:
    yield compiler.space.one_of([argument])


def _bound(kind: str) -> Keyword:
    def keyword(compiler: Compiler, _: Place, argument: Any) -> Iterator[Formula]:
        yield compiler.space.literal(kind, number(argument))

    return keyword


def _draft4_bound(closed: str, opened: str, flag: str) -> Keyword:
    def keyword(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
        value: Mapping[str, Any] = place.value  # type: ignore[assignment]
        yield compiler.space.literal(opened if value.get(flag) is True else closed, number(argument))

    return keyword


def _multiple(compiler: Compiler, _: Place, argument: Any) -> Iterator[Formula]:
    step = number(argument)
    if step <= 0:
        raise TypeError
    yield compiler.space.literal("multiple", step)


def _at_least(kind: str) -> Keyword:
    def keyword(compiler: Compiler, _: Place, argument: Any) -> Iterator[Formula]:
        yield compiler.space.literal(kind, count(argument))

    return keyword


def _at_most(kind: str) -> Keyword:
    def keyword(compiler: Compiler, _: Place, argument: Any) -> Iterator[Formula]:
        yield compiler.space.literal(kind, count(argument) + 1)

    return keyword


def _pattern(compiler: Compiler, _: Place, argument: Any) -> Iterator[Formula]:
    if not isinstance(argument, str):
        raise TypeError
    yield compiler.space.literal("pattern", argument)


def _unique(compiler: Compiler, _: Place, argument: Any) -> Iterator[Formula]:
    if not isinstance(argument, bool):
        raise TypeError
    if argument:
        yield compiler.space.literal("distinct")


def _prefix(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    for index, part in enumerate(argument):
        yield compiler.space.literal("at", index, compiler.inner(place, part))


def _items(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    if isinstance(argument, list):
        raise Unmodelled("an array of items is no 2020-12 keyword")
    value: Mapping[str, Any] = place.value  # type: ignore[assignment]
    start = len(value.get("prefixItems", ()))
    yield compiler.space.literal("from", start, compiler.inner(place, argument))


def _old_items(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    if isinstance(argument, list):
        yield from _prefix(compiler, place, argument)
    else:
        yield compiler.space.literal("from", 0, compiler.inner(place, argument))


def _additional_items(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    value: Mapping[str, Any] = place.value  # type: ignore[assignment]
    if isinstance(value.get("items"), list):
        yield compiler.space.literal("from", len(value["items"]), compiler.inner(place, argument))


def _contains(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    value: Mapping[str, Any] = place.value  # type: ignore[assignment]
    inner = compiler.inner(place, argument)
    modern = place.source.dialect >= 2019  # noqa: PLR2004 - minContains is new in 2019-09
    low = count(value["minContains"]) if modern and "minContains" in value else 1
    yield compiler.space.literal("contains", inner, low)
    if modern and "maxContains" in value:
        yield compiler.space.literal("lacks", inner, count(value["maxContains"]) + 1)


def _properties(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    space = compiler.space
    for name, part in argument.items():
        yield space.literal("each", space.name(name), compiler.inner(place, part))


def _pattern_properties(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    space = compiler.space
    for pattern, part in argument.items():
        yield space.literal("each", space.literal("pattern", pattern), compiler.inner(place, part))


def undeclared(space: Space, value: Mapping[str, Any]) -> Formula:
    """Return the names that neither ``properties`` nor ``patternProperties`` of a schema cover."""
    parts = []
    names = value.get("properties", {})
    if names:
        parts.append(space.negation(space.one_of(list(names))))
    parts.extend(space.literal("nopattern", pattern) for pattern in value.get("patternProperties", {}))
    return space.every(parts)


def _additional(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    value: Mapping[str, Any] = place.value  # type: ignore[assignment]
    names = undeclared(compiler.space, value)
    yield compiler.space.literal("each", names, compiler.inner(place, argument))


def _names(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    space = compiler.space
    wrong = space.negation(compiler.inner(place, argument))
    yield space.literal("each", wrong, space.false)


def has(space: Space, name: str, *, strict: bool = False) -> Formula:
    """The object has a member ``name``."""
    return space.literal("any", space.name(name), space.true, strict=strict)


def _required(compiler: Compiler, _: Place, argument: Any) -> Iterator[Formula]:
    if not isinstance(argument, list):
        raise TypeError
    for name in argument:
        yield has(compiler.space, name)


def _dependent_required(compiler: Compiler, _: Place, argument: Any) -> Iterator[Formula]:
    space = compiler.space
    for name, needed in argument.items():
        absent = space.negation(has(space, name, strict=True))
        yield space.either((absent, space.every([has(space, other, strict=True) for other in needed])))


def _dependent_schemas(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    space = compiler.space
    for name, part in argument.items():
        absent = space.negation(has(space, name, strict=True))
        yield space.either((absent, compiler.inner(place, part)))


def _dependencies(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    for name, needed in argument.items():
        keyword = _dependent_required if isinstance(needed, list) else _dependent_schemas
        yield from keyword(compiler, place, {name: needed})


def _all_of(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    yield from (compiler.inner(place, part) for part in argument)


def _any_of(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    yield compiler.space.either([compiler.inner(place, part) for part in argument])


def _one_of(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    space = compiler.space
    parts = [compiler.inner(place, part) for part in argument]
    yield space.either(parts)
    space.budget.spend(len(parts) ** 2 // 4)
    for index, one in enumerate(parts):
        for other in parts[index + 1 :]:
            if one.mask & other.mask:
                yield space.either((space.negation(one), space.negation(other)))


def _not(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    yield compiler.space.negation(compiler.inner(place, argument))


def _if(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    value: Mapping[str, Any] = place.value  # type: ignore[assignment]
    space = compiler.space
    condition = compiler.inner(place, argument)
    if "then" in value:
        yield space.either((space.negation(condition), compiler.inner(place, value["then"])))
    if "else" in value:
        yield space.either((condition, compiler.inner(place, value["else"])))


def _ref(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    yield compiler.schema(place.source.refer(place, argument))


def _dynamic_ref(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    yield compiler.schema(place.source.refer(place, argument, dynamic=True))


def _unmodelled(word: str) -> Keyword:
    def keyword(_: Compiler, __: Place, ___: Any) -> Iterator[Formula]:
        raise Unmodelled(f"the keyword {word} is not modelled in this dialect")

    return keyword


_COMMON: Final[dict[str, Keyword]] = {
    "type": _type,
    "enum": _enum,
    "multipleOf": _multiple,
    "minLength": _at_least("longer"),
    "maxLength": _at_most("shorter"),
    "pattern": _pattern,
    "minItems": _at_least("more"),
    "maxItems": _at_most("fewer"),
    "uniqueItems": _unique,
    "minProperties": _at_least("wide"),
    "maxProperties": _at_most("narrow"),
    "required": _required,
    "properties": _properties,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional,
    "allOf": _all_of,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
    "$ref": _ref,
}
_DRAFT4: Final[dict[str, Keyword]] = {
    **_COMMON,
    "minimum": _draft4_bound("ge", "gt", "exclusiveMinimum"),
    "maximum": _draft4_bound("le", "lt", "exclusiveMaximum"),
    "items": _old_items,
    "additionalItems": _additional_items,
    "dependencies": _dependencies,
}
_DRAFT6: Final[dict[str, Keyword]] = {
    **_DRAFT4,
    "minimum": _bound("ge"),
    "maximum": _bound("le"),
    "exclusiveMinimum": _bound("gt"),
    "exclusiveMaximum": _bound("lt"),
    "const": _const,
    "contains": _contains,
    "propertyNames": _names,
}
_DRAFT7: Final[dict[str, Keyword]] = {**_DRAFT6, "if": _if}
_DRAFT2019: Final[dict[str, Keyword]] = {
    **_DRAFT7,
    "dependentRequired": _dependent_required,
    "dependentSchemas": _dependent_schemas,
    "dependencies": _unmodelled("dependencies"),
    "$recursiveRef": _unmodelled("$recursiveRef"),
}
_DRAFT2020: Final[dict[str, Keyword]] = {
    **_DRAFT2019,
    "prefixItems": _prefix,
    "items": _items,
    "$dynamicRef": _dynamic_ref,
}
del _DRAFT2020["additionalItems"], _DRAFT2020["$recursiveRef"]

#: What each keyword means, by dialect; a word that is not here is an annotation.
KEYWORDS: Final[dict[int, dict[str, Keyword]]] = {
    4: _DRAFT4,
    6: _DRAFT6,
    7: _DRAFT7,
    2019: _DRAFT2019,
    2020: _DRAFT2020,
}
