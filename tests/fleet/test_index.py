"""``mcp-docs index``: published feeds, whole or broken, become one catalogue."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import feedparser
import pytest
from jsonschema import Draft202012Validator

from gitrepo import DAY, FIRST_TIME, GitRepo
from mcp_docs import load_history
from mcp_docs.feed.files import feed_files
from run import Done, mcp_docs
from webservers import serving


def lockfile(server: str, version: str, *tools: str, title: str = "") -> str:
    """A lockfile whose tools take an object; a name with ``!`` demands an argument."""
    listed = []
    for name in tools:
        schema: dict[str, Any] = {"type": "object", "properties": {"q": {"type": "string"}}}
        listed.append(
            {
                "name": name.rstrip("!"),
                "inputSchema": {**schema, "required": ["q"]} if name.endswith("!") else schema,
            }
        )
    about = {"name": server, "version": version, **({"title": title} if title else {})}
    return json.dumps({"covenant_version": "0.1.0", "server": about, "surface": {"tools": listed}})


def publish(folder: Path, files: Mapping[str, bytes]) -> Path:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


Site = Callable[..., Path]


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """Return a function that publishes the feed of a server in a folder of its name.

    Of its releases each is a tuple of version and tools, one day after the other.
    """

    def make(
        name: str, *releases: tuple[str, ...], start: int = 0, title: str = "", base_url: str = ""
    ) -> Path:
        repo = GitRepo(tmp_path / "repositories" / name)
        for number, (version, *tools) in enumerate(releases):
            time = FIRST_TIME + (start + number) * DAY
            repo.commit({"mcp-docs.lock": lockfile(name, version, *tools, title=title)}, time=time)
            repo.tag(f"v{version}")
        return publish(tmp_path / "sites" / name, feed_files(load_history(repo.path), base_url=base_url))

    return make


def index(folder: Path, *sites: str | Path, **options: str) -> tuple[Done, Path]:
    named = [part for name, value in options.items() for part in (f"--{name.replace('_', '-')}", value)]
    done = mcp_docs("index", *sites, "-o", folder / "catalogue", *named, cwd=folder)
    return done, folder / "catalogue"


def test_servers_are_compared_in_one_table_and_one_list(site: Site, tmp_path: Path) -> None:
    ferry = site(
        "ferry", ("1.0.0", "sail", "dock"), ("1.1.0", "sail!", "moor"), ("2.0.0", "sail!", "moor", "tow")
    )
    harbour = site("harbour", ("1.0.0", "berth"), title="Harbour desk")
    done, made = index(tmp_path, harbour, ferry, title="Port")
    assert (done.code, done.out) == (0, f"Wrote {made}: 2 servers, 0 failed.\n")
    listed = json.loads((made / "servers.json").read_bytes())
    assert listed["title"] == "Port"
    schema = json.loads((made / listed["$schema"]).read_bytes())
    Draft202012Validator.check_schema(schema)
    # What the schema does not know is not there either.
    closed = json.loads(
        json.dumps(schema).replace('"type": "object"', '"type": "object", "additionalProperties": false')
    )
    assert list(Draft202012Validator(closed).iter_errors(listed)) == []
    assert listed["servers"] == [
        {
            "server": "ferry",
            "title": "ferry",
            "home": "../sites/ferry/",
            "feed": "../sites/ferry/api/v1/index.json",
            "newest_release": "2.0.0",
            "released": "2024-01-03T00:00:00Z",
            "releases": 3,
            "underbumped_releases": 1,
            "last_break": {"release": "1.1.0", "time": "2024-01-02T00:00:00Z", "breaking": 2},
            "elements": [{"kind": "tool", "name": name} for name in ("moor", "sail", "tow")],
        },
        {
            "server": "harbour",
            "title": "Harbour desk",
            "home": "../sites/harbour/",
            "feed": "../sites/harbour/api/v1/index.json",
            "newest_release": "1.0.0",
            "released": "2024-01-01T00:00:00Z",
            "releases": 1,
            "underbumped_releases": 0,
            "last_break": None,
            "elements": [{"kind": "tool", "name": "berth"}],
        },
    ]
    page = (made / "index.html").read_text("utf-8")
    assert 'data-words="ferry ferry moor sail tow"' in page
    assert '<a href="../sites/ferry/1.1.0/index.html">1.1.0</a> <small>2024-01-02, 2 breaking</small>' in page
    assert "under-bumped" in page


def test_the_feed_has_all_servers_changes_newest_first_with_addresses_that_lead_there(
    site: Site, tmp_path: Path
) -> None:
    ferry = site("ferry", ("1.0.0", "sail"), ("2.0.0", "tow"), base_url="https://ferry.example/docs")
    harbour = site("harbour", ("1.0.0", "berth"), ("1.1.0", "berth", "fee"), start=5)
    _, made = index(tmp_path, ferry, harbour)
    items = json.loads((made / "feeds" / "all.json").read_bytes())["items"]
    assert [item["title"] for item in items] == [
        "harbour: MINOR: fee: new tool (in 1.1.0)",
        "ferry: BREAKING: sail: tool removed (in 2.0.0)",
        "ferry: MINOR: tow: new tool (in 2.0.0)",
    ]
    assert items[0]["url"].startswith("../../sites/harbour/1.1.0/#")
    assert items[1]["url"].startswith("https://ferry.example/docs/2.0.0/#")
    breaking = feedparser.parse((made / "feeds" / "breaking.atom").read_bytes())
    assert breaking.bozo == 0
    assert [entry.title for entry in breaking.entries] == ["ferry: BREAKING: sail: tool removed (in 2.0.0)"]


def test_the_order_in_which_sites_are_named_changes_no_byte(site: Site, tmp_path: Path) -> None:
    sites = [site(name, ("1.0.0", "a"), ("2.0.0", "b")) for name in ("x", "y", "z")]
    _, made = index(tmp_path, *sites)
    once = {path: path.read_bytes() for path in made.rglob("*") if path.is_file()}
    index(tmp_path, *sites[::-1], sites[0])
    assert {path: path.read_bytes() for path in made.rglob("*") if path.is_file()} == once


def spoil(folder: Path, name: str, text: str) -> None:
    """Replace a file of a feed, and its digest in the index, so that only what it holds is wrong."""
    api = folder / "api" / "v1"
    (api / name).write_text(text, encoding="utf-8")
    if name != "index.json":
        index = json.loads((api / "index.json").read_bytes())
        (listed,) = [file for file in index["files"] if file["path"] == f"api/v1/{name}"]
        listed["digest"] = f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
        (api / "index.json").write_text(json.dumps(index), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("index.json", "{", "cannot be read"),
        ("index.json", "[]", "is no JSON object"),
        ("index.json", "{}", "is no feed of mcp-docs, or an older one"),
        ("releases.json", '{"releases": [7]}', "is no feed that this version of mcp-docs knows"),
        ("interfaces.json", '{"interfaces": {}}', "is no feed that this version of mcp-docs knows"),
        ("changes/1.json", '{"changes": [{"id": "x"}]}', "is no feed that this version of mcp-docs knows"),
    ],
)
def test_a_broken_feed_is_listed_and_the_rest_goes_on(
    site: Site, tmp_path: Path, name: str, text: str, said: str
) -> None:
    good, bad = site("good", ("1.0.0", "a")), site("bad", ("1.0.0", "a"), ("2.0.0", "b"))
    spoil(bad, name, text)
    done, made = index(tmp_path, bad, tmp_path / "nowhere", good)
    assert done.code == 1
    assert said in done.err
    assert "Traceback" not in done.err
    listed = json.loads((made / "servers.json").read_bytes())
    assert [server["server"] for server in listed["servers"]] == ["good"]
    assert [failure["site"] for failure in listed["failed"]] == [str(tmp_path / "nowhere"), str(bad)]
    assert said in (made / "index.html").read_text("utf-8")


def test_what_a_feed_says_is_text_and_its_home_an_address(site: Site, tmp_path: Path) -> None:
    evil = site("evil", ("1.0.0", "a"), ("2.0.0", "b"))
    path = evil / "api" / "v1" / "index.json"
    document = json.loads(path.read_bytes())
    document |= {"title": '<script>alert(1)</script>"', "home": "javascript:alert(1)"}
    path.write_text(json.dumps(document), encoding="utf-8")
    done, made = index(tmp_path, evil)
    assert done.code == 0
    page = (made / "index.html").read_text("utf-8")
    assert "<script>alert" not in page
    assert "javascript:" not in page
    assert '<a href="../sites/evil/index.html">&lt;script&gt;' in page


@pytest.fixture
def web(tmp_path: Path) -> Iterator[str]:
    with serving(tmp_path / "sites") as address:
        yield address


def test_sites_are_read_from_the_web_too(site: Site, tmp_path: Path, web: str) -> None:
    site("ferry", ("1.0.0", "a"), ("2.0.0", "b"))
    site("harbour", ("1.0.0", "a"))
    done, made = index(
        tmp_path, f"{web}/ferry/", f"{web}/harbour/api/v1/index.json", f"{web}/none?key=secret-word"
    )
    assert done.code == 1
    listed = json.loads((made / "servers.json").read_bytes())
    assert [server["home"] for server in listed["servers"]] == [f"{web}/ferry/", f"{web}/harbour/"]
    assert [failure["site"] for failure in listed["failed"]] == [f"{web}/none"]
    assert not any(b"secret-word" in path.read_bytes() for path in made.rglob("*") if path.is_file())
    assert "secret-word" not in done.err


def test_a_folder_that_is_not_ours_is_left_alone(site: Site, tmp_path: Path) -> None:
    (tmp_path / "catalogue").mkdir()
    (tmp_path / "catalogue" / "mine").write_text("mine")
    done, made = index(tmp_path, site("a", ("1.0.0", "x")))
    assert done.code == 3
    assert [path.name for path in made.iterdir()] == ["mine"]
