"""Every keyword, every way to change it, everywhere it can stand: the level follows from the direction."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
from jsonschema.validators import validator_for
from keyword_grid import (
    BREAKING,
    DIALECTS,
    ELSEWHERE,
    LEVELS,
    MEMBERS,
    NARROWS,
    NOTES,
    OTHER,
    PATCH,
    PLACES,
    RESPELT,
    SIDEWAYS,
    Narrows,
    Note,
    Place,
    Respelt,
    Side,
    Sideways,
    Step,
)

from mcp_docs.change import ByContract, Change, Level, Witnessed
from mcp_docs.classifier.interfaces import classify
from mcp_docs.policy import Policy
from mcp_docs.schema import compare, keywords
from surfaces import interface

SIDES: tuple[Side, ...] = ("input", "output")
Row = Narrows | Sideways | Respelt | Note


def is_valid(schema: Any, value: Any) -> bool:
    """Ask the validator that everybody uses."""
    return bool(validator_for(schema)(schema).is_valid(value))


def whole(row: Row, place: Place, schema: Any) -> dict[str, Any]:
    dialect = DIALECTS.get(getattr(row, "dialect", 2020))
    return {"$schema": dialect, **place.wrap(schema)} if dialect else place.wrap(schema)


def changes(old: Any, new: Any, side: Side, profile: Any = "callers") -> tuple[Change, ...]:
    member = f"{side}Schema"
    before, after = (
        interface({"tools": [{"name": "t", "inputSchema": {"type": "object"}, member: schema}]})
        for schema in (old, new)
    )
    return classify(before, after, Policy(profile=profile))


def fits(row: Row, place: Place) -> bool:
    """Tell whether a row's schemas can stand in a place, and mean there what the row says."""
    sides = (row.loose, row.tight) if isinstance(row, Narrows) else (row.old, row.new)
    if place.of and any(side.get("type") != place.of for side in sides):
        return False
    if getattr(row, "dialect", 2020) < place.since:
        return False
    if place.name == "the values of a map" and {} in sides:
        return False  # which is the row "additionalProperties described"
    # The other alternative must be no value of the row's.
    return place.name != "an alternative of oneOf" or not any(is_valid(side, OTHER) for side in sides)


def cells(rows: Iterable[Any]) -> list[Any]:
    return [
        pytest.param(row, place, id=f"{row.name} in {place.name}")
        for row, place in product(rows, PLACES)
        if fits(row, place)
    ]


def proven(found: Iterable[Change], old: Any, new: Any, side: Side) -> None:
    """Every break has a value that worked before and fails now, or that no reader could meet before."""
    small, large = (old, new) if side == "input" else (new, old)
    for change in found:
        if change.level is BREAKING:
            assert isinstance(change.proof, Witnessed), change
            assert is_valid(small, change.proof.value), change
            assert not is_valid(large, change.proof.value), change


def worst(found: tuple[Change, ...]) -> Level | None:
    return max((change.level for change in found), default=None)


def expected(row: Narrows, place: Place, side: Side, step: Step) -> Level:
    """Return the level of the direction, or the row's own."""
    own = row.own.get((side, step))
    if place.turned or own is None or (own is PATCH and not place.itemised):
        return LEVELS[side, step]
    return own


@pytest.mark.parametrize(("row", "place"), cells(NARROWS))
def test_less_accepted_breaks_callers_and_more_accepted_breaks_readers(row: Narrows, place: Place) -> None:
    loose, tight = (whole(row, place, schema) for schema in (row.loose, row.tight))
    more, less = (tight, loose) if place.turned else (loose, tight)
    probe = place.lift(row.probe)
    assert (is_valid(more, probe), is_valid(less, probe)) == (True, False)
    steps: tuple[tuple[Step, Any, Any], ...] = (("tightened", more, less), ("loosened", less, more))
    for (step, old, new), side in product(steps, SIDES):
        found = changes(old, new, side)
        assert worst(found) is expected(row, place, side, step), (side, step, found)
        proven(found, old, new, side)


@pytest.mark.parametrize(("row", "place"), cells([row for row in NARROWS if row.own]))
def test_under_the_strict_profile_the_direction_alone_counts(row: Narrows, place: Place) -> None:
    loose, tight = (whole(row, place, schema) for schema in (row.loose, row.tight))
    more, less = (tight, loose) if place.turned else (loose, tight)
    for side, old, new in (("input", more, less), ("output", less, more)):
        found = changes(old, new, side, "strict")
        assert worst(found) is BREAKING, (side, found)
        proven(found, old, new, side)


@pytest.mark.parametrize(("row", "place"), cells(SIDEWAYS))
def test_other_values_accepted_break_callers_and_readers(row: Sideways, place: Place) -> None:
    old, new = (whole(row, place, schema) for schema in (row.old, row.new))
    gone, come = (row.come, row.gone) if place.turned else (row.gone, row.come)
    for value, there in ((place.lift(gone), old), (place.lift(come), new)):
        assert [is_valid(schema, value) for schema in (old, new)] == [
            schema is there for schema in (old, new)
        ]
    for side, (before, after) in product(SIDES, ((old, new), (new, old))):
        found = changes(before, after, side)
        assert worst(found) is BREAKING, (side, found)
        proven(found, before, after, side)


@pytest.mark.parametrize(("row", "place"), cells(RESPELT))
def test_what_only_spells_the_same_is_no_change(row: Respelt, place: Place) -> None:
    old, new = (whole(row, place, schema) for schema in (row.old, row.new))
    for side, (before, after) in product(SIDES, ((old, new), (new, old))):
        assert changes(before, after, side) == (), side


#: Where somebody sends or reads the value itself, and not one of several that it may be.
READ = [
    place for place in PLACES if place.itemised and not place.name.startswith(("a part", "an alternative"))
]


@pytest.mark.parametrize("place", READ, ids=lambda place: place.name)
@pytest.mark.parametrize("row", NOTES, ids=lambda row: row.name)
def test_a_note_has_its_own_level(row: Note, place: Place) -> None:
    if fits(row, place):
        old, new = (whole(row, place, schema) for schema in (row.old, row.new))
        for side in SIDES:
            assert worst(changes(old, new, side)) is row.levels[side], side


@pytest.mark.parametrize("place", READ, ids=lambda place: place.name)
@pytest.mark.parametrize("row", MEMBERS, ids=lambda row: row.name)
def test_a_member_that_comes_or_goes_is_judged_by_the_promise(row: Note, place: Place) -> None:
    old, new = (whole(row, place, schema) for schema in (row.old, row.new))
    for side in SIDES:
        found = changes(old, new, side)
        assert worst(found) is row.levels[side], (side, found)
        assert all(
            isinstance(change.proof, Witnessed | ByContract) for change in found if change.level is BREAKING
        )
        proven([c for c in found if not isinstance(c.proof, ByContract)], old, new, side)


def test_every_keyword_is_in_the_grid_or_has_its_reason() -> None:
    rows = (*NARROWS, *SIDEWAYS, *RESPELT, *NOTES, *MEMBERS)
    in_grid = {row.keyword for row in rows}
    judged = {word for table in keywords.KEYWORDS.values() for word in table}
    judged |= {word for words, _ in compare.KEYWORDS for word in words}
    assert judged - in_grid == ELSEWHERE.keys()
    assert not ELSEWHERE.keys() & in_grid
    names = [(type(row), row.name) for row in rows]
    assert len(set(names)) == len(names)


def test_every_constraint_is_both_tightened_and_loosened_everywhere() -> None:
    """A keyword that constrains has a row that adds it, and one that changes what it says."""
    constraining = {word for table in keywords.KEYWORDS.values() for word in table} - ELSEWHERE.keys()
    assert constraining <= {row.keyword for row in NARROWS}
