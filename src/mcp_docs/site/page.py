"""What a page is, before it is HTML: values only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Section:
    """An entry of a page's table of contents: plain text and the id it leads to."""

    title: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Page:
    """One page of the site.

    Attributes:
        path: below the site's root, a folder with a final slash; empty for the home page.
        title: plain text, hostile; whoever prints it escapes it.
        nav_title: shorter, for navigation.
        template: file name of the template that makes the body.
        data: what the template shows; the keys are the template's contract.
        description: plain text for the page's metadata.
        searched: whether the page is in the search index.
        updated: seconds since 1970-01-01 UTC of the newest thing it tells.
        sections: its table of contents.
        parent: path of the page whose section it belongs to, or empty.
        json: path of the file that tells the same to programs, or empty.
        listed: whether the lists of its section show it; an older state is not.
    """

    path: str
    title: str
    template: str
    data: Mapping[str, Any]
    updated: int
    nav_title: str = ""
    description: str = ""
    searched: bool = True
    sections: tuple[Section, ...] = field(default=())
    parent: str = ""
    listed: bool = True
    json: str = "api/v1/index.json"


@dataclass(frozen=True, slots=True)
class NavItem:
    """A place in the navigation: a page, and pages below it."""

    title: str
    path: str
    children: tuple[NavItem, ...] = ()
