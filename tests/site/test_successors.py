"""Who used what went is told where to look: only what the record says, and nothing where it says nothing."""

from __future__ import annotations

from typing import Any

import pytest
from records import TEXT, record, tool

from mcp_docs.interface import Interface
from mcp_docs.record import Record
from mcp_docs.site.changes import ChangeView
from mcp_docs.site.pages import make_site
from mcp_docs.site.render import renderer
from walks import interface

_OLD = tool("get_issue", number=TEXT, owner=TEXT)


def _removal(made: Record, path: str) -> ChangeView:
    data: Any = next(page.data for page in make_site(made).pages if page.path == path)
    return next(
        change for group in data["groups"] for change in group.changes if change.what == "tool removed"
    )


def _two(*after: dict[str, Any], before: dict[str, Any] = _OLD) -> Record:
    steps: list[tuple[str | None, Interface]] = [
        ("1.0.0", interface(before, tool("search"))),
        ("2.0.0", interface(tool("search"), *after)),
        ("2.1.0", interface(tool("search"), *after, tool("late"))),
    ]
    return record(steps)


@pytest.mark.parametrize("path", ["2.0.0/", "compare/1.0.0/"])
def test_what_the_same_release_added_under_a_similar_name_is_named(path: str) -> None:
    view = _removal(_two(tool("issue_read"), tool("listIssues", who=TEXT), tool("get_labels")), path)
    assert view.successor is not None
    assert view.successor.words == "2.0.0, which removed it, added issue_read and listIssues."
    assert (view.successor.page, view.successor.what) == ("2.0.0/", "tool added")


def test_many_are_counted() -> None:
    view = _removal(_two(*(tool(f"issue_{n}", **{f"a{n}": TEXT}) for n in range(5))), "2.0.0/")
    assert view.successor is not None
    assert view.successor.words == "2.0.0, which removed it, added 5 tools of a similar name."


@pytest.mark.parametrize("came", [(), (tool("get_labels"),), (tool("get_the_rest"),)])
def test_nothing_is_said_where_nothing_like_it_came(came: tuple[dict[str, Any], ...]) -> None:
    assert _removal(_two(*came), "2.0.0/").successor is None


def test_a_notice_that_names_a_replacement_goes_before_what_merely_came() -> None:
    old = {**_OLD, "_meta": {"deprecated": {"replacement": "search"}}}
    view = _removal(_two(tool("issue_read"), before=old), "2.0.0/")
    assert view.successor is not None
    assert (view.successor.words, view.successor.page) == ("Use search instead.", "tools/search/")


def test_a_replacement_is_named_once_and_linked() -> None:
    old = {**_OLD, "_meta": {"deprecated": {"replacement": "search"}}}
    site = make_site(_two(before=old))
    page = next(page for page in site.pages if page.path == "2.0.0/")
    link = '<a href="../tools/search/index.html">search</a>'
    assert f"Use {link} instead.</p>" in renderer().body(page, site.shared)


def test_names_are_escaped_where_they_are_shown() -> None:
    site = make_site(_two(tool("<img src=issue>")))
    page = next(page for page in site.pages if page.path == "2.0.0/")
    body = renderer().body(page, site.shared)
    assert "added &lt;img src=issue&gt;." in body
    assert "<img" not in body
    assert 'href="../2.0.0/index.html?what=tool+added"' in body
