"""The feed that was published last, as a build continues it.

It may have been kept anywhere since, so nothing of it is taken for what our feeds hold before it was
looked at: its ids become names of files, its texts become entries.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from mcp_docs.dates import read_time
from mcp_docs.errors import FeedError, Where
from mcp_docs.feed.source import INDEX, FeedSource
from mcp_docs.interface import ELEMENT_TYPES
from mcp_docs.jsonvalue import JsonObject

_ID: Final = re.compile(r"MCPC-[a-z2-7]{16,64}")
_KINDS: Final = frozenset({*ELEMENT_TYPES, "server"})
_LEVELS: Final = frozenset({"breaking", "review", "minor", "patch"})
_TEXTS: Final = ("release", "text", "why", "remedy")
_TEXTS_OR_NOTHING: Final = ("who", "advice", "announced_in", "earlier_id")


@dataclass(frozen=True, slots=True)
class Previous:
    """An earlier feed, parsed.

    Attributes:
        published: each change as it was first published, oldest first.
        records: each change as it was known then, by id.
        amendments: oldest first.
        ruleset: version of the rules that judged.
        sealed: bytes of each page of changes that was sealed, by its path below the site's root.
    """

    published: tuple[JsonObject, ...] = ()
    records: Mapping[str, JsonObject] = field(default_factory=dict)
    amendments: tuple[JsonObject, ...] = ()
    ruleset: str = ""
    sealed: Mapping[str, bytes] = field(default_factory=dict)


def read_previous(source: FeedSource) -> Previous:
    """Read what an earlier feed has published.

    Raises:
        FeedError: it lacks a file, or holds what none of our feeds does.
    """
    try:
        return _read(source)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise FeedError(
            "is no feed that this version of mcp-docs can continue",
            where=Where(source.name),
            hint="Name the site as it was published last, or leave --previous out to begin anew.",
        ) from None


def _read(source: FeedSource) -> Previous:
    index: Any = source.object(INDEX)
    published: list[JsonObject] = []
    sealed: dict[str, bytes] = {}
    for path in _pages(index["counts"]["change_pages"]):
        page: Any = source.object(path)
        published += page["changes"]
        if page["sealed"] is True:
            sealed[path] = source.bytes(path)
    amendments: Any = source.object("api/v1/amendments.json")["amendments"]
    records = {str(item["id"]): item for item in _records(source)}
    for item in published:
        _check_change(item)
    for item in records.values():
        _check_record(item)
    for item in amendments:
        _check_amendment(item)
    ids = [str(item["id"]) for item in published]
    if len(set(ids)) < len(ids) or not records.keys() >= set(ids):
        raise ValueError(ids)
    return Previous(tuple(published), records, tuple(amendments), str(index["ruleset"]), sealed)


def _pages(number: Any) -> Iterator[str]:
    for page in range(1, number + 1):
        yield f"api/v1/changes/{page}.json"


def _records(source: FeedSource) -> Iterator[JsonObject]:
    # Other line breaks than this one stand inside strings.
    for line in source.bytes("api/v1/all.ndjson").split(b"\n"):
        if line:
            yield source.parsed(line, "api/v1/all.ndjson")


def _check_change(item: Any) -> None:
    """Raise ``KeyError``, ``TypeError`` or ``ValueError`` where a change lacks what is read of it."""
    element, proof = item["element"], item["proof"]
    texts = [item[name] for name in _TEXTS] + [
        element["name"],
        proof["kind"],
        item["raw_level"],
        item["bump"],
    ]
    texts += [item[name] or "" for name in _TEXTS_OR_NOTHING] + [proof["text"] or "", proof["side"] or ""]
    if not all(isinstance(text, str) for text in texts):
        raise TypeError(item)
    if not _ID.fullmatch(item["id"]) or element["kind"] not in _KINDS or item["level"] not in _LEVELS:
        raise ValueError(item)
    read_time(item["published"])
    proof["value"]


def _check_record(item: Any) -> None:
    _check_change(item)
    read_time(item["modified"])
    if item["withdrawn"] is not None:
        read_time(item["withdrawn"]["at"])
    for amendment in item["amendments"]:
        _check_amendment(amendment)


def _check_amendment(item: Any) -> None:
    texts = [item["id"], item["kind"], item["cause"], item["ruleset"]["before"], item["ruleset"]["after"]]
    texts += [change["name"] for change in item["fields"]]
    if not all(isinstance(text, str) for text in texts):
        raise TypeError(item)
    for change in item["fields"]:
        change["before"], change["after"]
    read_time(item["at"])
