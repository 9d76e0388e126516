"""JSON Feed 1.1 (jsonfeed.org/version/1.1); the whole record rides in ``_mcp_docs``."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_docs.dates import iso_time
from mcp_docs.feed.entries import Entry
from mcp_docs.jsonvalue import JsonObject, JsonValue, document

VERSION = "https://jsonfeed.org/version/1.1"


def json_feed(
    entries: Sequence[Entry],
    *,
    title: str,
    author: str,
    home: str | None,
    address: str | None,
    base: str,
    older: str | None = None,
) -> bytes:
    """Return a JSON Feed.

    Args:
        entries: newest first.
        title: of the feed.
        author: name of the server, which speaks here.
        home: absolute address of the site, or ``None`` when it is not known.
        address: absolute address of this feed, or ``None`` when it is not known.
        base: address of the site's root, with a final slash, absolute or relative to the feed.
        older: address of the document with the entries before these.
    """
    feed: dict[str, JsonValue] = {"version": VERSION, "title": title}
    if home and address:
        feed |= {"home_page_url": home, "feed_url": address}
    if older:
        feed["next_url"] = older
    feed |= {"authors": [{"name": author}], "language": "en"}
    feed["items"] = [_item(entry, base) for entry in entries]
    return document(feed)


def _item(entry: Entry, base: str) -> JsonObject:
    return {
        "id": entry.uri,
        "url": base + entry.path,
        "title": entry.title,
        "summary": entry.summary,
        "content_html": entry.html,
        "date_published": iso_time(entry.published),
        "date_modified": iso_time(entry.updated),
        "tags": [f"{scheme}:{term}" for scheme, term in entry.tags],
        "_mcp_docs": entry.data,
    }
