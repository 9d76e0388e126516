"""All feeds: which there are, what stands in each, and how each is cut into documents.

A feed's own document holds the newest entries. Older ones stand in archives of fifty, each of which
never changes again (RFC 5005, 4); an entry that is amended later appears once more in the feed's own
document, with a later ``updated``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from mcp_docs.feed.atom import atom
from mcp_docs.feed.entries import Entry, change_entries, chosen
from mcp_docs.feed.events import deprecation_entries, release_entries
from mcp_docs.feed.jsonfeed import json_feed
from mcp_docs.feed.ledger import Ledger
from mcp_docs.feed.source import FeedSource
from mcp_docs.feed.states import FOLDERS
from mcp_docs.feed.uris import feed_uri
from mcp_docs.record import Record
from mcp_docs.views.markdown import visible

#: Entries of an archive; a feed's own document holds as many at least, and fewer than twice as many.
ARCHIVE_SIZE: Final = 50
#: The feeds of the whole server, and what stands in each.
WHOLE: Final = {
    "all": "changes of the interface",
    "breaking": "breaking changes",
    "deprecations": "deprecations",
    "releases": "releases",
}


@dataclass(frozen=True, slots=True)
class Feed:
    """One feed.

    Attributes:
        name: path below ``feeds/``, without the ending.
        title: one line.
        entries: oldest first, in the order in which they were published; ``None`` for one that stands in
            an archive and that the record has no more.
        amended: entries that were amended, newest amendment first.
    """

    name: str
    title: str
    entries: Sequence[Entry | None]
    amended: Sequence[Entry] = ()


def all_feeds(record: Record, ledger: Ledger, previous: FeedSource | None = None) -> Iterator[Feed]:
    """Yield the feeds of the whole server, then two of each element: everything, and breaks alone.

    Args:
        record: the record.
        ledger: what has been published.
        previous: the feed as it was published last, of the same address, if it is to be continued.
    """
    entries = change_entries(ledger)
    events = {"deprecations": deprecation_entries(record), "releases": release_entries(record)}
    for name, what in WHOLE.items():
        title = f"{record.title}: {what}"
        if name in events:
            yield Feed(name, title, _continued(name, events[name], previous))
        else:
            found = chosen(entries, breaking=name == "breaking")
            yield Feed(name, title, found.published, found.amended)
    about: dict[tuple[str, str], list[tuple[object, Entry, Entry | None]]] = {}
    for item in entries:
        about.setdefault(_element(item[1]), []).append(item)
    for life in record.lifecycles:
        own = about.get((life.kind, life.key), [])
        for name, what in (("all", "changes"), ("breaking", "breaking changes")):
            found = chosen(own, breaking=name == "breaking")  # type: ignore[arg-type]  # as change_entries made them
            path = f"{FOLDERS[life.kind]}/{life.slug}/{name}"
            yield Feed(path, f"{record.title}: {what} of {life.key}", found.published, found.amended)


def _continued(name: str, entries: Sequence[Entry], previous: FeedSource | None) -> Sequence[Entry | None]:
    """Return entries behind those that archives hold already, whatever the record says comes first now.

    A release that is tagged late stands among older ones in the record; who reads the feed has read those.
    """
    if previous is None:
        return entries
    known = {entry.uri: entry for entry in entries}
    archived = dict.fromkeys(_archived(name, previous))
    return [*(known.get(uri) for uri in archived), *(e for e in entries if e.uri not in archived)]


def _archived(name: str, previous: FeedSource) -> Iterator[str]:
    """Yield the ids of what the archives of a feed hold, the oldest archive first."""
    for number in count(1):
        path = f"feeds/{name}.archive-{number}.json"
        if previous.get(path) is None:
            return
        items = previous.object(path).get("items")
        found = [item for item in items if isinstance(item, Mapping)] if isinstance(items, list) else []
        yield from (str(item.get("id")) for item in reversed(found))


def _element(entry: Entry) -> tuple[str, str]:
    element = entry.data["element"]
    return (element["kind"], element["name"])  # type: ignore[call-overload,index,return-value]  # our own shape


def documents(record: Record, feed: Feed, base_url: str) -> Iterator[tuple[str, bytes, bool]]:
    """Yield the documents of a feed: path below the site's root, bytes, and whether it is sealed.

    Args:
        record: the record.
        feed: one of its feeds.
        base_url: absolute address of the site's root, or empty.
    """
    writer = _Writer(record, feed, base_url)
    sealed = len(feed.entries) // ARCHIVE_SIZE
    for number in range(1, sealed + 1):
        part = feed.entries[(number - 1) * ARCHIVE_SIZE : number * ARCHIVE_SIZE]
        yield from writer.archive(number, _newest_first(part))
    recent = feed.entries[max(sealed - 1, 0) * ARCHIVE_SIZE :]
    amended = _told_again(feed.amended)
    told = {entry.uri for entry in amended}
    # What was amended is never shown as it was before, also when its amendment is no news any more.
    known = {entry.uri: entry for entry in feed.amended}
    others = (known.get(e.uri, e) for e in _newest_first(recent) if e.uri not in told)
    shown = (*amended, *others)
    yield from writer.current(shown, sealed)


def _told_again(amended: Sequence[Entry]) -> Sequence[Entry]:
    """Return amended entries, newest amendment first: all that were amended last, at one time, and others."""
    last = sum(entry.updated == amended[0].updated for entry in amended)
    return amended[: max(last, ARCHIVE_SIZE)]


def _newest_first(entries: Sequence[Entry | None]) -> Sequence[Entry]:
    """Return entries by release, the newest first, and those of one release in their order: worst first."""
    return sorted((entry for entry in entries if entry), key=lambda entry: -entry.published)


class _Writer:
    """Writes the documents of one feed in both formats."""

    def __init__(self, record: Record, feed: Feed, base_url: str) -> None:
        self._record = record
        self._feed = feed
        self._root = base_url.rstrip("/") + "/" if base_url else ""
        self._base = self._root or "../" * (feed.name.count("/") + 1)
        self._author = visible(record.title) or "MCP server"

    def current(self, entries: Sequence[Entry], archives: int) -> Iterator[tuple[str, bytes, bool]]:
        """Yield the documents that subscribers poll."""
        updated = max((entry.updated for entry in entries), default=self._first_time())
        name = self._feed.name
        yield f"feeds/{name}.atom", self._atom(name, entries, updated, archives, archive=False), False
        yield f"feeds/{name}.json", self._json(name, entries, archives), False

    def archive(self, number: int, entries: Sequence[Entry]) -> Iterator[tuple[str, bytes, bool]]:
        """Yield one archive."""
        updated = max((entry.updated for entry in entries), default=self._first_time())
        name = f"{self._feed.name}.archive-{number}"
        yield f"feeds/{name}.atom", self._atom(name, entries, updated, number - 1, archive=True), True
        yield f"feeds/{name}.json", self._json(name, entries, number - 1), True

    def _first_time(self) -> int:
        """Return a time for a feed without entries that does not change from build to build."""
        return self._record.releases[0].time if self._record.releases else self._record.as_of

    def _address(self, name: str, ending: str) -> str:
        """Return the address of a document, absolute or relative to the others of the feed."""
        return f"{self._root}feeds/{name}.{ending}" if self._root else f"{name.rpartition('/')[2]}.{ending}"

    def _older(self, archives: int, ending: str) -> str | None:
        return self._address(f"{self._feed.name}.archive-{archives}", ending) if archives else None

    def _atom(
        self, name: str, entries: Sequence[Entry], updated: int, archives: int, *, archive: bool
    ) -> bytes:
        links = {"self": self._address(name, "atom"), "alternate": f"{self._base}changelog/"}
        older = self._older(archives, "atom")
        if older:
            links["prev-archive"] = older
        if archive:
            links["current"] = self._address(self._feed.name, "atom")
        return atom(
            entries,
            uri=feed_uri(self._record, self._feed.name),
            title=visible(self._feed.title),
            author=self._author,
            updated=updated,
            links=links,
            base=self._base,
            archive=archive,
        )

    def _json(self, name: str, entries: Sequence[Entry], archives: int) -> bytes:
        return json_feed(
            entries,
            title=visible(self._feed.title),
            author=self._author,
            home=self._root or None,
            address=self._address(name, "json") if self._root else None,
            base=self._base,
            older=self._older(archives, "json"),
        )
