"""Permanent ids of what a feed has entries of, beside changes: releases and promises.

Made as the ids of changes are (see ``history.identity``): from what the thing is and where it stands
in history, never from a text, an address or a version of this program. The server's name in them is
the one that it had in the release concerned, so a server that takes a new name changes no id.
"""

from __future__ import annotations

import base64
import hashlib

from mcp_docs.history.identity import NAMELESS
from mcp_docs.jsonvalue import JsonValue, canonical_text
from mcp_docs.record import Deprecation, Record, Release

#: RFC 4151 tag URIs need an authority that the minter owns; ``.invalid`` (RFC 2606) can belong to
#: nobody else. The id is unique by itself.
TAG_AUTHORITY = "mcp-docs.invalid,2026"
_LENGTH = 26


def tag_uri(name: str) -> str:
    """Return the tag URI (RFC 4151) of an id."""
    return f"tag:{TAG_AUTHORITY}:{name}"


def feed_uri(record: Record, name: str) -> str:
    """Return the permanent id of a feed; the server counts by the first name that it had."""
    first = record.releases[0].interface.server.key if record.releases else record.server
    return tag_uri(f"{_plain(first or NAMELESS)}:{name}")


def release_id(release: Release) -> str:
    """Return the permanent id of a release."""
    return "MCPR-" + _hashed([_server(release), release.version])


def deprecation_id(record: Record, item: Deprecation, event: str, at: str) -> str:
    """Return the permanent id of something that happened to a promise.

    Args:
        record: of the promise.
        item: the promise.
        event: what happened.
        at: the version, or date, at which.
    """
    release = record.by_version.get(item.announced_in or item.removed_in or "")
    server = _server(release) if release else NAMELESS
    return "MCPD-" + _hashed([server, item.kind, item.key, item.pointer, event, at])


def _server(release: Release) -> str:
    return release.interface.server.key or NAMELESS


def _hashed(value: JsonValue) -> str:
    hashed = hashlib.sha256(canonical_text(value).encode("utf-8")).digest()
    return base64.b32encode(hashed).decode("ascii").lower()[:_LENGTH]


def _plain(name: str) -> str:
    """Return a name with the characters that RFC 4151 allows."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "-._") else "-" for c in name) or NAMELESS
