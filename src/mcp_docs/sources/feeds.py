"""Published feeds from a folder or an address: the shell behind ``feed.source``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import urlsplit

from mcp_docs.errors import FeedError, McpDocsError, MissingError, Where
from mcp_docs.feed.read import read_feed
from mcp_docs.feed.source import INDEX, FeedSource, verified
from mcp_docs.interface import Interface
from mcp_docs.sources.address import shown_address

#: Bytes of one file of a feed; a dump of 10,000 changes has about 30 million.
SIZE_LIMIT: Final = 200_000_000

#: The list of a site of several servers.
_SERVERS: Final = "servers.json"
_MOST_NAMED: Final = 5
#: Of the files at a site's root.
_SUFFIXES: Final = (".html", ".md", ".txt", ".xml", ".gz")
#: Folders above an address in which a feed is looked for, only to say that there is one.
_HIGHEST: Final = 8


def open_feed(name: str) -> FeedSource:
    """Return the feed of a published site, of which nothing is believed that its index does not list.

    Args:
        name: the site's folder or http(s) address, or that of a file in its ``feeds`` or ``api/v1``, or at
            its root.

    Raises:
        FeedError: there is no feed, or one that this program does not know.
    """
    named, *others = map(_source, _roots(name))
    if others and named.get(INDEX) is None:
        named = next((source for source in others if source.get(INDEX) is not None), named)
    try:
        return verified(named)
    except FeedError as error:
        hint = (_members(named) or _above(name)) if named.get(INDEX) is None else ""
        if not hint:
            raise
        raise FeedError(error.what, where=error.where, hint=hint) from None


def _members(source: FeedSource) -> str:
    """Return which feeds there are where a site is of several servers; empty where it is not."""
    try:
        listed = source.object(_SERVERS).get("servers")
    except McpDocsError:
        return ""
    homes = (
        [item.get("home") for item in listed if isinstance(item, Mapping)] if isinstance(listed, list) else []
    )
    names = [home for home in homes if isinstance(home, str)]
    shown = ", ".join(names[:_MOST_NAMED]) + (" …" if len(names) > _MOST_NAMED else "")
    return f"It is a site of several servers; give the address of one of them: {shown}"


def _roots(name: str) -> Iterator[str]:
    """Yield where a site's root can be: what is named itself, then each folder with such a path in it."""
    yield name.rstrip("/") or ("/" if name.startswith("/") else ".")
    begin, path = _parted(name)
    parts = path.rstrip("/").split("/")
    for count in range(len(parts) - 1, -1, -1):
        if parts[count] == "feeds" or parts[count : count + 2] == ["api", "v1"]:
            yield _folder_of(begin, parts[:count])
    if PurePosixPath(parts[-1]).suffix in _SUFFIXES:
        yield _folder_of(begin, parts[:-1])


def _above(name: str) -> str:
    """Return where the nearest feed above is, in a sentence; empty where there is none."""
    begin, path = _parted(name)
    parts = path.rstrip("/").split("/")
    for count in range(len(parts) - 1, max(0, len(parts) - _HIGHEST), -1):
        source = _source(_folder_of(begin, parts[:count]))
        try:
            if source.get(INDEX) is not None:
                return f"There is a feed at {source.name}: give that, if it is the one that you mean."
        except McpDocsError:
            return ""
    return ""


def _parted(name: str) -> tuple[str, str]:
    """Return what stands before an address's path, empty for a folder, and the path."""
    if "://" not in name:
        return "", name
    try:
        parts = urlsplit(name)
    except ValueError:
        return name, ""
    return f"{parts.scheme}://{parts.netloc}", parts.path


def _folder_of(begin: str, parts: Sequence[str]) -> str:
    return begin + "/".join(parts) or ("/" if parts else ".")


def _source(root: str) -> FeedSource:
    return _address(root) if "://" in root else _folder(Path(root))


def load_published(feed: str | Path, version: str = "latest") -> Interface:
    """Read the interface of a release from a published site.

    Args:
        feed: the site's folder or http(s) address, or that of a file of it, see :func:`open_feed`.
        version: of the release; ``latest`` is the one that readers want first, ``unreleased`` what
            came after it.

    Raises:
        FeedError: there is no feed, it lacks a file, or a file is not what it is named after.
        UsageError: there is no such release.
    """
    return read_feed(open_feed(str(feed))).interface(version)


def _folder(folder: Path) -> FeedSource:
    def get(path: str) -> bytes | None:
        file = folder / path
        try:
            return file.read_bytes() if file.is_file() else None
        except OSError as error:
            where, hint = Where(str(file)), "See to its permissions, or copy the whole folder again."
            raise FeedError(f"cannot be read: {error.strerror}", where=where, hint=hint) from None

    return FeedSource(str(folder), get)


def _address(root: str) -> FeedSource:
    from mcp_docs.sources.webfile import fetch  # noqa: PLC0415  # the web, only for addresses

    def get(path: str) -> bytes | None:
        try:
            return fetch(f"{root}/{path}", SIZE_LIMIT)
        except MissingError:
            return None
        except McpDocsError as error:
            raise FeedError(error.what, where=Where(shown_address(root)), hint=error.hint) from None

    return FeedSource(shown_address(root), get)
