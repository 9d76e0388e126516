"""``build --previous``: a site continues the feed of the one that was published before it."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from feedchecks import check_feed
from gitrepo import GitRepo
from mcp_docs import load_history
from mcp_docs.feed.files import feed_files
from mcp_docs.feed.source import FeedSource, verified
from mcp_docs.writer import write
from run import mcp_docs
from walks import interface, with_input

STRICTER = '[policy.rules]\n"schema.property.removed" = "breaking"\n'


@pytest.fixture
def repo(git_repo: Callable[[], GitRepo]) -> GitRepo:
    """1.1.0 drops an optional argument, which is to be reviewed unless the policy says more."""
    made = git_repo()
    made.commit({"mcp-docs.lock": write(interface(with_input("find", page={"type": "integer"})))})
    made.tag("v1.0.0")
    made.commit({"mcp-docs.lock": write(interface(with_input("find")))})
    made.tag("v1.1.0")
    return made


def published(site: Path) -> dict[str, bytes]:
    return {
        path.relative_to(site).as_posix(): path.read_bytes()
        for folder in ("api", "feeds", ".well-known")
        for path in (site / folder).rglob("*")
        if path.is_file() and path.suffix not in {".html", ".md"}
    }


def test_what_was_published_stays_and_what_is_judged_anew_is_amended(repo: GitRepo, tmp_path: Path) -> None:
    site = tmp_path / "site"
    assert mcp_docs("build", repo.path, "-o", site, "-q").code == 0
    before = published(site)
    check_feed(before)
    repo.commit({"mcp-docs.toml": STRICTER})
    done = mcp_docs("build", repo.path, "-o", site, "--previous", site, "-q")
    assert done.code == 0, done.err
    after = published(site)
    check_feed(after)
    assert after["api/v1/changes/1.json"] == before["api/v1/changes/1.json"]
    (amendment,) = json.loads(after["api/v1/amendments.json"])["amendments"]
    assert (amendment["kind"], amendment["cause"]) == ("amended", "record")
    assert {"name": "level", "before": "review", "after": "breaking"} in amendment["fields"]
    # What a policy raised joins the feed of breaks, with the note why.
    (entry,) = json.loads(after["feeds/breaking.json"])["items"]
    assert entry["title"].startswith("BREAKING: find")
    assert "level review became breaking" in entry["content_html"]


def test_a_previous_site_that_is_none_ends_the_build_and_harms_nothing(repo: GitRepo, tmp_path: Path) -> None:
    site = tmp_path / "site"
    done = mcp_docs("build", repo.path, "-o", site, "--previous", tmp_path / "nowhere")
    assert (done.code, site.exists()) == (3, False)
    assert "there is no api/v1/index.json" in done.err


def tools(*listed: object) -> str:
    return json.dumps({"tools": listed}, ensure_ascii=False)


def tool(name: str, **properties: object) -> dict[str, object]:
    return {"name": name, "inputSchema": {"type": "object", "properties": properties}}


@pytest.fixture
def plain(git_repo: Callable[[], GitRepo]) -> GitRepo:
    """A repository whose lockfile is a saved answer to ``tools/list``."""
    made = git_repo()
    made.commit({"mcp-docs.toml": 'lockfile = "tools.json"\n'})
    return made


def released(repo: GitRepo, version: str, *listed: object) -> None:
    repo.commit({"tools.json": tools(*listed)})
    repo.tag(f"v{version}")


def changes(site: Path) -> list[list[str]]:
    """Ids by page."""
    pages = sorted((site / "api/v1/changes").glob("*.json"), key=lambda path: int(path.stem))
    return [[item["id"] for item in json.loads(path.read_bytes())["changes"]] for path in pages]


def test_a_value_that_says_sealed_seals_no_page(plain: GitRepo, tmp_path: Path) -> None:
    """A page with one change, whose text holds the words of a sealed page, takes the next 120 all the same."""
    site = tmp_path / "site"
    released(plain, "1.0.0", tool("find"))
    released(plain, "1.1.0", tool("find", page={"type": "string", "x-note": {"sealed": True}}))
    assert mcp_docs("build", plain.path, "-o", site, "-q").code == 0
    first = changes(site)
    assert [len(page) for page in first] == [1]
    assert b'"sealed":true' in (site / "api/v1/changes/1.json").read_bytes()
    released(
        plain,
        "1.2.0",
        tool("find", page={"type": "string", "x-note": {"sealed": True}}),
        *(tool(f"t{n}") for n in range(120)),
    )
    assert mcp_docs("build", plain.path, "-o", site, "--previous", site, "-q").code == 0
    after = changes(site)
    assert [len(page) for page in after] == [100, 21]
    assert after[0][:1] == first[0]
    assert len({id_ for page in after for id_ in page}) == 121


def nested(levels: int) -> object:
    schema: object = {"type": "string"}
    for _ in range(levels):
        schema = {"items": schema}
    return schema


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"enum": ["a\u2028b", "c\x85d"]}, {"enum": ["e\u2029f"]}),
        ({"enum": ["\ud800"]}, {"enum": ["\udc00"]}),
        # 96 levels of items below tools/inputSchema/properties/page: the deepest that a lockfile may have.
        (nested(96), {"type": "integer"}),
        (nested(5_000), {"type": "integer"}),
    ],
    ids=["line separators", "half a surrogate pair", "deep", "too deep"],
)
def test_whatever_a_lockfile_holds_its_own_feed_can_be_read(
    plain: GitRepo, tmp_path: Path, before: object, after: object
) -> None:
    site, contract = tmp_path / "site", tmp_path / "me.json"
    contract.write_text(
        json.dumps(
            {
                "consumerName": "me",
                "providerName": "it",
                "tools": [{"toolName": "find", "exampleInput": {}}],
            }
        )
    )
    for version, schema in (("1.0.0", before), ("1.1.0", after)):
        text = '{"tools":[' + _text(tool("find", page=schema)) + "]}"
        plain.commit({"tools.json": text})
        plain.tag(f"v{version}")
    assert mcp_docs("build", plain.path, "-o", site, "-q").code == 0
    plain.commit({"more": "1"})
    done = mcp_docs("build", plain.path, "-o", site, "--previous", site, "-q")
    assert (done.code, done.err) == (0, "")
    done = mcp_docs("affected", "--feed", site, "--contract", contract, "--from", "1.0.0")
    assert (done.code, done.err) == (0, "")
    done = mcp_docs("index", site, "-o", tmp_path / "fleet", "-q")
    assert done.code == 0, done.err


def _text(value: object) -> str:
    """JSON of a value of any depth, with what UTF-8 cannot hold escaped."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(50_000)
    try:
        text = json.dumps(value, ensure_ascii=False)
        return text if text.isprintable() or "\u2028" in text else json.dumps(value)
    finally:
        sys.setrecursionlimit(limit)


def test_a_release_that_is_tagged_late_is_told_once_and_moves_no_archive(plain: GitRepo) -> None:
    """51 releases fill an archive of the releases' feed; then a commit between the first two is tagged."""
    released(plain, "1.0.0", tool("find"))
    plain.commit({"tools.json": tools(tool("find"), tool("late"))})
    late = plain.head
    for n in range(1, 52):
        released(plain, f"1.{n}.0", tool("find"), tool(f"t{n}"))
    before = feed_files(load_history(plain.path))
    plain.tag("v1.0.1", late)
    after = feed_files(load_history(plain.path), previous=verified(FeedSource("before", before.get)))
    for ending in ("atom", "json"):
        path = f"feeds/releases.archive-1.{ending}"
        assert before[path] == after[path]
    archived, newest = (
        [item["title"].split(":")[-2].strip() for item in json.loads(after[path])["items"]]
        for path in ("feeds/releases.archive-1.json", "feeds/releases.json")
    )
    assert "1.0.1" not in archived
    assert newest.count("1.0.1") == 1
    assert sorted({*archived, *newest}) == sorted({"1.0.0", "1.0.1", *(f"1.{n}.0" for n in range(1, 52))})


def _rewritten(site: Path, path: str, change: Callable[[Any], object]) -> None:
    """Change a file of a feed, and the index so that the digest fits."""
    file, index = site / path, site / "api/v1/index.json"
    if path.endswith(".ndjson"):
        lines = [json.loads(line) for line in file.read_bytes().splitlines()]
        for line in lines:
            change(line)
        file.write_bytes(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
    else:
        value = json.loads(file.read_bytes())
        change(value)
        file.write_text(json.dumps(value))
    listed = json.loads(index.read_bytes())
    if path != "api/v1/index.json":
        (own,) = [item for item in listed["files"] if item["path"] == path]
        own["digest"] = f"sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}"
        index.write_text(json.dumps(listed))


def _outside(page: Any) -> None:
    page["changes"][0]["id"] = "../../../../outside"


BAD: dict[str, tuple[str, Callable[[Any], object], str]] = {
    "an id that leads out": ("api/v1/changes/1.json", _outside, "continue"),
    "a record without id": ("api/v1/all.ndjson", lambda item: item.pop("id"), "continue"),
    "a time that is none": ("api/v1/all.ndjson", lambda item: item.update(modified="=1+1"), "continue"),
    "a proof that is none": ("api/v1/all.ndjson", lambda item: item.update(proof=3), "continue"),
    "changes that are none": (
        "api/v1/changes/1.json",
        lambda page: page.update(changes={"a": 1}),
        "continue",
    ),
    "one change twice": (
        "api/v1/changes/1.json",
        lambda page: page.update(changes=page["changes"] * 2),
        "continue",
    ),
    "amendments that are none": (
        "api/v1/amendments.json",
        lambda value: value.update(amendments=[{"id": 1}]),
        "continue",
    ),
    "no counts": ("api/v1/index.json", lambda index: index.update(counts=[]), "continue"),
    "more pages than there are": (
        "api/v1/index.json",
        lambda index: index["counts"].update(change_pages=10**12),
        "there is no api/v1/changes/2.json",
    ),
    "a newer format": (
        "api/v1/index.json",
        lambda index: index.update(schema_version="2.0.0"),
        "is a feed of version 2.0.0, and this program reads 1",
    ),
    "no list of files": ("api/v1/index.json", lambda index: index.pop("files"), "is no feed of mcp-docs"),
}


@pytest.fixture
def old(repo: GitRepo, tmp_path: Path) -> Path:
    """The feed of the repository, without pages."""
    record = load_history(repo.path)
    for path, data in feed_files(record).items():
        file = tmp_path / "old" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return tmp_path / "old"


@pytest.mark.parametrize(("path", "change", "words"), BAD.values(), ids=BAD.keys())
def test_a_previous_feed_that_is_not_ours_is_refused_and_harms_nothing(
    repo: GitRepo, tmp_path: Path, old: Path, path: str, change: Callable[[Any], object], words: str
) -> None:
    site = tmp_path / "site"
    _rewritten(old, path, change)
    done = mcp_docs("build", repo.path, "-o", site, "--previous", old, "-q")
    assert (done.code, site.exists()) == (3, False)
    assert words in done.err


@pytest.mark.parametrize("damage", ["cut", "gone"])
def test_a_feed_that_was_copied_in_part_is_not_continued(
    repo: GitRepo, tmp_path: Path, old: Path, damage: str
) -> None:
    site = tmp_path / "site"
    dump = old / "api/v1/all.ndjson"
    if damage == "cut":
        dump.write_bytes(dump.read_bytes()[:-40])
    else:
        dump.unlink()
    done = mcp_docs("build", repo.path, "-o", site, "--previous", old, "-q")
    assert (done.code, site.exists()) == (3, False)
    assert "api/v1/all.ndjson" in done.err
    assert "the index lists" in done.err


def test_a_site_that_lost_changes_gets_them_back(repo: GitRepo, tmp_path: Path) -> None:
    """A page that lacks a change which the dump has is filled up again."""
    site = tmp_path / "site"
    assert mcp_docs("build", repo.path, "-o", site, "-q").code == 0
    whole = changes(site)
    _rewritten(site, "api/v1/changes/1.json", lambda page: page.update(changes=[]))
    assert mcp_docs("build", repo.path, "-o", site, "--previous", site, "-q").code == 0
    assert changes(site) == whole
