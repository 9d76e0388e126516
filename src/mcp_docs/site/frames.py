"""The theme's page around ours, rendered once for each shape and filled in for each page.

What a theme puts around a page depends on its depth, on its section and on whether it has a table of
contents, and on little else. Rendering that anew for every page was most of a build.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from markupsafe import escape
from mkdocs.structure.toc import AnchorLink, TableOfContents

from mcp_docs.site.csp import with_policy
from mcp_docs.site.page import Page
from mcp_docs.site.sidebar import Sidebar

#: Template name that our pages ask for where they are framed.
FRAMED = "mcp-docs/framed"
#: Marks in a frame. Every text of a record has its control characters shown before it gets here, so none
#: can be taken for a mark.
_TITLE, _ABOUT, _BODY, _PLACE, _NAME, _ID, _LIST, _TOC = (
    f"\x01mcp-docs-{name}\x01" for name in ("title", "about", "body", "place", "name", "id", "list", "toc")
)
_TOKEN = re.compile(r"(\x01mcp-docs-[a-z]+\x01)")
_TOC_ENTRY = re.compile(rf'<li class="md-nav__item">\s*<a href="#{_ID}".*?</li>', re.DOTALL)


_SECTION_LIST = re.compile(r'(<nav class="md-nav" data-md-level="1") aria-labelledby="[^"]*"')


class Template(Protocol):
    """What MkDocs asks of a template."""

    def render(self, context: Mapping[str, Any]) -> str:
        """Return the page."""


@dataclass(frozen=True, slots=True)
class _Frame:
    parts: tuple[str, ...]
    entry: str


class Frames:
    """Stands in for the theme's page template."""

    def __init__(self, template: Template, sidebar: Sidebar, trim: Callable[[str], str]) -> None:
        self._template = template
        self._sidebar = sidebar
        self._trim = trim
        self._known: dict[tuple[int, str, bool], _Frame] = {}

    def render(self, context: Mapping[str, Any]) -> str:
        """Return one of our pages as the theme would render it."""
        page = context["page"]
        ours: Page = page.ours
        shape = (ours.path.count("/"), ours.parent or ours.path, bool(ours.sections))
        if shape not in self._known:
            self._known[shape] = self._frame(context, page)
        frame = self._known[shape]
        values = {
            _TITLE: page.meta["title"],
            _ABOUT: page.meta["description"],
            _BODY: page.content,
            _PLACE: escape(page.canonical_url or ""),
            _ID: ours.sections[0].anchor if ours.sections else "",
            _LIST: self._sidebar.entries(ours),
            _TOC: "".join(_entry(frame.entry, link.title, link.id) for link in page.toc),
        }
        return "".join(values.get(part, part) for part in frame.parts)

    def _frame(self, context: Mapping[str, Any], page: Any) -> _Frame:
        held = page.meta, page.content, page.toc, page.canonical_url
        page.meta = {"title": _TITLE, "description": _ABOUT}
        page.content = f"<h1>{_BODY}</h1>"
        page.toc = TableOfContents([AnchorLink(_NAME, _ID, 2)] if page.ours.sections else [])
        page.canonical_url = page.canonical_url and _PLACE
        try:
            html = self._template.render(context)
        finally:
            page.meta, page.content, page.toc, page.canonical_url = held
        html = self._sidebar.tokenise(with_policy(_named(self._trim(html))), _LIST).replace(
            f"<h1>{_BODY}</h1>", _BODY
        )
        found = _TOC_ENTRY.search(html)
        entry = found.group() if found else ""
        return _Frame(tuple(_TOKEN.split(_TOC_ENTRY.sub(_TOC, html))), entry)


def _named(html: str) -> str:
    """Give names to parts that the theme leaves without: screen readers tell them apart by these."""
    html = html.replace('role="dialog"', 'role="dialog" aria-label="Search"', 1)
    return _SECTION_LIST.sub(r'\1 aria-label="Pages of this section"', html)


def _entry(entry: str, title: str, anchor: str) -> str:
    return entry.replace(_ID, anchor).replace(_NAME, title)
