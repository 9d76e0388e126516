"""Commit truth, newest first, as ``git log`` shows commits."""

from __future__ import annotations

from collections.abc import Iterator

from mcp_docs.change import Change, Witnessed
from mcp_docs.dates import iso_time
from mcp_docs.jsonvalue import JsonObject, canonical_text
from mcp_docs.record import Record, RevisionLog
from mcp_docs.texts import shorten
from mcp_docs.views.markdown import visible
from mcp_docs.views.projection import envelope, revision_json
from mcp_docs.wording import sentence


def to_json(record: Record) -> JsonObject:
    """Return every revision with its changes as JSON."""
    return {**envelope(record), "revisions": [revision_json(revision) for revision in record.revisions]}


def to_text(record: Record) -> str:
    """Return every revision with its changes as plain text."""
    return "\n".join(line for revision in record.revisions for line in _revision_lines(revision))


def _revision_lines(revision: RevisionLog) -> Iterator[str]:
    names = f" ({', '.join(revision.releases)})" if revision.releases else ""
    yield f"commit {revision.commit.id}{visible(names)}"
    yield f"Date:   {iso_time(revision.commit.time)}"
    yield ""
    if revision.commit.subject:
        yield f"    {visible(revision.commit.subject)}"
        yield ""
    yield from (f"    {line}" for line in _content_lines(revision))
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
