"""The files of a catalogue beside its page: one list of servers, and one feed of all their changes. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Final

from mcp_docs.dates import iso_time
from mcp_docs.feed.atom import atom
from mcp_docs.feed.entries import Entry
from mcp_docs.feed.jsonfeed import json_feed
from mcp_docs.feed.uris import tag_uri
from mcp_docs.fleet.member import Member
from mcp_docs.jsonvalue import JsonObject, document
from mcp_docs.views.markdown import visible

#: The list's own version; a field more changes nothing.
FORMAT: Final = 1
#: Entries of a feed.
LONGEST: Final = 200
_SCHEMA: Final = "schemas/servers.schema.json"
FEEDS: Final = {"all": "changes", "breaking": "breaking changes"}


@dataclass(frozen=True, slots=True)
class Failure:
    """A site that could not be read.

    Attributes:
        site: as it was named.
        message: why, a sentence without a full stop.
    """

    site: str
    message: str


@dataclass(frozen=True, slots=True)
class Fleet:
    """All servers of a catalogue.

    Attributes:
        title: of the catalogue.
        members: in order of their titles.
        failures: sites that could not be read.
        base_url: absolute address of the catalogue with a final slash, or empty.
    """

    title: str
    members: tuple[Member, ...]
    failures: tuple[Failure, ...] = ()
    base_url: str = ""


def make_fleet(
    title: str, members: Sequence[Member], failures: Sequence[Failure] = (), base_url: str = ""
) -> Fleet:
    """Return a catalogue with its servers in order, whatever the order in which they were read."""
    ordered = sorted(members, key=lambda m: (m.title.casefold(), m.name, m.home))
    failed = sorted(failures, key=lambda failure: failure.site)
    address = f"{base_url.rstrip('/')}/" if base_url else ""
    return Fleet(title, tuple(ordered), tuple(failed), address)


def fleet_files(fleet: Fleet) -> Mapping[str, bytes]:
    """Return the list with its schema, and the feeds, by path."""
    schema = (files("mcp_docs.fleet") / "servers.schema.json").read_bytes()
    return {"servers.json": document(_list(fleet)), _SCHEMA: schema, **dict(_feeds(fleet))}


def _list(fleet: Fleet) -> JsonObject:
    return {
        "$schema": _SCHEMA,
        "format": FORMAT,
        "title": fleet.title,
        "servers": [_server(member) for member in fleet.members],
        "failed": [{"site": failure.site, "message": failure.message} for failure in fleet.failures],
        "feeds": [f"feeds/{name}.{ending}" for name in FEEDS for ending in ("atom", "json")],
    }


def _server(member: Member) -> JsonObject:
    last = member.last_break
    return {
        "server": member.name,
        "title": member.title,
        "home": member.home,
        "feed": f"{member.home}api/v1/index.json",
        "newest_release": member.newest or None,
        "released": iso_time(member.released) if member.newest else None,
        "releases": member.releases,
        "underbumped_releases": member.underbumped,
        "last_break": {"release": last.version, "time": iso_time(last.time), "breaking": last.count}
        if last
        else None,
        "elements": [{"kind": kind, "name": name} for kind, name in member.elements],
    }


def _feeds(fleet: Fleet) -> Iterator[tuple[str, bytes]]:
    everything = _entries(fleet)
    for name, what in FEEDS.items():
        chosen = [e for e in everything if name == "all" or ("level", "breaking") in e.tags][:LONGEST]
        title = visible(f"{fleet.title}: {what} of {len(fleet.members)} servers")
        own = f"{fleet.base_url}feeds/{name}" if fleet.base_url else name
        home = fleet.base_url or "../"
        yield (
            f"feeds/{name}.atom",
            atom(
                chosen,
                uri=tag_uri(f"fleet:{name}"),
                title=title,
                author=visible(fleet.title) or "MCP servers",
                updated=max((entry.updated for entry in chosen), default=0),
                links={"self": f"{own}.atom", "alternate": home},
                base="",
            ),
        )
        yield (
            f"feeds/{name}.json",
            json_feed(
                chosen,
                title=title,
                author=visible(fleet.title) or "MCP servers",
                home=fleet.base_url or None,
                address=f"{own}.json" if fleet.base_url else None,
                base="",
            ),
        )


def _entries(fleet: Fleet) -> Sequence[Entry]:
    """Return all servers' entries, newest first, each with the names of its servers.

    Two configurations of one server have changes in common; each is one entry.
    """
    found: dict[str, Entry] = {}
    titles: dict[str, list[str]] = {}
    for member in fleet.members:
        root = member.home if "://" in member.home else f"{fleet.base_url or '../'}{member.home}"
        for entry in member.entries:
            tags = (("server", visible(member.name)), *entry.tags)
            found.setdefault(entry.uri, replace(entry, path=f"{root}{entry.path}", tags=tags))
            titles.setdefault(entry.uri, []).append(member.title)
    named = (
        replace(entry, title=visible(f"{', '.join(dict.fromkeys(titles[uri]))}: {entry.title}"))
        for uri, entry in found.items()
    )
    return sorted(named, key=lambda entry: -entry.published)
