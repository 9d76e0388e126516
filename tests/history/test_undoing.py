"""What counts as undone: those whom a change concerned are as well off as before it."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from mcp_docs.classifier.interfaces import classify
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.interface import Interface
from mcp_docs.policy import DEFAULT
from mcp_docs.record import Record, ReleasedChange
from walks import Past, interface


def taking(required: tuple[str, ...] = (), **properties: dict[str, Any]) -> Interface:
    """An interface with one tool, ``find``, that takes these arguments."""
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return interface({"name": "find", "inputSchema": schema})


def story(*contents: Interface) -> Record:
    """One release a content, 1.0.0, 1.1.0 … on one line, by the real rules."""
    past = Past()
    past.line(*contents)
    for number, commit in enumerate(past.commits):
        past.tag(f"v1.{number}.0", commit)
    return build_record(past.walk(), partial(classify, policy=DEFAULT), BuildOptions())


def breaks(record: Record) -> list[tuple[str, str, str | None]]:
    return [
        (c.release, c.change.rule, c.undone_in)
        for release in record.releases
        for c in release.changes
        if c.change.level.label == "breaking"
    ]


def limit(most: int) -> dict[str, Any]:
    return {"type": "integer", "maximum": most}


def test_a_limit_that_is_raised_beyond_what_it_was_is_undone() -> None:
    record = story(
        taking(limit=limit(100)), taking(limit=limit(50)), taking(limit=limit(70)), taking(limit=limit(200))
    )
    # 70 is better than 50, and those who ask for 100 still fail.
    assert breaks(record) == [("1.1.0", "schema.range.tightened", "1.3.0")]


@pytest.mark.parametrize(
    ("back", "undone"),
    [
        (taking(limit=limit(10)), "1.2.0"),  # as it was
        (taking(limit=limit(20), page=limit(5)), "1.2.0"),  # more than it was
        (taking(("page",), limit=limit(10), page=limit(5)), None),  # whoever called it still fails
    ],
)
def test_a_removed_tool_that_returns_is_undone_if_its_callers_work_again(
    back: Interface, undone: str | None
) -> None:
    record = story(taking(limit=limit(10)), interface(), back)
    assert breaks(record) == [("1.1.0", "tool.removed", undone)]


def test_an_argument_that_goes_and_returns_with_another_type_is_not_undone() -> None:
    record = story(taking(a={"type": "string"}), taking(), taking(a={"type": "object"}))
    (gone,) = record.by_version["1.1.0"].changes
    assert (gone.change.rule, gone.undone_in) == ("schema.property.removed", None)


def test_a_break_that_a_removal_hides_is_not_undone() -> None:
    record = story(taking(limit=limit(100)), taking(limit=limit(50)), interface())
    assert breaks(record) == [
        ("1.1.0", "schema.range.tightened", None),
        ("1.2.0", "tool.removed", None),
    ]


def test_a_break_that_returns_has_a_new_id_and_points_to_its_earlier_self() -> None:
    wide, narrow = taking(limit=limit(100)), taking(limit=limit(50))
    record = story(wide, narrow, wide, narrow, wide, narrow)
    found: list[ReleasedChange] = [record.by_version[v].changes[0] for v in ("1.1.0", "1.3.0", "1.5.0")]
    assert len({c.id for c in found}) == 3
    assert len({c.change.fingerprint for c in found}) == 1
    assert [c.earlier_id for c in found] == [None, found[0].id, found[1].id]
    assert [c.undone_in for c in found] == ["1.2.0", "1.4.0", None]


def test_the_same_break_on_another_line_is_no_earlier_self() -> None:
    wide, narrow = taking(limit=limit(100)), taking(limit=limit(50))
    past = Past()
    past.commit("a", content=wide)
    past.commit("b", "a", content=narrow)
    past.commit("fix", "a", content=narrow)
    for version, commit in (("1.0.0", "a"), ("2.0.0", "b"), ("1.0.1", "fix")):
        past.tag(f"v{version}", commit)
    record = build_record(past.walk("b"), partial(classify, policy=DEFAULT), BuildOptions())
    assert [record.by_version[v].changes[0].earlier_id for v in ("2.0.0", "1.0.1")] == [None, None]
