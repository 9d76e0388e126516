"""An audit as text, Markdown, JSON and CSV, for people, auditors and their spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator

from mcp_docs.change import Witnessed
from mcp_docs.dates import iso_date, iso_time
from mcp_docs.jsonvalue import JsonObject, canonical_text
from mcp_docs.record import UNRELEASED, Record, Release
from mcp_docs.views.audit import Audit, Break
from mcp_docs.views.changejson import acceptance_json, proof_json
from mcp_docs.views.joined import consumer_json
from mcp_docs.views.markdown import escape, visible
from mcp_docs.views.projection import commit_json, envelope, gap_json
from mcp_docs.wording import sentence

#: Columns of the CSV, in order.
COLUMNS = (
    "id", "level", "rule", "element", "pointer", "path", "what", "release", "released", "commit", "last_good",
    "announced_in", "notice_days", "accepted", "undone_in", "returned_in", "earlier_id", "declared_bump",
    "demanded_bump", "underbumped", "consumers", "witness",
)  # fmt: skip


def audit_json(record: Record, found: Audit) -> JsonObject:
    """Return an audit as JSON, as ``audit.schema.json`` describes it."""
    return {
        **envelope(record),
        "query": found.query or None,
        "breaks": [_break_json(item) for item in found.breaks],
        "underbumped": [_release_json(release) for release in found.underbumped],
        "consumers": [consumer_json(consumer) for consumer in found.consumers],
        "years": [
            {
                "year": year.year,
                "releases": year.releases,
                "breaking": year.breaking,
                "review": year.review,
                "underbumped": year.underbumped,
            }
            for year in found.years
        ],
        "gaps": [gap_json(gap) for gap in record.gaps],
    }


def _break_json(item: Break) -> JsonObject:
    released, change = item.released, item.released.change
    return {
        "id": released.id,
        "element": {"kind": change.kind, "name": change.key},
        "pointer": change.pointer,
        "path": change.path,
        "rule": change.rule,
        "level": change.level.label,
        "text": sentence(change),
        "proof": proof_json(change.proof),
        "broke_in": item.release.version,
        "broke_at": iso_time(item.release.time),
        "commit": commit_json(released.commit),
        "last_good": item.last_good,
        "announced_in": released.announced_in,
        "notice_days": item.notice_days,
        "accepted": acceptance_json(released.accepted),
        "undone_in": released.undone_in,
        "returned_in": item.returned_in,
        "earlier_id": released.earlier_id,
        "consumers": list(item.consumers),
        "underbumped": item.release.underbumped,
    }


def _release_json(release: Release) -> JsonObject:
    return {
        "release": release.version,
        "time": iso_time(release.time),
        "base": release.audit_base,
        "declared_bump": release.declared.label if release.declared is not None else None,
        "demanded_bump": release.demanded.label,
    }


def audit_csv(found: Audit) -> str:
    """Return the breaks as CSV (RFC 4180), a line each; no cell can be taken for a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for item in found.breaks:
        writer.writerow([_cell(value) for value in _row(item)])
    return text.getvalue()


def _row(item: Break) -> Iterator[str]:
    released, change, release = item.released, item.released.change, item.release
    yield from (released.id, change.level.label, change.rule, f"{change.kind}:{change.key}", change.pointer)
    yield from (change.path, sentence(change), release.version, iso_date(release.time))
    yield from (
        released.commit.id if released.commit else "",
        item.last_good or "",
        released.announced_in or "",
    )
    yield "" if item.notice_days is None else str(item.notice_days)
    yield from (released.accepted.words if released.accepted else "", released.undone_in or "")
    yield item.returned_in or ""
    yield from (released.earlier_id or "", release.declared.label if release.declared is not None else "")
    yield from (release.demanded.label, "yes" if release.underbumped else "no", "; ".join(item.consumers))
    yield canonical_text(change.proof.value) if isinstance(change.proof, Witnessed) else ""


def _cell(value: str) -> str:
    """Return a cell that shows its hidden characters and that a spreadsheet takes for text."""
    shown = visible(value)
    return f"'{shown}" if shown[:1] in ("=", "+", "-", "@", "\t", "\r") else shown


def audit_text(found: Audit) -> str:
    """Return an audit for a terminal."""
    return "\n".join(_lines(found, visible, heading=lambda text: text, item="  ", inner="      ")) + "\n"


def audit_markdown(found: Audit) -> str:
    """Return an audit as Markdown that no text of the server can break out of."""
    return "\n".join(_lines(found, escape, heading=lambda text: f"## {text}\n", item="- ", inner="  ")) + "\n"


def _lines(
    found: Audit, clean: Callable[[str], str], *, heading: Callable[[str], str], item: str, inner: str
) -> Iterator[str]:
    about = f" of {clean(found.query)}" if found.query else ""
    yield heading(f"Breaks and changes to review{about}: {len(found.breaks)}")
    for entry in found.breaks:
        change = entry.released.change
        level = change.level.label.upper()
        yield f"{item}{level} {clean(change.key or change.kind)}: {clean(sentence(change))} ({change.rule})"
        for line in _facts(entry):
            yield f"{inner}{clean(line)}"
    if found.underbumped:
        yield ""
        yield heading(f"Releases whose version promises less change than there is: {len(found.underbumped)}")
        for release in found.underbumped:
            yield item + clean(_step(release))
    if found.unknown:
        yield ""
        yield heading(f"Releases that nothing is known of: {len(found.unknown)}")
        for gap in found.unknown:
            yield item + clean(f"{gap.tag}: {gap.message}")
    if found.consumers:
        yield ""
        yield heading(f"Consumers: {len(found.consumers)}")
        for consumer in found.consumers:
            yield f"{item}{clean(consumer.name)}"
            for event in consumer.events:
                why = "; ".join(clause.message for clause in event.clauses)
                gone = "" if event.what == "broke" else ", no longer true"
                yield f"{inner}{clean(f'{event.what} in {event.version}{gone}: {why}')}"


def _facts(entry: Break) -> Iterator[str]:
    """Yield where it broke, and what is known of how it came to be and what became of it."""
    released, release = entry.released, entry.release
    when = "not released yet" if release.version == UNRELEASED else f"first shipped in {release.version}"
    yield f"{when}, {iso_date(release.time)}; last good release {entry.last_good or 'none'}"
    if released.commit:
        yield f"commit {released.commit.id[:10]} {released.commit.subject}"
    if released.announced_in:
        yield f"announced in {released.announced_in}, {entry.notice_days} days before"
    elif released.change.operation == "removed":
        yield "not announced"
    if released.accepted:
        yield f"accepted: {released.accepted.words}"
    if released.undone_in:
        yield f"undone in {released.undone_in}"
    elif entry.returned_in:
        yield f"came back in {entry.returned_in}"
    if released.earlier_id:
        yield f"the same break as {released.earlier_id}, which was undone"
    if entry.consumers:
        yield f"broke {', '.join(entry.consumers)}"
    if isinstance(released.change.proof, Witnessed):
        yield f"witness {canonical_text(released.change.proof.value)}"


def _step(release: Release) -> str:
    declared = release.declared.label if release.declared is not None else "nothing"
    return (
        f"{release.version}: declares {declared}, demands {release.demanded.label} since {release.audit_base}"
    )
