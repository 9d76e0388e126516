"""What somebody meets who upgrades across several releases: net changes, compared directly."""

from __future__ import annotations

from mcp_docs.change import Level
from mcp_docs.classifier.interfaces import classify
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.record import Record
from mcp_docs.views.upgrade import upgrade, upgrade_markdown
from walks import Past, interface, with_input

TEXT = {"type": "string"}


def record(*steps: tuple[str, object]) -> Record:
    past = Past()
    past.line(*(content for _, content in steps))
    for commit, (version, _) in zip(past.commits, steps, strict=True):
        past.tag(f"v{version}", commit)
    return build_record(past.walk(), classify, BuildOptions(ruleset="test"))


def test_what_was_made_and_undone_between_is_not_met() -> None:
    plain, other = (
        interface(with_input("find", ship=TEXT)),
        interface(with_input("find", boat={"type": "integer"})),
    )
    made = record(
        ("1.0.0", plain),
        ("2.0.0", other),
        ("3.0.0", plain),
        ("3.1.0", interface(with_input("find", ship=TEXT), with_input("new"))),
    )
    assert [change.rule for change in made.upgrades["1.0.0"]] == ["tool.added"]
    assert (
        max(change.level for change in made.upgrades["2.0.0"]) is Level.REVIEW
    )  # an optional argument of an open object went
    assert "3.1.0" not in made.upgrades


PARTS = {"ship": TEXT, "flag": TEXT, "port": TEXT}


def renames(made: Record, version: str) -> dict[str, dict[str, str]]:
    return {
        change.key: dict(change.detail)
        for change in made.upgrades[version]
        if change.rule in ("tool.removed", "tool.added")
    }


def test_both_halves_of_a_rename_on_the_way_are_told() -> None:
    made = record(
        ("1.0.0", interface(with_input("find_ship", **PARTS))),
        ("2.0.0", interface(with_input("find_ships", **PARTS))),
        ("3.0.0", interface(with_input("find_all_ships", **PARTS))),
        ("3.1.0", interface(with_input("find_all_ships", **PARTS), with_input("new"))),
    )
    assert renames(made, "1.0.0") == {
        "find_ship": {"renamed_to": "find_all_ships"},
        "find_all_ships": {"renamed_from": "find_ship"},
        "new": {},
    }
    assert renames(made, "2.0.0")["find_all_ships"] == {"renamed_from": "find_ships"}
    assert renames(made, "3.0.0") == {"new": {}}


def test_what_was_there_before_is_not_renamed_from_what_went() -> None:
    # find_ships came as the new name, and find_ship came back beside it before it went for good.
    new, both = with_input("find_ships", **PARTS), with_input("find_ship", **PARTS)
    made = record(
        ("1.0.0", interface(both)),
        ("2.0.0", interface(new)),
        ("2.1.0", interface(new, both)),
        ("3.0.0", interface({**new, "title": "Find"})),
    )
    assert renames(made, "2.1.0") == {"find_ship": {"renamed_to": "find_ships"}}


def test_a_name_that_came_back_is_the_one_it_has() -> None:
    old, new = interface(with_input("find_ship", **PARTS)), interface(with_input("find_ships", **PARTS))
    made = record(("1.0.0", old), ("2.0.0", new), ("3.0.0", old))
    assert renames(made, "2.0.0") == {
        "find_ships": {"renamed_to": "find_ship"},
        "find_ship": {"renamed_from": "find_ships"},
    }
    assert made.upgrades["1.0.0"] == ()


def test_who_upgrades_is_told_what_a_caller_does_and_not_what_a_maintainer_could() -> None:
    closed = {
        "name": "find",
        "inputSchema": {"type": "object", "properties": {}, "additionalProperties": False},
    }
    opened = {**closed, "inputSchema": {**closed["inputSchema"], "properties": {"ship": TEXT}}}  # type: ignore[dict-item]
    made = record(("1.0.0", interface(opened, "gone")), ("2.0.0", interface(closed)))
    told = upgrade_markdown(upgrade(made, "1.0.0..2.0.0", classify))
    assert [line.strip() for line in told.splitlines() if "What to do" in line] == [
        "What to do: Stop sending ship.",
        "What to do: Stop calling gone before you upgrade.",
    ]
