"""What somebody meets who upgrades across several releases: net changes, compared directly."""

from __future__ import annotations

from mcp_docs.change import Level
from mcp_docs.classifier.interfaces import classify
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.record import Record
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


def test_a_removal_keeps_the_name_that_a_release_on_the_way_gave() -> None:
    parts = {"ship": TEXT, "flag": TEXT, "port": TEXT}
    made = record(
        ("1.0.0", interface(with_input("find_ship", **parts))),
        ("2.0.0", interface(with_input("find_ships", **parts))),
        ("2.1.0", interface(with_input("find_ships", **parts), with_input("new"))),
    )
    gone = next(change for change in made.upgrades["1.0.0"] if change.rule == "tool.removed")
    assert dict(gone.detail)["renamed_to"] == "find_ships"
