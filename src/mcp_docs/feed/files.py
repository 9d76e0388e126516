"""Every file of the feed: path below the site's root, and bytes.

Layout: ``api/v1/index.json`` leads to the rest. ``changes/<page>.json`` holds the changes in
release order, a hundred a page; a full page never changes again, so a subscriber reads each once.
What may still become true of a change (that it was undone, or accepted) stands in the release's file,
not there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files

from mcp_docs.feed.atom import atom
from mcp_docs.feed.entries import TAG_AUTHORITY, Entry, released_entries
from mcp_docs.feed.jsonfeed import json_feed
from mcp_docs.jsonvalue import JsonObject, document
from mcp_docs.record import Record, Release
from mcp_docs.views.markdown import visible
from mcp_docs.views.projection import (
    SCHEMA_VERSION,
    element_json,
    envelope,
    gap_json,
    later_json,
    release_json,
    released_json,
)

API = "api/v1/"
PAGE_SIZE = 100
#: Entries in a feed document; the whole history is in ``api/v1/changes/``.
FEED_LENGTH = 200
SCHEMAS = ("common", "index", "releases", "release", "changes")


def feed_files(record: Record, *, base_url: str = "") -> Mapping[str, bytes]:
    """Return every file of the feed by path, in path order.

    Args:
        record: the record.
        base_url: absolute address of the site's root; without it links are relative.
    """
    written = {**dict(_api_files(record)), **dict(_subscriptions(record, base_url))}
    return dict(sorted(written.items()))


def _api_files(record: Record) -> Iterator[tuple[str, bytes]]:
    for name in SCHEMAS:
        resource = files("mcp_docs.feed") / "schemas" / f"{name}.schema.json"
        yield f"{API}schemas/{name}.schema.json", resource.read_bytes()
    pages = list(_change_pages(record))
    for number, page in enumerate(pages, start=1):
        yield f"{API}changes/{number}.json", document(page)
    for release in record.by_version.values():
        yield f"{API}releases/{release.slug}.json", document(_release(record, release))
    yield f"{API}releases.json", document(_releases(record))
    yield f"{API}index.json", document(_index(record, len(pages)))


def _change_pages(record: Record) -> Iterator[JsonObject]:
    listed = [released_json(c, release.time) for release in record.releases for c in release.changes]
    for start in range(0, len(listed), PAGE_SIZE):
        changes = listed[start : start + PAGE_SIZE]
        yield {
            "$schema": "../schemas/changes.schema.json",
            "schema_version": SCHEMA_VERSION,
            "ruleset": record.ruleset,
            "server": record.server,
            "page": start // PAGE_SIZE + 1,
            "sealed": len(changes) == PAGE_SIZE,
            "changes": changes,
        }


def _release(record: Record, release: Release) -> JsonObject:
    changes = [{**released_json(c, release.time), **later_json(c)} for c in release.changes]
    return {
        "$schema": "../schemas/release.schema.json",
        **envelope(record),
        "release": release_json(release),
        "elements": [element_json(element) for element in release.interface],
        "changes": changes,
    }


def _releases(record: Record) -> JsonObject:
    return {
        "$schema": "schemas/releases.schema.json",
        **envelope(record),
        "source": record.source,
        "releases": [release_json(release) for release in record.releases],
        "unreleased": release_json(record.unreleased) if record.unreleased else None,
    }


def _index(record: Record, pages: int) -> JsonObject:
    newest = record.newest
    return {
        "$schema": "schemas/index.schema.json",
        **envelope(record),
        "title": record.title,
        "lockfile": record.lockfile,
        "newest_release": newest.version if newest else None,
        "unreleased": record.unreleased is not None,
        "counts": {
            "releases": len(record.releases),
            "changes": sum(len(release.changes) for release in record.releases),
            "change_pages": pages,
            "gaps": len(record.gaps),
        },
        "links": {
            "releases": "releases.json",
            "release": "releases/{slug}.json",
            "changes": "changes/{page}.json",
            "schemas": {name: f"schemas/{name}.schema.json" for name in SCHEMAS},
            "feeds": [f"../../feeds/{name}" for name in FEEDS],
        },
        "gaps": [gap_json(gap) for gap in record.gaps],
    }


FEEDS = ("all.atom", "all.json", "breaking.atom", "breaking.json")


def _subscriptions(record: Record, base_url: str) -> Iterator[tuple[str, bytes]]:
    root = base_url.rstrip("/") + "/" if base_url else ""
    base = root or "../"
    titles = {"all": "changes", "breaking": "breaking changes"}
    for name, what in titles.items():
        entries = tuple(released_entries(record, breaking_only=name == "breaking"))[:FEED_LENGTH]
        title = visible(f"{record.title}: {what} of the interface")
        yield f"feeds/{name}.atom", _atom(record, name, title, entries, root, base)
        yield (
            f"feeds/{name}.json",
            json_feed(
                entries,
                title=title,
                home=root or None,
                address=f"{root}feeds/{name}.json" if root else None,
                base=base,
            ),
        )


def _atom(record: Record, name: str, title: str, entries: tuple[Entry, ...], root: str, base: str) -> bytes:
    links = {"self": f"{root}feeds/{name}.atom"} if root else {"self": f"{name}.atom"}
    return atom(
        entries,
        uri=f"tag:{TAG_AUTHORITY}:{_feed_id(record)}:{name}",
        title=title,
        author=visible(record.title) or "MCP server",
        updated=entries[0].published if entries else record.as_of,
        links={**links, "alternate": f"{base}changelog/"},
        base=base,
    )


def _feed_id(record: Record) -> str:
    """Name the server inside a tag URI with the characters that RFC 4151 allows."""
    return (
        "".join(c if c.isascii() and (c.isalnum() or c in "-._") else "-" for c in record.server) or "server"
    )
