"""The runs of releases in which an element stayed the same, and the words about them."""

from __future__ import annotations

import pytest
from records import TEXT, record, tool

from mcp_docs.site.page import Page
from mcp_docs.site.pages import make_site
from walks import interface

_FLAGGED, _BARE = tool("find", flag=TEXT), tool("find")
#: ``bare`` in 1.0.0, 1.1.0, 1.3.0 and 1.4.0; another state between; 2.0.0 has a third.
_BACK = record(
    [
        ("1.0.0", interface(_BARE)),
        ("1.1.0", interface(_BARE, tool("other"))),
        ("1.2.0", interface(_FLAGGED)),
        ("1.3.0", interface(_BARE)),
        ("1.4.0", interface(_BARE, tool("other"))),
        ("2.0.0", interface(tool("find", flag=TEXT, port=TEXT))),
    ]
)


def _page(path: str) -> Page:
    return next(page for page in make_site(_BACK).pages if page.path == path)


def test_a_state_that_came_back_names_each_range_that_had_it() -> None:
    assert _page("1.0.0/tools/find/").data["held"] == "1.0.0 to 1.1.0 and 1.3.0 to 1.4.0"
    assert _page("1.2.0/tools/find/").data["held"] == "1.2.0"


def test_its_history_tells_each_time_that_it_came_and_went() -> None:
    steps = _page("1.0.0/tools/find/").data["steps"]
    assert [step.release for step in steps] == ["2.0.0", "1.3.0", "1.2.0"]


@pytest.mark.parametrize("path", ["tools/find/", "1.0.0/tools/find/", "1.2.0/tools/find/"])
def test_only_a_run_that_shares_anothers_page_says_which_version_it_means(path: str) -> None:
    runs = [(run.words, run.page, run.asked) for run, _ in _page(path).data["runs"]]
    assert runs == [
        ("1.0.0 to 1.1.0", "1.0.0/tools/find/", ""),
        ("1.2.0", "1.2.0/tools/find/", ""),
        ("1.3.0 to 1.4.0", "1.0.0/tools/find/", "1.3.0"),
        ("2.0.0 and later", "tools/find/", ""),
    ]


def test_what_is_counted_is_what_is_drawn() -> None:
    assert _page("tools/find/").data["strip_words"] == "3 states in 4 stretches: 1 came back"
    # 1.1.0 and 2.0.0 have it, 1.0.0, 1.2.0 and the rest between have not.
    assert _page("tools/other/").data["strip_words"] == "1 state in 2 stretches: 1 came back"


def test_a_state_that_is_only_written_differently_is_counted_as_such() -> None:
    first, second = tool("find", flag=TEXT, port=TEXT), tool("find", flag=TEXT, port=TEXT)
    first["inputSchema"]["required"] = ["flag", "port"]
    second["inputSchema"]["required"] = ["port", "flag"]
    written = record([("1.0.0", interface(first)), ("1.1.0", interface(second))])
    page = next(page for page in make_site(written).pages if page.path == "tools/find/")
    assert [run.mark for run, _ in page.data["runs"]] == ["added", "same"]
    assert page.data["strip_words"] == "2 states in 2 stretches: 1 only written differently"


def test_a_history_that_is_short_explains_each_change_and_a_long_one_folds_that() -> None:
    assert not _page("1.2.0/tools/find/").data["explained_folded"]
    versions = [("1.0.0", interface(tool("find", p0=TEXT)))]
    versions += [(f"{n}.0.0", interface(tool("find", **{f"p{n}": TEXT}))) for n in range(2, 8)]
    page = next(page for page in make_site(record(versions)).pages if page.path == "tools/find/")
    assert page.data["explained_folded"]
