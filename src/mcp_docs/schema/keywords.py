"""What each keyword means: one small function per keyword, in a table per dialect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from mcp_docs.jsonvalue import JsonValue
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.compiler import Compiler, Keyword
from mcp_docs.schema.disjoint import exclude, tags
from mcp_docs.schema.formula import Formula, Space
from mcp_docs.schema.source import Place, closes
from mcp_docs.schema.unevaluated import unevaluated_items, unevaluated_properties
from mcp_docs.schema.values import NUMBER, TYPE_BITS, Exact, exact


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
        _, denied = compiler.condition(place, argument)
        yield compiler.space.literal("lacks", denied, count(value["maxContains"]) + 1)


def _properties(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    space = compiler.space
    for name, part in argument.items():
        if part is not True:
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
    if place.mode and closes(argument):
        return
    names = undeclared(compiler.space, value)
    yield compiler.space.literal("each", names, compiler.inner(place, argument))


def _names(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    space = compiler.space
    wrong = space.negation(compiler.inner(place, argument))
    yield space.literal("each", wrong, space.false)


def _required(compiler: Compiler, _: Place, argument: Any) -> Iterator[Formula]:
    if not isinstance(argument, list):
        raise TypeError
    for name in argument:
        yield compiler.space.has(name)


def _dependent_required(compiler: Compiler, _: Place, argument: Any) -> Iterator[Formula]:
    space = compiler.space
    for name, needed in argument.items():
        absent = space.negation(space.has(name, strict=True))
        yield space.either((absent, space.every([space.has(other, strict=True) for other in needed])))


def _dependent_schemas(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    space = compiler.space
    for name, part in argument.items():
        absent = space.negation(space.has(name, strict=True))
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
    parts = [compiler.condition(place, part)[1] for part in argument]
    space.budget.spend(len(parts) ** 2 // 16)
    told = [tags(place.inner(part)) for part in argument]
    for index, one in enumerate(parts):
        for at in range(index + 1, len(parts)):
            if one.mask & parts[at].mask and not exclude(told[index], told[at]):
                space.budget.spend()
                yield space.either((space.negation(one), space.negation(parts[at])))


def _not(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    yield compiler.space.negation(compiler.condition(place, argument)[1])


def _if(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    value: Mapping[str, Any] = place.value  # type: ignore[assignment]
    space = compiler.space
    affirmed, denied = compiler.condition(place, argument)
    positive = compiler.inner(place, value.get("then", True))
    negative = compiler.inner(place, value.get("else", True))
    yield space.either((space.negation(denied), positive))
    yield space.either((affirmed, negative))
    if affirmed is not denied:
        yield space.either((positive, negative))


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
    "unevaluatedProperties": unevaluated_properties,
    "unevaluatedItems": unevaluated_items,
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
