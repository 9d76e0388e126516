"""The feed: each file matches its published schema, and says what the record says."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import feedparser
import pytest

from feedchecks import check_feed, check_json
from handmade import RECORD, REQUIRED, SECOND, released
from mcp_docs import load_history
from mcp_docs.feed.files import feed_files
from mcp_docs.interface import Interface
from mcp_docs.record import Record
from walks import Past, interface

BASE = "https://harbour.example/mcp"


def test_every_file_is_valid_and_every_json_file_matches_its_published_schema() -> None:
    files = feed_files(RECORD, base_url=BASE)
    check_feed(files)
    assert [path for path in check_json(files) if "/states/" not in path and "/change/" not in path] == [
        ".well-known/mcp-compat.json",
        "api/v1/amendments.json",
        "api/v1/audit.json",
        "api/v1/changes/1.json",
        "api/v1/consumers.json",
        "api/v1/deprecations.json",
        "api/v1/index.json",
        "api/v1/interfaces.json",
        "api/v1/matrix.json",
        "api/v1/releases.json",
        "api/v1/releases/1.0.0.json",
        "api/v1/releases/1.1.0.json",
        "api/v1/releases/latest.json",
        "api/v1/upcoming.json",
    ]


def test_the_index_holds_the_digest_of_every_other_file() -> None:
    files = feed_files(RECORD, base_url=BASE)
    listed = {item["path"]: item for item in json.loads(files["api/v1/index.json"])["files"]}
    assert set(listed) == set(files) - {"api/v1/index.json"}
    for path, item in listed.items():
        assert item["bytes"] == len(files[path])
        assert item["digest"] == f"sha256:{hashlib.sha256(files[path]).hexdigest()}"


def test_a_change_tells_its_level_its_place_and_its_proof() -> None:
    page = json.loads(feed_files(RECORD)["api/v1/changes/1.json"])
    removed, required = page["changes"]
    assert (removed["level"], removed["rule"], removed["element"]) == (
        "breaking",
        "tool.removed",
        {"kind": "tool", "name": "berths"},
    )
    assert removed["proof"]["kind"] == "contract"
    assert removed["has_before"]
    assert not removed["has_after"]
    assert required["proof"] == {
        "kind": "witness",
        "side": "input",
        "has_value": True,
        "value": {},
        "text": None,
    }
    assert required["commit"] == {"id": SECOND.id, "time": "2026-01-02T00:00:00Z", "subject": "second"}
    assert required["pointer"] == "/inputSchema/properties/flag"


def tagged(releases: Mapping[str, Interface]) -> Past:
    """A line of releases, with ids as git has them."""
    past, before = Past(), tuple[str, ...]()
    for digit, (version, content) in zip("abcde", releases.items(), strict=False):
        past.commit(digit * 40, *before, content=content)
        past.tag(f"v{version}", digit * 40)
        before = (digit * 40,)
    return past


def test_a_state_that_came_back_has_two_ranges_and_a_maintenance_release_goes_on_with_its_own() -> None:
    one, two = interface({"name": "a"}), interface({"name": "a", "title": "A"})
    past = tagged({"1.0.0": one, "1.1.0": one, "1.2.0": two, "1.3.0": one, "1.4.0": one})
    past.commit("f" * 40, "b" * 40, time=9)
    past.tag("v1.1.1", "f" * 40)
    files = feed_files(past.record(head="e" * 40))
    check_json(files)
    first, second = json.loads(files["api/v1/tools/a.json"])["states"]
    assert first["ranges"] == [
        {"first_release": "1.0.0", "last_release": "1.1.1"},
        {"first_release": "1.3.0", "last_release": None},
    ]
    assert second["ranges"] == [{"first_release": "1.2.0", "last_release": "1.2.0"}]


def test_what_went_has_no_open_range_and_the_audit_says_where_it_came_back() -> None:
    both, rest = interface("a", "b"), interface("b")
    files = feed_files(tagged({"1.0.0": both, "2.0.0": rest, "2.1.0": both, "3.0.0": rest}).record())
    check_json(files)
    [state] = json.loads(files["api/v1/tools/a.json"])["states"]
    assert state["ranges"] == [
        {"first_release": "1.0.0", "last_release": "1.0.0"},
        {"first_release": "2.1.0", "last_release": "2.1.0"},
    ]
    [lasting] = json.loads(files["api/v1/tools/b.json"])["states"]
    assert lasting["ranges"] == [{"first_release": "1.0.0", "last_release": None}]
    breaks = json.loads(files["api/v1/audit.json"])["breaks"]
    assert [(item["broke_in"], item["returned_in"]) for item in breaks] == [
        ("3.0.0", None),
        ("2.0.0", "2.1.0"),
    ]
    rows = csv.DictReader(io.StringIO(files["api/v1/audit.csv"].decode(), newline=""))
    assert [(row["release"], row["returned_in"]) for row in rows] == [("3.0.0", ""), ("2.0.0", "2.1.0")]


def test_full_pages_are_sealed_and_never_change_again() -> None:
    def grown(count: int) -> Record:
        first, second = RECORD.releases
        changes = tuple(released(replace(REQUIRED, after=n), 1, "1.1.0", SECOND) for n in range(count))
        return replace(RECORD, releases=(first, replace(second, changes=changes)))

    before, after = feed_files(grown(150)), feed_files(grown(250))
    assert json.loads(before["api/v1/changes/1.json"])["sealed"]
    assert before["api/v1/changes/1.json"] == after["api/v1/changes/1.json"]
    assert [len(json.loads(after[f"api/v1/changes/{n}.json"])["changes"]) for n in (1, 2, 3)] == [
        100,
        100,
        50,
    ]
    assert json.loads(after["api/v1/index.json"])["counts"]["change_pages"] == 3


def test_counts_equal_the_lists() -> None:
    files = feed_files(RECORD)
    release = json.loads(files["api/v1/releases/1.1.0.json"])
    assert release["release"]["counts"] == {"breaking": 2, "review": 0, "minor": 0, "patch": 0}
    assert len(release["changes"]) == 2
    assert json.loads(files["api/v1/index.json"])["counts"] == {
        "releases": 2, "changes": 2, "change_pages": 1, "amendments": 0, "consumers": 0, "gaps": 1,
    }  # fmt: skip


@pytest.mark.parametrize("name", ["all", "breaking"])
def test_atom_is_well_formed_and_its_ids_do_not_depend_on_the_address(name: str) -> None:
    files = feed_files(RECORD, base_url=BASE)
    parsed = feedparser.parse(files[f"feeds/{name}.atom"])
    assert not parsed.bozo
    assert parsed.version == "atom10"
    assert parsed.feed.id.startswith("tag:")
    assert parsed.feed.updated == "2026-01-02T00:00:00+00:00"
    assert [entry.link for entry in parsed.entries] == [
        f"{BASE}/1.1.0/#{released_change.id}" for released_change in RECORD.releases[1].changes
    ]
    assert all(entry.title.startswith("BREAKING: ") for entry in parsed.entries)
    elsewhere = feedparser.parse(feed_files(RECORD, base_url="https://moved.example/")[f"feeds/{name}.atom"])
    assert [entry.id for entry in elsewhere.entries] == [entry.id for entry in parsed.entries]


def test_json_feed_carries_the_whole_record() -> None:
    feed = json.loads(feed_files(RECORD, base_url=BASE)["feeds/breaking.json"])
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert feed["feed_url"] == f"{BASE}/feeds/breaking.json"
    assert [item["_mcp_docs"]["rule"] for item in feed["items"]] == [
        "tool.removed",
        "schema.property.required.added",
    ]
    assert feed["items"][0]["date_published"] == "2026-01-02T00:00:00Z"


@pytest.mark.parametrize(
    "payload", ["<script>alert(1)</script>", "]]>", "\x0b\ud800\ufffe", "&amp;", "a\u202eb"]
)
def test_hostile_names_stay_text_in_every_format(payload: str) -> None:
    change = replace(REQUIRED, key=payload, path=payload, after=payload)
    record = replace(
        RECORD,
        title=payload,
        server=payload,
        releases=(replace(RECORD.releases[1], base=None, changes=(released(change, 2, "1.1.0", SECOND),)),),
    )
    files = dict(feed_files(record))
    check_feed(files)
    parsed = feedparser.parse(files["feeds/all.atom"], sanitize_html=False)
    assert not parsed.bozo
    assert "<script" not in parsed.entries[0].content[0].value
    item = json.loads(files["feeds/all.json"])["items"][0]
    assert "<script" not in item["content_html"]
    assert item["_mcp_docs"]["element"]["name"] == payload  # data is data: it stays as it was


@pytest.mark.shared
@pytest.mark.parametrize("name", ["github-mcp-server", "kubernetes-mcp-server", "commander-bench"])
def test_the_feed_of_a_real_history_matches_its_schemas_and_counts_what_it_lists(
    name: str, history: Callable[[str], Path]
) -> None:
    record = load_history(history(name))
    files = dict(feed_files(record, base_url=BASE))
    check_feed(files)
    listed = [change for release in record.releases for change in release.changes]
    index = json.loads(files["api/v1/index.json"])
    pages = [
        json.loads(files[f"api/v1/changes/{n + 1}.json"]) for n in range(index["counts"]["change_pages"])
    ]
    ids = [change["id"] for page in pages for change in page["changes"]]
    assert ids == [released_change.id for released_change in listed]
    assert len(set(ids)) == len(ids) == index["counts"]["changes"]
