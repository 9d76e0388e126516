"""The record as pages and navigation. Pure: no file is read or written here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from mcp_docs.record import Record
from mcp_docs.site import paths
from mcp_docs.site.audit import AuditPages
from mcp_docs.site.changes import ChangeView, ChangeViews
from mcp_docs.site.compare import ComparePages
from mcp_docs.site.documents import declarations, llms
from mcp_docs.site.elements import ElementPages
from mcp_docs.site.overview import OverviewPages
from mcp_docs.site.page import NavItem, Page
from mcp_docs.site.paths import FOLDERS, Addresses, refuse_collisions
from mcp_docs.site.releases import ReleasePages
from mcp_docs.site.rulepages import rule_pages
from mcp_docs.site.words import shown_version


@dataclass(frozen=True)
class Site:
    """All that a site shows of one record.

    Attributes:
        pages: in a fixed order, each path once.
        nav: the navigation, one level of children.
        redirects: path to the path it leads to.
        files: makes what stands beside the pages for programs, by path.
        shared: what every template knows.
        latest: views of the latest changes, at most so many, newest release first.
    """

    record: Record
    pages: tuple[Page, ...]
    nav: tuple[NavItem, ...]
    redirects: Mapping[str, str]
    files: Callable[[], Mapping[str, bytes]]
    shared: Mapping[str, Any]
    latest: Callable[[int], tuple[ChangeView, ...]]


def make_site(record: Record, base_url: str = "") -> Site:
    """Return pages, navigation and redirects of a record.

    Args:
        record: what to show.
        base_url: absolute address of the site, for commands that name it; or empty.

    Raises:
        OutputError: when two things would be at one path.
    """
    addresses = Addresses(record)
    views = ChangeViews(record, addresses)
    releases = ReleasePages(record, addresses, views)
    overview = OverviewPages(record, addresses, views, releases, base_url)
    rules = rule_pages(record, views)
    compared = ComparePages(record, addresses, views)
    audit = AuditPages(record, addresses, views, releases)
    pages = (*overview, *compared, *audit, *rules, *ElementPages(record, addresses, views), *releases)
    refuse_collisions([*(page.path or "index/" for page in pages), *addresses.redirects])
    return Site(
        record=record,
        pages=pages,
        nav=tuple(_nav(record, overview, addresses, rules=rules)),
        redirects=addresses.redirects,
        files=lambda: {
            "llms.txt": llms(record, pages),
            **declarations(record, addresses),
            **compared.files(),
        },
        shared={
            "server_title": record.title,
            "has_rules": bool(rules),
            "rule_ids": frozenset(page.path for page in rules),
        },
        latest=partial(_latest, record, views),
    )


def _latest(record: Record, views: ChangeViews, count: int) -> tuple[ChangeView, ...]:
    newest_first = reversed(record.releases)
    return views.views(islice((c for release in newest_first for c in release.changes), count))


def _nav(
    record: Record, overview: OverviewPages, addresses: Addresses, *, rules: tuple[Page, ...]
) -> Iterator[NavItem]:
    yield NavItem("Overview", paths.HOME)
    for kind, folder in FOLDERS.items():
        listed = overview.listed(kind, present=True)
        if any(life.kind == kind for life in record.lifecycles):
            children = tuple(NavItem(item.key, item.page) for item in listed)
            yield NavItem(folder.capitalize(), f"{folder}/", children)
    versions = reversed(tuple(record.by_version))
    children = tuple(NavItem(shown_version(v), addresses.release(v)) for v in versions)
    yield NavItem("Releases", paths.RELEASES, children)
    yield NavItem("Changelog", paths.CHANGELOG)
    yield NavItem("Compare", paths.COMPARE)
    yield NavItem("Deprecations", paths.DEPRECATIONS)
    yield NavItem("Audit", paths.AUDIT)
    if record.consumers:
        yield NavItem("Consumers", paths.CONSUMERS)
    if rules:
        children = tuple(NavItem(page.title, page.path) for page in rules if page.path != paths.RULES)
        yield NavItem("Rules", paths.RULES, children)
    yield NavItem("Server", paths.SERVER)
    yield NavItem("Feeds", paths.FEEDS)
