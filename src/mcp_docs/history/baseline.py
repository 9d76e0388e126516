"""What HEAD is judged against: the release that it grew from, by the record's own rules."""

from __future__ import annotations

from dataclasses import dataclass

from mcp_docs.history.lineage import ContentLines, Lineage, ancestors
from mcp_docs.history.model import Walk
from mcp_docs.history.options import HistoryOptions
from mcp_docs.history.releases import Candidate, Selection, by_commit, select_releases


@dataclass(frozen=True, slots=True)
class Baseline:
    """The releases near HEAD.

    Attributes:
        release: the nearest one at or before HEAD, or ``None``.
        at_head: whether it is HEAD's own commit.
        before: the one that ``release`` grew from, or ``None``.
        elsewhere: the newest release on another line, for a message, or ``None``.
        without: where ``release`` is ``None``, name of a tag before HEAD that is a release as far as its
            name goes, and whose commit has no lockfile; empty for none.
    """

    release: Candidate | None
    at_head: bool
    before: Candidate | None
    elsewhere: Candidate | None
    without: str = ""


def find_baseline(walk: Walk, options: HistoryOptions) -> Baseline:
    """Return the release that HEAD grew from; no change is classified for it.

    Where releases are tagged and none has the lockfile, there is no baseline: what the lockfile's own
    versions or days would make one of is no release, and a break of the last real one would pass.
    """
    selection = select_releases(walk, options, ContentLines(walk.commits, walk.revisions))
    if selection.source != "tags" and (without := _tag_without(selection, walk)):
        return Baseline(None, at_head=False, before=None, elsewhere=None, without=without)
    grouped = by_commit(selection.candidates)
    lineage = Lineage(walk.commits, tuple(grouped))
    commit = lineage.at_or_before(walk.head)
    last = selection.candidates[-1] if selection.candidates else None
    if commit is None:
        return Baseline(None, at_head=False, before=None, elsewhere=last)
    group = grouped[commit]
    grew_from = lineage.base(commit)
    before = group[-2] if len(group) > 1 else grouped[grew_from][-1] if grew_from else None
    return Baseline(group[-1], at_head=commit == walk.head, before=before, elsewhere=last)


def _tag_without(selection: Selection, walk: Walk) -> str:
    behind = set(ancestors(walk.head, walk.commits))
    codes = ("tag.no_lockfile", "tag.not_captured")
    tags = [gap.tag for gap in selection.gaps if gap.code in codes and gap.commit in behind]
    return tags[-1] or "" if tags else ""
