"""What holds of every record, whatever the history."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from mcp_docs.change import Change
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.history.model import Walk
from mcp_docs.interface import Interface, Problem, Tool
from walks import Past, interface, toy_classify, unreadable

TOOLS = [{"name": name, "title": title} for name in "abC" for title in "12"]


@st.composite
def pasts(draw: st.DrawFn) -> Past:
    past = Past()
    for number in range(draw(st.integers(1, 10))):
        name = f"{number:02}"
        parents = (
            draw(st.lists(st.sampled_from(sorted(past.commits)), max_size=2, unique=True)) if number else []
        )
        tools = draw(st.lists(st.sampled_from(TOOLS), max_size=3, unique_by=lambda tool: tool["name"]))
        content = draw(
            st.sampled_from(["same", interface(*tools), interface(*tools), unreadable(name), None])
        )
        past.commit(name, *parents, content=content, time=draw(st.integers(0, 3)))
    for number in range(draw(st.integers(0, 6))):
        version = f"{draw(st.integers(0, 2))}.{number}.0{draw(st.sampled_from(['', '-rc.1']))}"
        past.tag(f"v{version}", draw(st.sampled_from(sorted(past.commits))), time=draw(st.integers(0, 3)))
    return past


@given(pasts(), st.randoms(use_true_random=False))
def test_the_order_in_which_a_history_is_told_does_not_matter(past: Past, chance: object) -> None:
    walk = past.walk()
    commits, revisions, tags = list(walk.commits.items()), list(walk.revisions.items()), list(walk.tags)
    for items in (commits, revisions, tags):
        chance.shuffle(items)  # type: ignore[attr-defined]
    other = Walk(dict(commits), walk.head, dict(revisions), tuple(tags), walk.lockfile)
    assert build_record(other, toy_classify, BuildOptions()) == past.record()


@given(pasts())
def test_a_release_is_its_base_and_its_changes_and_comes_after_it(past: Past) -> None:
    record = past.record()
    seen: dict[str, Interface] = {}
    for release in record.by_version.values():
        assert (release.base is None) or (release.base in seen)
        base = seen.get(release.base or "")
        expected = toy_classify(base, release.interface) if base else ()
        assert tuple(released.change for released in release.changes) == expected
        seen[release.version] = release.interface


@given(pasts())
def test_ids_and_addresses_are_unique_and_every_tag_is_accounted_for(past: Past) -> None:
    record = past.record()
    ids = [change.id for release in record.by_version.values() for change in release.changes]
    assert len(set(ids)) == len(ids)
    for kind in {life.kind for life in record.lifecycles}:
        slugs = [life.slug.casefold() for life in record.lifecycles if life.kind == kind]
        assert len(set(slugs)) == len(slugs)
    assert len({release.slug.casefold() for release in record.by_version.values()}) == len(record.by_version)
    shown = {release.tag for release in record.releases} | {gap.tag for gap in record.gaps}
    assert {tag.name for tag in past.tags} <= shown


@given(pasts())
def test_a_change_is_made_by_a_commit_that_its_base_does_not_have(past: Past) -> None:
    record = past.record()
    for release in record.by_version.values():
        if release.base is None:
            continue
        assert all(
            c.commit is None or c.commit.id != record.by_version[release.base].commit.id
            for c in release.changes
        )


@given(pasts())
def test_lives_hold_every_element_of_every_release_once(past: Past) -> None:
    record = past.record()
    held = Counter(
        (life.key, version)
        for life in record.lifecycles
        for state in life.states
        for version in state.releases
    )
    for release in record.releases:
        for element in release.interface:
            assert held[element.key, release.version] == 1


def test_a_pair_of_interfaces_is_judged_once() -> None:
    past = Past()
    past.line(interface("a"), interface("a", "b"), interface("a"), interface("a", "b"))
    past.tag("v1.0.0", "a")
    past.tag("v1.1.0", "d")
    past.tag("v1.1.1", "d")
    asked: list[tuple[str, str]] = []

    def classify(old: Interface, new: Interface) -> tuple[Change, ...]:
        asked.append((old.digest, new.digest))
        return toy_classify(old, new)

    build_record(past.walk(), classify, BuildOptions())
    # There, back, and the tool that came alone, for the matrix; two releases and a commit ask nothing new.
    assert len(asked) == len(set(asked)) == 3


def test_what_was_mended_without_a_change_of_data_is_asked_about() -> None:
    faulty = Tool({"name": "a"}, (Problem("json.duplicate_key", "the key is there twice", "/title"),))
    past = Past()
    past.line(Interface(tools=(faulty,)), Interface(tools=(Tool({"name": "a"}),)))
    asked: list[tuple[Interface, Interface]] = []

    def classify(old: Interface, new: Interface) -> tuple[Change, ...]:
        asked.append((old, new))
        return ()

    build_record(past.walk(), classify, BuildOptions())
    assert len(asked) == 1
