"""The ledger of published changes: append-only, so that who has read a page never reads it again.

Without an earlier feed it is the record's changes in release order. With one, what was published
stays as it was published, in its order, and what is new is appended. Where the record now judges a
published change differently, or no longer has it, that is an amendment: said in the change's own
file and in ``amendments.json``, never in a page that somebody may have read.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from mcp_docs.dates import iso_time
from mcp_docs.errors import McpDocsError, UsageError
from mcp_docs.feed.changes import change_records
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
    """

    published: tuple[JsonObject, ...]
    records: Mapping[str, JsonObject]
    amendments: tuple[JsonObject, ...] = ()


@dataclass(frozen=True, slots=True)
class _Previous:
    """An earlier feed, parsed."""

    published: tuple[JsonObject, ...] = ()
    records: Mapping[str, JsonObject] = field(default_factory=dict)
    amendments: tuple[JsonObject, ...] = ()
    ruleset: str = ""


def build_ledger(record: Record, previous: FeedSource | None) -> Ledger:
    """Continue the ledger of an earlier feed, or begin one.

    Args:
        record: the record.
        previous: the feed as it was published last, or ``None``.

    Raises:
        McpDocsError: when the earlier feed cannot be read, or is another server's.
    """
    now = change_records(record)
    before = _read(previous) if previous else _Previous()
    if before.records and not before.records.keys() & now.keys():
        raise UsageError(
            "the previous feed has no change in common with this record, so it is another server's",
            hint="Name the folder that holds this server's last published feed.",
        )
    amendments = (*before.amendments, *_amendments(before, now, record))
    published = [*before.published, *_new(record, before.records)]
    current = {
        str(item["id"]): now.get(str(item["id"])) or before.records[str(item["id"])] for item in published
    }
    return Ledger(
        tuple(published),
        {id_: _amended(item, amendments) for id_, item in current.items()},
        amendments,
    )


def _new(record: Record, known: Mapping[str, JsonObject]) -> Iterator[JsonObject]:
    for release in record.releases:
        for released in release.changes:
            if released.id not in known:
                yield released_json(released, release.time)


def _amendments(before: _Previous, now: Mapping[str, JsonObject], record: Record) -> Iterator[JsonObject]:
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
            "at": iso_time(record.as_of),
            "cause": "rules" if by_rules else "record",
            "ruleset": {"before": before.ruleset, "after": record.ruleset},
            "fields": fields,
        }


def _differences(old: JsonObject, new: JsonObject) -> Iterator[JsonObject]:
    for name in JUDGED:
        before, after = old.get(name), new.get(name)
        if canonical_text(before) != canonical_text(after):
            yield {"name": name, "before": before, "after": after}


def _amended(item: JsonObject, amendments: Sequence[JsonObject]) -> JsonObject:
    """Return a record with its amendments, which may have withdrawn it, and the time of the last of them."""
    own = [amendment for amendment in amendments if amendment["id"] == item["id"]]
    if not own:
        return item
    last = own[-1]
    withdrawn = {"at": last["at"], "cause": last["cause"]} if last["kind"] == "withdrawn" else None
    modified = max(str(item["modified"]), str(last["at"]))
    return {**item, "modified": modified, "withdrawn": withdrawn, "amendments": own}


def _read(source: FeedSource) -> _Previous:
    index = source.object("api/v1/index.json")
    counts = index.get("counts")
    pages = counts.get("change_pages") if isinstance(counts, Mapping) else None
    if not isinstance(pages, int):
        raise McpDocsError("the previous feed's index does not say how many pages of changes there are")
    published: list[JsonObject] = []
    for number in range(1, pages + 1):
        changes = source.object(f"api/v1/changes/{number}.json").get("changes")
        published += (
            [item for item in changes if isinstance(item, Mapping)] if isinstance(changes, list) else []
        )
    amendments = source.object("api/v1/amendments.json").get("amendments")
    lines = source.bytes("api/v1/all.ndjson").decode("utf-8").splitlines()
    records = [json.loads(line) for line in lines]
    return _Previous(
        tuple(published),
        {str(item["id"]): item for item in records},
        tuple(item for item in amendments if isinstance(item, Mapping))
        if isinstance(amendments, list)
        else (),
        str(index.get("ruleset", "")),
    )
