"""Which commit made a released change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mcp_docs.change import Change
from mcp_docs.history.lineage import Lineage, ancestors, first_parents
from mcp_docs.history.model import Commit
from mcp_docs.jsonvalue import ABSENT, Absent, JsonValue, canonical_text
from mcp_docs.record import RevisionLog


class Blame:
    """Finds the commit that made a change between two released commits.

    Args:
        commits: the graph.
        lineage: of its releases.
        logs: commit truth, by commit id.
    """

    def __init__(
        self, commits: Mapping[str, Commit], lineage: Lineage, logs: Mapping[str, RevisionLog]
    ) -> None:
        self._commits = commits
        self._lineage = lineage
        self._logs = logs

    def steps(self, commit: str, base: str) -> tuple[RevisionLog, ...]:
        """Return the revisions of ``commit``'s first-parent line that ``base`` has not, newest first."""
        return tuple(self._logs[step] for step in self._line(commit, base) if step in self._logs)

    def _line(self, commit: str, base: str) -> Iterator[str]:
        behind: frozenset[str] = frozenset((base,))
        merged = False
        for step in first_parents(commit, self._commits):
            if not merged and not self._lineage.has_behind(step, base):
                # The base came in by the merge just passed; the line goes on to where it branched off.
                merged, behind = True, ancestors(base, self._commits)
            if step in behind:
                return
            yield step


class Makers:
    """Who made what in the revisions between two releases.

    Args:
        steps: the revisions, newest first.
    """

    def __init__(self, steps: Sequence[RevisionLog]) -> None:
        self._touched: dict[tuple[str, str], Commit] = {}
        self._same: dict[tuple[str, str, str, str], list[tuple[Commit, Change]]] = {}
        for log in steps:
            for step in log.changes:
                self._touched.setdefault((step.kind, step.key), log.commit)
                self._same.setdefault(_kind_of(step), []).append((log.commit, step))

    def commit_of(self, change: Change) -> Commit | None:
        """Return the newest step that made the same change, else the newest that touched the element."""
        same = self._same.get(_kind_of(change))
        if not same:
            return self._touched.get((change.kind, change.key))
        after = value_text(change.after)
        return next((commit for commit, step in same if value_text(step.after) == after), same[0][0])


def _kind_of(change: Change) -> tuple[str, str, str, str]:
    return (change.kind, change.key, change.rule, change.pointer)


def value_text(value: JsonValue | Absent) -> str:
    """Return the canonical text of a value, which for no value is empty."""
    return "" if value is ABSENT else canonical_text(value)
