from __future__ import annotations

from mcp_docs.record import Lifecycle, Record
from walks import Past, interface


def lives(record: Record) -> dict[str, Lifecycle]:
    return {life.key: life for life in record.lifecycles}


def harbour() -> Past:
    """``x`` has two states and returns to the first; ``gone`` is removed; ``new`` is in HEAD only."""
    past = Past()
    past.line(
        interface({"name": "x", "title": "1"}, "gone"),
        interface({"name": "x", "title": "2"}, "gone"),
        interface({"name": "x", "title": "1"}),
        interface({"name": "x", "title": "1"}, "new"),
    )
    for number, commit in enumerate("abc"):
        past.tag(f"v{number + 1}.0.0", commit)
    return past


def test_each_distinct_state_is_kept_once_with_the_releases_that_held_it() -> None:
    life = lives(harbour().record())["x"]
    assert [(state.element.title, state.releases) for state in life.states] == [
        ("1", ("1.0.0", "3.0.0")),
        ("2", ("2.0.0",)),
    ]
    assert life.newest is life.states[0]
    assert (life.since, life.removed_in) == ("1.0.0", None)
    assert [(c.release, c.change.after) for c in life.changes] == [("3.0.0", "1"), ("2.0.0", "2")]


def test_a_removed_element_ends_in_the_release_that_first_lacked_it() -> None:
    life = lives(harbour().record())["gone"]
    assert (life.since, life.removed_in) == ("1.0.0", "3.0.0")
    assert life.newest.releases == ("1.0.0", "2.0.0")


def test_what_only_head_has_lives_there() -> None:
    life = lives(harbour().record())["new"]
    assert (life.since, life.removed_in, life.newest.releases) == ("unreleased", None, ("unreleased",))


def test_what_left_and_came_back_is_not_removed() -> None:
    past = Past()
    past.line(interface("x"), interface(), interface("x"))
    for number, commit in enumerate("abc"):
        past.tag(f"v{number + 1}.0.0", commit)
    life = lives(past.record())["x"]
    assert life.removed_in is None
    assert [state.releases for state in life.states] == [("1.0.0", "3.0.0")]


def test_what_another_line_removed_is_not_removed() -> None:
    past = Past()
    past.commit("a", content=interface("x"))
    past.commit("b", "a", content=interface("x", "y"))
    past.commit("c", "a", content=interface())
    past.tag("v1.0.0", "a")
    past.tag("v2.0.0", "b")
    past.tag("v1.1.0", "c")
    assert lives(past.record("b"))["x"].removed_in is None


def test_elements_are_in_the_order_of_kind_and_key() -> None:
    past = Past()
    past.line(interface("b", "a", prompts=({"name": "a"},)))
    past.tag("v1.0.0", "a")
    record = past.record()
    assert [(life.kind, life.key) for life in record.lifecycles] == [
        ("tool", "a"),
        ("tool", "b"),
        ("prompt", "a"),
    ]


def test_one_name_in_two_kinds_and_two_cases_has_its_own_address_in_each() -> None:
    past = Past()
    past.line(interface("x", prompts=({"name": "x"},)), interface("X", "x"))
    past.tag("v1.0.0", "a")
    past.tag("v2.0.0", "b")
    slugs = {(life.kind, life.key): life.slug for life in past.record().lifecycles}
    assert slugs["tool", "x"] == slugs["prompt", "x"] == "x"
    assert slugs["tool", "X"].startswith("x-")
