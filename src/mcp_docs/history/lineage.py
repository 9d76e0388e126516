"""Which revision and which release a commit grew from, over the whole commit graph in one pass."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from mcp_docs.history.model import Commit, Content, Revision


def first_parents(commit: str, commits: Mapping[str, Commit]) -> Iterator[str]:
    """Yield ``commit`` and its first parent, that one's, and so on."""
    current: str | None = commit
    while current is not None and current in commits:
        yield current
        parents = commits[current].parents
        current = parents[0] if parents else None


def topological(commits: Mapping[str, Commit]) -> Iterator[Commit]:
    """Yield all commits, parents first, else by time, without recursion."""
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


class FirstParentLines:
    """For each commit the nearest marked commit on its first-parent line; linear in the commits.

    Args:
        commits: the graph.
        marked: ids of the commits that count.
    """

    def __init__(self, commits: Mapping[str, Commit], marked: Container[str]) -> None:
        self._commits = commits
        self._nearest: dict[str, str | None] = {}
        for start in commits:
            passed: list[str] = []
            found: str | None = None
            for step in first_parents(start, commits):
                if step in self._nearest:
                    found = self._nearest[step]
                    break
                passed.append(step)
            for step in reversed(passed):
                found = step if step in marked else found
                self._nearest[step] = found

    def at_or_before(self, commit: str) -> str | None:
        """Return ``commit`` when it is marked, else the nearest marked one before it."""
        return self._nearest.get(commit)

    def before(self, commit: str) -> str | None:
        """Return the nearest marked commit before ``commit``."""
        parents = self._commits[commit].parents
        return self._nearest.get(parents[0]) if parents else None


class ContentLines:
    """What the lockfile held at each commit: the content of the newest revision at or before it.

    Args:
        commits: the graph.
        revisions: by commit id.
    """

    def __init__(self, commits: Mapping[str, Commit], revisions: Mapping[str, Revision]) -> None:
        self._lines = FirstParentLines(commits, revisions)
        self._revisions = revisions

    def at(self, commit: str) -> Content:
        """Return the content at ``commit``; ``None`` before the first revision."""
        revision = self._lines.at_or_before(commit)
        return self._revisions[revision].content if revision else None

    def revision(self, commit: str) -> str | None:
        """Return the revision whose content ``commit`` holds."""
        return self._lines.at_or_before(commit)

    def before(self, commit: str) -> str | None:
        """Return the nearest revision before ``commit``."""
        return self._lines.before(commit)


class Lineage:
    """For each commit the released commit it grew from: the nearest released ancestor.

    Nearest is a released ancestor that is not behind another one. A merge can have several; then
    the one counts that is reached through the earliest parent, so the line that was merged into
    goes before the line that was merged.

    Args:
        commits: the graph.
        released: ids of the commits that carry a release.
    """

    def __init__(self, commits: Mapping[str, Commit], released: Sequence[str]) -> None:
        self._commits = commits
        self._bits = {commit: 1 << n for n, commit in enumerate(sorted(set(released)))}
        #: Released commits that a commit has behind it, itself included, as a bit set.
        self._behind: dict[str, int] = {}
        self._nearest: dict[str, tuple[str, ...]] = {}
        for commit in topological(commits):
            behind = self._bits.get(commit.id, 0)
            for parent in commit.parents:
                behind |= self._behind.get(parent, 0)
            self._behind[commit.id] = behind
            self._nearest[commit.id] = (commit.id,) if commit.id in self._bits else self._join(commit.parents)

    def _join(self, parents: Sequence[str]) -> tuple[str, ...]:
        """Return the nearest released commits of several parents, in the order of the parents."""
        if len(parents) == 1:
            return self._nearest.get(parents[0], ())
        found = dict.fromkeys(commit for parent in parents for commit in self._nearest.get(parent, ()))
        return tuple(
            commit
            for commit in found
            if not any(other != commit and self.has_behind(other, commit) for other in found)
        )

    def base(self, commit: str) -> str | None:
        """Return the released commit that ``commit`` grew from, itself not counting."""
        return next(iter(self.bases(commit)), None)

    def bases(self, commit: str) -> tuple[str, ...]:
        """Return the nearest released commits behind ``commit``, none behind another, the base first."""
        return self._join(self._commits[commit].parents)

    def at_or_before(self, commit: str) -> str | None:
        """Return ``commit`` when it is released, else what it grew from."""
        return next(iter(self._nearest.get(commit, ())), None)

    def has_behind(self, commit: str, released: str) -> bool:
        """Tell whether ``released`` is ``commit`` or an ancestor of it."""
        return bool(self._behind.get(commit, 0) & self._bits.get(released, 0))


def ancestors(commit: str, commits: Mapping[str, Commit]) -> frozenset[str]:
    """Return the ids of ``commit`` and everything behind it."""
    found: set[str] = set()
    waiting = [commit]
    while waiting:
        current = waiting.pop()
        if current not in found and current in commits:
            found.add(current)
            waiting.extend(commits[current].parents)
    return frozenset(found)
