"""Every file of the feed: path below the site's root, and bytes.

Layout: ``api/v1/index.json`` leads to the rest and holds a digest of each. ``changes/<page>.json`` holds
the changes in the order in which they were published, a hundred a page; a full page never changes
again, so a subscriber reads each once. What becomes true of a change later (that it was undone, or
judged anew) stands in ``change/<id>.json``. Files that do not depend on the day say no day, so that
what did not change is the same bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Final

from mcp_docs.feed.calendar import calendar
from mcp_docs.feed.ledger import Ledger, build_ledger
from mcp_docs.feed.source import FeedSource
from mcp_docs.feed.states import FOLDERS, delta_json, element_files, interfaces_json, state_files
from mcp_docs.feed.subscriptions import WHOLE, all_feeds, documents
from mcp_docs.jsonvalue import JsonObject, JsonValue, document
from mcp_docs.record import Record, Release
from mcp_docs.views.audit import audit
from mcp_docs.views.auditformats import audit_csv, audit_json
from mcp_docs.views.joined import consumer_json, matrix_json, upcoming
from mcp_docs.views.projection import (
    SCHEMA_VERSION,
    deprecation_json,
    envelope,
    gap_json,
    later_json,
    release_json,
    released_json,
)

API: Final = "api/v1/"
WELL_KNOWN: Final = ".well-known/mcp-compat.json"
PAGE_SIZE: Final = 100
SCHEMAS: Final = (
    "amendments", "audit", "change", "changes", "common", "consumers", "deprecations", "element", "index",
    "interfaces", "matrix", "pointer", "release", "releases", "state", "upcoming",
)  # fmt: skip


def feed_files(
    record: Record, *, base_url: str = "", previous: FeedSource | None = None
) -> Mapping[str, bytes]:
    """Return every file of the feed by path, in path order.

    Args:
        record: the record.
        base_url: absolute address of the site's root; without it links are relative.
        previous: the feed as it was published last. What it published stays as it is, and what is
            judged otherwise now is said to be amended; see ``ledger``.

    Raises:
        McpDocsError: when the previous feed cannot be read, or is another server's.
    """
    ledger = build_ledger(record, previous)
    kept = previous if previous and _home(previous) == (base_url or None) else None
    written = {f"{API}{path}": data for path, data in _api_files(record, ledger)}
    written |= _subscriptions(record, ledger, base_url, kept)
    written[WELL_KNOWN] = document(_pointer(record))
    written[f"{API}index.json"] = document(_index(record, ledger, base_url, written))
    return dict(sorted(written.items()))


def _home(previous: FeedSource) -> JsonValue:
    return previous.object(f"{API}index.json").get("home")


def _api_files(record: Record, ledger: Ledger) -> Iterator[tuple[str, bytes]]:
    for name in SCHEMAS:
        resource = files("mcp_docs.feed") / "schemas" / f"{name}.schema.json"
        yield f"schemas/{name}.schema.json", resource.read_bytes()
    for path, page in _change_pages(record, ledger):
        yield path, ledger.sealed.get(f"{API}{path}") or document(page)
    for id_, item in ledger.records.items():
        head = {"$schema": "../schemas/change.schema.json", **_stamp(record)}
        yield f"change/{id_}.json", document({**head, **item})
    for release in record.by_version.values():
        yield f"releases/{release.slug}.json", document(_release(record, release))
    if record.newest:
        yield "releases/latest.json", document(_release(record, record.newest))
    for path, item in (*state_files(record), *element_files(record), *_lists(record, ledger)):
        yield path, document(item)
    yield "deprecations.ics", calendar(record)
    yield "audit.csv", audit_csv(audit(record)).encode("utf-8", "backslashreplace")
    yield "modified.csv", _modified(ledger)
    yield "all.ndjson", b"".join(map(document, ledger.records.values()))


def _stamp(record: Record) -> JsonObject:
    return {"schema_version": SCHEMA_VERSION, "ruleset": record.ruleset}


def _lists(record: Record, ledger: Ledger) -> Iterator[tuple[str, JsonObject]]:
    """Yield the files that list one kind of thing."""

    def named(name: str, value: JsonObject) -> tuple[str, JsonObject]:
        return f"{name}.json", {"$schema": f"schemas/{name}.schema.json", **value}

    stamp = _stamp(record)
    yield named("interfaces", {**stamp, **interfaces_json(record)})
    yield named("matrix", {**stamp, **matrix_json(record)})
    yield named("consumers", {**stamp, "consumers": [consumer_json(item) for item in record.consumers]})
    yield named("amendments", {**stamp, "amendments": ledger.amendments})
    yield named(
        "deprecations",
        {**envelope(record), "deprecations": [deprecation_json(item) for item in record.deprecations]},
    )
    yield named("upcoming", {**envelope(record), "upcoming": list(upcoming(record))})
    yield named("audit", audit_json(record, audit(record)))
    yield named(
        "releases",
        {
            **stamp,
            "source": record.source,
            "newest": record.newest.version if record.newest else None,
            "releases": [release_json(release) for release in record.releases],
            "unreleased": release_json(record.unreleased) if record.unreleased else None,
        },
    )


def _change_pages(record: Record, ledger: Ledger) -> Iterator[tuple[str, JsonObject]]:
    for start in range(0, len(ledger.published), PAGE_SIZE):
        changes = ledger.published[start : start + PAGE_SIZE]
        number = start // PAGE_SIZE + 1
        page = {
            "$schema": "../schemas/changes.schema.json",
            **_stamp(record),
            "page": number,
            "sealed": len(changes) == PAGE_SIZE,
            "changes": changes,
        }
        yield f"changes/{number}.json", page


def _release(record: Record, release: Release) -> JsonObject:
    return {
        "$schema": "../schemas/release.schema.json",
        **_stamp(record),
        "release": release_json(release),
        "interface": delta_json(record, release),
        "changes": [{**released_json(c, release.time), **later_json(c)} for c in release.changes],
    }


def _modified(ledger: Ledger) -> bytes:
    """Return when each change was last modified, newest first: the shape of OSV's ``modified_id.csv``."""
    rows = [(str(item["modified"]), number, id_) for number, (id_, item) in enumerate(ledger.records.items())]
    lines = [f"{modified},{id_}\n" for modified, _, id_ in sorted(rows, reverse=True)]
    return "".join(["modified,id\n", *lines]).encode("ascii")


def _subscriptions(
    record: Record, ledger: Ledger, base_url: str, previous: FeedSource | None
) -> Mapping[str, bytes]:
    written = {}
    for feed in all_feeds(record, ledger, previous):
        for path, data, sealed in documents(record, feed, base_url):
            kept = previous.get(path) if previous and sealed else None
            written[path] = kept if kept is not None else data
    return written


def _pointer(record: Record) -> JsonObject:
    return {
        "$schema": f"../{API}schemas/pointer.schema.json",
        "schema_version": SCHEMA_VERSION,
        "server": record.server,
        "index": f"../{API}index.json",
    }


def _index(record: Record, ledger: Ledger, base_url: str, written: Mapping[str, bytes]) -> JsonObject:
    newest = record.newest
    return {
        "$schema": "schemas/index.schema.json",
        **envelope(record),
        "title": record.title,
        "home": base_url or None,
        "lockfile": record.lockfile,
        "newest_release": newest.version if newest else None,
        "unreleased": record.unreleased is not None,
        "supported_releases": list(record.matrix.supported),
        "counts": {
            "releases": len(record.releases),
            "changes": len(ledger.published),
            "change_pages": -(-len(ledger.published) // PAGE_SIZE),
            "amendments": len(ledger.amendments),
            "consumers": len(record.consumers),
            "gaps": len(record.gaps),
        },
        "links": _links(),
        "gaps": [gap_json(gap) for gap in record.gaps],
        "files": [
            {"path": path, "bytes": len(data), "digest": f"sha256:{hashlib.sha256(data).hexdigest()}"}
            for path, data in sorted(written.items())
        ],
    }


def _links() -> JsonObject:
    """Return where everything is, relative to the index; braces are to be filled in."""
    lists = (
        "interfaces",
        "matrix",
        "deprecations",
        "upcoming",
        "consumers",
        "amendments",
        "audit",
        "releases",
    )
    return {
        **{name: f"{name}.json" for name in lists},
        "release": "releases/{slug}.json",
        "latest": "releases/latest.json",
        "changes": "changes/{page}.json",
        "change": "change/{id}.json",
        "state": "states/{digest}.json",
        **dict(sorted((kind, f"{folder}/{{slug}}.json") for kind, folder in FOLDERS.items())),
        "calendar": "deprecations.ics",
        "audit_csv": "audit.csv",
        "modified": "modified.csv",
        "dump": "all.ndjson",
        "schemas": {name: f"schemas/{name}.schema.json" for name in SCHEMAS},
        "feeds": [f"../../feeds/{name}.{ending}" for name in WHOLE for ending in ("atom", "json")],
        "element_feeds": "../../feeds/{kind}/{slug}/{all,breaking}.{atom,json}",
    }
