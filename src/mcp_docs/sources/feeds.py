"""Published feeds from a folder or an address: the shell behind ``feed.source``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from mcp_docs.errors import FeedError, McpDocsError, MissingError, Where
from mcp_docs.feed.read import read_feed
from mcp_docs.feed.source import INDEX, FeedSource, verified
from mcp_docs.interface import Interface
from mcp_docs.sources.address import shown_address

#: Bytes of one file of a feed; a dump of 10,000 changes has about 30 million.
SIZE_LIMIT: Final = 200_000_000


def open_feed(name: str) -> FeedSource:
    """Return the feed of a published site, of which nothing is believed that its index does not list.

    Args:
        name: the site's folder or http(s) address, or that of its ``api/v1/index.json``.

    Raises:
        FeedError: there is no feed, or one that this program does not know.
    """
    root = name.removesuffix(INDEX).rstrip("/") or ("/" if name.startswith("/") else ".")
    return verified(_address(root) if "://" in name else _folder(Path(root)))


def load_published(feed: str | Path, version: str = "latest") -> Interface:
    """Read the interface of a release from a published site.

    Args:
        feed: the site's folder or http(s) address, or that of its ``api/v1/index.json``.
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
            raise FeedError(f"cannot be read: {error.strerror}", where=Where(str(file))) from None

    return FeedSource(str(folder), get)


def _address(root: str) -> FeedSource:
    from mcp_docs.sources.webfile import fetch  # noqa: PLC0415  # the web, only for addresses

    def get(path: str) -> bytes | None:
        try:
            return fetch(f"{root}/{path}", SIZE_LIMIT)
        except MissingError:
            return None
        except McpDocsError as error:
            raise FeedError(error.what, where=Where(shown_address(root))) from None

    return FeedSource(shown_address(root), get)
