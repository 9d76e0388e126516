"""The changes of each element between any two of its states."""

from __future__ import annotations

from mcp_docs.classifier.interfaces import classify
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.record import ABSENT_STATE, Between, Record
from walks import Past, interface, with_input

TEXT = {"type": "string"}
PARTS = {"ship": TEXT, "flag": TEXT, "port": TEXT}


def record(*contents: object) -> Record:
    past = Past()
    past.line(*contents)
    for number, commit in enumerate(past.commits, start=1):
        past.tag(f"v{number}.0.0", commit)
    return build_record(past.walk(), classify, BuildOptions(ruleset="test", between=True))


def of(found: Record, key: str) -> Between:
    return next(item for item in found.between if item.key == key and item.kind == "tool")


def rules(item: Between, old: int, new: int) -> list[str]:
    return [change.rule for change in item.pairs[old, new]]


def test_states_that_no_release_put_side_by_side_are_compared_directly() -> None:
    # The argument goes and comes back: what stands at both ends is the same state, of which there is one.
    with_it, without = interface(with_input("find", ship=TEXT)), interface(with_input("find"))
    item = of(record(with_it, without, with_it), "find")
    assert [state.releases for state in item.states] == [("1.0.0", "3.0.0"), ("2.0.0",)]
    assert rules(item, 0, 1) == ["schema.property.removed"]
    assert rules(item, 1, 0) == ["schema.property.added"]


def test_an_element_that_one_side_lacks_came_or_went() -> None:
    item = of(record(interface(with_input("find")), interface(with_input("new"))), "new")
    assert rules(item, ABSENT_STATE, 0) == ["tool.added"]
    assert rules(item, 0, ABSENT_STATE) == ["tool.removed"]


def test_a_renamed_element_knows_its_other_names() -> None:
    names = ("find_ship", "find_ships", "find_all_ships")
    found = record(*(interface(with_input(name, **PARTS)) for name in names))
    told = {name: (of(found, name).later, of(found, name).earlier) for name in names}
    assert told == {
        "find_ship": (("find_all_ships", "find_ships"), ()),
        "find_ships": (("find_all_ships",), ("find_ship",)),
        "find_all_ships": ((), ("find_ships", "find_ship")),
    }
    assert of(record(interface(with_input("new"))), "new").later == ()


def test_the_server_is_among_them() -> None:
    found = record(interface(with_input("find")), interface(with_input("new")))
    assert found.between[0].kind == "server"
    assert found.between[0].states[0].releases == ("1.0.0", "2.0.0")
