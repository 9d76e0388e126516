"""Comparisons of keywords that hold schemas: objects, arrays, branches, conditions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mcp_docs.jsonvalue import ABSENT, Absent, JsonObject, JsonValue, pointer_join
from mcp_docs.schema.delta import Delta, Edit, Edits, Place, Recurse, make
from mcp_docs.schema.normal import equal
from mcp_docs.schema.source import packed


def objects(old: JsonObject, new: JsonObject, place: Place, recurse: Recurse) -> Iterator[Delta]:
    """Compare declared members, which of them are required, and what else an object may hold."""
    before, after = _named(old, "properties"), _named(new, "properties")
    must, will = _names(old), _names(new)
    for name in [*before, *(n for n in after if n not in before)]:
        required = (name in must, name in will)
        if required[0] == required[1] and _untouched(before.get(name), after.get(name)):
            continue
        inside = place.down("properties", name, path=member(place.path, name))
        if name not in after:
            yield _removed(place, inside, before[name], old, name)
        elif name not in before:
            yield _added(place, inside, after[name], old, name, required=name in will)
        else:
            yield from _required(place, inside, old, name, *required)
            yield from recurse(before[name], after[name], inside)
    for name in sorted((must ^ will) - before.keys() - after.keys()):
        inside = place.down("properties", name, path=member(place.path, name))
        yield from _required(place, inside, old, name, name in must, name in will)
    yield from _additional(old, new, place, recurse)
    yield from _patterns(old, new, place, recurse)


def _untouched(before: JsonValue, after: JsonValue) -> bool:
    """Tell cheaply whether a member is the same on both sides, whatever its surroundings are."""
    return (
        before is not None
        and before == after
        and (data := packed(before)) == packed(after)
        and b"$ref" not in data
    )


def member(path: str, name: str) -> str:
    """Return the path of an object's member."""
    return f"{path}.{name}" if path else name


def _named(schema: JsonObject, keyword: str) -> Mapping[str, JsonValue]:
    value = schema.get(keyword)
    return value if isinstance(value, Mapping) else {}


def _names(schema: JsonObject) -> frozenset[str]:
    value = schema.get("required")
    if not isinstance(value, Sequence) or isinstance(value, str):
        return frozenset()
    return frozenset(item for item in value if isinstance(item, str))


def _with(names: frozenset[str], place: Place) -> Edit:
    return Edit(pointer_join(place.written, "required"), sorted(names))


def _removed(place: Place, inside: Place, before: JsonValue, old: JsonObject, name: str) -> Delta:
    required = name in _names(old)
    edits: Edits = (Edit(inside.written, ABSENT), _with(_names(old) - {name}, place))
    delta = make("property.removed", inside, None, before, ABSENT, "other", edits=edits)
    return replace(delta, required=required, parent=place.path)


def _added(
    place: Place, inside: Place, after: JsonValue, old: JsonObject, name: str, *, required: bool
) -> Delta:
    edits: Edits = (Edit(inside.written, after),)
    if required:
        edits = (*edits, _with(_names(old) | {name}, place))
    fact = "property.required.added" if required else "property.added"
    delta = make(fact, inside, None, ABSENT, after, "narrower" if required else "other", edits=edits)
    return replace(delta, required=required, parent=place.path)


def _required(
    place: Place, inside: Place, old: JsonObject, name: str, before: bool, after: bool
) -> Iterator[Delta]:
    if before == after:
        return
    fact = "property.required.added" if after else "property.required.relaxed"
    names = _names(old) | {name} if after else _names(old) - {name}
    delta = make(
        fact, inside, None, before, after, "narrower" if after else "wider", edits=(_with(names, place),)
    )
    yield replace(delta, required=after, parent=place.path)


def _additional(old: JsonObject, new: JsonObject, place: Place, recurse: Recurse) -> Iterator[Delta]:
    before, after = old.get("additionalProperties", True), new.get("additionalProperties", True)
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        inside = place.down("additionalProperties", path=member(place.path, "*"))
        yield from recurse(before, after, inside)
    elif not equal(before, after):
        restricted = before is True or after is False
        fact = f"additionalProperties.{'restricted' if restricted else 'relaxed'}"
        relation = "narrower" if restricted else "wider"
        yield make(fact, place, "additionalProperties", before, after, relation)  # type: ignore[arg-type]


def _patterns(old: JsonObject, new: JsonObject, place: Place, recurse: Recurse) -> Iterator[Delta]:
    before, after = _named(old, "patternProperties"), _named(new, "patternProperties")
    for pattern in [*before, *(p for p in after if p not in before)]:
        inside = place.down("patternProperties", pattern, path=member(place.path, f"/{pattern}/"))
        if pattern in before and pattern in after:
            yield from recurse(before[pattern], after[pattern], inside)
        else:
            left, right = before.get(pattern, ABSENT), after.get(pattern, ABSENT)
            yield make("patternProperties.changed", inside, None, left, right, "other")


def items(old: JsonObject, new: JsonObject, place: Place, recurse: Recurse) -> Iterator[Delta]:
    """Compare the schemas of an array's items."""
    before, after = old.get("items", ABSENT), new.get("items", ABSENT)
    inside = place.down("items", path=place.path + "[]")
    if _is_list(before) or _is_list(after):
        yield from _whole("items", before, after, place)
    elif not isinstance(before, Absent) and not isinstance(after, Absent):
        yield from recurse(before, after, inside)
    elif before is ABSENT and after is not ABSENT:
        yield make("items.added", inside, None, ABSENT, after, "narrower")
    elif after is ABSENT and before is not ABSENT:
        yield make("items.removed", inside, None, before, ABSENT, "wider")
    for word in ("prefixItems", "additionalItems"):
        left, right = old.get(word, ABSENT), new.get(word, ABSENT)
        if _is_list(left) and _is_list(right) and len(left) == len(right):  # type: ignore[arg-type]
            for number, (one, other) in enumerate(zip(left, right, strict=True)):  # type: ignore[arg-type]
                yield from recurse(one, other, place.down(word, number, path=f"{place.path}[{number}]"))
        else:
            yield from _whole(word, left, right, place)


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _whole(word: str, before: JsonValue | Absent, after: JsonValue | Absent, place: Place) -> Iterator[Delta]:
    if not equal(before, after):
        yield make("composition.changed", place, word, before, after, "other")


def composition(old: JsonObject, new: JsonObject, place: Place, recurse: Recurse) -> Iterator[Delta]:
    """Report each other keyword that holds schemas as a whole, but for ``allOf`` of equal length."""
    for word in sorted(_COMPOSITION & (old.keys() | new.keys())):
        before, after = old.get(word, ABSENT), new.get(word, ABSENT)
        if word == "allOf" and _is_list(before) and _is_list(after) and len(before) == len(after):  # type: ignore[arg-type]
            for number, (one, other) in enumerate(zip(before, after, strict=True)):  # type: ignore[arg-type]
                yield from recurse(one, other, place.down(word, number))
        else:
            yield from _whole(word, before, after, place)


_COMPOSITION = frozenset(
    "allOf not if then else dependentRequired dependentSchemas dependencies contains minContains maxContains "
    "propertyNames unevaluatedProperties unevaluatedItems $ref $dynamicRef $recursiveRef".split()
)
