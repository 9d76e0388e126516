from __future__ import annotations

import pytest

from mcp_docs.change import Bump
from mcp_docs.history.model import Tag
from mcp_docs.history.options import HistoryOptions
from mcp_docs.interface import Interface, Problem, Tool
from walks import DAY, NEW_YEAR, Past, bases, gap_codes, interface, rules, unreadable, versions


def test_a_tag_that_reads_as_a_version_is_a_release_shown_without_its_v() -> None:
    past = Past()
    past.line(interface("a"), interface("a", "b"))
    past.tag("v1.0.0", "a")
    past.tag("v1.1.0", "b")
    record = past.record()
    assert record.source == "tags"
    assert versions(record) == ["1.0.0", "1.1.0"]
    assert [release.tag for release in record.releases] == ["v1.0.0", "v1.1.0"]
    assert rules(record.releases[0]) == []
    assert rules(record.releases[1]) == [("tool.added", "b")]
    assert record.unreleased is None


@pytest.mark.parametrize(
    ("tag", "version"),
    [
        ("1.0.0", "1.0.0"),
        ("v1.0", "1.0"),
        ("harbour-v1.0.0", "1.0.0"),
        ("harbour@1.0.0", "1.0.0"),
        ("@acme/harbour@1.0.0-rc.1", "1.0.0-rc.1"),
        ("release/1.0.0", "1.0.0"),
        ("v1.0.0rc1", "1.0.0rc1"),
    ],
)
def test_what_stands_before_the_version_is_no_part_of_it(tag: str, version: str) -> None:
    past = Past()
    past.line(interface("a"))
    past.tag(tag, "a")
    assert versions(past.record()) == [version]


def test_what_is_left_out_is_listed_with_its_reason() -> None:
    past = Past()
    past.line(None, interface("a"), unreadable("c"), interface("a", "b"))
    past.tag("v0.9.0", "a")
    past.tag("v1.0.0", "b")
    past.tag("release-1.0.0", "b")
    past.tag("v1.0", "b")
    past.tag("v1", "b")
    past.tag("latest", "d")
    past.tag("latest-release", "d")
    past.tag("backup-of-tuesday", "b")
    past.tag("v1.0.1", "c")
    past.tags.append(Tag("v8.8.8", None, NEW_YEAR))
    record = past.record()
    assert versions(record) == ["1.0.0"]
    assert gap_codes(record) == [
        ("tag.not_a_version", "backup-of-tuesday"),
        ("tag.moving", "latest"),
        ("tag.moving", "latest-release"),
        ("tag.duplicate_version", "release-1.0.0"),
        ("tag.no_lockfile", "v0.9.0"),
        ("tag.moving", "v1"),
        ("tag.moving", "v1.0"),
        ("tag.unreadable", "v1.0.1"),
        ("revision.json.syntax", None),
    ]


def test_the_plainest_of_several_tags_for_a_version_is_the_release() -> None:
    past = Past()
    past.line(interface("a"), interface("a", "b"))
    past.tag("docs-v1.0.0", "a")
    past.tag("v1.0.0", "b")
    record = past.record()
    assert [(release.version, release.tag) for release in record.releases] == [("1.0.0", "v1.0.0")]
    assert gap_codes(record) == [("tag.duplicate_version", "docs-v1.0.0")]


def test_patterns_choose_tags() -> None:
    past = Past()
    past.line(interface("a"), interface("a", "b"), interface("a", "b", "c"), interface("d"))
    past.tag("harbour-1.0.0", "a")
    past.tag("docs-1.0.0", "b")
    past.tag("harbour-1.1.0-rc.1", "c")
    past.tag("harbour-summer", "d")
    options = HistoryOptions(tag_patterns=("harbour-*",), exclude=("*-9*",), prereleases=False)
    record = past.record(history=options)
    assert versions(record) == ["1.0.0", "harbour-summer"]
    assert gap_codes(record) == [("tag.not_selected", "docs-1.0.0"), ("tag.prerelease", "harbour-1.1.0-rc.1")]
    left = past.record(history=HistoryOptions(exclude=("harbour-*",)))
    assert versions(left) == ["1.0.0"]
    assert left.releases[0].tag == "docs-1.0.0"


def test_several_tags_on_one_commit_are_each_a_release_by_semver() -> None:
    past = Past()
    past.line(interface("a"), interface("a", "b"))
    past.tag("v1.0.0", "a")
    past.tag("v1.1.0", "b")
    past.tag("v1.1.0-rc.2", "b")
    past.tag("v1.1.0-rc.10", "b")
    record = past.record()
    assert versions(record) == ["1.0.0", "1.1.0-rc.2", "1.1.0-rc.10", "1.1.0"]
    assert bases(record) == {
        "1.0.0": None, "1.1.0-rc.2": "1.0.0", "1.1.0-rc.10": "1.1.0-rc.2", "1.1.0": "1.1.0-rc.10",
    }  # fmt: skip
    assert [len(release.changes) for release in record.releases] == [0, 1, 0, 0]
    final = record.releases[-1]
    assert (final.audit_base, final.declared, final.demanded) == ("1.0.0", Bump.MINOR, Bump.MINOR)


def maintained() -> Past:
    """``a`` 1.0 - ``b`` 2.0 - ``e`` 2.1, and from ``a`` the maintenance line ``c`` 1.1 - ``d`` 1.2."""
    past = Past()
    past.commit("a", content=interface("x"))
    past.commit("b", "a", content=interface("x", "new"))
    past.commit("c", "a", content=interface("x", "fix"))
    past.commit("d", "c", content=interface("x", "fix", "more"))
    past.commit("e", "b", content=interface("x", "new", "newer"))
    for version, commit in (("1.0.0", "a"), ("2.0.0", "b"), ("1.1.0", "c"), ("1.2.0", "d"), ("2.1.0", "e")):
        past.tag(f"v{version}", commit)
    return past


def test_a_maintenance_release_grew_from_its_own_line() -> None:
    record = maintained().record()
    assert versions(record) == ["1.0.0", "2.0.0", "1.1.0", "1.2.0", "2.1.0"]
    assert bases(record) == {
        "1.0.0": None, "2.0.0": "1.0.0", "1.1.0": "1.0.0", "1.2.0": "1.1.0", "2.1.0": "2.0.0",
    }  # fmt: skip
    assert [rules(release) for release in record.releases[1:]] == [
        [("tool.added", "new")],
        [("tool.added", "fix")],
        [("tool.added", "more")],
        [("tool.added", "newer")],
    ]
    assert record.newest is not None
    assert record.newest.version == "2.1.0"


def test_a_merge_of_two_released_lines_grew_from_the_one_merged_into() -> None:
    past = maintained()
    past.commit("m", "e", "d", content=interface("x", "new", "newer", "fix", "more"))
    past.tag("v2.2.0", "m")
    assert bases(past.record())["2.2.0"] == "2.1.0"


def test_a_release_branch_that_was_merged_back_is_what_follows_grew_from() -> None:
    past = Past()
    past.commit("a", content=interface("x"))
    past.commit("b", "a", content=interface("x", "y"))
    past.commit("m", "a", "b", content=interface("x", "y"))
    past.commit("c", "m", content=interface("x", "y", "z"))
    past.tag("v1.0.0", "a")
    past.tag("v1.1.0", "b")
    past.tag("v1.2.0", "c")
    record = past.record()
    assert bases(record)["1.2.0"] == "1.1.0"
    assert rules(record.releases[2]) == [("tool.added", "z")]


def test_a_release_comes_after_its_base_though_its_date_says_otherwise() -> None:
    past = Past()
    past.commit("a", content=interface("x"), time=10)
    past.commit("b", "a", content=interface("x", "y"), time=5)
    past.commit("c", "b", content=interface("x", "y", "z"), time=20)
    for version, commit in (("1.0.0", "a"), ("1.1.0", "b"), ("1.2.0", "c")):
        past.tag(f"v{version}", commit)
    assert versions(past.record()) == ["1.0.0", "1.1.0", "1.2.0"]


def test_a_release_of_another_root_is_kept_and_said_to_stand_alone() -> None:
    past = Past()
    past.commit("old", content=interface("x"))
    past.commit("a", content=interface("x", "y"))
    past.tag("v0.1.0", "old")
    past.tag("v1.0.0", "a")
    record = past.record("a")
    assert bases(record) == {"0.1.0": None, "1.0.0": None}
    assert gap_codes(record) == [("tag.unrelated_history", "v0.1.0")]


@pytest.mark.parametrize(
    ("first", "second", "tools", "audit"),
    [
        ("1.0.0", "1.0.1", ("a", "b"), (Bump.PATCH, Bump.MINOR, True)),
        ("1.0.0", "1.1.0", ("a", "b"), (Bump.MINOR, Bump.MINOR, False)),
        ("1.0.0", "1.1.0", ("b",), (Bump.MINOR, Bump.MAJOR, True)),
        ("1.0.0", "2.0.0", ("b",), (Bump.MAJOR, Bump.MAJOR, False)),
        ("0.1.0", "0.1.1", ("a", "b"), (Bump.PATCH, Bump.PATCH, False)),
        ("0.1.0", "0.1.1", ("b",), (Bump.PATCH, Bump.MINOR, True)),
        ("0.1.0", "0.2.0", ("b",), (Bump.MINOR, Bump.MINOR, False)),
        ("0.9.0", "1.0.0", ("b",), (Bump.MAJOR, Bump.MAJOR, False)),
        ("1.0.0+1", "1.0.0+2", ("a", "b"), (Bump.NONE, Bump.MINOR, True)),
        ("1.1.0", "1.0.0", ("b",), (None, Bump.MAJOR, False)),
    ],
)
def test_the_declared_step_is_held_against_the_demanded(
    first: str, second: str, tools: tuple[str, ...], audit: tuple[Bump | None, Bump, bool]
) -> None:
    past = Past()
    past.line(interface("a"), interface(*tools))
    past.tag(f"v{first}", "a")
    past.tag(f"v{second}", "b")
    release = past.record().releases[1]
    assert (release.declared, release.demanded, release.underbumped) == audit
    assert release.audit_base == first


def test_the_audit_of_a_final_release_counts_from_the_final_one_before_it() -> None:
    past = Past()
    past.line(interface("a", "b"), interface("b"), interface("b", "c"))
    past.tag("v1.0.0", "a")
    past.tag("v1.1.0-rc.1", "b")
    past.tag("v1.1.0", "c")
    candidate, final = past.record().releases[1:]
    assert candidate.prerelease
    assert (candidate.audit_base, candidate.declared, candidate.demanded) == ("1.0.0", Bump.MINOR, Bump.MAJOR)
    assert (final.base, final.audit_base) == ("1.1.0-rc.1", "1.0.0")
    assert (final.declared, final.demanded) == (Bump.MINOR, Bump.MAJOR)
    assert rules(final) == [("tool.added", "c")]


def test_without_tags_a_change_of_the_servers_version_is_a_release() -> None:
    past = Past()
    past.line(
        interface("a", version="1.0.0"),
        interface("a", "b", version="1.0.0"),
        interface("b", version="1.1.0"),
        interface("b", "c", version="1.1.0"),
    )
    record = past.record()
    assert record.source == "server-version"
    assert [(release.version, release.commit.id) for release in record.releases] == [
        ("1.0.0", "a"),
        ("1.1.0", "c"),
    ]
    assert rules(record.releases[1]) == [("tool.removed", "a"), ("tool.added", "b")]
    assert record.releases[1].underbumped
    assert record.unreleased is not None
    assert rules(record.unreleased) == [("tool.added", "c")]


def test_without_versions_each_day_on_which_the_interface_changed_is_a_release() -> None:
    past = Past()
    past.commit("a", content=interface("a"), time=0)
    past.commit("b", "a", content=interface("a", "b"), time=0)
    past.commit("c", "b", content=interface("a", "b"), time=1)
    past.commit("d", "c", content=unreadable("d"), time=2)
    past.commit("e", "d", content=interface("b"), time=3)
    past.commit("f", "e", content=interface("b", "c"), time=1)
    past.commit("g", "f", content=interface("x"), time=5)
    past.commit("h", "g", content=interface("b", "c"), time=5)
    record = past.record()
    assert record.source == "date"
    assert versions(record) == ["2026-01-01", "2026-01-04"]
    assert [release.commit.id for release in record.releases] == ["b", "f"]
    assert rules(record.releases[1]) == [("tool.removed", "a"), ("tool.added", "c")]
    assert [release.declared for release in record.releases] == [None, None]
    assert record.unreleased is None


def test_tags_none_of_which_is_a_release_leave_it_to_the_dates() -> None:
    past = Past()
    past.line(interface("a"))
    past.tag("latest", "a")
    record = past.record()
    assert record.source == "date"
    assert versions(record) == ["2026-01-01"]
    assert gap_codes(record) == [("tag.moving", "latest")]


@pytest.mark.parametrize(
    ("options", "gaps"),
    [
        (
            HistoryOptions(tag_patterns=("harbour-*", "h-*")),
            [
                'no tag matches "harbour-*" or "h-*", so each day on which the interface changed is a release',
            ],
        ),
        (
            HistoryOptions(tag_patterns=("h-*",), source="tags"),
            ['no tag matches "h-*", so there is no release'],
        ),
        (HistoryOptions(tag_patterns=("h-*",), source="date"), []),
        (HistoryOptions(tag_patterns=("v*",)), []),
    ],
)
def test_a_pattern_that_no_tag_matches_is_told_with_what_is_a_release_instead(
    options: HistoryOptions, gaps: list[str]
) -> None:
    past = Past()
    past.line(interface("a"), interface("a", "b"))
    past.tag("v1.0.0", "b")
    record = past.record(history=options)
    found = [gap for gap in record.gaps if gap.code == "releases.no_tag"]
    assert [gap.message for gap in found] == gaps
    assert not any(gap.is_fault for gap in found)


def test_head_ahead_of_its_release_is_unreleased_whatever_else_was_released() -> None:
    past = maintained()
    past.commit("f", "d", content=interface("x", "more"))
    record = past.record("f")
    assert record.unreleased is not None
    assert (record.unreleased.base, rules(record.unreleased)) == ("1.2.0", [("tool.removed", "fix")])
    assert record.unreleased.demanded is Bump.MAJOR
    assert record.newest is not None
    assert record.newest.version == "2.1.0"


def test_a_lockfile_that_head_no_longer_has_leaves_the_record_with_a_gap() -> None:
    past = Past()
    past.line(interface("a"), None)
    past.tag("v1.0.0", "a")
    record = past.record()
    assert versions(record) == ["1.0.0"]
    assert record.unreleased is None
    assert gap_codes(record) == [("head.no_lockfile", None)]


def test_a_history_of_which_nothing_can_be_read_is_a_record_of_gaps() -> None:
    past = Past()
    past.line(unreadable("a"), unreadable("b"))
    past.tag("v1.0.0", "a")
    record = past.record()
    assert (record.releases, record.newest, record.unreleased) == ((), None, None)
    assert [code for code, _ in gap_codes(record)] == ["tag.unreadable", *["revision.json.syntax"] * 2]


def test_the_revisions_around_an_unreadable_one_are_compared_with_each_other() -> None:
    past = Past()
    past.line(interface("a"), unreadable("b"), interface("a", "c"), None, interface("c"))
    logs = {log.commit.id: log for log in past.record().revisions}
    assert logs["b"].gap is not None
    assert logs["b"].changes == ()
    assert logs["c"].base is not None
    assert logs["c"].base.id == "a"
    assert [change.rule for change in logs["c"].changes] == ["tool.added"]
    assert logs["e"].base is not None
    assert logs["e"].base.id == "c"
    assert [change.rule for change in logs["e"].changes] == ["tool.removed"]


def test_a_release_is_listed_at_the_revision_whose_content_it_shipped() -> None:
    past = Past()
    past.line(interface("a"), "same", interface("a", "b"))
    past.tag("v1.0.0", "b")
    past.tag("v1.1.0", "c")
    logs = past.record().revisions
    assert [(log.commit.id, log.releases) for log in logs] == [("c", ("1.1.0",)), ("a", ("1.0.0",))]


def test_the_records_day_is_the_newest_commits_unless_it_is_told() -> None:
    past = Past()
    past.line(interface("a"), "same")
    assert past.record().as_of == NEW_YEAR + DAY
    assert past.record(as_of=7).as_of == 7


def test_a_malformed_part_is_a_gap_that_names_the_versions_that_have_it() -> None:
    broken = Tool(
        {"name": "a", "inputSchema": None}, (Problem("schema.null", "inputSchema is null", "/inputSchema"),)
    )
    past = Past()
    past.line(Interface(tools=(broken,)), Interface(tools=(broken, Tool({"name": "b"}))), interface("z"))
    for version, commit in (("1.0.0", "a"), ("1.1.0", "b"), ("1.2.0", "c")):
        past.tag(f"v{version}", commit)
    (gap,) = past.record().gaps
    assert (gap.code, gap.element) == ("schema.null", "tool:a")
    assert gap.message == "inputSchema is null (/inputSchema), in 1.0.0, 1.1.0"


def test_notes_are_found_by_version_or_by_tag() -> None:
    past = Past()
    past.line(interface("a"), interface("b"), interface("c"))
    past.tag("v1.0.0", "a")
    past.tag("v2.0.0", "b")
    record = past.record(notes={"1.0.0": "One.", "v2.0.0": "Two.", "unreleased": "Soon."})
    assert [release.notes for release in record.releases] == ["One.", "Two."]
    assert record.unreleased is not None
    assert record.unreleased.notes == "Soon."


def test_the_first_tag_tells_which_versions_are_no_releases_any_more() -> None:
    past = Past()
    past.line(
        interface("a", version="1.0.0"), interface("b", version="1.1.0"), interface("c", version="2.0.0")
    )
    assert [release.version for release in past.record().releases] == ["1.0.0", "1.1.0", "2.0.0"]
    past.tag("v2.0.0", "c")
    record = past.record()
    assert [release.version for release in record.releases] == ["2.0.0"]
    (gap,) = (gap for gap in record.gaps if gap.code == "releases.before_tags")
    assert gap.message == (
        "2 versions of the server from before the first tag are no releases, now that there are tags "
        "(1.0.0 in a, 1.1.0 in b): tag their commits, or write into mcp-docs.toml under [releases] "
        'source = "server-version", or source = "tags" if it is meant so'
    )
    assert not gap.is_fault
    meant = past.record(history=HistoryOptions(source="tags"))
    assert "releases.before_tags" not in {gap.code for gap in meant.gaps}
    past.tag("v1.0.0", "a")
    # What lies between two tags was not released, whatever the server called itself.
    assert "releases.before_tags" not in {gap.code for gap in past.record().gaps}
