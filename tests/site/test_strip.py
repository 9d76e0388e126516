"""The runs of releases in which an element stayed the same, and the words about them."""

from __future__ import annotations

import pytest
from records import TEXT, record, tool

from mcp_docs.site.page import Page
from mcp_docs.site.pages import make_site
from mcp_docs.site.render import renderer
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


def test_its_history_tells_each_time_that_it_came_and_went_and_apart_what_came_next() -> None:
    data = _page("1.0.0/tools/find/").data
    assert [step.release for step in data["steps"]] == ["1.3.0", "1.2.0"]
    assert [step.release for step in data["next_steps"]] == ["2.0.0"]
    assert (data["until"], data["later"]) == ("1.4.0", 1)


def test_an_older_states_history_ends_with_it_and_counts_the_rest() -> None:
    versions = [(f"{n}.0.0", interface(tool("find", **{f"p{n}": TEXT}))) for n in range(1, 7)]
    page = next(page for page in make_site(record(versions)).pages if page.path == "4.0.0/tools/find/")
    shown = renderer().body(page, make_site(record(versions)).shared)
    # Each release withdraws one argument and adds one: two changes.
    assert page.data["older"] == (("3.0.0", "3.0.0/", 2), ("2.0.0", "2.0.0/", 2))
    assert [step.release for step in page.data["steps"]] == ["4.0.0"]
    assert [step.release for step in page.data["next_steps"]] == ["5.0.0"]
    assert page.data["later"] == 2
    assert "History up to 4.0.0" in shown
    assert "Changed in 2 releases since 4.0.0" in shown
    assert "last broke" not in renderer().twin(page, make_site(record(versions)).shared).decode().lower()


def test_what_no_release_has_is_not_called_old() -> None:
    ahead = record([("1.0.0", interface(_BARE)), (None, interface(_FLAGGED))])
    page = next(page for page in make_site(ahead).pages if page.path == "unreleased/tools/find/")
    shown = renderer().body(page, make_site(ahead).shared)
    assert "This is not released yet" in shown
    assert "older state" not in shown


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
    assert _page("tools/find/").data["strip_words"] == "3 states over the releases; 1 came back later"
    # 1.1.0 and 2.0.0 have it, 1.0.0, 1.2.0 and the rest between have not.
    assert _page("tools/other/").data["strip_words"] == "1 state over the releases; 1 came back later"


def test_a_state_that_is_only_written_differently_is_counted_as_such() -> None:
    first, second = tool("find", flag=TEXT, port=TEXT), tool("find", flag=TEXT, port=TEXT)
    first["inputSchema"]["required"] = ["flag", "port"]
    second["inputSchema"]["required"] = ["port", "flag"]
    written = record([("1.0.0", interface(first)), ("1.1.0", interface(second))])
    page = next(page for page in make_site(written).pages if page.path == "tools/find/")
    assert [run.mark for run, _ in page.data["runs"]] == ["added", "same"]
    assert page.data["strip_words"] == "2 states over the releases; 1 differs only in how it is written"


def test_a_history_that_is_short_explains_each_change_and_a_long_one_folds_that() -> None:
    assert not _page("1.2.0/tools/find/").data["explained_folded"]
    versions = [("1.0.0", interface(tool("find", p0=TEXT)))]
    versions += [(f"{n}.0.0", interface(tool("find", **{f"p{n}": TEXT}))) for n in range(2, 8)]
    page = next(page for page in make_site(record(versions)).pages if page.path == "tools/find/")
    assert page.data["explained_folded"]
