"""What callers are taken not to send: names that the new side has just declared.

An open object accepts any name, so a newly declared argument would always be a break in pure set
theory: somebody may have sent that very name with another meaning. The ``callers`` profile takes it
that nobody did. The assumption is itself a JSON Schema, so that it enters the proof and the
confirmation of a witness like any other: it forbids, at each place of an instance, the names under
the new side's ``properties`` that nothing on the old side declares there.

Both sides are walked together by place in the instance. A name counts as declared by the old side
if it stands in ``properties``, ``required`` or a dependency, matches a pattern, occurs in an object
of ``const`` or ``enum``, or if the old side describes all other members by a schema of their own,
as a map does.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Final

from mcp_docs.jsonvalue import JsonObject, JsonValue
from mcp_docs.schema.budget import Budget, OutOfBudget, Unmodelled
from mcp_docs.schema.compiler import in_place
from mcp_docs.schema.source import Place
from mcp_docs.schema.validate import search

_ROOT: Final = "r0"
_PROPERTIES: Final = b"properties"
_MAX_DEPTH: Final = 40
#: The schemas of the old and of the new side that apply at one place of an instance.
_Pair = tuple[tuple[Place, ...], tuple[Place, ...]]


def restriction(old: Place, new: Place, budget: Budget) -> JsonObject | None:
    """Return the schema of what callers are taken to send, or ``None`` if that is everything.

    Raises:
        OutOfBudget: the schemas are too large.
    """
    return None if _declares_nothing_new(old, new) else _Walk(budget).run(old, new)


def _declares_nothing_new(old: Place, new: Place) -> bool:
    """Tell at a glance that the new side names no member that the old side does not, as is usual."""
    named = new.source.data.count(_PROPERTIES)  # in texts, too: then it is looked at closely
    if named == 0:
        return True
    if named > 1 or not isinstance(old.value, Mapping) or not isinstance(new.value, Mapping):
        return False
    return "properties" in new.value and _properties(new).keys() <= _properties(old).keys()


class _Walk:
    """One walk; places are numbered as they are met."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.names: dict[Hashable, str] = {}
        self.todo: list[tuple[str, _Pair, int]] = []
        self.forbids = False
        self.depth = 0

    def run(self, old: Place, new: Place) -> JsonObject | None:
        self.refer((old,), (new,))
        made: dict[str, JsonValue] = {}
        while self.todo:
            name, (olds, news), self.depth = self.todo.pop()
            made[name] = self.schema(olds, news)
        if not self.forbids:
            return None
        return {"$ref": f"#/$defs/{_ROOT}", "$defs": made}

    def refer(self, olds: tuple[Place, ...], news: tuple[Place, ...]) -> JsonObject | None:
        """Return a reference to the restriction at a place, or ``None`` if nothing can be forbidden."""
        # Less assumed is never wrong, so the walk may end where no honest schema reaches.
        news = self.closure(news, past=False) if self.depth < _MAX_DEPTH else ()
        if not news:
            return None
        olds = self.closure(olds, past=True)
        declared = {place.source.name_of(place) for place in olds}
        if all(place.source.name_of(place) in declared for place in news):
            return None
        pair = (
            frozenset(declared),
            frozenset(place.source.name_of(place) for place in news),
        )
        name = self.names.get(pair)
        if name is None:
            name = self.names[pair] = f"r{len(self.names)}"
            self.todo.append((name, (olds, news), self.depth + 1))
        return {"$ref": f"#/$defs/{name}"}

    def closure(self, places: tuple[Place, ...], *, past: bool) -> tuple[Place, ...]:
        """Return all schemas that apply to the same value; of the new side, only where they demand."""
        found: dict[Hashable, Place] = {}
        todo = list(places)
        while todo:
            place = todo.pop()
            if not isinstance(place.value, Mapping):
                continue
            name = place.source.name_of(place)
            if name not in found:
                self.budget.spend()
                found[name] = place
                negated = place.value.get("not")
                todo.extend(part for part in in_place(place) if past or part.value is not negated)
        return tuple(found.values())

    def schema(self, olds: tuple[Place, ...], news: tuple[Place, ...]) -> JsonObject:
        """Return the restriction at one place."""
        made: dict[str, Any] = {}
        properties = self.properties(olds, news)
        if properties:
            made["properties"] = properties
        patterns = {
            pattern: inner
            for pattern in dict.fromkeys(p for place in news for p in _patterns(place))
            if (inner := self.refer(_general(olds, pattern), tuple(_at(news, "patternProperties", pattern))))
        }
        if patterns:
            made["patternProperties"] = patterns
        rest = self.refer(_general(olds, None), tuple(_others(news)))
        if rest:
            known = {name: True for place in news for name in _properties(place)}
            made["properties"] = {**known, **made.get("properties", {})}
            made["patternProperties"] = {
                **{pattern: True for place in news for pattern in _patterns(place)},
                **patterns,
            }
            made["additionalProperties"] = rest
        self.items(made, olds, news)
        return made

    def properties(self, olds: tuple[Place, ...], news: tuple[Place, ...]) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for name in dict.fromkeys(name for place in news for name in _properties(place)):
            if not any(_declares(place, name) for place in olds):
                made[name] = False
                self.forbids = True
                continue
            demands = tuple(
                place for place in _at(news, "properties", name) if isinstance(place.value, Mapping)
            )
            inner = self.refer(tuple(_members(olds, name)), demands) if demands else None
            if inner:
                made[name] = inner
        return made

    def items(self, made: dict[str, Any], olds: tuple[Place, ...], news: tuple[Place, ...]) -> None:
        length = max((len(_prefix(place)) for place in (*olds, *news)), default=0)
        prefix: list[Any] = []
        for index in range(length):
            self.budget.spend()
            prefix.append(self.refer(_all_items(olds, index), tuple(_items(news, index))) or True)
        if any(part is not True for part in prefix):
            made["prefixItems"] = prefix
        rest = self.refer(_all_items(olds, length), tuple(_items(news, length)))
        if rest:
            made.setdefault("prefixItems", prefix or [True])
            made["items"] = rest
            if not prefix:
                del made["prefixItems"]


def _value(place: Place) -> Mapping[str, Any]:
    return place.value  # type: ignore[return-value]


def _mapping(place: Place, word: str) -> Mapping[str, Any]:
    found = _value(place).get(word)
    return found if isinstance(found, Mapping) else {}


def _properties(place: Place) -> Mapping[str, Any]:
    return _mapping(place, "properties")


def _patterns(place: Place) -> Mapping[str, Any]:
    return _mapping(place, "patternProperties")


def _at(places: tuple[Place, ...], word: str, name: str) -> Iterator[Place]:
    for place in places:
        if name in _mapping(place, word):
            yield place.inner(_mapping(place, word)[name])


def _others(places: tuple[Place, ...]) -> Iterator[Place]:
    """Yield the schemas for members that are named nowhere."""
    for place in places:
        for word in ("additionalProperties", "unevaluatedProperties"):
            if isinstance(_value(place).get(word), Mapping):
                yield place.inner(_value(place)[word])


def _matches(pattern: str, name: str) -> bool:
    try:
        return search(pattern, name)
    except (Unmodelled, OutOfBudget):
        return True  # taken as declared: the assumption must not grow by what is not understood


def _members(places: tuple[Place, ...], name: str) -> Iterator[Place]:
    yield from _at(places, "properties", name)
    for place in places:
        yield from (
            place.inner(part) for pattern, part in _patterns(place).items() if _matches(pattern, name)
        )
    yield from _others(places)


def _general(places: tuple[Place, ...], pattern: str | None) -> tuple[Place, ...]:
    """Return what the old side may say of members whose names are not known."""
    found = list(_others(places))
    for place in places:
        found.extend(place.inner(part) for part in _patterns(place).values())
        found.extend(
            place.inner(part)
            for name, part in _properties(place).items()
            if pattern is None or _matches(pattern, name)
        )
    return tuple(found)


def _declares(place: Place, name: str) -> bool:
    value = _value(place)
    if name in _properties(place) or name in value.get("required", ()):
        return True
    if any(_matches(pattern, name) for pattern in _patterns(place)):
        return True
    if any(
        isinstance(value.get(word), Mapping) and value[word]
        for word in ("additionalProperties", "unevaluatedProperties")
    ):
        return True
    for word in ("dependentRequired", "dependentSchemas", "dependencies"):
        for other, needed in _mapping(place, word).items():
            if name == other or (isinstance(needed, list) and name in needed):
                return True
    values = [*(value["enum"] if isinstance(value.get("enum"), list) else ()), value.get("const")]
    return any(isinstance(member, Mapping) and name in member for member in values)


def _prefix(place: Place) -> list[Any]:
    for word in ("prefixItems", "items"):
        found = _value(place).get(word)
        if isinstance(found, list):
            return found
    return []


def _items(places: tuple[Place, ...], index: int) -> Iterator[Place]:
    for place in places:
        value, prefix = _value(place), _prefix(place)
        if index < len(prefix):
            yield place.inner(prefix[index])
            continue
        for word in ("items", "additionalItems", "unevaluatedItems"):
            if isinstance(value.get(word), Mapping):
                yield place.inner(value[word])


def _all_items(places: tuple[Place, ...], index: int) -> tuple[Place, ...]:
    """Return what the old side may say of an item: also that some item has to be so."""
    contained = [place.inner(_value(place)["contains"]) for place in places if "contains" in _value(place)]
    return (*_items(places, index), *contained)
