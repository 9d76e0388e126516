"""One server of a catalogue, as its published feed describes it.

A feed is somebody else's: whatever in it is not what our feeds hold is an error that names it, and
nothing in it is taken for an address but what is one. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from mcp_docs.config import web_address
from mcp_docs.dates import read_time
from mcp_docs.errors import FeedError, Where
from mcp_docs.feed.entries import Entry, published_entry
from mcp_docs.feed.source import FeedSource

#: Changes of one server that a catalogue's feed can show, and the pages of a hundred that hold them.
KEPT: Final = 200
_PAGES: Final = 3
API: Final = "api/v1/"


@dataclass(frozen=True, slots=True)
class Break:
    """The last release that broke something.

    Attributes:
        version: of the release.
        time: when it was released, seconds since 1970-01-01 UTC.
        count: how many breaking changes it has.
        page: of the release, relative to the server's site.
    """

    version: str
    time: int
    count: int
    page: str


@dataclass(frozen=True, slots=True)
class Member:
    """One server of a catalogue.

    Attributes:
        name: as the server names itself.
        title: for display.
        home: address of its site with a final slash, absolute or relative to the catalogue.
        newest: its newest release, or empty.
        released: when, seconds since 1970-01-01 UTC; 0 without a release.
        elements: kind and name of what the newest release has.
        releases: how many there are.
        underbumped: how many of them declared too small a step.
        last_break: ``None`` when no release broke anything.
        entries: the newest changes, newest first.
    """

    name: str
    title: str
    home: str
    newest: str = ""
    released: int = 0
    elements: tuple[tuple[str, str], ...] = ()
    releases: int = 0
    underbumped: int = 0
    last_break: Break | None = None
    entries: tuple[Entry, ...] = field(default=(), repr=False)


def read_member(source: FeedSource, home: str) -> Member:
    """Read what a catalogue shows of a server.

    Args:
        source: its published feed.
        home: address of its site, where the feed does not say one.

    Raises:
        FeedError: the feed cannot be read, or is none of ours.
    """
    try:
        return _member(source, home)
    except (AttributeError, KeyError, TypeError, ValueError):
        # Any of many places has another shape than our feeds; `mcp-docs build` makes it anew.
        raise FeedError(
            "is no feed that this version of mcp-docs knows",
            where=Where(source.name),
            hint="Build the site again with the version that reads it.",
        ) from None


def _member(source: FeedSource, home: str) -> Member:
    index: Any = source.object(f"{API}index.json")
    listed: Any = source.object(f"{API}releases.json")["releases"]
    newest = next((r for r in listed if r["version"] == index["newest_release"]), None)
    broken = [r for r in listed if r["counts"]["breaking"]]
    last = max(broken, key=lambda r: read_time(r["time"]), default=None)
    slugs = {_text(r["version"]): _text(r["slug"]) for r in listed}
    return Member(
        name=_text(index["server"]),
        title=_text(index["title"]) or _text(index["server"]),
        home=_home(index.get("home")) or home,
        newest=_text(newest["version"]) if newest else "",
        released=read_time(newest["time"]) if newest else 0,
        elements=_elements(source.object(f"{API}interfaces.json"), newest["version"]) if newest else (),
        releases=len(listed),
        underbumped=sum(1 for release in listed if release["underbumped"] is True),
        last_break=Break(
            _text(last["version"]),
            read_time(last["time"]),
            int(last["counts"]["breaking"]),
            f"{last['slug']}/",
        )
        if last
        else None,
        entries=_entries(source, int(index["counts"]["change_pages"]), slugs),
    )


def _elements(document: Any, version: str) -> tuple[tuple[str, str], ...]:
    """Add up the differences between the releases behind a version."""
    deltas: dict[str, Any] = {delta["release"]: delta for delta in document["interfaces"]}
    line: list[Any] = []
    current: str | None = version
    while current is not None:
        line.append(deltas.pop(current))  # so that a circle ends, as what no feed of ours has
        current = line[-1]["base"]
    held: dict[tuple[str, str], None] = {}
    for delta in reversed(line):
        held |= {(_text(e["kind"]), _text(e["name"])): None for e in delta["changed"]}
        for element in delta["removed"]:
            held.pop((element["kind"], element["name"]), None)
    return tuple(sorted((kind, name) for kind, name in held if kind != "server"))


def _entries(source: FeedSource, pages: int, slugs: Mapping[str, str]) -> tuple[Entry, ...]:
    changes: list[Any] = []
    for number in range(pages, max(pages - _PAGES, 0), -1):
        page: Any = source.object(f"{API}changes/{number}.json")
        changes = [*page["changes"], *changes]
    made = [published_entry(item, f"{slugs[item['release']]}/#{item['id']}") for item in changes[-KEPT:]]
    return tuple(sorted(made, key=lambda entry: -entry.published))


def _home(value: object) -> str:
    """Return an address that a feed gives for its site, or nothing when it is none."""
    try:
        address = web_address(value) if value else ""
    except ValueError:
        return ""
    return f"{address.rstrip('/')}/" if address else ""


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise TypeError
