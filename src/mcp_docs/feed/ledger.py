"""The ledger of published changes: append-only, so that who has read a page never reads it again.

Without an earlier feed it is the record's changes in release order. With one, what was published
stays as it was published, in its order, and what is new is appended. Where the record now judges a
published change differently, or no longer has it, that is an amendment: said in the change's own
file and in ``amendments.json``, never in a page that somebody may have read.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from mcp_docs.dates import iso_time, read_time
from mcp_docs.errors import UsageError
from mcp_docs.feed.changes import change_records
from mcp_docs.feed.previous import Previous, read_previous
from mcp_docs.feed.source import FeedSource
from mcp_docs.jsonvalue import JsonObject, JsonValue, canonical_text
from mcp_docs.record import Record
from mcp_docs.views.projection import released_json

#: What a change was judged to be; another wording of the same judgement is no amendment.
JUDGED: Final = ("level", "raw_level", "bump", "proof", "announced_in", "accepted", "earlier_id")


@dataclass(frozen=True, slots=True)
class Ledger:
    """What has been published, what is being published, and what became of it.

    Attributes:
        published: each change as it was first published, oldest first.
        records: each change as it is known now, by id, in the order of ``published``.
        amendments: oldest first.
        sealed: bytes of the pages of changes that an earlier feed sealed, by path below the site's root.
    """

    published: tuple[JsonObject, ...]
    records: Mapping[str, JsonObject]
    amendments: tuple[JsonObject, ...] = ()
    sealed: Mapping[str, bytes] = field(default_factory=dict)


def build_ledger(record: Record, previous: FeedSource | None) -> Ledger:
    """Continue the ledger of an earlier feed, or begin one.

    Args:
        record: the record.
        previous: the feed as it was published last, or ``None``.

    Raises:
        McpDocsError: when the earlier feed cannot be read, or is another server's.
    """
    now = change_records(record)
    before = read_previous(previous) if previous else Previous()
    if before.records and not before.records.keys() & now.keys():
        raise UsageError(
            "the previous feed has no change in common with this record: it is another server's, or releases "
            "are told by something else since, as after the first tag",
            hint="Name the folder that holds this server's last published feed. Where its releases are "
            "others now, tag those that were published, or begin a new feed: build once without --previous.",
        )
    amendments = (*before.amendments, *_amendments(before, now, record))
    published = [*before.published, *_new(record, {item["id"] for item in before.published})]
    current = {id_: now.get(id_) or _without_page(before.records[id_]) for id_ in _ids(published)}
    by_id: dict[str, list[JsonObject]] = {}
    for amendment in amendments:
        by_id.setdefault(str(amendment["id"]), []).append(amendment)
    return Ledger(
        tuple(published),
        {id_: _amended(item, by_id.get(id_, [])) for id_, item in current.items()},
        amendments,
        before.sealed,
    )


def _ids(changes: Sequence[JsonObject]) -> Iterator[str]:
    return (str(item["id"]) for item in changes)


def _without_page(item: JsonObject) -> JsonObject:
    """Return a change that no page of the site shows any more."""
    return {**item, "page": "changelog/"}


def _new(record: Record, known: Container[JsonValue]) -> Iterator[JsonObject]:
    for release in record.releases:
        for released in release.changes:
            if released.id not in known:
                yield released_json(released, release.time)


def _amendments(before: Previous, now: Mapping[str, JsonObject], record: Record) -> Iterator[JsonObject]:
    by_rules = before.ruleset != record.ruleset
    for id_, old in before.records.items():
        new = now.get(id_)
        gone = old.get("withdrawn") is not None
        fields: list[JsonValue] = []
        if new is None and not gone:
            kind = "withdrawn"
        elif new is not None and gone:
            kind = "restored"
        else:
            kind = "amended"
            fields = list(_differences(old, new)) if new is not None else []
            if not fields:
                continue
        yield {
            "id": id_,
            "kind": kind,
            "at": iso_time(max(record.as_of, _told(old) + 1)),
            "cause": "rules" if by_rules else "record",
            "ruleset": {"before": before.ruleset, "after": record.ruleset},
            "fields": fields,
        }


def _told(item: JsonObject) -> int:
    """Return when the entry of a change was last told, which what alters it has to come after."""
    amendments: Any = item["amendments"]
    return read_time(amendments[-1]["at"] if amendments else str(item["published"]))


def _differences(old: JsonObject, new: JsonObject) -> Iterator[JsonObject]:
    for name in JUDGED:
        before, after = old.get(name), new.get(name)
        if canonical_text(before) != canonical_text(after):
            yield {"name": name, "before": before, "after": after}


def _amended(item: JsonObject, own: Sequence[JsonObject]) -> JsonObject:
    """Return a record with its amendments, which may have withdrawn it, and the time of the last of them."""
    if not own:
        return item
    last = own[-1]
    withdrawn = {"at": last["at"], "cause": last["cause"]} if last["kind"] == "withdrawn" else None
    modified = max(str(item["modified"]), str(last["at"]))
    return {**item, "modified": modified, "withdrawn": withdrawn, "amendments": own}
