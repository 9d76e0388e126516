"""Schemas to formulas: each schema is compiled when the prover first needs it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final

from mcp_docs.jsonvalue import JsonValue
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.formula import Formula, Space
from mcp_docs.schema.source import AT_LEAST, AT_MOST, CLOSED, Place, packed
from mcp_docs.schema.values import ALL, NUMBER, TYPE_BITS

Keyword = Callable[["Compiler", Place, Any], Iterator[Formula]]


_SLOW: Final = {"each", "at", "from", "contains", "lacks", "or", "and", "schema", "not", "pattern", "opaque"}


class Compiler:
    """Compiles places into formulas of one space."""

    def __init__(self, space: Space, tables: Mapping[int, Mapping[str, Keyword]]) -> None:
        self.space = space
        self.tables = tables
        self._grounded: set[Hashable] = set()

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

    def condition(self, place: Place, value: JsonValue) -> tuple[Formula, Formula]:
        """Return a subschema to be affirmed and to be denied, where more of it does not mean more.

        A reader who ignores what it does not know takes the subschema as met by all that it accepts
        as it stands, and by nothing that it rejects when everything closed in it is opened.
        """
        inner = place.inner(value)
        surely = self.schema(inner.read(CLOSED))
        perhaps = self.schema(inner.read(AT_MOST)) if place.mode else surely
        return (surely, perhaps) if place.mode == AT_LEAST else (perhaps, surely)

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
        table = self.tables[place.source.dialect]
        if "$ref" in value and place.source.dialect <= 7:  # noqa: PLR2004 - up to draft 7, $ref stands alone
            value = {"$ref": value["$ref"]}
        if ("$ref" in value or "$dynamicRef" in value) and self._is_groundless(place):
            return self.space.opaque(("loop", packed(place.value)), "a $ref leads back to itself")
        parts: list[Formula] = []
        for word, argument in value.items():
            keyword = table.get(word)
            if keyword is not None:
                parts.extend(self._guarded(keyword, place, word, argument))
        # What is judged fast comes first, so that a value that does not fit is dismissed early.
        return self.space.every(sorted(parts, key=lambda part: part.kind in _SLOW))

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
        # Depth first; what was left without meeting an open name again leads to no circle, for good.
        open_names: dict[Hashable, None] = {}
        todo: list[Iterator[Place]] = [iter((start,))]
        while todo:
            place = next(todo[-1], None)
            if place is None:
                todo.pop()
                if open_names:
                    self._grounded.add(open_names.popitem()[0])
                continue
            self.space.budget.spend()
            name = place.source.name_of(place)
            if name in open_names:
                return True
            if name not in self._grounded and isinstance(place.value, Mapping):
                open_names[name] = None
                todo.append(in_place(place))
        return False


def in_place(place: Place) -> Iterator[Place]:
    """Yield the schemas that a schema applies to the very same value."""
    value = place.value
    if not isinstance(value, Mapping):
        return
    yield from _referred(place, value)
    if place.source.dialect <= 7 and "$ref" in value:  # noqa: PLR2004
        return
    for word in ("allOf", "anyOf", "oneOf"):
        parts = value.get(word)
        if isinstance(parts, list):
            yield from map(place.inner, parts)
    for word in ("not", "if", "then", "else"):
        if word in value:
            yield place.inner(value[word])
    for word in ("dependentSchemas", "dependencies"):
        named = value.get(word)
        if isinstance(named, Mapping):
            yield from map(place.inner, named.values())


def _referred(place: Place, value: Mapping[str, Any]) -> Iterator[Place]:
    for word in ("$ref", "$dynamicRef"):
        if word in value:
            with suppress(Unmodelled):
                yield place.source.refer(place, value[word], dynamic=word == "$dynamicRef")


def _mask(place: Place) -> int:
    """Return the types that a schema allows at most, as far as its own ``type`` says."""
    value: Mapping[str, Any] = place.value  # type: ignore[assignment]
    named = value.get("type")
    if not isinstance(named, str) or (place.source.dialect <= 7 and "$ref" in value):  # noqa: PLR2004
        return ALL
    return NUMBER if named == "integer" else TYPE_BITS.get(named, ALL)
