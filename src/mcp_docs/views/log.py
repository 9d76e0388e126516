"""Commit truth, newest first, as ``git log`` shows commits."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from mcp_docs.change import Change, Witnessed
from mcp_docs.dates import iso_time
from mcp_docs.interface import Interface
from mcp_docs.jsonvalue import JsonObject, canonical_text
from mcp_docs.record import Record, RevisionLog
from mcp_docs.texts import shorten
from mcp_docs.views.markdown import literal, visible
from mcp_docs.views.projection import envelope, revision_json
from mcp_docs.views.textdiff import ElementDiff, diff_json, interface_diff
from mcp_docs.wording import sentence


@dataclass(frozen=True, slots=True)
class End:
    """One end of a range.

    Attributes:
        name: as somebody gave it.
        commit: full id.
    """

    name: str
    commit: str


@dataclass(frozen=True, slots=True)
class Range:
    """The revisions that lead from one commit to another: what ``git log A..B`` means.

    Attributes:
        first: the end that is left out with all before it, or ``None`` for the beginning.
        last: the end that is in it.
        commits: ids of ``last`` and its ancestors that are not ``first`` or ancestors of it.
    """

    first: End | None
    last: End
    commits: Container[str]


@dataclass(frozen=True)
class Log:
    """What is shown of a record's revisions.

    Attributes:
        record: the record.
        span: the revisions wanted, or ``None`` for all.
        patch: whether the declarations are compared as text too.
    """

    record: Record
    span: Range | None = None
    patch: bool = False

    @cached_property
    def revisions(self) -> tuple[RevisionLog, ...]:
        """The revisions wanted, newest first."""
        return tuple(
            r for r in self.record.revisions if self.span is None or r.commit.id in self.span.commits
        )

    def diffs(self, revision: RevisionLog) -> Iterator[ElementDiff]:
        """Yield how the declarations of a revision differ from those of the one before it, as text."""
        base = self._interfaces.get(revision.base.id) if revision.base else None
        if self.patch and revision.interface is not None:
            yield from interface_diff(base or Interface(), revision.interface)

    @cached_property
    def _interfaces(self) -> Mapping[str, Interface | None]:
        return {revision.commit.id: revision.interface for revision in self.record.revisions}


def to_json(log: Log) -> JsonObject:
    """Return each revision with its changes as JSON."""
    return {
        **envelope(log.record),
        "range": _range_json(log.span) if log.span else None,
        "revisions": [
            {**revision_json(revision), "patch": diff_json(log.diffs(revision)) if log.patch else None}
            for revision in log.revisions
        ],
    }


def _range_json(span: Range) -> JsonObject:
    first = {"name": span.first.name, "commit": span.first.commit} if span.first else None
    return {"from": first, "to": {"name": span.last.name, "commit": span.last.commit}}


def to_text(log: Log) -> str:
    """Return each revision with its changes as plain text.

    Lines of a text difference begin with its marks; every other line of a revision is indented, or begins
    with ``commit`` or ``Date``.
    """
    return "\n".join(line for revision in log.revisions for line in _revision_lines(log, revision))


def _revision_lines(log: Log, revision: RevisionLog) -> Iterator[str]:
    names = f" ({', '.join(revision.releases)})" if revision.releases else ""
    yield f"commit {revision.commit.id}{visible(names)}"
    yield f"Date:   {iso_time(revision.commit.time)}"
    yield ""
    if revision.commit.subject:
        yield f"    {visible(revision.commit.subject)}"
        yield ""
    yield from (f"    {line}" for line in _content_lines(revision))
    yield ""
    for diff in log.diffs(revision):
        yield from (literal(line) for line in diff.lines)
        yield ""


def _content_lines(revision: RevisionLog) -> Iterator[str]:
    if revision.gap:
        place = f" ({revision.gap.where})" if revision.gap.where else ""
        yield f"not readable: {visible(revision.gap.message)}{visible(place)}"
    elif revision.interface is None:
        yield "the lockfile does not exist here"
    elif revision.base is None:
        yield f"first interface on record: {len(revision.interface.index)} elements"
    elif not revision.changes:
        yield "no change of the interface"
    for change in revision.changes:
        yield _change_line(change)


def _change_line(change: Change) -> str:
    name = visible(change.key or change.kind)  # the server has no key
    line = f"{change.level.label:<8}  {name}: {visible(sentence(change))}  [{change.rule}]"
    if isinstance(change.proof, Witnessed):
        line += f"  witness: {shorten(visible(canonical_text(change.proof.value)))}"
    return line
