"""Words: a change and its rule as plain English, without markup or colour.

A rule's words are templates: ``{before}`` and ``{after}`` are the values, ``{name}`` is the part,
``{told}`` what a reader said of it. ``{after:list}`` lists choices, ``{after:type}`` names types,
``{after:kind}`` sums up a schema. Which of a rule's templates applies is told by ``facts``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mcp_docs.change import Change, Level
from mcp_docs.jsonvalue import ABSENT, Absent, JsonValue, canonical_text
from mcp_docs.rules import RULES

#: Longest value in a sentence; views link to the whole.
LONGEST = 80
#: Longest place in a sentence, of which the ends are kept.
_LONGEST_PLACE = 100


def sentence(change: Change) -> str:
    """Return what changed in one line, the place first: ``limit: is now required``."""
    detail = dict(change.detail)
    words = words_for(change).format(
        before=_Shown(change.before),
        after=_Shown(change.after),
        name=detail.get("name") or change.pointer.rpartition("/")[2],
        told=detail.get("told", ""),
    )
    place = f"{cut_inside(change.path)}: " if change.path else ""
    return f"{place}{words}{_linked(detail)}"


def words_for(change: Change) -> str:
    """Return the template that says what changed: the first variant of the rule whose facts all hold."""
    rule, held = RULES[change.rule], facts(change)
    for condition, words in rule.variants:
        if held.issuperset(condition.split()):
            return words
    return _worded(rule.words, change)


def facts(change: Change) -> frozenset[str]:
    """Return what a rule's variants may ask for.

    The side and the operation; ``nested`` for a part of an argument; ``from:`` and ``to:`` followed
    by ``nothing``, ``true`` or ``false``.
    """
    path = change.path.removeprefix("output: ")
    nested = {"nested"} if any(mark in path for mark in ".[(*") else set()
    ends = (f"{word}:{_plain(value)}" for word, value in (("from", change.before), ("to", change.after)))
    return frozenset((change.side, change.operation, *nested, *ends))


def _plain(value: JsonValue | Absent) -> str:
    if value is ABSENT:
        return "nothing"
    return str(value).lower() if isinstance(value, bool) else "something"


def _worded(words: str, change: Change) -> str:
    """Say ``is now`` and ``was dropped`` where there is nothing on one side to become anything."""
    if change.before is ABSENT:
        return words.replace("{before} became {after}", "is now {after}")
    if change.after is ABSENT:
        return words.replace("{before} became {after}", "{before} was dropped")
    return words


def _linked(detail: dict[str, str]) -> str:
    if "renamed_to" in detail:
        return f" (renamed to {detail['renamed_to']})"
    if "renamed_from" in detail:
        return f" (renamed from {detail['renamed_from']})"
    return ""


def cut_inside(place: str) -> str:
    """Return a name or a place cut to what a line can hold, both its ends kept."""
    half = _LONGEST_PLACE // 2
    return place if len(place) <= _LONGEST_PLACE else f"{place[:half]}…{place[-half:]}"


def who(change: Change) -> str:
    """Return in one sentence whom the change concerns; empty where it can break nobody."""
    if change.level < Level.REVIEW:
        return ""
    verb = "Breaks" if change.level is Level.BREAKING else "May break"
    if change.side == "model":
        return f"{verb} no code; a model reads this, and may act in another way."
    if change.side == "meta" and change.operation == "removed" and not change.pointer:
        return f"{verb} everybody who uses it."
    concerned = {
        "input": "callers that send what it no longer takes as before",
        "output": "those who read its result",
        "meta": "those who rely on this part of its description",
    }
    return f"{verb} {concerned[change.side]}."


def why(change: Change) -> str:
    """Return the reason for the change's level."""
    rule = RULES[change.rule]
    return rule.why.get(change.side) or next(iter(rule.why.values()))


def remedy(change: Change) -> str:
    """Return what to do about the change, or how to make it gently."""
    return RULES[change.rule].remedy


def short(value: JsonValue | Absent) -> str:
    """Return a value as JSON, cut to a length that a line can hold; ``nothing`` for no value."""
    return "nothing" if isinstance(value, Absent) else _cut(canonical_text(value))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


@dataclass(frozen=True, slots=True)
class _Shown:
    """A value in a template; the format after the colon says how it is shown."""

    value: JsonValue | Absent

    def __format__(self, how: str) -> str:
        if how == "list":
            return _cut(", ".join(map(canonical_text, _items(self.value))))
        if how == "type":
            return _types(self.value)
        if how == "kind":
            return _cut(_kind(self.value))
        if how == "kinds":
            return _cut(" or ".join(map(_kind, _items(self.value))))
        return short(self.value)


def _items(value: JsonValue | Absent) -> Sequence[JsonValue]:
    if isinstance(value, Absent):
        return ()
    return value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)


def _types(value: JsonValue | Absent) -> str:
    names = [name if isinstance(name, str) else canonical_text(name) for name in _items(value)]
    return _cut(" or ".join(filter(None, (", ".join(names[:-1]), *names[-1:]))))


def _kind(schema: JsonValue | Absent) -> str:
    """Sum up a schema: its title, or its type and the members that it names."""
    if not isinstance(schema, Mapping):
        return short(schema)
    title, types, members = schema.get("title"), schema.get("type"), schema.get("properties")
    if isinstance(title, str) and title:
        return title
    if types is None:
        return _demands(schema) or canonical_text(schema)
    named = list(members) if isinstance(members, Mapping) else []
    return f"{_types(types)} with {', '.join(named)}" if named else _types(types)


def _demands(schema: Mapping[str, JsonValue]) -> str:
    """Sum up a schema that only says which members there must and must not be; empty if it says more."""
    refused = schema.get("not", {"required": []})
    if (
        schema.keys() - {"required", "not"}
        or not isinstance(refused, Mapping)
        or refused.keys() != {"required"}
    ):
        return ""
    wanted, unwanted = (_names(part.get("required", [])) for part in (schema, refused))
    said = (("with", wanted), ("without", unwanted))
    return ", ".join(f"{word} {', '.join(names)}" for word, names in said if names)


def _names(value: JsonValue) -> list[str]:
    return [name for name in _items(value) if isinstance(name, str)]
