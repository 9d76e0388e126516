"""Which revision and which release a commit grew from, over the whole commit graph in one pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mcp_docs.history.model import Commit, Content, Revision


def previous_revision(
    commit: str, revisions: Mapping[str, object], commits: Mapping[str, Commit]
) -> str | None:
    """Return the nearest revision before ``commit`` on its first-parent line."""
    return next((c for c in first_parents(commit, commits) if c != commit and c in revisions), None)


def first_parents(commit: str, commits: Mapping[str, Commit]) -> Iterator[str]:
    """Yield ``commit`` and its first parent, that one's, and so on."""
    current: str | None = commit
    while current is not None and current in commits:
        yield current
        parents = commits[current].parents
        current = parents[0] if parents else None


def content_at(commit: str, revisions: Mapping[str, Revision], commits: Mapping[str, Commit]) -> Content:
    """Return what the lockfile held at ``commit``: the newest revision at or before it."""
    for step in first_parents(commit, commits):
        if step in revisions:
            return revisions[step].content
    return None


def topological(commits: Mapping[str, Commit]) -> Iterator[Commit]:
    """Yield all commits, parents first, without recursion."""
    done: set[str] = set()
    for start in sorted(commits, key=lambda c: (commits[c].time, c)):
        stack = [start]
        while stack:
            commit = commits[stack[-1]]
            waiting = [p for p in commit.parents if p in commits and p not in done]
            if commit.id in done:
                stack.pop()
            elif waiting:
                stack.extend(waiting)
            else:
                done.add(stack.pop())
                yield commit


class Lineage:
    """For each commit the released commit it grew from: the nearest released ancestor.

    Where a merge has several nearest ones, the first parent's counts, unless it is itself an
    ancestor of another, which then comes after it (a maintenance branch merged back).

    Args:
        commits: the graph.
        released: ids of the commits that carry a release.
    """

    def __init__(self, commits: Mapping[str, Commit], released: Sequence[str]) -> None:
        bits = {commit: 1 << n for n, commit in enumerate(sorted(set(released)))}
        #: Released commits that a commit has behind it, itself included, as a bit set.
        self._behind: dict[str, int] = {}
        self._nearest: dict[str, str | None] = {}
        self._bits = bits
        for commit in topological(commits):
            parents = [p for p in commit.parents if p in self._behind]
            behind = bits.get(commit.id, 0)
            for parent in parents:
                behind |= self._behind[parent]
            self._behind[commit.id] = behind
            self._nearest[commit.id] = commit.id if commit.id in bits else self._choose(parents)
        self._commits = commits

    def _choose(self, parents: Sequence[str]) -> str | None:
        chosen: str | None = None
        for parent in parents:
            candidate = self._nearest[parent]
            if candidate is not None and (chosen is None or self._behind[candidate] & self._bits[chosen]):
                chosen = candidate
        return chosen

    def base(self, commit: str) -> str | None:
        """Return the released commit that ``commit`` grew from, itself not counting."""
        return self._choose([p for p in self._commits[commit].parents if p in self._nearest])

    def at_or_before(self, commit: str) -> str | None:
        """Return ``commit`` when it is released, else what it grew from."""
        return self._nearest.get(commit)

    def has_behind(self, commit: str, released: str) -> bool:
        """Tell whether ``released`` is ``commit`` or an ancestor of it."""
        return bool(self._behind.get(commit, 0) & self._bits.get(released, 0))
