"""The audit page, and the drawings beside tables that say the same."""

from __future__ import annotations

import re
from pathlib import Path

from htmlpages import page

from mcp_docs.site.svg import Bar, matrix_svg, timeline_svg


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


def test_names_in_drawings_are_escaped() -> None:
    bar = Bar("<script>", 0, 5, ended=True, tone="breaking")
    assert "<script" not in timeline_svg([bar], 10, 5, ((0, "2024"),))
    assert "<b>" not in matrix_svg([("<b>", "")], ["<b>"], {})


def test_a_promise_without_an_end_lasts_until_today() -> None:
    drawn = str(timeline_svg([Bar("x", 0, None, ended=False, tone="minor")], 100, 100, ()))
    assert 'width="508"' in drawn  # from the names to the margin
    assert "mcp-t-end" not in drawn
