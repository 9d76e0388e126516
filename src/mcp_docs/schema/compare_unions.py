"""Comparison of unions, branch by branch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from mcp_docs.jsonvalue import ABSENT, JsonObject, JsonValue, canonical_text, pointer_join
from mcp_docs.schema.delta import Delta, Edit, Place, Recurse, Relation, make
from mcp_docs.schema.fold import UNIONS, branches_of

_NULL = '{"type":"null"}'


def unions(old: JsonObject, new: JsonObject, place: Place, recurse: Recurse) -> Iterator[Delta]:
    """Compare ``anyOf`` and ``oneOf``; one that became the other is that, and then compared as one."""
    before, after = [w for w in UNIONS if w in old], [w for w in UNIONS if w in new]
    if len(before) == len(after) == 1 and before != after:
        yield _exchanged(old, (before[0], after[0]), place)
        yield from _branches(old, new, (before[0], after[0]), place, recurse)
        return
    for word in UNIONS:
        if word in old and word in new:
            yield from _branches(old, new, (word, word), place, recurse)
        elif word in new:
            yield make("union.added", place, word, ABSENT, new[word], "narrower")
        elif word in old:
            yield make("union.removed", place, word, old[word], ABSENT, "wider")


def _exchanged(old: JsonObject, words: tuple[str, str], place: Place) -> Delta:
    before, after = words
    edits = (
        Edit(pointer_join(place.written, before), ABSENT),
        Edit(pointer_join(place.written, after), old[before], own=True),
    )
    # ``oneOf`` refuses what fits two branches, so that leaving it only accepts more.
    relation: Relation = "narrower" if after == "oneOf" else "wider"
    return make("union.changed", place, after, before, after, relation, edits=edits)


def _branches(
    old: JsonObject, new: JsonObject, words: tuple[str, str], place: Place, recurse: Recurse
) -> Iterator[Delta]:
    before, after = branches_of(old, words[0]), branches_of(new, words[1])
    # Read as what they lead to, with the references that lead there.
    pairs, lost, gained = _match(
        [(recurse.follow_old(branch), _reference(branch)) for branch in before],
        [(recurse.follow_new(branch), _reference(branch)) for branch in after],
    )
    options = sum(canonical_text(branch) != _NULL for branch in after)
    for left, right in pairs:
        path = f"{place.path} (option {right + 1})" if options > 1 else place.path
        inside = place.apart(pointer_join("", words[0], left), pointer_join("", words[1], right), path)
        # What narrows one branch of several need not narrow the whole: another may take over.
        yield from (_loosened(delta) for delta in recurse(before[left], after[right], inside))
    # From the last to the first, so that no step moves what a later one removes.
    for number in reversed(lost):
        inside = place.down(words[0], number)
        yield make("branch.removed", inside, None, before[number], ABSENT, "narrower")
    for number in gained:
        edits = (Edit(pointer_join(place.written, words[0], "-"), after[number]),)
        relation: Relation = "wider" if words[0] == "anyOf" or not pairs else "other"
        inside = place.down(words[1], number)
        yield make("branch.added", inside, None, ABSENT, after[number], relation, edits=edits)


def _loosened(delta: Delta) -> Delta:
    return replace(delta, relation="other") if delta.relation in ("narrower", "wider") else delta


_Branch: TypeAlias = "tuple[JsonValue, str]"


def _reference(branch: JsonValue) -> str:
    """Return the reference that a branch is, or nothing."""
    found = branch.get("$ref") if isinstance(branch, Mapping) else None
    return found if isinstance(found, str) else ""


def _match(
    before: Sequence[_Branch], after: Sequence[_Branch]
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """Return pairs of alike branches, and the numbers of those that only one side has.

    Equal ones are matched first, then those that refer to one definition, those of one name or with
    one mark, and those of one type where neither side has another of it.
    """
    left, right = list(range(len(before))), list(range(len(after)))
    pairs: list[tuple[int, int]] = []
    for likeness in (_text, _definition, _mark, _type):
        sides = _numbers(before, left, likeness), _numbers(after, right, likeness)
        for mark, numbers in sides[0].items():
            others = sides[1].get(mark, [])
            if likeness is not _type or len(numbers) == len(others) == 1:
                pairs += zip(numbers, others, strict=False)
        matched = {pair[0] for pair in pairs}, {pair[1] for pair in pairs}
        left = [number for number in left if number not in matched[0]]
        right = [number for number in right if number not in matched[1]]
    return sorted(pairs, key=lambda pair: pair[1]), left, right


def _numbers(
    branches: Sequence[_Branch], numbers: Sequence[int], likeness: Callable[[_Branch], str]
) -> Mapping[str, list[int]]:
    """Return the numbers of the branches by their likeness; one that has none is like no other."""
    found: dict[str, list[int]] = {}
    for number in numbers:
        if mark := likeness(branches[number]):
            found.setdefault(mark, []).append(number)
    return found


def _text(of: _Branch) -> str:
    return canonical_text(of[0])


def _definition(of: _Branch) -> str:
    return of[1]


def _mark(of: _Branch) -> str:
    """Return what makes a reader take two branches for the same one: title, type, telling constants."""
    branch = of[0]
    if not isinstance(branch, Mapping):
        return canonical_text(branch)
    properties = branch.get("properties")
    constants = {
        name: inner["const"]
        for name, inner in (properties.items() if isinstance(properties, Mapping) else ())
        if isinstance(inner, Mapping) and "const" in inner
    }
    return canonical_text(
        [branch.get("title"), branch.get("type"), constants, branch.get("const"), branch.get("$ref")]
    )


def _type(of: _Branch) -> str:
    branch = of[0]
    return canonical_text(branch.get("type")) if isinstance(branch, Mapping) else canonical_text(branch)
