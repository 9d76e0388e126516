"""Commit truth: each revision against the nearest readable one before it on its line."""

from __future__ import annotations

from collections.abc import Mapping

from mcp_docs.history.compare import Comparer
from mcp_docs.history.lineage import ContentLines
from mcp_docs.history.model import Commit, Gap, Walk
from mcp_docs.interface import Interface
from mcp_docs.record import RevisionLog


def commit_logs(
    walk: Walk, lines: ContentLines, comparer: Comparer, shipped: Mapping[str, tuple[str, ...]]
) -> dict[str, RevisionLog]:
    """Return the log of every revision by commit id.

    Args:
        walk: the history.
        lines: of the walk.
        comparer: classifies.
        shipped: versions that shipped the content of each revision.
    """
    return {commit: _log(walk, lines, commit, comparer, shipped.get(commit, ())) for commit in walk.revisions}


def _log(
    walk: Walk, lines: ContentLines, commit: str, comparer: Comparer, versions: tuple[str, ...]
) -> RevisionLog:
    content = walk.revisions[commit].content
    base = _readable_before(walk, lines, commit)
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


def _readable_before(walk: Walk, lines: ContentLines, commit: str) -> Commit | None:
    before = lines.before(commit)
    while before is not None and not isinstance(walk.revisions[before].content, Interface):
        before = lines.before(before)
    return walk.commits[before] if before else None
