"""Which change last touched which row of a schema, and the id by which a row is linked."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mcp_docs.record import ReleasedChange
from mcp_docs.site.changes import ChangeView, ChangeViews
from mcp_docs.site.schemarows import Description, Row

_PLAIN_PATH = re.compile(r"[A-Za-z0-9_.\[\]*-]{1,80}")
_HASH_LENGTH = 10


@dataclass(frozen=True, slots=True)
class Badge:
    """What stands beside a row.

    Attributes:
        anchor: id of the row on its page.
        added: the change that added it, or ``None`` when it is as old as its element.
        changed: the newest other change to it, or ``None``.
    """

    anchor: str
    added: ChangeView | None
    changed: ChangeView | None


def badges(
    described: Description, changes: Iterable[ReleasedChange], views: ChangeViews
) -> Mapping[str, Badge]:
    """Return a badge for each row, by the row's pointer.

    Args:
        described: the rows.
        changes: to the element, newest first.
        views: of changes.
    """
    rows = tuple(described)
    places = {row.origin: row for row in reversed(rows)} | {row.pointer: row for row in reversed(rows)}
    added: dict[str, ReleasedChange] = {}
    changed: dict[str, ReleasedChange] = {}
    for released in changes:
        row = _row_at(released.change.pointer, places)
        if row is None:
            continue
        exact = released.change.pointer in {row.pointer, row.origin}
        found = added if exact and released.change.operation == "added" else changed
        found.setdefault(row.pointer, released)
    anchors = _anchors(rows)
    return {
        row.pointer: Badge(
            anchors[row.pointer], _view(added.get(row.pointer), views), _view(changed.get(row.pointer), views)
        )
        for row in rows
    }


def _view(released: ReleasedChange | None, views: ChangeViews) -> ChangeView | None:
    return views.view(released) if released else None


def _row_at(pointer: str, places: Mapping[str, Row]) -> Row | None:
    """Return the row that a pointer is in: its own, else the nearest around it."""
    while pointer:
        if pointer in places:
            return places[pointer]
        pointer = pointer.rpartition("/")[0]
    return None


def _anchors(rows: Iterable[Row]) -> Mapping[str, str]:
    """Return an id for each row: its side and path where that is plain and free, else a hash."""
    anchors: dict[str, str] = {}
    taken: set[str] = set()
    for row in rows:
        side = "output" if row.pointer.startswith("/outputSchema") else "input"
        path = row.path if row.path.endswith(row.name) else f"{row.path}.{row.name}"
        anchor = f"{side}-{path}"
        if not _PLAIN_PATH.fullmatch(path) or anchor in taken:
            hashed = hashlib.sha256(row.pointer.encode("utf-8", "surrogatepass")).hexdigest()
            anchor = f"{side}-{hashed[:_HASH_LENGTH]}"
        taken.add(anchor)
        anchors[row.pointer] = anchor
    return anchors
