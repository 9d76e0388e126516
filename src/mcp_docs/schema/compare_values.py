"""Comparisons of keywords that say something of one value: type, enum, bounds, pattern, annotations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mcp_docs.jsonvalue import ABSENT, Absent, JsonObject, JsonValue, canonical_text, pointer_join
from mcp_docs.schema.delta import Delta, Edit, Edits, KeywordCompare, Place, Recurse, Relation, make
from mcp_docs.schema.normal import equal, number_equal


def types(old: JsonObject, new: JsonObject, place: Place, _: Recurse) -> Iterator[Delta]:
    """Compare the types that a value may have."""
    before, after = old.get("type", ABSENT), new.get("type", ABSENT)
    # A list of choices says the types too: writing them out beside it is no difference.
    left = type_set(before) if before is not ABSENT else _implied(old)
    right = type_set(after) if after is not ABSENT else _implied(new)
    if left == right:
        return
    lost, gained = left - right, right - left
    if "integer" in lost and "number" in right:
        lost -= {"integer"}
    if "integer" in gained and "number" in left:
        gained -= {"integer"}
    relation: Relation = "other" if lost and gained else "narrower" if lost else "wider" if gained else "none"
    edits = (Edit(pointer_join(place.written, "type"), after), *_choices_of_types(old, new, place))
    yield make("type.changed", place, "type", before, after, relation, edits=edits)


def _choices_of_types(old: JsonObject, new: JsonObject, place: Place) -> Edits:
    """Return the edit that lets choices come and go with their types; see ``enums``."""
    left, right = _values(old), _values(new)
    if left is ABSENT or right is ABSENT:
        return ()
    kept = [value for value in left if not _went_with_its_type(value, old, new)]
    come = [value for value in right if _went_with_its_type(value, new, old)]
    if len(kept) == len(left) and not come:
        return ()
    const = pointer_join(place.written, "const")
    return Edit(pointer_join(place.written, "enum"), [*kept, *come]), Edit(const, ABSENT)


def _went_with_its_type(value: JsonValue, here: JsonObject, there: JsonObject) -> bool:
    """Tell whether both sides name types, and that of ``value`` is named here only."""
    if "type" not in here or "type" not in there:
        return False
    kinds = {_type_of(value)} | ({"number"} if _type_of(value) == "integer" else set())
    return not kinds & type_set(there["type"])


def nothing_shared(old: JsonObject, new: JsonObject) -> bool:
    """Tell whether two schemas name types of which no value is of both."""
    if "type" not in old or "type" not in new:
        return False
    left, right = type_set(old["type"]), type_set(new["type"])
    numbers = {"integer", "number"}
    return not left & right and not (left & numbers and right & numbers)


_ALL_TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})


def type_set(value: JsonValue | Absent) -> frozenset[str]:
    """Return the types that a ``type`` keyword admits; ``number`` does not spell out ``integer``."""
    if value is ABSENT:
        return _ALL_TYPES - {"integer"}
    if isinstance(value, str):
        return frozenset({value})
    names = frozenset(str(item) for item in value) if isinstance(value, Sequence) else frozenset()
    return names - {"integer"} if "number" in names else names


def _implied(schema: JsonObject) -> frozenset[str]:
    values = _values(schema)
    if isinstance(values, Absent) or not values:
        return type_set(ABSENT)
    names = frozenset(_type_of(value) for value in values)
    return names - {"integer"} if "number" in names else names


def _type_of(value: JsonValue) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, float):
        return "integer" if value.is_integer() else "number"
    names = ((int, "integer"), (str, "string"), (Mapping, "object"))
    return next((name for kind, name in names if isinstance(value, kind)), "array")


def enums(old: JsonObject, new: JsonObject, place: Place, _: Recurse) -> Iterator[Delta]:
    """Compare the values that are listed one by one, by ``enum`` or ``const``."""
    before, after = _values(old), _values(new)
    if before is ABSENT or after is ABSENT:
        if before is not after:
            fact, relation = ("enum.added", "narrower") if before is ABSENT else ("enum.removed", "wider")
            keyword = "enum" if "enum" in old or "enum" in new else "const"
            edits = _enum_edits(place, old, new)
            yield make(fact, place, keyword, before, after, relation, edits=edits)  # type: ignore[arg-type]
        return
    left, right = {_key(v): v for v in before}, {_key(v): v for v in after}
    # A choice that comes or goes with its type is the type's affair: one difference, not two.
    lost = [v for key, v in left.items() if key not in right and not _went_with_its_type(v, old, new)]
    gained = [v for key, v in right.items() if key not in left and not _went_with_its_type(v, new, old)]
    if lost and gained and len(left) == len(right) == 1:
        edits = _enum_edits(place, old, new)
        yield make("const.changed", place, _enum_word(new), before[0], after[0], "other", edits=edits)
        return
    word = pointer_join(place.written, "enum")
    both = (Edit(pointer_join(place.written, "const"), ABSENT),)
    if lost:
        kept = [v for key, v in left.items() if key in right]
        yield _enum_change(
            "enum.value.removed", place, _enum_word(new), lost, ABSENT, (Edit(word, kept), *both)
        )
    if gained:
        more = [*before, *gained]
        yield _enum_change(
            "enum.value.added", place, _enum_word(new), ABSENT, gained, (Edit(word, more), *both)
        )


def _enum_change(
    fact: str, place: Place, word: str, lost: JsonValue | Absent, gained: JsonValue | Absent,
    edits: Edits,
) -> Delta:  # fmt: skip
    relation: Relation = "narrower" if gained is ABSENT else "wider"
    pointer = pointer_join(place.new, word)
    return Delta(fact, pointer, place.path, "changed", lost, gained, relation, edits, place.new_via)


def _enum_word(schema: JsonObject) -> str:
    return "enum" if "enum" in schema else "const"


def _enum_edits(place: Place, old: JsonObject, new: JsonObject) -> Edits:
    words = [w for w in ("enum", "const") if w in old or w in new]
    return tuple(Edit(pointer_join(place.written, w), new.get(w, ABSENT)) for w in words)


def _values(schema: JsonObject) -> Sequence[JsonValue] | Absent:
    if "const" in schema:
        return [schema["const"]]
    value = schema.get("enum", ABSENT)
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ABSENT


def _key(value: JsonValue) -> str:
    if isinstance(value, str):
        return f'"{value}'  # quick, since lists of choices are long
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return canonical_text(number_equal(value))


def bound(keyword: str, *, lower: bool, group: str) -> KeywordCompare:
    """Return the comparison of one bound, of which a missing one bounds nothing."""

    def compare(old: JsonObject, new: JsonObject, place: Place, _: Recurse) -> Iterator[Delta]:
        before, after = old.get(keyword, ABSENT), new.get(keyword, ABSENT)
        if equal(before, after):
            return
        if before is ABSENT or after is ABSENT:
            tighter = before is ABSENT
        elif isinstance(before, (int, float)) and isinstance(after, (int, float)):
            tighter = (after > before) == lower
        else:
            yield make("keyword.changed", place, keyword, before, after, "other")
            return
        fact = f"{group}.{'tightened' if tighter else 'relaxed'}"
        yield make(fact, place, keyword, before, after, "narrower" if tighter else "wider")

    return compare


def presence(keyword: str, stem: str) -> KeywordCompare:
    """Return the comparison of a constraint that can come, go, or become another."""

    def compare(old: JsonObject, new: JsonObject, place: Place, _: Recurse) -> Iterator[Delta]:
        before, after = old.get(keyword, ABSENT), new.get(keyword, ABSENT)
        if equal(before, after):
            return
        if before is ABSENT:
            yield make(f"{stem}.added", place, keyword, before, after, "narrower")
        elif after is ABSENT:
            yield make(f"{stem}.removed", place, keyword, before, after, "wider")
        else:
            yield make(f"{stem}.changed", place, keyword, before, after, "other")

    return compare


def annotation(keyword: str, fact: str) -> KeywordCompare:
    """Return the comparison of a keyword that constrains nothing."""

    def compare(old: JsonObject, new: JsonObject, place: Place, _: Recurse) -> Iterator[Delta]:
        before, after = old.get(keyword, ABSENT), new.get(keyword, ABSENT)
        if not equal(before, after):
            yield make(fact, place, keyword, before, after, "none", edits=())

    return compare
