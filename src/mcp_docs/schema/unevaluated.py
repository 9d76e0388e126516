"""``unevaluatedProperties`` and ``unevaluatedItems``, by cases of which subschemas hold.

Which members are evaluated depends on which of the schemas beside the keyword accept the value.
Each combination of the conditional ones is a case; the cases exclude each other and leave nothing
out, so the keyword is the disjunction of "this is the case, and the rest is as the keyword says".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.compiler import Compiler
from mcp_docs.schema.formula import Formula, Space
from mcp_docs.schema.source import CLOSED, Place, closes

_MOST_CASES: Final = 128
_EVERYTHING: Final = 1 << 60


@dataclass(frozen=True, slots=True)
class _Case:
    """One case: when it holds, and what is evaluated then."""

    when: tuple[Formula, ...]
    names: tuple[Formula, ...] = ()
    prefix: int = 0
    items: tuple[Formula, ...] = ()

    def plus(self, other: _Case) -> _Case:
        return _Case(
            self.when + tuple(part for part in other.when if part not in self.when),
            self.names + tuple(part for part in other.names if part not in self.names),
            max(self.prefix, other.prefix),
            self.items + tuple(part for part in other.items if part not in self.items),
        )

    @property
    def evaluates(self) -> tuple[object, ...]:
        return (self.names, self.prefix, self.items)


_NOTHING: Final = _Case(())


class _Cases:
    """Works out the cases of one kind of parts, ``names`` or ``items``."""

    def __init__(self, compiler: Compiler, *, names: bool) -> None:
        self.compiler = compiler
        self.space: Space = compiler.space
        self.of_names = names

    def of(self, place: Place, *, own: bool) -> list[_Case]:
        """Return the cases of a schema that accepts the value.

        Args:
            place: the schema.
            own: whether the unevaluated keyword itself counts (not for the schema that it is in).
        """
        value = place.value
        if not isinstance(value, Mapping):
            return [_NOTHING]
        if place.source.dialect <= 7 and "$ref" in value:  # noqa: PLR2004
            raise Unmodelled("unevaluated members beside an old $ref")
        self.space.budget.spend()
        cases = [self._names(value, own=own) if self.of_names else self._items(place, value, own=own)]
        for options in self._applied(place, value):
            if all(option.evaluates == _NOTHING.evaluates for option in options):
                continue
            cases = [case.plus(option) for case in cases for option in options]
            if len(cases) > _MOST_CASES:
                raise Unmodelled("unevaluated members depend on too many combinations of subschemas")
        return cases

    def _names(self, value: Mapping[str, Any], *, own: bool) -> _Case:
        if "additionalProperties" in value or (own and "unevaluatedProperties" in value):
            return _Case((), (self.space.true,))
        names = [self.space.literal("pattern", pattern) for pattern in value.get("patternProperties", {})]
        if value.get("properties"):
            names.append(self.space.one_of(list(value["properties"])))
        return _Case((), tuple(names))

    def _items(self, place: Place, value: Mapping[str, Any], *, own: bool) -> _Case:
        modern = place.source.dialect == 2020  # noqa: PLR2004 - contains evaluates since 2020-12
        if own and "unevaluatedItems" in value:
            return _Case((), (), _EVERYTHING)
        items = value.get("items")
        if items is not None and (modern or not isinstance(items, list) or "additionalItems" in value):
            return _Case((), (), _EVERYTHING)
        prefix = value.get("prefixItems", ()) if modern else items or ()
        contained: tuple[Formula, ...] = ()
        if modern and "contains" in value:
            contained = (self.compiler.inner(place, value["contains"]),)
        return _Case((), (), len(prefix), contained)

    def _applied(self, place: Place, value: Mapping[str, Any]) -> Iterator[list[_Case]]:
        if "$ref" in value:
            yield self.of(place.source.refer(place, value["$ref"]), own=True)
        if "$dynamicRef" in value and place.source.dialect == 2020:  # noqa: PLR2004
            yield self.of(place.source.refer(place, value["$dynamicRef"], dynamic=True), own=True)
        if "$recursiveRef" in value and place.source.dialect == 2019:  # noqa: PLR2004
            raise Unmodelled("the keyword $recursiveRef is not modelled")
        for part in value.get("allOf", ()):
            yield self.of(place.inner(part), own=True)
        for word in ("anyOf", "oneOf"):
            for part in value.get(word, ()):
                yield self._optional(place.inner(part))
        if "if" in value:
            yield self._conditional(place, value)
        for name, part in value.get("dependentSchemas", {}).items():
            present = self.space.has(name, strict=True)
            inside = self.of(place.inner(part), own=True)
            yield [
                *(_Case((present,)).plus(case) for case in inside),
                _Case((self.space.negation(present),)),
            ]

    def _optional(self, place: Place) -> list[_Case]:
        formula = self.compiler.schema(place)
        inside = [_Case((formula,)).plus(case) for case in self.of(place, own=True)]
        return [*inside, _Case((self.space.negation(formula),))]

    def _conditional(self, place: Place, value: Mapping[str, Any]) -> list[_Case]:
        condition = place.inner(value["if"])
        formula = self.compiler.schema(condition)
        held = [_Case((formula,)).plus(case) for case in self.of(condition, own=True)]
        if "then" in value:
            after = self.of(place.inner(value["then"]), own=True)
            held = [case.plus(more) for case in held for more in after]
        missed = _Case((self.space.negation(formula),))
        if "else" not in value:
            return [*held, missed]
        return [*held, *(missed.plus(case) for case in self.of(place.inner(value["else"]), own=True))]


def _refuse_open(place: Place, keyword: str) -> None:
    """Refuse what hangs on which closed objects beside the keyword hold, when they are read as open."""
    value: Mapping[str, Any] = place.value  # type: ignore[assignment]
    beside = place.inner({word: argument for word, argument in value.items() if word != keyword})
    if place.mode and place.source.name_of(beside) != place.source.name_of(beside.read(CLOSED)):
        raise Unmodelled("unevaluated parts beside closed objects, which a reader takes as open")


def unevaluated_properties(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    """Yield the meaning of ``unevaluatedProperties``."""
    if place.mode and closes(argument):
        return
    _refuse_open(place, "unevaluatedProperties")
    space = compiler.space
    rule = compiler.inner(place, argument)
    cases = _Cases(compiler, names=True).of(place, own=False)
    yield space.either(
        space.every(
            (*case.when, space.literal("each", space.negation(space.either(case.names)), rule)),
        )
        for case in cases
    )


def unevaluated_items(compiler: Compiler, place: Place, argument: Any) -> Iterator[Formula]:
    """Yield the meaning of ``unevaluatedItems``."""
    _refuse_open(place, "unevaluatedItems")
    space = compiler.space
    rule = compiler.inner(place, argument)
    parts = []
    for case in _Cases(compiler, names=False).of(place, own=False):
        rest = space.true
        if case.prefix < _EVERYTHING:
            rest = space.literal("from", case.prefix, space.either((rule, *case.items)))
        parts.append(space.every((*case.when, rest)))
    yield space.either(parts)
