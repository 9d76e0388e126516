"""A published feed as its consumer sees it: releases, and the interface of each, put together again.

Nothing is believed that can be checked: a state must have the digest by which it is asked for, and so
must an interface that is put together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mcp_docs.errors import FeedError, UsageError, Where
from mcp_docs.feed.source import FeedSource, digest_of
from mcp_docs.interface import ELEMENT_TYPES, Element, Interface, Problem, Server
from mcp_docs.jsonvalue import JsonObject, JsonValue
from mcp_docs.semver import parse_version
from mcp_docs.versions import find_version, near_versions

_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_LISTS = {"tool": "tools", "resource": "resources", "template": "templates", "prompt": "prompts"}


@dataclass(frozen=True)
class PublishedFeed:
    """A feed, read as far as it is asked for.

    Attributes:
        source: where it is.
        newest: version that readers want first.
        versions: in release order; ``unreleased`` last where HEAD is ahead.
    """

    source: FeedSource
    newest: str
    versions: tuple[str, ...]
    _deltas: Mapping[str, Any]
    _states: dict[str, JsonObject] = field(default_factory=dict)

    def interface(self, version: str, wanted: Sequence[tuple[str, str]] | None = None) -> Interface:
        """Return what a release offers.

        Args:
            version: of the release.
            wanted: kind and key of the elements whose content is wanted; the others are there by name
                alone, which is enough to say what is near to a missing one. ``None`` for all.

        Raises:
            FeedError: the feed lacks a file, or a file is not what it is named after.
            UsageError: there is no such release.
        """
        lists: dict[str, list[Element]] = {name: [] for name in _LISTS.values()}
        server = Server({})
        for key, item in sorted(self._items(version).items()):
            if key[0] == "server":
                if wanted is None or key in wanted:
                    server = Server(self._state(item["digest"]))
            else:
                lists[_LISTS[key[0]]].append(self._element(key, item, wanted))
        parts: dict[str, Any] = {name: tuple(items) for name, items in lists.items()}
        made = Interface(server=server, **parts)
        if wanted is None and f"sha256:{made.digest}" != self._deltas[self.known(version)]["digest"]:
            raise FeedError(f"what it says of {version} does not fit together", where=Where(self.source.name))
        return made

    def states(self, version: str) -> Mapping[tuple[str, str], str]:
        """Return the digest of each element of a release, by kind and name; the server has no name."""
        return {key: item["digest"] for key, item in self._items(version).items()}

    def release(self, version: str) -> JsonObject:
        """Return the file of a release, with its changes.

        Raises:
            FeedError: the feed lacks it.
        """
        listed = self.source.object("api/v1/releases.json")
        releases = [*_objects(listed.get("releases")), *_objects([listed.get("unreleased")])]
        slug = next((item.get("slug") for item in releases if item.get("version") == version), None)
        return self.source.object(f"api/v1/releases/{slug}.json")

    def _items(self, version: str) -> dict[tuple[str, str], Any]:
        found: dict[tuple[str, str], Any] = {}
        for delta in reversed(self._line(version)):
            for gone in delta["removed"]:
                found.pop((gone["kind"], gone["name"]), None)
            for item in delta["changed"]:
                found[item["kind"], "" if item["kind"] == "server" else item["name"]] = item
        return found

    def _line(self, version: str) -> Sequence[Any]:
        """Return the deltas from ``version`` back to a first release."""
        line = []
        current: str | None = self.known(version)
        while current is not None:
            delta = self._deltas[current]
            line.append(delta)
            current = delta["base"]
            if len(line) > len(self._deltas):
                raise FeedError(
                    "its releases grew from each other in a circle", where=Where(self.source.name)
                )
        return line

    def _element(self, key: tuple[str, str], item: Any, wanted: Sequence[tuple[str, str]] | None) -> Element:
        kind = ELEMENT_TYPES[key[0]]  # type: ignore[index]  # a kind, which the caller's table has too
        if wanted is not None and key not in wanted:
            return kind({kind.key_field: key[1]})
        problems = tuple(Problem(p["code"], p["message"], p["pointer"]) for p in item["problems"])
        return kind(self._state(item["digest"]), problems)

    def _state(self, name: str) -> JsonObject:
        if name not in self._states:
            path = f"api/v1/states/{name.removeprefix('sha256:')}.json"
            data = self.source.object(path).get("data")
            if not isinstance(data, Mapping) or digest_of(data) != name:
                raise FeedError(f"{path} does not hold what it is named after", where=Where(self.source.name))
            self._states[name] = data
        return self._states[name]

    def known(self, version: str) -> str:
        """Return the version as the feed writes it; see ``versions.find_version``.

        Raises:
            UsageError: there is no such release, with the nearest.
        """
        found = find_version(version, self.versions, self.newest)
        if found is None:
            hint = near_versions(version, self.versions)
            raise UsageError(f"the feed has no release {version!r}", hint=hint)
        return found

    def offered(self, kind: str, key: str) -> bool:
        """Tell whether any release, or HEAD, has or had an element."""
        return any(
            (item["kind"], item["name"]) == (kind, key)
            for delta in self._deltas.values()
            for item in delta["changed"]
        )

    def successor(self, kind: str, key: str, gone_in: str, last: str) -> str | None:
        """Return what an element that went is called later, or what its maintainers name instead.

        Args:
            kind: of the element.
            key: its name.
            gone_in: version that first lacked it.
            last: version that grew from ``gone_in``, or that itself.
        """
        line = self.line(last)
        name = key
        for version in line[line.index(gone_in) :] if gone_in in line else ():
            if (kind, name) not in self.states(version):
                name = self._renamed(kind, name, version) or name
        if name != key and (kind, name) in self.states(last):
            return name
        promises = _objects(self.source.object("api/v1/deprecations.json").get("deprecations"))
        named = (item.get("replacement") for item in promises if _is_of(item, kind, key))
        return next((text for text in named if isinstance(text, str)), None)

    def _renamed(self, kind: str, key: str, version: str) -> str | None:
        for change in _objects(self.release(version).get("changes")):
            detail = change.get("detail")
            if (
                _is_of(change, kind, key)
                and change.get("operation") == "removed"
                and isinstance(detail, Mapping)
            ):
                name = detail.get("renamed_to")
                return name if isinstance(name, str) else None
        return None

    def line(self, version: str) -> tuple[str, ...]:
        """Return the versions that ``version`` grew from and itself, oldest first."""
        return tuple(str(delta["release"]) for delta in reversed(self._line(version)))

    def later(self, first: str, last: str) -> tuple[str, ...]:
        """Return the versions after ``first`` up to ``last``, on the line of releases that leads to it.

        Where ``last`` did not grow from ``first``, as across a maintenance line, those that are higher.
        """
        line = self.line(last)
        if first in line:
            return line[line.index(first) + 1 :]
        lowest = parse_version(first)
        higher = [v for v in line if lowest and (own := parse_version(v)) and own.version > lowest.version]
        return tuple(higher) or (last,)


def _objects(value: JsonValue) -> list[JsonObject]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def _is_of(item: JsonObject, kind: str, key: str) -> bool:
    """Tell whether a change or a promise is of an element as a whole."""
    return item.get("element") == {"kind": kind, "name": key} and not item.get("pointer")


def read_feed(source: FeedSource) -> PublishedFeed:
    """Read what a feed says of its releases.

    Raises:
        FeedError: it is no feed that this version understands.
    """
    index, listed = source.object("api/v1/index.json"), source.object("api/v1/interfaces.json")
    where = Where(source.name)
    try:
        deltas: dict[str, Any] = {str(delta["release"]): delta for delta in listed["interfaces"]}  # type: ignore[index,union-attr,call-overload]
        newest = str(index["newest_release"] or next(iter(deltas)))
        for delta in deltas.values():
            _shaped(delta, deltas)
    except (KeyError, TypeError, StopIteration):
        raise FeedError("is no feed of mcp-docs, or an older one", where=where) from None
    return PublishedFeed(source, newest, tuple(deltas), deltas)


def _shaped(delta: Any, deltas: Mapping[str, Any]) -> None:
    """Raise ``KeyError`` or ``TypeError`` where a delta lacks what is read of it."""
    if delta["base"] is not None:
        deltas[delta["base"]]
    for item in (*delta["changed"], *delta["removed"]):
        if item["kind"] not in ELEMENT_TYPES or not isinstance(item["name"], str):
            raise TypeError(item)
    for item in delta["changed"]:
        if not _DIGEST.fullmatch(item["digest"]) or not isinstance(item["problems"], list):
            raise TypeError(item)
