"""Announced ends as a calendar (RFC 5545), written by icalendar, which is imported here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator

from icalendar import Calendar, Event

from mcp_docs.dates import to_datetime
from mcp_docs.feed.uris import deprecation_id
from mcp_docs.record import Deprecation, Record
from mcp_docs.sunsets import sunset_time
from mcp_docs.views.markdown import visible


def calendar(record: Record) -> bytes:
    """Return a day for each element, or part of one, whose announced end is a date and has not come true."""
    made = Calendar()
    made.add("prodid", "-//mcp-docs//deprecations//EN")
    made.add("version", "2.0")
    made.add("name", visible(f"{record.title}: what will be removed"))
    for event in _events(record):
        made.add_component(event)
    return bytes(made.to_ical())


def _events(record: Record) -> Iterator[Event]:
    for item in record.deprecations:
        moment = sunset_time(item.sunset or "")
        announced = item.announced_at if item.announced_at is not None else record.as_of
        if item.state in ("announced", "due", "overdue") and moment is not None and moment >= 0:
            event = Event()
            event.add("uid", f"{deprecation_id(record, item, 'sunset', item.sunset or '')}@mcp-docs.invalid")
            event.add("dtstamp", to_datetime(announced))
            event.add("dtstart", to_datetime(moment).date())
            event.add("summary", visible(f"{item.key}{_path(item)} may be removed"))
            event.add("description", visible(_advice(item)))
            event.add("transp", "TRANSPARENT")
            yield event


def _path(item: Deprecation) -> str:
    return f" {item.path}" if item.path else ""


def _advice(item: Deprecation) -> str:
    instead = f"Use {item.replacement} instead. " if item.replacement else ""
    return f"{instead}{item.note}".strip() or "No replacement is named."
