"""A subscriber who polls after each release: every change once, in order, nothing altered unsaid."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from feedchecks import check_feed
from handmade import RECORD, REQUIRED, SECOND, released
from mcp_docs.change import Level
from mcp_docs.classifier.interfaces import classify
from mcp_docs.errors import FeedError, UsageError
from mcp_docs.feed.files import feed_files
from mcp_docs.feed.source import FeedSource
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.history.model import Walk
from mcp_docs.history.options import HistoryOptions
from mcp_docs.policy import DEFAULT
from mcp_docs.record import Record
from mcp_docs.sources.git import walk

BASE = "https://harbour.example/mcp"


def replayed(repo: Path, lockfile: str) -> Iterator[Record]:
    """The record as it was right after each release, and as it is."""
    whole = walk(repo, lockfile, HistoryOptions())
    judge = partial(classify, policy=DEFAULT)
    final = build_record(whole, judge, BuildOptions(matrix=False))
    names: list[str] = []
    for release in final.releases:
        names.append(release.tag or "")
        then = Walk(
            whole.commits, release.commit.id, whole.revisions,
            tuple(tag for tag in whole.tags if tag.name in names), whole.lockfile,
        )  # fmt: skip
        yield build_record(then, judge, BuildOptions(matrix=False, as_of=release.time))
    yield final


class Subscriber:
    """Reads pages and feeds as a program does, and remembers what it read."""

    def __init__(self) -> None:
        self.changes: dict[str, Any] = {}
        self.entries: dict[str, Any] = {}
        self.sealed: dict[str, bytes] = {}

    def poll(self, files: Mapping[str, bytes]) -> tuple[list[str], list[str]]:
        """Read what is new; return the ids of new changes and the ids of new entries, in order."""
        changes: list[str] = []
        for number in range(1, json.loads(files["api/v1/index.json"])["counts"]["change_pages"] + 1):
            path = f"api/v1/changes/{number}.json"
            page = json.loads(files[path])
            changes += self._see(self.changes, {item["id"]: item for item in page["changes"]})
            if page["sealed"]:
                assert self.sealed.setdefault(path, files[path]) == files[path]
        entries = [entry["id"] for entry in self._feed(files) if entry["id"] not in self.entries]
        self._see(self.entries, {entry["id"]: entry for entry in self._feed(files)})
        for path, data in files.items():
            if ".archive-" in path:
                assert self.sealed.setdefault(path, data) == data, path
        return changes, entries

    def _see(self, known: dict[str, Any], items: Mapping[str, Any]) -> list[str]:
        for name, item in items.items():
            assert known.get(name, item) == item, name
        new = [name for name in items if name not in known]
        known.update(items)
        return new

    def _feed(self, files: Mapping[str, bytes]) -> list[Any]:
        """Entries of the feed of everything, followed back as far as it takes to meet a known one."""
        found: list[Any] = []
        path: str | None = "feeds/all.json"
        while path:
            feed = json.loads(files[path])
            found += [item for item in feed["items"] if item["id"] not in {known["id"] for known in found}]
            if any(item["id"] in self.entries for item in feed["items"]):
                break
            path = feed.get("next_url", "").removeprefix(f"{BASE}/") or None
        return found


@pytest.mark.shared
@pytest.mark.parametrize(("name", "lockfile"), [("github-mcp-server", "mcp-covenant.lock")])
def test_each_change_is_seen_once_in_order_and_never_altered(
    name: str, lockfile: str, history: Callable[[str], Path]
) -> None:
    subscriber, previous = Subscriber(), None
    record, files = None, {}
    for record in replayed(history(name), lockfile):
        files = dict(feed_files(record, base_url=BASE, previous=previous))
        changes, entries = subscriber.poll(files)
        before = {id_ for id_ in subscriber.changes if id_ not in changes}
        new = [c for release in record.releases for c in release.changes if c.id not in before]
        assert changes == [c.id for c in new]
        assert sorted(entries) == sorted(f"tag:mcp-docs.invalid,2026:{c.id}" for c in new)
        assert json.loads(files["api/v1/amendments.json"])["amendments"] == []
        previous = FeedSource("previous", files.get)
    assert record is not None
    assert list(subscriber.changes) == [c.id for release in record.releases for c in release.changes]
    # That the feed was continued from release to release makes no difference to what it is.
    assert files == dict(feed_files(record, base_url=BASE))
    check_feed(files)


def feed_of(record: Record, previous: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    return dict(
        feed_files(record, base_url=BASE, previous=FeedSource("p", previous.get) if previous else None)
    )


def judged(level: Level, ruleset: str = "2") -> Record:
    """The handmade record, in which other rules judge the second change otherwise."""
    first, second = RECORD.releases
    gone, required = second.changes
    other = replace(required, change=replace(required.change, level=level))
    return replace(RECORD, ruleset=ruleset, releases=(first, replace(second, changes=(gone, other))))


def test_another_judgement_is_an_amendment_and_the_page_stays_as_it_was_published() -> None:
    before = feed_of(RECORD)
    after = feed_of(judged(Level.REVIEW), before)
    check_feed(after)
    old, new = (json.loads(files["api/v1/changes/1.json"])["changes"] for files in (before, after))
    assert old == new
    id_ = RECORD.releases[1].changes[1].id
    change = json.loads(after[f"api/v1/change/{id_}.json"])
    assert change["level"] == "review"
    (amendment,) = change["amendments"]
    assert (amendment["kind"], amendment["cause"], amendment["at"]) == (
        "amended",
        "rules",
        "2026-01-02T00:00:01Z",  # later than what it amends, however little time went by
    )
    assert amendment["fields"][0] == {"name": "level", "before": "breaking", "after": "review"}
    entries = json.loads(after["feeds/breaking.json"])["items"]
    assert entries[0]["id"].endswith(id_)  # it comes once more, on top
    assert "level breaking became review" in entries[0]["content_html"]


def test_an_amendment_is_said_once_and_kept() -> None:
    once = feed_of(judged(Level.REVIEW), feed_of(RECORD))
    twice = feed_of(judged(Level.REVIEW), once)
    assert once == twice
    back = feed_of(judged(Level.BREAKING, "3"), twice)
    kinds = [a["fields"][0]["after"] for a in json.loads(back["api/v1/amendments.json"])["amendments"]]
    assert kinds == ["review", "breaking"]


def test_a_change_that_the_record_has_no_more_is_withdrawn_and_may_come_back() -> None:
    first, second = RECORD.releases
    without = replace(RECORD, releases=(first, replace(second, changes=second.changes[:1])))
    id_ = second.changes[1].id
    gone = feed_of(without, feed_of(RECORD))
    check_feed(gone)
    change = json.loads(gone[f"api/v1/change/{id_}.json"])
    assert change["withdrawn"] == {"at": "2026-01-02T00:00:01Z", "cause": "record"}
    assert json.loads(gone["feeds/all.json"])["items"][0]["title"].startswith("WITHDRAWN: ")
    assert feed_of(without, gone) == gone
    again = json.loads(feed_of(RECORD, gone)[f"api/v1/change/{id_}.json"])
    assert again["withdrawn"] is None
    assert [amendment["kind"] for amendment in again["amendments"]] == ["withdrawn", "restored"]


def test_what_is_found_later_in_an_old_release_is_appended_and_moves_nothing() -> None:
    def grown(values: list[int]) -> Record:
        first, second = RECORD.releases
        changes = tuple(
            replace(
                released(replace(REQUIRED, after=n), 1, "1.1.0", SECOND),
                id=f"MCPC-{'abcdefghij'[n % 10] * 20}{'bcdefghijk'[n // 10 % 10] * 6}{'mn'[n // 100]}",
            )
            for n in values
        )
        return replace(RECORD, releases=(first, replace(second, changes=changes)))

    before = feed_of(grown(list(range(1, 151))))
    after = feed_of(grown(list(range(151))), before)
    assert before["api/v1/changes/1.json"] == after["api/v1/changes/1.json"]
    assert json.loads(after["api/v1/changes/2.json"])["changes"][-1]["after"] == 0
    for number in (1, 2, 3):
        path = f"feeds/all.archive-{number}.atom"
        assert before[path] == after[path]


def test_a_reworded_record_alters_no_published_page() -> None:
    before = feed_of(RECORD)
    first, second = RECORD.releases
    gone, required = second.changes
    reworded = replace(required, change=replace(required.change, detail=(("told", "other words"),)))
    after = feed_of(replace(RECORD, releases=(first, replace(second, changes=(gone, reworded)))), before)
    assert before["api/v1/changes/1.json"] == after["api/v1/changes/1.json"]
    assert json.loads(after["api/v1/amendments.json"])["amendments"] == []


def test_the_feed_of_another_server_is_refused() -> None:
    first, second = RECORD.releases
    other = replace(
        RECORD, releases=(first, replace(second, changes=(released(REQUIRED, 5, "1.1.0", SECOND),)))
    )
    with pytest.raises(UsageError, match="no change in common"):
        feed_of(other, feed_of(RECORD))
    with pytest.raises(FeedError, match="there is no api"):
        feed_files(RECORD, previous=FeedSource("nowhere", {}.get))
