"""Renames: a removal and an addition that are alike are shown as the two halves of one.

A rename stays breaking; the link only tells the reader where the thing went. Matching is one to
one, best first, and the same whatever order the changes come in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from hashlib import sha256

from mcp_docs.change import Change
from mcp_docs.jsonvalue import Absent, JsonObject, JsonValue, canonical_text
from mcp_docs.schema.delta import Delta

#: Where so many went and came, pairs of a removal and an addition are not compared: that is no rename.
_MOST_PAIRS = 10_000
#: Least likeness, from 0 to 1, for a pair to be called a rename. In real histories, renamed tools reach
#: 0.8 and more, and tools that were merged into one stay below 0.75; members are told by less.
_LEAST_ELEMENT = 0.75
_LEAST_MEMBER = 0.68


def link_elements(changes: Sequence[Change]) -> tuple[Change, ...]:
    """Link removed and added elements of one kind that are alike."""
    gone = [c for c in changes if c.rule == f"{c.kind}.removed"]
    come = [c for c in changes if c.rule == f"{c.kind}.added"]
    if len(gone) * len(come) > _MOST_PAIRS:
        return tuple(changes)
    scored = [
        (_element_likeness(old, new), old.key, new.key, old, new)
        for old in gone
        for new in come
        if old.kind == new.kind
    ]
    return _linked(changes, scored, _LEAST_ELEMENT)


def link_properties(changes: tuple[Change, ...], deltas: Sequence[Delta]) -> tuple[Change, ...]:
    """Link removed and added members of one object that are alike; ``deltas`` are the changes' facts."""
    gone = [(c, d) for c, d in zip(changes, deltas, strict=True) if d.fact == "property.removed"]
    come = [
        (c, d)
        for c, d in zip(changes, deltas, strict=True)
        if d.fact in ("property.added", "property.required.added") and d.operation == "added"
    ]
    if len(gone) * len(come) > _MOST_PAIRS:
        return changes
    scored = [
        (_member_likeness(old, new), old.path, new.path, old, new)
        for old, old_delta in gone
        for new, new_delta in come
        if old_delta.parent == new_delta.parent
    ]
    return _linked(changes, scored, _LEAST_MEMBER)


def _linked(
    changes: Sequence[Change], scored: Sequence[tuple[float, str, str, Change, Change]], least: float
) -> tuple[Change, ...]:
    taken: dict[int, Change] = {}
    for score, old_name, new_name, old, new in sorted(scored, key=lambda item: (-item[0], item[1], item[2])):
        if score < least or id(old) in taken or id(new) in taken:
            continue
        link = sha256(canonical_text([old.kind, old.key, old_name, new_name]).encode("utf-8")).hexdigest()[
            :12
        ]
        taken[id(old)] = replace(old, link=link, detail=(*old.detail, ("renamed_to", _last(new_name))))
        taken[id(new)] = replace(new, link=link, detail=(*new.detail, ("renamed_from", _last(old_name))))
    return tuple(taken.get(id(change), change) for change in changes)


def _last(path: str) -> str:
    return path.removeprefix("output: ")


def _element_likeness(old: Change, new: Change) -> float:
    before, after = _object(old.before), _object(new.after)
    shapes = _shape(before), _shape(after)
    texts = _word_set(before.get("description")), _word_set(after.get("description"))
    # What neither of them has tells nothing of their likeness.
    parts = [(0.3, _ratio(old.key, new.key))]
    parts += [(weight, _overlap(*pair)) for weight, pair in ((0.5, shapes), (0.2, texts)) if any(pair)]
    likeness = sum(weight * part for weight, part in parts) / sum(weight for weight, _ in parts)
    telling = all(texts) and texts[0] == texts[1] and shapes[0] == shapes[1]
    return max(likeness, 0.9 if telling else 0.0)


def _shape(data: JsonObject) -> frozenset[str]:
    """Return what a caller would recognise an element by: its members, their types, its media type."""
    found = {f"{key}={data[key]}" for key in ("mimeType",) if key in data}
    for side in ("inputSchema", "outputSchema"):
        properties = _object(_object(data.get(side, {})).get("properties", {}))
        found |= {f"{side}.{name}:{_object(inner).get('type')}" for name, inner in properties.items()}
    arguments = data.get("arguments")
    if isinstance(arguments, Sequence) and not isinstance(arguments, str):
        found |= {f"argument.{_object(argument).get('name')}" for argument in arguments}
    return frozenset(found)


def _word_set(text: JsonValue | Absent) -> frozenset[str]:
    return frozenset(text.casefold().split()) if isinstance(text, str) else frozenset()


def _overlap(left: frozenset[str], right: frozenset[str]) -> float:
    """Return how much two sets share, from 0 to 1; two empty sets are alike."""
    return len(left & right) / len(left | right) if left or right else 1.0


def _member_likeness(old: Change, new: Change) -> float:
    before, after = _object(old.before), _object(new.after)
    if _words(old.path) == _words(new.path):
        return 1.0  # the same words in another spelling, whatever else changed
    if before.get("type") != after.get("type"):
        return 0.0
    same = canonical_text(_plain(before)) == canonical_text(_plain(after))
    text = _overlap(_word_set(before.get("description")), _word_set(after.get("description")))
    name = _ratio(_words(old.path), _words(new.path))
    return (0.4 if same else 0.15) + 0.3 * text + 0.4 * name


def _plain(schema: JsonObject) -> JsonObject:
    return {key: value for key, value in schema.items() if key not in ("description", "title")}


def _words(path: str) -> str:
    return path.rpartition(".")[2].replace("_", "").replace("-", "").casefold()


def _ratio(left: str, right: str) -> float:
    return 1.0 if left == right else SequenceMatcher(None, left, right, autojunk=False).ratio()


def _object(value: JsonValue | Absent) -> JsonObject:
    return value if isinstance(value, Mapping) else {}
