"""Deprecations as pages show them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from mcp_docs.dates import iso_date
from mcp_docs.record import UNRELEASED, Deprecation, Lifecycle, Record
from mcp_docs.site.paths import Addresses
from mcp_docs.site.svg import Bar, timeline_svg

#: Rows of the drawn timeline at most, the newest; the tables have all.
DRAWN = 60
#: Days up to which a timeline has quarters.
_QUARTERS = 1100
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
#: State to the tone in which it is shown; the word always stands beside it.
_TONES = {
    "announced": "minor",
    "due": "review",
    "overdue": "breaking",
    "removed on time": "patch",
    "removed early": "breaking",
    "removed without notice": "breaking",
    "reinstated": "patch",
}
_SOURCES = {
    "schema": "the schema's deprecated keyword",
    "_meta": "the server's _meta",
    "description": "its description (inferred)",
    "config": "the maintainers' configuration",
    "none": "nothing",
}


@dataclass(frozen=True, slots=True)
class PromiseView:
    """One deprecation, ready for a template.

    Attributes:
        live: whether the thing is still there.
        tone: label of the level whose colour it takes.
        left: days until a sunset date, as of the record's date, or ``None``.
        replacement_page: page of the replacement where that is an element.
    """

    kind: str
    key: str
    place: str
    page: str | None
    state: str
    tone: str
    live: bool
    source: str
    announced_in: str
    announced_page: str
    announced_on: str
    sunset: str
    left: int | None
    replacement: str
    replacement_page: str | None
    removed_in: str
    removed_page: str
    removed_on: str
    note: str


def promise(record: Record, addresses: Addresses, item: Deprecation) -> PromiseView:
    """Return the view of one deprecation."""
    replacement = item.replacement or ""
    return PromiseView(
        kind=item.kind,
        key=item.key,
        place=item.path,
        page=addresses.element(item.kind, item.key),
        state=item.state,
        tone=_TONES[item.state],
        live=item.state in {"announced", "due", "overdue"},
        source=_SOURCES[item.source],
        announced_in=item.announced_in or "",
        announced_page=_release(record, addresses, item.announced_in),
        announced_on=iso_date(item.announced_at) if item.announced_at is not None else "",
        sunset=item.sunset or "",
        left=_days_left(item.sunset, record.as_of),
        replacement=replacement,
        replacement_page=addresses.element(item.kind, replacement.removeprefix(f"{item.kind}:")),
        removed_in=item.removed_in or "",
        removed_page=_release(record, addresses, item.removed_in),
        removed_on=_day(record, item.removed_in),
        note=item.note,
    )


def promises_of(record: Record, addresses: Addresses, life: Lifecycle) -> tuple[PromiseView, ...]:
    """Return the deprecations of one element and its parts."""
    return tuple(
        promise(record, addresses, item)
        for item in record.deprecations
        if (item.kind, item.key) == (life.kind, life.key)
    )


def timeline(record: Record) -> Markup | None:
    """Draw all deprecations whose dates are known; ``None`` when there are none."""
    dated = [(item, _begin(item), _end(record, item)) for item in record.deprecations]
    shown = [entry for entry in dated if entry[1] is not None or entry[2] is not None]
    if not shown:
        return None
    shown.sort(key=lambda entry: (min(d for d in entry[1:] if d is not None), entry[0].key))
    shown = shown[-DRAWN:]
    today = date.fromisoformat(iso_date(record.as_of))
    days = [day for entry in shown for day in entry[1:] if day is not None] + [today]
    first, last = min(days), max(days)
    bars = [
        Bar(
            name=f"{item.key} {item.path}".strip(),
            begin=(begin - first).days if begin else None,
            end=(end - first).days if end else None,
            ended=item.removed_in is not None,
            tone=_TONES[item.state],
        )
        for item, begin, end in shown
    ]
    return timeline_svg(bars, (last - first).days, (today - first).days, tuple(_ticks(first, last)))


def _begin(item: Deprecation) -> date | None:
    return date.fromisoformat(iso_date(item.announced_at)) if item.announced_at is not None else None


def _end(record: Record, item: Deprecation) -> date | None:
    removed = _day(record, item.removed_in)
    if removed:
        return date.fromisoformat(removed)
    return date.fromisoformat(item.sunset) if item.sunset and _DATE.fullmatch(item.sunset) else None


def _ticks(first: date, last: date) -> Iterator[tuple[int, str]]:
    """Yield the first day of each quarter, or of each year where quarters would be too many."""
    months = (1, 4, 7, 10) if (last - first).days < _QUARTERS else (1,)
    for year in range(first.year, last.year + 1):
        for month in months:
            day = date(year, month, 1)
            if first <= day <= last:
                yield (day - first).days, f"{year}-{month:02}" if len(months) > 1 else str(year)


def _release(record: Record, addresses: Addresses, version: str | None) -> str:
    return addresses.release(version) if version and version in record.by_version else ""


def _day(record: Record, version: str | None) -> str:
    release = record.by_version.get(version or "")
    return iso_date(release.time) if release and release.version != UNRELEASED else ""


def _days_left(sunset: str | None, as_of: int) -> int | None:
    """Return whole days from the record's date to a sunset date; ``None`` for a version."""
    if not sunset or not _DATE.fullmatch(sunset):
        return None
    return (date.fromisoformat(sunset) - date.fromisoformat(iso_date(as_of))).days
