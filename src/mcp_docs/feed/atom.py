"""Atom (RFC 4287), written by feedgen, which is imported here and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence

from feedgen.feed import FeedGenerator

from mcp_docs.dates import to_datetime
from mcp_docs.feed.entries import Entry


def atom(
    entries: Sequence[Entry],
    *,
    uri: str,
    title: str,
    author: str,
    updated: int,
    links: dict[str, str],
    base: str,
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
    """
    feed = FeedGenerator()
    feed.id(uri)
    feed.title(title)
    feed.author(name=author)
    feed.updated(to_datetime(updated))
    feed.generator("mcp-docs")
    for relation, href in links.items():
        feed.link(href=href, rel=relation)
    for entry in entries:
        item = feed.add_entry(order="append")
        item.id(entry.uri)
        item.title(entry.title)
        item.published(to_datetime(entry.published))
        item.updated(to_datetime(entry.published))
        item.link(href=base + entry.path, rel="alternate")
        item.content(entry.html, type="html")
        item.category([{"term": term, "scheme": f"{uri}:{scheme}"} for scheme, term in entry.tags])
    return bytes(feed.atom_str(pretty=True))
