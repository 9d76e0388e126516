"""The list of a section's pages beside each of them, made once and not by the theme's macros.

Rendering a hundred entries on a hundred pages was the dearest part of a build. The theme renders one
placeholder entry in the active section; this puts the list in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from markupsafe import escape

from mcp_docs.site.page import NavItem, Page
from mcp_docs.site.paths import RELEASES, relative
from mcp_docs.site.text import breakable
from mcp_docs.site.words import counted

#: Title of the placeholder entry; no element can have it, since titles are escaped.
PLACEHOLDER = "<mcp-docs-list>"
#: Most entries beside a page. A longer list, whole on each of its own pages, would make a site grow with
#: the square of what it lists.
LONGEST = 200
_ENTRY = re.compile(
    r'<li class="md-nav__item[^"]*">\s*<a href="[^"]*" class="md-nav__link[^"]*">\s*'
    r'<span class="md-ellipsis">\s*<mcp-docs-list>\s*</span>\s*</a>\s*</li>'
)


class Sidebar:
    """The lists of all sections."""

    def __init__(self, nav: Iterable[NavItem], index: str) -> None:
        self._items = {item.path: item.children for item in nav if item.children}
        self._index = index
        self._lists: dict[tuple[str, int], Mapping[str, str]] = {}

    def tokenise(self, html: str, token: str) -> str:
        """Return a page of the theme with ``token`` in place of the placeholder entry."""
        return _ENTRY.sub(token, html, count=1)

    def entries(self, page: Page) -> str:
        """Return the list that stands beside a page; empty where its section has none."""
        section = page.parent if page.parent in self._items else page.path
        if section not in self._items:
            return ""
        entries = self._list(section, page.path)
        if not page.listed:
            # An older state shows the one entry that it is a state of, and where the list of its release
            # is: no page grows with the rest.
            own = "".join(entry for path, entry in entries.items() if page.path.endswith("/" + path))
            return own + self._release(page)
        shown = entries if len(entries) <= LONGEST else self._near(page, entries, section)
        return "".join(_active(entry) if path == page.path else entry for path, entry in shown.items())

    def _release(self, page: Page) -> str:
        """Return the entry that leads to everything that an older state's release had."""
        folder = page.path.partition("/")[0] + "/"
        for item in self._items.get(RELEASES, ()):
            if item.path == folder:
                address = relative(page.path, folder, self._index) + "#catalogue"
                return _entry(NavItem(f"Everything in {item.title}", folder), address)
        return ""

    def _near(self, page: Page, entries: Mapping[str, str], section: str) -> Mapping[str, str]:
        """Return the entries around a page's own, after one that leads to them all."""
        paths = list(entries)
        own = paths.index(page.path) if page.path in entries else 0
        first = max(0, min(own - LONGEST // 2, len(paths) - LONGEST))
        title = f"All {counted(len(paths), 'entry', 'entries')}"
        everything = _entry(NavItem(title, section), relative(page.path, section, self._index))
        return {section: everything, **{path: entries[path] for path in paths[first : first + LONGEST]}}

    def _list(self, section: str, here: str) -> Mapping[str, str]:
        """Return the entries of a section as seen from a page's depth, by path."""
        depth = here.count("/")
        found = self._lists.get((section, depth))
        if found is None:
            found = {
                item.path: _entry(item, relative(here, item.path, self._index))
                for item in self._items[section]
            }
            self._lists[section, depth] = found
        return found


def _entry(item: NavItem, address: str) -> str:
    title = breakable(" ".join(item.title.split()))
    return (
        f'<li class="md-nav__item"><a href="{escape(address)}" class="md-nav__link">'
        f'<span class="md-ellipsis">{title}</span></a></li>\n'
    )


def _active(entry: str) -> str:
    marked = entry.replace('"md-nav__item"', '"md-nav__item md-nav__item--active"', 1)
    return marked.replace(
        'class="md-nav__link"', 'class="md-nav__link md-nav__link--active" aria-current="page"', 1
    )
