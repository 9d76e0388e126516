"""Which commit made a released change, and which later release took it back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mcp_docs.change import Change
from mcp_docs.history.lineage import Lineage, first_parents
from mcp_docs.history.model import Commit, Walk
from mcp_docs.jsonvalue import ABSENT, Absent, JsonValue, canonical_text
from mcp_docs.record import Release, RevisionLog


class Blame:
    """Finds the commit that made a change between two released commits.

    Args:
        walk: the history.
        lineage: of its releases.
        logs: commit truth, by commit id.
    """

    def __init__(self, walk: Walk, lineage: Lineage, logs: Mapping[str, RevisionLog]) -> None:
        self._walk = walk
        self._lineage = lineage
        self._logs = logs

    def steps(self, commit: str, base: str | None) -> tuple[RevisionLog, ...]:
        """Return the revisions after ``base`` up to ``commit`` on its first-parent line, newest first."""
        return tuple(self._steps(commit, base))

    def _steps(self, commit: str, base: str | None) -> Iterator[RevisionLog]:
        for step in first_parents(commit, self._walk.commits):
            if step == base or (base is not None and not self._lineage.has_behind(step, base)):
                return
            if step in self._logs:
                yield self._logs[step]

    @staticmethod
    def commit_of(change: Change, steps: Sequence[RevisionLog]) -> Commit | None:
        """Return the newest step that made the same change, else the newest that touched the element."""
        same = [
            (log, step)
            for log in steps
            for step in log.changes
            if (step.rule, step.kind, step.key, step.pointer) == (change.rule, change.kind, change.key, change.pointer)
        ]
        for log, step in same:
            if _text(step.after) == _text(change.after):
                return log.commit
        if same:
            return same[0][0].commit
        touched = (log for log in steps if any((c.kind, c.key) == (change.kind, change.key) for c in log.changes))
        return next((log.commit for log in touched), None)


def with_undoings(releases: Sequence[Release]) -> tuple[Release, ...]:
    """Mark each change that a later release on the same line reversed.

    A removed element counts as restored when it is back, whatever it then looks like; a part when
    the very value is back.
    """
    behind: dict[str, int] = {}
    made: dict[tuple[str, ...], list[tuple[int, str]]] = {}
    undone: dict[str, str] = {}
    for number, release in enumerate(releases):
        line = behind.get(release.base or "", 0)
        for place in {_place(c.change, inverse=True) for c in release.changes}:
            for bit, change in made.get(place, ()):
                if line & bit:
                    undone.setdefault(change, release.version)
        for released in release.changes:
            made.setdefault(_place(released.change), []).append((1 << number, released.id))
        behind[release.version] = line | 1 << number
    return tuple(
        replace(
            release,
            changes=tuple(replace(c, undone_in=undone[c.id]) if c.id in undone else c for c in release.changes),
        )
        for release in releases
    )


def _place(change: Change, *, inverse: bool = False) -> tuple[str, ...]:
    before, after = (change.after, change.before) if inverse else (change.before, change.after)
    if not change.pointer and change.operation in ("added", "removed"):
        gone = (change.operation == "removed") != inverse
        return (change.kind, change.key, "gone" if gone else "come")
    return (change.kind, change.key, change.pointer, _text(before), _text(after))


def _text(value: JsonValue | Absent) -> str:
    return "" if value is ABSENT else canonical_text(value)
