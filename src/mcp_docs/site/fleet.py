"""The page of a catalogue of servers: one table, complete without MkDocs and without JavaScript."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcp_docs.dates import iso_date
from mcp_docs.fleet.member import Member
from mcp_docs.fleet.merged import Fleet, fleet_files
from mcp_docs.site.render import renderer
from mcp_docs.site.templates import built_in

_ASSETS = ("fleet.css", "fleet.js")


def fleet_site(fleet: Fleet) -> Mapping[str, bytes]:
    """Return every file of a catalogue by path: page, style, script, list and feeds."""
    folder = built_in() / "fleet"
    values = {
        "title": fleet.title,
        "servers": [_row(member) for member in fleet.members],
        "elements": sum(len(member.elements) for member in fleet.members),
        "failures": fleet.failures,
    }
    return {
        "index.html": renderer().whole("fleet/index.html.j2", values),
        **{name: (folder / name).read_bytes() for name in _ASSETS},
        **fleet_files(fleet),
    }


def _row(member: Member) -> Mapping[str, Any]:
    last = member.last_break
    words = [member.title, member.name, *(name for _, name in member.elements)]
    return {
        "name": member.name,
        "title": member.title,
        "home": member.home,
        # A folder on disk opens as a list of files, so its page is named.
        "page": "" if "://" in member.home else "index.html",
        "newest": member.newest,
        "released": iso_date(member.released),
        "elements": len(member.elements),
        "releases": member.releases,
        "underbumped": member.underbumped,
        "words": " ".join(words).lower(),
        "broke": last
        and {"page": last.page, "version": last.version, "date": iso_date(last.time), "count": last.count},
    }
