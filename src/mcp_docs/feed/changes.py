"""One change as it is known now: what never changes, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping

from mcp_docs.dates import iso_time
from mcp_docs.jsonvalue import JsonObject
from mcp_docs.record import Record, Release, ReleasedChange
from mcp_docs.views.joined import broken_consumers, consumers_broken
from mcp_docs.views.projection import later_json, released_json


def change_records(record: Record) -> Mapping[str, JsonObject]:
    """Return every released change by id, in release order.

    HEAD is left out: what no release has shipped may still change, and a record is for good.
    """
    broken = broken_consumers(record)
    promises: dict[tuple[str, str, str, str], str] = {
        (item.kind, item.key, item.pointer, item.removed_in or ""): item.state for item in record.deprecations
    }
    return {
        released.id: {
            **released_json(released, release.time),
            **later_json(released),
            "modified": _modified(record, release, released),
            "withdrawn": None,
            "affected": _affected(released),
            "promise": promises.get(_promise_key(released)),
            "consumers": list(consumers_broken(broken, released)),
            "page": page_of(release, released),
            "amendments": [],
        }
        for release in record.releases
        for released in release.changes
    }


def page_of(release: Release, released: ReleasedChange) -> str:
    """Return the page and anchor that show a change, relative to the site's root."""
    return f"{release.slug}/#{released.id}"


def _promise_key(released: ReleasedChange) -> tuple[str, str, str, str]:
    change = released.change
    gone = released.release if change.operation == "removed" else ""
    return (change.kind, change.key, change.pointer, gone)


def _modified(record: Record, release: Release, released: ReleasedChange) -> str:
    """Return when something last became true of a change: it was released, or it was undone."""
    undone = record.by_version.get(released.undone_in or "")
    return iso_time(max(release.time, undone.time) if undone else release.time)


def _affected(released: ReleasedChange) -> list[JsonObject]:
    """Return the events on the line of releases, in the shape of the OSV schema's ``events``."""
    events: list[JsonObject] = [{"introduced": released.release}]
    if released.undone_in:
        events.append({"fixed": released.undone_in})
    return events
