"""What a browser needs to compare any two releases: which states they hold, and what differs between those.

The list of a page that was made in advance and the list that a browser makes are the same views of
the same changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcp_docs.change import Change
from mcp_docs.history.renamed import is_whole, renamed_from, renamed_to
from mcp_docs.jsonvalue import JsonObject, JsonValue, canonical_text, document
from mcp_docs.record import Between, Record
from mcp_docs.site.changes import ChangeView, ChangeViews, is_rewording, rename_title
from mcp_docs.site.documents import server_path
from mcp_docs.site.paths import COMPARE, FOLDERS, SERVER, Addresses
from mcp_docs.site.words import shown_version


def files(record: Record, addresses: Addresses, views: ChangeViews) -> Iterator[tuple[str, JsonObject]]:
    """Yield each file by its path: the list of all states, and the changes of each element."""
    held = _held(record)
    elements: list[JsonValue] = []
    for item in record.between:
        place = _Place(item, addresses)
        elements.append(
            {
                "name": f"{item.kind} {item.key or record.server}",
                "page": place.page,
                "changes": place.changes,
                "kind": item.kind,
                "key": item.key,
                "later": item.later,
                "earlier": item.earlier,
                "states": [
                    [place.declared(number), [held[version] for version in state.releases]]
                    for number, state in enumerate(item.states)
                ],
            }
        )
        yield place.changes, _changes(item, views)
    yield (
        f"{COMPARE}states.json",
        {"releases": [shown_version(version) for version in record.by_version], "elements": elements},
    )


def as_bytes(found: Iterator[tuple[str, JsonObject]]) -> Mapping[str, bytes]:
    """Return files as they are written."""
    return {path: document(data) for path, data in found}


def _held(record: Record) -> Mapping[str, int]:
    return {version: number for number, version in enumerate(record.by_version)}


class _Place:
    """Where the files of one element are."""

    def __init__(self, item: Between, addresses: Addresses) -> None:
        self._item = item
        self._addresses = addresses
        self._life = addresses.life(item.kind, item.key)
        self.page = addresses.element(item.kind, item.key) or SERVER
        slug = f"{FOLDERS[item.kind]}/{self._life.slug}" if self._life else "server"
        self.changes = f"{COMPARE}changes/{slug}.json"

    def declared(self, number: int) -> str:
        if self._life is None:
            return server_path(number)
        return self._addresses.declared(self._life, self._item.states[number])


def _changes(item: Between, views: ChangeViews) -> JsonObject:
    # Most changes are those of many pairs: each stands there once.
    shown: dict[str, JsonObject] = {}
    places: dict[str, int] = {}
    pairs: list[JsonValue] = []
    for (old, new), changes in item.pairs.items():
        listed: list[JsonValue] = []
        for change in changes:
            view = _shown(change, views)
            text = canonical_text(view)
            shown.setdefault(text, view)
            listed.append(places.setdefault(text, len(places)))
        pairs.append([old, new, listed])
    went, came = _whole(item, "removed"), _whole(item, "added")
    to = {name: _shown(renamed_to(went, name), views) for name in (*item.later, *item.earlier) if went}
    of = {name: _shown(renamed_from(came, name), views) for name in (*item.earlier, *item.later) if came}
    return {"changes": list(shown.values()), "pairs": pairs, "renamed_to": to, "renamed_from": of}


def _whole(item: Between, operation: str) -> Change | None:
    found = (change for changes in item.pairs.values() for change in changes)
    return next((change for change in found if is_whole(change, operation)), None)


def _shown(change: Change, views: ChangeViews) -> JsonObject:
    view: ChangeView = views.bare(change)
    proof = view.proof
    return {
        "level": view.level,
        "raw_level": view.raw_level,
        "what": view.what,
        "kind": view.kind,
        "key": view.key,
        "page": view.page,
        "pointer": change.pointer,
        "sentence": view.sentence,
        "why": view.why,
        "advice": " ".join(filter(None, (view.advice, view.successor.words if view.successor else ""))),
        "proof": {"label": proof.label, "value": proof.value, "text": proof.text} if proof else None,
        "before": view.before,
        "after": view.after,
        "accepted": view.accepted,
        "diff": [[piece.kind, piece.text] for piece in view.diff],
        "rule": view.rule,
        "via": view.via,
        "reworded": is_rewording(change),
        "fold": rename_title(change),
    }
