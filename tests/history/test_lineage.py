"""The one-pass answers against the definitions, over random commit graphs."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mcp_docs.history.lineage import FirstParentLines, Lineage, ancestors, first_parents, topological
from mcp_docs.history.model import Commit


@st.composite
def graphs(draw: st.DrawFn) -> dict[str, Commit]:
    commits: dict[str, Commit] = {}
    for number in range(draw(st.integers(1, 14))):
        parents = draw(st.lists(st.sampled_from(sorted(commits)), max_size=3, unique=True)) if commits else []
        commits[f"{number:02}"] = Commit(f"{number:02}", tuple(parents), draw(st.integers(0, 5)))
    return commits


@given(graphs(), st.data())
def test_what_a_commit_grew_from_is_released_behind_it_and_behind_nothing_else_so(
    commits: dict[str, Commit], data: st.DataObject
) -> None:
    released = data.draw(st.sets(st.sampled_from(sorted(commits))))
    lineage = Lineage(commits, sorted(released))
    for commit in commits:
        before = (ancestors(commit, commits) - {commit}) & released
        nearest = {
            one
            for one in before
            if not any(one in ancestors(other, commits) for other in before if other != one)
        }
        base = lineage.base(commit)
        assert (base in nearest) if nearest else base is None
        assert lineage.at_or_before(commit) == (commit if commit in released else base)
        assert {other for other in released if lineage.has_behind(commit, other)} == before | (
            {commit} & released
        )


@given(graphs(), st.data())
def test_the_nearest_marked_commit_is_the_first_met_on_the_first_parent_line(
    commits: dict[str, Commit], data: st.DataObject
) -> None:
    marked = data.draw(st.sets(st.sampled_from(sorted(commits))))
    lines = FirstParentLines(commits, marked)
    for commit in commits:
        met = [step for step in first_parents(commit, commits) if step in marked]
        assert lines.at_or_before(commit) == next(iter(met), None)
        assert lines.before(commit) == next((step for step in met if step != commit), None)


@given(graphs())
def test_parents_come_first_and_every_commit_once(commits: dict[str, Commit]) -> None:
    order = [commit.id for commit in topological(commits)]
    assert sorted(order) == sorted(commits)
    assert all(order.index(parent) < order.index(c.id) for c in commits.values() for parent in c.parents)


def test_a_long_line_is_no_deep_recursion() -> None:
    commits = {str(n): Commit(str(n), (str(n - 1),) if n else (), 5000 - n) for n in range(5000)}
    assert next(topological(commits)).id == "0"
    assert Lineage(commits, ["0"]).base("4999") == "0"
    assert FirstParentLines(commits, {"0"}).at_or_before("4999") == "0"
    assert len(ancestors("4999", commits)) == 5000
