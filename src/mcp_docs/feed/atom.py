"""Atom (RFC 4287) with archives (RFC 5005), written by feedgen, which is imported here and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from feedgen.ext.base import BaseExtension
from feedgen.feed import FeedGenerator

from mcp_docs.dates import to_datetime
from mcp_docs.feed.entries import Entry

#: Namespace of RFC 5005, section 4.
HISTORY = "http://purl.org/syndication/history/1.0"


class _Archive(BaseExtension):  # type: ignore[misc]  # feedgen has no types
    """Marks a document as an archive, which does not change any more."""

    def extend_ns(self) -> dict[str, str]:
        return {"fh": HISTORY}

    def extend_atom(self, feed: Any) -> Any:
        feed.append(feed.makeelement(f"{{{HISTORY}}}archive"))
        return feed


def atom(
    entries: Sequence[Entry],
    *,
    uri: str,
    title: str,
    author: str,
    updated: int,
    links: Mapping[str, str],
    base: str,
    archive: bool = False,
) -> bytes:
    """Return an Atom document.

    Args:
        entries: newest first; the document keeps their order.
        uri: permanent id of the feed.
        title: of the feed.
        author: name of the server, which speaks here.
        updated: seconds since 1970-01-01 UTC.
        links: relation to address.
        base: address of the site's root, with a final slash, absolute or relative to the feed.
        archive: whether the document is complete and does not change any more.
    """
    feed = FeedGenerator()
    feed.id(uri)
    feed.title(title)
    feed.author(name=author)
    feed.updated(to_datetime(updated))
    feed.generator("mcp-docs")
    if archive:
        feed.register_extension("archive", _Archive, rss=False)
    for relation, href in links.items():
        feed.link(href=href, rel=relation)
    for entry in entries:
        _add(feed, entry, base, uri)
    return bytes(feed.atom_str(pretty=True))


def _add(feed: Any, entry: Entry, base: str, uri: str) -> None:
    item = feed.add_entry(order="append")
    item.id(entry.uri)
    item.title(entry.title)
    item.published(to_datetime(entry.published))
    item.updated(to_datetime(entry.updated))
    item.link(href=base + entry.path, rel="alternate")
    item.summary(entry.summary)
    item.content(entry.html, type="html")
    item.category([{"term": term, "scheme": f"{uri}:{scheme}"} for scheme, term in entry.tags])
