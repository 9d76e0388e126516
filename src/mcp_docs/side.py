"""An interface, and where it stands in the user's world: what is linted, or a side of a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mcp_docs.errors import LockfileError, Where
from mcp_docs.interface import ELEMENT_TYPES, ElementKind, Interface
from mcp_docs.jsontext import Document, Position, load
from mcp_docs.jsonvalue import JsonValue, pointer_split
from mcp_docs.readers import layout_of
from mcp_docs.readers.layout import Layout

#: Digits of an index; no array is longer.
_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Side:
    """An interface that is judged.

    Attributes:
        label: what a reader calls it: a path, ``v1.2.0:mcp-docs.lock``, ``release 1.2.0``.
        interface: what it offers.
        version: of the release, else the one that the server reports; ``None`` for none.
        file: path of the lockfile or the folder, or empty for a live server.
        files: content by path, as the user knows it; empty for a live server.
        commit: full id of the commit that the files were read from, or ``None``.
    """

    label: str
    interface: Interface
    version: str | None = None
    file: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)
    commit: str | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of an element: what a place in a file is looked for by."""

    kind: ElementKind
    key: str
    pointer: str


def find_spots(side: Side, spots: Iterable[Spot]) -> Mapping[Spot, Where]:
    """Return where each spot stands in the side's files; where a part is gone, what would hold it.

    Nothing is found for a live server.
    """
    wanted = tuple(dict.fromkeys(spots))
    if not side.file or not wanted:
        return {}
    found = {spot: Where(side.file, side.commit) for spot in wanted}
    for file, data in side.files.items():
        for spot, (line, column) in _spots_in(data, wanted, whole=file == side.file).items():
            found[spot] = Where(file, side.commit, line, column)
    return found


def _spots_in(data: bytes, wanted: Iterable[Spot], *, whole: bool) -> Mapping[Spot, Position]:
    """Return the places in one file; ``whole`` when the file holds the interface, not one tool of it."""
    try:
        document = load(data)
        layout = layout_of(document) if whole else Layout("folder", tool="")
    except LockfileError:
        return {}
    owners = _owners(document, layout)
    ways = {spot: _way(spot, owners, layout) for spot in wanted if whole or (spot.kind, spot.key) in owners}
    nearest = {spot: next(p for p in way if _is_there(document.value, p)) for spot, way in ways.items()}
    places = document.locate(set(nearest.values()))
    return {spot: places[pointer] for spot, pointer in nearest.items() if pointer in places}


def _owners(document: Document, layout: Layout) -> Mapping[tuple[ElementKind, str], str]:
    """Return the pointer of each element in the file."""
    owners: dict[tuple[ElementKind, str], str] = {}
    if layout.tool is not None:
        owners["tool", _key("tool", _value(document.value, layout.tool))] = layout.tool
    for kind, pointer in layout.lists.items():
        entries = _value(document.value, pointer)
        for index, entry in enumerate(entries if isinstance(entries, list) else ()):
            owners.setdefault((kind, _key(kind, entry)), f"{pointer}/{index}")
    return owners


def _is_there(value: JsonValue, pointer: str) -> bool:
    for token in pointer_split(pointer):
        if isinstance(value, Mapping) and token in value:
            value = value[token]
        elif isinstance(value, list) and token.isdecimal() and int(token[:_DIGITS]) < len(value):
            value = value[int(token[:_DIGITS])]
        else:
            return False
    return True


def _key(kind: ElementKind, entry: JsonValue) -> str:
    key = entry.get(ELEMENT_TYPES[kind].key_field) if isinstance(entry, Mapping) else None
    return key if isinstance(key, str) else ""


def _value(value: JsonValue, pointer: str) -> JsonValue:
    for token in pointer_split(pointer):
        value = value.get(token) if isinstance(value, Mapping) else None
    return value


def _way(spot: Spot, owners: Mapping[tuple[ElementKind, str], str], layout: Layout) -> tuple[str, ...]:
    """Return pointers into the file, the spot's own first, each holding the one before it."""
    owner = layout.server if spot.kind == "server" else owners.get((spot.kind, spot.key))
    if owner is None:
        above = layout.lists.get(spot.kind, "")
        return tuple(dict.fromkeys((above, above.rpartition("/")[0], "")))
    parts = spot.pointer.split("/")
    return (*(f"{owner}{'/'.join(parts[:end])}" for end in range(len(parts), 0, -1)), "")
