"""Near names: what somebody who mistyped, or remembered half of a name, is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_docs.texts import both_ends, did_you_mean, near_names, nearest

TOOLS = (
    "server",
    "get_me",
    "list_issues",
    "list_issue_types",
    "reserve_berth",
    "cancelReservation",
    "search",
)


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("serach", "search"),  # two neighbours swapped: one step
        ("reserve_berht", "reserve_berth"),  # as well, though "server" shares five letters in a row with it
        ("reserv_bert", "reserve_berth"),  # two letters left out; four of thirteen may be
        ("LIST_ISSUES", "list_issues"),  # the case does not count
        ("get-me", "get_me"),
        ("me_get", "get_me"),  # the same words in another order
        ("reservationCancel", "cancelReservation"),
        ("berth", "reserve_berth"),  # the one name that has the word
        ("issue types", "list_issue_types"),
        ("issue", "list_issues"),  # cut short
    ],
)
def test_what_was_meant_is_found(asked: str, meant: str) -> None:
    assert nearest(asked, TOOLS) == meant


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("reserve_berht", ("server", "get_me")),  # eight of thirteen letters differ
        ("delete", ("server",)),  # de-e-e against e-e
        ("x", ("a", "b")),  # nothing of it is right
        ("get_you", ("get_me",)),  # three of seven, and two may be
        ("", TOOLS),
        ("search", ()),
    ],
)
def test_where_nothing_is_near_nothing_is_named(asked: str, names: tuple[str, ...]) -> None:
    assert nearest(asked, names) is None
    assert did_you_mean(asked, names, "Look at the list.") == "Look at the list."


def test_several_are_told_nearest_first() -> None:
    # One letter more; one changed and one more, of six; of two changed, one of five may be.
    assert near_names("berth", ("births", "north", "berths"), most=3) == ("berths", "births")
    assert near_names("berth", ("births", "berths", "berths"), most=1) == ("berths",)
    assert near_names("berth", ("perth", "bertha", "berths"), most=2) == (
        "perth",
        "bertha",
    )  # as near: as they stand


NAMES = st.text("abcdefg_", min_size=3, max_size=12)


@given(st.data(), st.lists(NAMES, min_size=1, unique=True))
def test_a_name_that_is_known_is_the_nearest_to_itself(data: st.DataObject, names: list[str]) -> None:
    name = data.draw(st.sampled_from(names))
    assert nearest(name, names) == name


@given(st.data(), NAMES)
def test_one_slip_is_never_too_much(data: st.DataObject, name: str) -> None:
    at = data.draw(st.integers(0, len(name) - 2))
    swapped = name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    for slip in (
        swapped,
        name[:at] + name[at + 1 :],
        name[:at] + "x" + name[at:],
        name[:at] + "x" + name[at + 1 :],
    ):
        assert nearest(slip, (name,)) == name


def test_of_many_lines_both_ends_are_kept() -> None:
    lines = [str(number) for number in range(10)]
    assert both_ends(lines, 2, 3) == ("0", "1", "… 5 lines …", "7", "8", "9")
    assert both_ends(lines, 6, 3) == tuple(lines)  # nothing is gained by leaving one out
