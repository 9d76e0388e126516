"""Our pages in a user's navigation: their order where MkDocs made it, the section of those it leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from mkdocs.structure import StructureItem
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page


def order(nav: Navigation, places: Mapping[str, int]) -> None:
    """Put the sections that hold nothing but pages of ours into our order; all else stays where it is.

    Args:
        nav: what MkDocs made of a user's folder, changed in place.
        places: rank of each of our pages by its source path.
    """
    _order_below(nav.items, places)
    pages = list(_pages(nav.items))
    nav.pages = pages
    for page, before, after in zip(pages, [None, *pages], [*pages[1:], None], strict=False):
        page.previous_page, page.next_page = before, after


def attach(pages: Mapping[str, Page], parents: Mapping[str, str]) -> None:
    """Give each page that a navigation leaves out the section of the nearest page that it has.

    A theme then marks that section, shows its list beside the page and names it above; what the navigation
    lists stays as it is.

    Args:
        pages: ours by path, changed in place.
        parents: path of the page that each belongs below, where that is not the home page.
    """
    held = {path: page.parent for path, page in pages.items() if page.parent is not None}
    for path, page in pages.items():
        if page.parent is None:
            page.parent = held.get(parents[path]) or held.get("")


def _order_below(items: Iterable[StructureItem], places: Mapping[str, int]) -> None:
    for item in items:
        if isinstance(item, Section):
            _order_below(item.children, places)
            if all(page.file.src_uri in places for page in _pages(item.children)):
                item.children.sort(key=lambda child: _rank(child, places))


def _rank(item: StructureItem, places: Mapping[str, int]) -> int:
    return min((places[page.file.src_uri] for page in _pages([item])), default=len(places))


def _pages(items: Iterable[StructureItem]) -> Iterator[Page]:
    for item in items:
        if isinstance(item, Page):
            yield item
        elif isinstance(item, Section):
            yield from _pages(item.children)
