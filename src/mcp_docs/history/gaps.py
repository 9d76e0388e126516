"""All that a record leaves out or could not take at its word, in one fixed order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mcp_docs.history.lineage import ContentLines, topological
from mcp_docs.history.model import Gap, Walk
from mcp_docs.interface import Problem
from mcp_docs.record import Release


def all_gaps(
    walk: Walk, lines: ContentLines, tags: Sequence[Gap], releases: Sequence[Release]
) -> tuple[Gap, ...]:
    """Return what is missing: tags by name, then revisions oldest first, HEAD, quarantined parts.

    Args:
        walk: the history.
        lines: of the walk.
        tags: what the choice of releases left out.
        releases: in release order, HEAD last when it is ahead.
    """
    named = sorted(
        (*walk.gaps, *tags), key=lambda gap: (gap.tag or "", gap.code, str(gap.where), gap.message)
    )
    revisions = [r.content for r in walk.revisions.values() if isinstance(r.content, Gap)]
    order = {commit.id: number for number, commit in enumerate(topological(walk.commits))}
    revisions.sort(key=lambda gap: (order.get(gap.commit or "", -1), gap.commit or ""))
    return (*named, *revisions, *_head(walk, lines), *_quarantined(releases))


def _head(walk: Walk, lines: ContentLines) -> Iterator[Gap]:
    if lines.at(walk.head) is None:
        what = "HEAD has no lockfile, so the record ends with the newest release"
        yield Gap("head.no_lockfile", what, commit=walk.head)


def _quarantined(releases: Sequence[Release]) -> list[Gap]:
    """Return each fault of a released interface once, with the versions that have it."""
    held: dict[tuple[str, Problem], list[str]] = {}
    for release in releases:
        found = [("", problem) for problem in release.interface.problems]
        found += [
            (f"{e.kind}:{e.key}", problem) for e in release.interface for problem in _causes(e.problems)
        ]
        found += [("server", problem) for problem in release.interface.server.problems]
        for element, problem in found:
            named = Problem(problem.code, problem.message, problem.pointer, file=problem.file)
            versions = held.setdefault((element, named), [])
            if release.version not in versions:
                versions.append(release.version)
    ordered = sorted(
        held.items(), key=lambda item: (item[0][0], item[0][1].pointer, item[0][1].code, str(item))
    )
    return [
        Gap(
            problem.code,
            f"{problem.message} ({_place(problem)}), in {', '.join(versions)}",
            element=element or None,
        )
        for (element, problem), versions in ordered
    ]


def _causes(problems: Sequence[Problem]) -> Iterator[Problem]:
    """Leave out what only follows from a file that cannot be read."""
    unread = {problem.file for problem in problems if problem.file and not problem.pointer}
    return (problem for problem in problems if not (problem.pointer and problem.file in unread))


def _place(problem: Problem) -> str:
    return " ".join(filter(None, (problem.file, problem.pointer))) or "whole"
