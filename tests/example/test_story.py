"""The record tells the example's story exactly as its README does, whose tables are written by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mcp_docs.change import Bump, Level, Witnessed
from mcp_docs.classifier.interfaces import classify
from mcp_docs.dates import iso_date
from mcp_docs.record import Record, Release, ReleasedChange, RevisionLog

Rows = list[dict[str, str]]
Answers = Callable[[str], Rows]


def shipped(record: Record) -> list[Release]:
    assert record.unreleased is not None
    return [*record.releases, record.unreleased]


def find(record: Record, release: str, rule: str, element: str, path: str = "") -> ReleasedChange:
    [found] = [
        c
        for c in record.by_version[release].changes
        if (c.change.rule, f"{c.change.kind}:{c.change.key}", c.change.path) == (rule, element, path)
    ]
    return found


def log(record: Record, subject: str, line: str = "") -> RevisionLog:
    """The revision of that subject; ``line`` is a word of its parent's subject where there are two."""
    parents = {entry.commit.id: entry.commit.subject for entry in record.revisions}
    [found] = [
        entry
        for entry in record.revisions
        if entry.commit.subject == subject and line in parents.get(entry.commit.parents[0], "")
    ]
    return found


def breaks(entry: RevisionLog) -> list[tuple[str, str, str]]:
    return [(c.rule, f"{c.kind}:{c.key}", c.path) for c in entry.changes if c.level is Level.BREAKING]


def test_releases_with_their_lines_and_steps(record: Record, answers: Answers) -> None:
    def label(bump: Bump | None) -> str:
        return "-" if bump is None else bump.label

    told = [
        {
            "release": r.version,
            "released": iso_date(r.time),
            "grew from": r.base or "-",
            "counted from": r.audit_base or "-",
            "declared": label(r.declared),
            "demanded": label(r.demanded),
        }
        for r in shipped(record)
    ]
    expected = [
        {name: cell for name, cell in row.items() if name != "what happens"}
        for row in answers("The releases")
    ]
    assert told == expected


def test_only_one_release_is_dishonest(record: Record) -> None:
    assert [r.version for r in shipped(record) if r.underbumped] == ["1.2.0"]


def test_newest_release_is_the_highest_version_and_not_the_latest_date(record: Record) -> None:
    assert record.newest is not None
    assert record.newest.version == "2.2.0"


@pytest.mark.parametrize(
    "version",
    [
        "0.9.0",
        "0.10.0",
        "1.0.0-rc.1",
        "1.0.0",
        "1.1.0",
        "1.2.0",
        "2.0.0",
        "1.1.1",
        "2.1.0",
        "2.2.0",
        "unreleased",
    ],
)
def test_changes_of_each_release(record: Record, answers: Answers, version: str) -> None:
    told = [
        (c.change.level.label, c.change.rule, f"{c.change.kind}:{c.change.key}", c.change.path)
        for c in record.by_version[version].changes
        if not part_of_the_new_vessel(version, c)
    ]
    expected = [
        (row["level"], row["rule"], row["element"], row["place"])
        for row in answers("The changes")
        if row["release"] == version
    ]
    assert sorted(told) == sorted(expected)


def part_of_the_new_vessel(version: str, released: ReleasedChange) -> bool:
    """A string became an object; whether its parts are listed too, as minor, is a matter of taste."""
    change = released.change
    return (
        version == "1.0.0-rc.1"
        and change.level is Level.MINOR
        and (change.path + ".").startswith("vessel.")
        and change.key == "request_booking"
    )


def test_every_schema_break_has_a_witness_or_is_a_withdrawn_name(record: Record) -> None:
    for release in shipped(record):
        for released in release.changes:
            change = released.change
            if change.level is Level.BREAKING and change.rule.startswith("schema."):
                assert isinstance(change.proof, Witnessed) or change.rule == "schema.property.removed", change


def test_shared_definition_is_named_where_it_reaches_a_tool(record: Record) -> None:
    berths = find(
        record, "2.0.0", "schema.enum.value.added", "tool:find_berths", "output: berths[].shore_power"
    )
    berth = find(record, "2.0.0", "schema.enum.value.added", "tool:get_berth", "output: shore_power")
    assert (berths.change.via, berth.change.via) == ("/$defs/ShorePower", "/$defs/ShorePower")


def test_renames_are_joined(record: Record) -> None:
    gone = find(record, "2.0.0", "tool.removed", "tool:tide_table").change
    come = find(record, "2.0.0", "tool.added", "tool:get_tides").change
    assert gone.link
    assert gone.link == come.link
    for tool in ("tool:find_berths", "tool:quote_stay"):
        old = find(record, "2.0.0", "schema.property.removed", tool, "length").change
        new = find(record, "2.0.0", "schema.property.required.added", tool, "length_m").change
        assert old.link
        assert old.link == new.link


def test_removals_that_nobody_renamed_are_not_joined(record: Record) -> None:
    for tool in ("tool:list_moorings", "tool:estimate_fee"):
        assert find(record, "2.0.0", "tool.removed", tool).change.link == ""


def test_undone_breaks(record: Record, answers: Answers) -> None:
    told = [
        {
            "broke in": released.release,
            "rule": released.change.rule,
            "element": f"{released.change.kind}:{released.change.key}",
            "place": released.change.path,
            "undone in": released.undone_in,
        }
        for release in shipped(record)
        for released in release.changes
        if released.undone_in and released.change.level is Level.BREAKING
    ]
    assert sorted(told, key=str) == sorted(answers("Breaks that were undone"), key=str)


def test_promises_and_what_became_of_them(record: Record, answers: Answers) -> None:
    told = [
        {
            "element": f"{d.kind}:{d.key}",
            "place": d.path,
            "announced by": d.source,
            "announced in": d.announced_in or "-",
            "sunset": d.sunset or "-",
            "removed in": d.removed_in or "-",
            "state": d.state,
        }
        for d in record.deprecations
    ]
    assert told == answers("The promises")
    assert iso_date(record.as_of) == "2026-11-02"


def test_announced_removals_say_which_release_announced_them(record: Record) -> None:
    found = {
        c.change.key: c.announced_in
        for release in shipped(record)
        for c in release.changes
        if c.change.operation == "removed" and not c.change.pointer
    }
    assert found == {
        "harbour://webcam": None,
        "explain_bill": "1.2.0",
        "estimate_fee": "1.1.0",
        "list_moorings": "1.1.0",
        "tide_table": None,
    }


def test_gaps(record: Record, answers: Answers) -> None:
    subjects = {entry.commit.id: entry.commit.subject for entry in record.revisions}
    told = [(gap.code, gap.tag or subjects[gap.commit or ""]) for gap in record.gaps]
    expected = [(row["what"], row["tag or commit"].split(",")[0].strip('`"')) for row in answers("The gaps")]
    assert told == expected


def test_break_taken_back_before_a_release_is_commit_truth_only(record: Record) -> None:
    place = ("schema.property.required.added", "tool:find_berths", "draught_m")
    assert breaks(log(record, "Require the draught")) == [place]
    assert breaks(log(record, 'Revert "Require the draught"')) == []


def test_malformed_tool_is_marked_for_one_commit_and_nothing_is_lost(record: Record) -> None:
    broken, mended = (
        log(record, "Describe the tide table's result"),
        log(record, "Mend the tide table's input schema"),
    )
    assert broken.interface is not None
    assert mended.interface is not None
    assert len(broken.interface.tools) == len(mended.interface.tools)
    problems = {tool.key: [p.code for p in tool.problems] for tool in broken.interface.tools if tool.problems}
    assert problems == {"tide_table": ["schema.null"]}
    assert all(not tool.problems for tool in mended.interface.tools)


def test_revision_after_the_unreadable_one_is_compared_with_the_one_before_it(record: Record) -> None:
    assert log(record, "Mention the depth", line="2.0.0").gap is not None
    resolved = log(record, "Resolve the conflict in the lockfile; explain bills again")
    assert resolved.base is not None
    assert resolved.base.subject == "Release 2.0.0"
    assert sorted(c.rule for c in resolved.changes) == ["prompt.added", "tool.description.changed"]


def test_changes_know_the_commit_on_the_line_that_brought_them(record: Record) -> None:
    commits = {
        "merge": find(record, "1.1.0", "tool.added", "tool:quote_stay").commit,
        "limit": find(record, "1.2.0", "schema.range.tightened", "tool:find_berths", "limit").commit,
    }
    subjects = {name: commit.subject if commit else None for name, commit in commits.items()}
    assert subjects == {"merge": "Merge the quotes", "limit": "Return 50 berths at most; drop the webcam"}


def test_compatible_steps_add_up_to_a_break(record: Record) -> None:
    interfaces = {version: record.by_version[version].interface for version in ("2.0.0", "2.1.0", "2.2.0")}

    def broken(old: str, new: str) -> list[tuple[str, str]]:
        changes = classify(interfaces[old], interfaces[new])
        return [(c.key, c.path) for c in changes if c.level is Level.BREAKING]

    assert broken("2.0.0", "2.1.0") == []
    assert broken("2.1.0", "2.2.0") == []
    assert broken("2.0.0", "2.2.0") == [("request_booking", "contact")]


def test_the_matrix_has_the_break_that_no_step_shows(record: Record) -> None:
    levels = {(p.old, p.new): p.level for p in record.matrix.pairs}
    assert levels["2.0.0", "2.1.0"] is Level.REVIEW
    assert levels["2.1.0", "2.2.0"] is Level.REVIEW
    assert levels["2.0.0", "2.2.0"] is Level.BREAKING
    # The maintenance line: a patch of 1.1.0, from which 2.0.0 is an upgrade and not the reverse.
    assert levels["1.1.0", "1.1.1"] is Level.PATCH
    assert levels["1.1.1", "2.0.0"] is Level.BREAKING
    assert ("2.0.0", "1.1.1") not in levels


def test_consumers_work_and_break_where_the_answers_say(record: Record, answers: Answers) -> None:
    told = [
        {"consumer": c.name, **{j.version: "yes" if j.works else "no" for j in c.judgements}}
        for c in record.consumers
    ]
    assert told == answers("The consumers")
    kiosk, skipper = record.consumers
    assert (kiosk.first_broke_in, kiosk.works_again_in) == ("unreleased", None)
    assert (skipper.first_broke_in, skipper.works_again_in) == ("1.2.0", None)


def test_notes_stand_at_their_releases(record: Record) -> None:
    assert [r.version for r in record.releases if r.notes] == ["1.0.0", "2.0.0", "2.2.0"]


def test_lives_of_elements_that_came_and_went(record: Record) -> None:
    lives = {(life.kind, life.key): (life.since, life.removed_in) for life in record.lifecycles}
    assert lives["tool", "tide_table"] == ("0.9.0", "2.0.0")
    assert lives["tool", "get_tides"] == ("2.0.0", None)
    assert lives["prompt", "explain_bill"] == ("1.1.0", None)
    assert lives["resource", "harbour://webcam"] == ("1.0.0-rc.1", "1.2.0")
