"""What a search finds on a page, read from the page once and kept."""

from __future__ import annotations

import json
from typing import Any

from mkdocs.config.defaults import MkDocsConfig

from mcp_docs.memory import Memory, key_of
from mcp_docs.site.page import Page

#: Keeps a page out of the search plugin's sight.
_EXCLUDED = {"exclude": True}


class SearchedPages:
    """Stands beside the theme's search plugin: puts remembered entries into its index, in the pages' order.

    Args:
        memory: asked first, and told.
        config: with the search plugin configured; without that nothing is remembered.
    """

    def __init__(self, memory: Memory, config: MkDocsConfig) -> None:
        self._memory = memory
        plugin = config.plugins.get("material/search")
        self._entries: list[Any] | None = getattr(getattr(plugin, "search_index", None), "entries", None)
        self._seen = 0
        self._asked: dict[str, tuple[bytes, bytes | None]] = {}

    def before(self, page: Any, ours: Page, html: str) -> None:
        """Look a page up before the search plugin reads it, which then leaves it alone.

        Args:
            page: MkDocs' page.
            ours: what it shows.
            html: what the plugin would read.
        """
        if self._entries is None or "search" in page.meta:
            return
        named = json.dumps([page.url, page.meta["title"], [(s.title, s.anchor) for s in ours.sections]])
        key = key_of("search", named.encode(), html.encode("utf-8", "surrogatepass"))
        known = self._memory.recall(key)
        self._asked[ours.path] = key, known
        if known is not None:
            page.meta["search"] = _EXCLUDED

    def after(self, page: Any, ours: Page) -> None:
        """Put a page's entries in, or keep those that the plugin has put in."""
        if self._entries is None:
            return
        key, known = self._asked.pop(ours.path, (b"", None))
        if known is not None:
            self._entries.extend(json.loads(known))
            del page.meta["search"]
        elif key:
            self._memory.keep(key, json.dumps(self._entries[self._seen :]).encode())
        self._seen = len(self._entries)
