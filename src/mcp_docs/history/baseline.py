"""What HEAD is judged against: the release that it grew from, by the record's own rules."""

from __future__ import annotations

from dataclasses import dataclass

from mcp_docs.history.lineage import ContentLines, Lineage
from mcp_docs.history.model import Walk
from mcp_docs.history.options import HistoryOptions
from mcp_docs.history.releases import Candidate, by_commit, select_releases


@dataclass(frozen=True, slots=True)
class Baseline:
    """The releases near HEAD.

    Attributes:
        release: the nearest one at or before HEAD, or ``None``.
        at_head: whether it is HEAD's own commit.
        before: the one that ``release`` grew from, or ``None``.
        elsewhere: version of some release on another line, for a message; empty for none.
    """

    release: Candidate | None
    at_head: bool
    before: Candidate | None
    elsewhere: str


def find_baseline(walk: Walk, options: HistoryOptions) -> Baseline:
    """Return the release that HEAD grew from; no change is classified for it."""
    selection = select_releases(walk, options, ContentLines(walk.commits, walk.revisions))
    grouped = by_commit(selection.candidates)
    lineage = Lineage(walk.commits, tuple(grouped))
    commit = lineage.at_or_before(walk.head)
    last = selection.candidates[-1].version if selection.candidates else ""
    if commit is None:
        return Baseline(None, at_head=False, before=None, elsewhere=last)
    group = grouped[commit]
    grew_from = lineage.base(commit)
    before = group[-2] if len(group) > 1 else grouped[grew_from][-1] if grew_from else None
    return Baseline(group[-1], at_head=commit == walk.head, before=before, elsewhere=last)
