"""The audit page, and the drawings beside tables that say the same."""

from __future__ import annotations

import re
from pathlib import Path

from htmlpages import page
from records import record, tool

from mcp_docs.site.pages import make_site
from mcp_docs.site.svg import Bar, matrix_svg, timeline_svg
from walks import interface


def test_each_break_says_what_was_good_last(site: Path) -> None:
    shown = page(site, "audit").text
    assert re.search(
        r"ships flag: is now required first bad 1\.1\.0 , 2024-01-02 last good 1\.0\.0 commit", shown
    )
    assert re.search(
        r"berths tool removed first bad 2\.0\.0 , 2024-01-04 last good 1\.2\.0 commit \w+ without notice",
        shown,
    )


def test_the_audit_lists_what_declares_too_small_a_step(site: Path) -> None:
    assert "1.1.0 2024-01-02 minor major" in page(site, "audit").text


def test_removals_of_a_year_say_how_many_came_back_so_that_they_add_up_to_what_is_gone() -> None:
    # ``find`` went twice and came back once; ``port`` went once, ``ship`` went and came back.
    find, port, ship = tool("find"), tool("port"), tool("ship")
    pages = make_site(
        record(
            [
                ("1.0.0", interface(find, port, ship)),
                ("2.0.0", interface(port)),
                ("2.1.0", interface(find, port, ship)),
                ("3.0.0", interface(ship)),
            ]
        )
    ).pages
    data = next(page.data for page in pages if page.path == "audit/")
    assert data["years"][0].removed == (("tool removed", "4 tools", 2),)
    marks = {(item.change.key, item.change.release): item.returned_in for item in data["breaks"]}
    assert marks == {
        ("find", "2.0.0"): "2.1.0",
        ("ship", "2.0.0"): "2.1.0",
        ("find", "3.0.0"): "",
        ("port", "3.0.0"): "",
    }
    gone = next(page.data for page in pages if page.path == "tools/")["gone"]
    assert [count for _, count, _ in gone] == ["2 tools"]


def test_a_matrix_has_a_mark_for_each_pair_and_the_worse_the_larger() -> None:
    drawn = str(
        matrix_svg(
            [("1", "to/1"), ("2", "")],
            ["2", "3"],
            {("1", "2"): "breaking", ("1", "3"): "none", ("2", "3"): "minor"},
        )
    )
    sides = {name: float(side) for name, side in re.findall(r'mcp-m--(\w+)" d="M[\d. ]+h([\d.]+)v', drawn)}
    assert sides["breaking"] > sides["minor"] > sides["none"]
    assert drawn.count("<a href=") == 1
    # The shares of a printed page that names and marks take are those of the drawings.
    assert 'style="--mcp-names:19fr;--mcp-marks:32fr"' in drawn  # a letter of 6.7 and 12 around; two of 16
    assert re.findall(r'<svg [^>]* width="(\d+)"', drawn) == ["32", "19", "32"]


def test_names_in_drawings_are_escaped() -> None:
    bar = Bar("<script>", 0, 5, ended=True, tone="breaking")
    assert "<script" not in timeline_svg([bar], 10, 5, ((0, "2024"),))
    assert "<b>" not in matrix_svg([("<b>", "")], ["<b>"], {})


def test_a_promise_without_an_end_lasts_until_today() -> None:
    drawn = str(timeline_svg([Bar("x", 0, None, ended=False, tone="minor")], 100, 100, ()))
    assert 'width="508"' in drawn  # from the names to the margin
    assert "mcp-t-end" not in drawn
