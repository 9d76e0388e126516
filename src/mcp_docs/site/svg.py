"""Drawings as inline SVG: the matrix of upgrades and the timeline of deprecations.

Colours come from the style sheet by class; a level also has a size of its own, so that no colour has
to be told from another. Each drawing stands beside a table that says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from mcp_docs.texts import shorten
from mcp_docs.views.markdown import visible

_Scale = Callable[[int], float]
_CELL = 10
_LABEL = 64
#: Half of the side of a mark by level, in units of the drawing: the worse the larger.
_HALF: Mapping[str, float] = {"breaking": 4.5, "review": 3.2, "minor": 2, "patch": 1.2, "none": 0.6}
_MOST_LABELS = 80
#: A small matrix is drawn larger: up to this factor, and this width.
_LARGEST = 1.7
_WIDE = 620
_ROW = 22
_WIDTH = 760
_NAMES = 240


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a timeline; days are counted from the beginning of the drawing.

    Attributes:
        begin: day of the announcement, or ``None`` without one.
        end: day of the removal or of the announced end, or ``None`` while neither is known.
        ended: whether it was removed, and not only announced.
        tone: label of the level whose colour it takes.
    """

    name: str
    begin: int | None
    end: int | None
    ended: bool
    tone: str


def matrix_svg(
    rows: Sequence[tuple[str, str]], columns: Sequence[str], levels: Mapping[tuple[str, str], str]
) -> Markup:
    """Draw from which release an upgrade to which other costs what.

    Args:
        rows: version that is upgraded from, and the address that its label leads to, or an empty text.
        columns: versions that are upgraded to.
        levels: label of the worst level by both versions; ``none`` where nothing changed.
    """
    width, height = _LABEL + len(columns) * _CELL, _LABEL + len(rows) * _CELL
    scale = max(1.0, min(_LARGEST, _WIDE / width))
    marks: dict[str, list[str]] = {name: [] for name in _HALF}
    for y, (old, _) in enumerate(rows):
        for x, new in enumerate(columns):
            level = levels.get((old, new))
            if level is not None:
                marks[level].append(_square(x, y, _HALF[level]))
    paths = "".join(
        f'<path class="mcp-m mcp-m--{name}" d="{"".join(found)}"/>' for name, found in marks.items() if found
    )
    label = "Matrix of upgrades: a row for each release that is upgraded from, a column for each to"
    return Markup(  # noqa: S704  # names are escaped below
        f'<svg class="mcp-svg mcp-matrix" viewBox="0 0 {width} {height}" width="{width * scale:.0f}" '
        f'height="{height * scale:.0f}" '
        f'role="group" aria-label="{label}">{_labels(rows, columns)}{paths}</svg>'
    )


def _square(x: int, y: int, half: float) -> str:
    left, top, side = _LABEL + (x + 0.5) * _CELL - half, _LABEL + (y + 0.5) * _CELL - half, 2 * half
    return f"M{left:g} {top:g}h{side:g}v{side:g}h-{side:g}z"


def _labels(rows: Sequence[tuple[str, str]], columns: Sequence[str]) -> str:
    return "".join(_row_labels(rows)) + "".join(_column_labels(columns))


def _row_labels(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    for y in _some(len(rows)):
        name, address = rows[y]
        text = f'<text x="{_LABEL - 4}" y="{_LABEL + y * _CELL + 8}" text-anchor="end">{_short(name)}</text>'
        yield f'<a href="{escape(address)}">{text}</a>' if address else text


def _column_labels(columns: Sequence[str]) -> Iterator[str]:
    for x in _some(len(columns)):
        place = f"{_LABEL + x * _CELL + 8} {_LABEL - 4}"
        yield f'<text transform="translate({place}) rotate(-90)">{_short(columns[x])}</text>'


def _some(count: int) -> Iterable[int]:
    return range(0, count, -(-count // _MOST_LABELS) or 1)


def _short(name: str, longest: int = 12) -> Markup:
    return escape(shorten(visible(name), longest))


def timeline_svg(bars: Sequence[Bar], days: int, today: int, ticks: Sequence[tuple[int, str]]) -> Markup:
    """Draw deprecations from their announcement to their end.

    Args:
        bars: from top to bottom.
        days: length of the drawing.
        today: day of the record.
        ticks: days with a label.
    """
    height = 24 + len(bars) * _ROW

    def at(day: int) -> float:
        return round(_NAMES + (_WIDTH - _NAMES - 12) * day / max(days, 1), 1)

    axis = "".join(
        f'<path class="mcp-t-tick" d="M{at(day):g} 18V{height}"/><text x="{at(day):g}" y="12">{label}</text>'
        for day, label in ticks
    )
    now = f'<path class="mcp-t-now" d="M{at(today):g} 18V{height}"/>'
    rows = "".join(_bar(bar, 24 + number * _ROW, today, at) for number, bar in enumerate(bars))
    return Markup(  # noqa: S704  # names are escaped in _bar
        f'<svg class="mcp-svg mcp-timeline" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-label="Timeline of deprecations; the table says the same">{axis}{now}{rows}</svg>'
    )


def _bar(bar: Bar, top: int, today: int, at: _Scale) -> str:
    middle = top + _ROW / 2
    name = f'<text x="{_NAMES - 8}" y="{middle + 4:g}" text-anchor="end">{_short(bar.name, 34)}</text>'
    begin = bar.begin if bar.begin is not None else bar.end
    end = bar.end if bar.end is not None else today
    if begin is None:
        return name
    parts = []
    if bar.begin is not None:
        width = max(at(end) - at(bar.begin), 2)
        parts.append(
            f'<rect class="mcp-t mcp-t--{bar.tone}" x="{at(bar.begin):g}" y="{middle - 4:g}" '
            f'width="{width:g}" height="8" rx="2"/>'
        )
    if bar.end is not None:
        x = at(bar.end)
        cross = f"M{x - 4:g} {middle - 4:g}l8 8m0 -8l-8 8"
        line = f"M{x:g} {middle - 7:g}v14"
        parts.append(f'<path class="mcp-t-end mcp-t-end--{bar.tone}" d="{cross if bar.ended else line}"/>')
    return name + "".join(parts)
