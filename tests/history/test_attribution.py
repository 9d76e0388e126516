from __future__ import annotations

from typing import Any

from mcp_docs.history.options import DeprecationNotice
from mcp_docs.record import Record, ReleasedChange
from walks import Past, interface, with_input


def only(record: Record, version: str) -> ReleasedChange:
    (change,) = record.by_version[version].changes
    return change


def tool(**fields: Any) -> dict[str, Any]:
    return {"name": "berths", **fields}


def test_a_change_is_the_work_of_the_last_commit_that_made_it() -> None:
    past = Past()
    past.line(
        interface(tool(title="a")),
        interface(tool(title="b")),
        interface(tool(title="c")),
        interface(tool(title="b")),
        interface(tool(title="b"), "other"),
    )
    past.tag("v1.0.0", "a")
    past.tag("v1.1.0", "e")
    made = {c.change.key: c.commit.id for c in past.record().by_version["1.1.0"].changes if c.commit}
    assert made == {"berths": "d", "other": "e"}


def test_what_no_single_commit_did_is_the_work_of_the_last_that_touched_the_element() -> None:
    past = Past()
    past.line(
        interface(), interface(tool(title="a")), interface(tool(title="b")), interface(tool(title="b"), "x")
    )
    past.tag("v1.0.0", "a")
    past.tag("v1.1.0", "d")
    added = next(c for c in past.record().by_version["1.1.0"].changes if c.change.key == "berths")
    assert added.change.after == {"name": "berths", "title": "b"}
    assert added.commit is not None
    assert added.commit.id == "b"  # the same rule at the same place, though with another value


def test_a_change_made_and_taken_back_between_releases_nets_out() -> None:
    past = Past()
    past.line(interface("a", "b"), interface("a"), interface("a", "b"))
    past.tag("v1.0.0", "a")
    past.tag("v1.1.0", "c")
    record = past.record()
    assert record.by_version["1.1.0"].changes == ()
    assert [log.changes[0].rule for log in record.revisions if log.changes] == ["tool.added", "tool.removed"]


def test_the_commits_of_a_line_that_a_released_branch_was_merged_into_count_too() -> None:
    past = Past()
    past.commit("a", content=interface("x"))
    past.commit("fix", "a", content=interface("x", "fix"))
    past.commit("b", "a", content=interface("x", "new"))
    past.commit("m", "b", "fix", content=interface("x", "new", "fix"))
    past.tag("v1.0.0", "a")
    past.tag("v1.0.1", "fix")
    past.tag("v1.1.0", "m")
    change = only(past.record(), "1.1.0")
    assert (change.change.rule, change.change.key) == ("tool.added", "new")
    assert change.commit is not None
    assert change.commit.id == "b"


def test_a_change_is_undone_in_the_release_that_has_its_exact_inverse() -> None:
    past = Past()
    past.line(
        interface(tool(title="a")), interface(tool(title="b")), interface(tool(title="c")),
        interface(tool(title="b")), interface(tool(title="a")),
    )  # fmt: skip
    for number, commit in enumerate("abcde"):
        past.tag(f"v1.{number}.0", commit)
    record = past.record()
    undone = {release.version: release.changes[0].undone_in for release in record.releases[1:]}
    # 1.1: a to b, taken back by 1.4: b to a. 1.2: b to c, taken back by 1.3: c to b.
    assert undone == {"1.1.0": "1.4.0", "1.2.0": "1.3.0", "1.3.0": None, "1.4.0": None}


def test_a_removed_tool_that_comes_back_as_it_was_undoes_the_removal() -> None:
    past = Past()
    past.line(
        interface("x", "y"), interface("y"), interface("x", "y"), interface("y"), interface(tool(), "y")
    )
    for number, commit in enumerate("abcd"):
        past.tag(f"v{number + 1}.0.0", commit)
    record = past.record()
    assert only(record, "2.0.0").undone_in == "3.0.0"
    assert only(record, "3.0.0").undone_in == "4.0.0"
    assert only(record, "4.0.0").undone_in is None


def test_another_line_undoes_nothing() -> None:
    past = Past()
    past.commit("a", content=interface("x", "y"))
    past.commit("b", "a", content=interface("y"))
    past.commit("c", "a", content=interface("x", "y", "z"))
    past.commit("d", "b", content=interface("y", "z"))
    past.commit("e", "c", content=interface("x", "y"))
    for version, commit in (("1.0.0", "a"), ("2.0.0", "b"), ("1.1.0", "c"), ("2.1.0", "d"), ("1.2.0", "e")):
        past.tag(f"v{version}", commit)
    record = past.record()
    # "z" came in 1.1 and again in 2.1; 1.2 withdraws the first and not the second.
    assert only(record, "1.1.0").undone_in == "1.2.0"
    assert only(record, "2.1.0").undone_in is None


def test_a_removal_names_the_release_that_announced_it() -> None:
    old = with_input("berths", size={"type": "string"}, flag={"type": "string"}, sort={"type": "string"})
    warned = with_input(
        "berths",
        size={"type": "string", "deprecated": True},
        flag={"type": "string"},
        sort={"type": "string"},
    )
    gone = with_input("berths", sort={"type": "string"})
    past = Past()
    past.line(interface(old), interface(warned), interface(warned, "other"), interface(gone, "other"))
    for number, commit in enumerate("abcd"):
        past.tag(f"v1.{number}.0", commit)
    changes = {c.change.pointer: c.announced_in for c in past.record().by_version["1.3.0"].changes}
    assert changes == {"/inputSchema/properties/size": "1.1.0", "/inputSchema/properties/flag": None}


def test_the_notice_of_an_element_announces_the_end_of_its_parts() -> None:
    past = Past()
    old = {**with_input("berths", size={"type": "string"}), "_meta": {"deprecated": True}}
    past.line(interface(old), interface({**with_input("berths"), "_meta": {"deprecated": True}}), interface())
    for number, commit in enumerate("abc"):
        past.tag(f"v{number + 1}.0.0", commit)
    record = past.record()
    assert [only(record, version).announced_in for version in ("2.0.0", "3.0.0")] == ["1.0.0", "1.0.0"]


def test_a_notice_that_was_taken_back_announces_nothing() -> None:
    past = Past()
    warned = tool(description="Deprecated: use moorings.")
    past.line(interface(warned), interface(tool()), interface(), interface(warned), interface())
    for number, commit in enumerate("abcde"):
        past.tag(f"v{number + 1}.0.0", commit)
    record = past.record()
    assert only(record, "3.0.0").announced_in is None
    assert only(record, "5.0.0").announced_in == "4.0.0"


def test_a_configured_notice_announces_from_the_release_that_it_names() -> None:
    past = Past()
    past.line(interface("berths"), interface("berths", "b"), interface("b"))
    for number, commit in enumerate("abc"):
        past.tag(f"v1.{number}.0", commit)
    notice = DeprecationNotice("tool:berths", since="1.1.0")
    assert only(past.record(notices=(notice,)), "1.2.0").announced_in == "1.1.0"


def test_an_argument_is_known_by_its_name_though_its_number_changes() -> None:
    def prompt(*arguments: dict[str, str]) -> Any:
        return interface(prompts=({"name": "greet", "arguments": list(arguments)},))

    first, second = {"name": "tone"}, {"name": "city", "description": "Deprecated."}
    past = Past()
    past.line(prompt(first, second), prompt(second), prompt())
    for number, commit in enumerate("abc"):
        past.tag(f"v{number + 1}.0.0", commit)
    record = past.record()
    assert only(record, "2.0.0").announced_in is None
    assert only(record, "3.0.0").announced_in == "1.0.0"
