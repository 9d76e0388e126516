"""Commit truth: each revision against the nearest readable one before it on its line."""

from __future__ import annotations

from collections.abc import Mapping

from mcp_docs.history.compare import Comparer
from mcp_docs.history.lineage import previous_revision
from mcp_docs.history.model import Commit, Gap, Walk
from mcp_docs.interface import Interface
from mcp_docs.record import RevisionLog


def commit_logs(walk: Walk, comparer: Comparer, shipped: Mapping[str, tuple[str, ...]]) -> dict[str, RevisionLog]:
    """Return the log of every revision by commit id.

    Args:
        walk: the history.
        comparer: classifies.
        shipped: versions released at each commit.
    """
    return {commit: _log(walk, commit, comparer, shipped.get(commit, ())) for commit in walk.revisions}


def _log(walk: Walk, commit: str, comparer: Comparer, versions: tuple[str, ...]) -> RevisionLog:
    content = walk.revisions[commit].content
    base = _readable_before(walk, commit)
    interface = content if isinstance(content, Interface) else None
    old = walk.revisions[base.id].content if base else None
    changes = comparer.compare(old, interface) if isinstance(old, Interface) and interface else ()
    return RevisionLog(
        commit=walk.commits[commit],
        base=base,
        interface=interface,
        changes=changes,
        gap=content if isinstance(content, Gap) else None,
        releases=versions,
    )


def _readable_before(walk: Walk, commit: str) -> Commit | None:
    before = previous_revision(commit, walk.revisions, walk.commits)
    while before is not None and not isinstance(walk.revisions[before].content, Interface):
        before = previous_revision(before, walk.revisions, walk.commits)
    return walk.commits[before] if before else None
