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
#: Side of a place in the matrix, and where in it the line stands that its label is written on, in pixels.
_CELL = 16
_BASE = 12
#: Characters of a release in the matrix, and the pixels of one and around all of them.
_LONGEST = 14
_LETTER = 6.7
_MARGIN = 12
#: Half of the side of a mark by level, in pixels: the worse the larger.
_HALF: Mapping[str, float] = {"breaking": 7, "review": 5, "minor": 3.2, "patch": 2, "none": 1}
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

    The names of rows and columns are drawings of their own, so that they can stay where the marks scroll.

    Args:
        rows: version that is upgraded from, and the address that its label leads to, or an empty text.
        columns: versions that are upgraded to.
        levels: label of the worst level by both versions; ``none`` where nothing changed.
    """
    names = [shorten(visible(name), _LONGEST) for name in (*(name for name, _ in rows), *columns)]
    label = _MARGIN + round(_LETTER * max(map(len, names), default=0))
    width, height = len(columns) * _CELL, len(rows) * _CELL
    marks: dict[str, list[str]] = {name: [] for name in _HALF}
    for y, (old, _) in enumerate(rows):
        for x, new in enumerate(columns):
            level = levels.get((old, new))
            if level is not None:
                marks[level].append(_square(x, y, _HALF[level]))
    lines = "".join(f"M0 {y}h{width}" for y in range(_CELL, height, _CELL))
    lines += "".join(f"M{x} 0v{height}" for x in range(_CELL, width, _CELL))
    paths = "".join(
        f'<path class="mcp-m mcp-m--{name}" d="{"".join(found)}"/>' for name, found in marks.items() if found
    )
    grid = f'<path class="mcp-m-lines" d="{lines}"/>'
    told = "Matrix of upgrades: a row for each release that is upgraded from, a column for each to"
    return Markup(  # noqa: S704  # names are escaped below
        f'<div class="mcp-matrix" role="group" aria-label="{told}" '
        f'style="--mcp-names:{label}fr;--mcp-marks:{width}fr">'
        f"{_drawing('columns', width, label, _column_labels(columns, label))}"
        f"{_drawing('rows', label, height, _row_labels(rows, label))}"
        f"{_drawing('marks', width, height, [grid, paths])}</div>"
    )


def _drawing(name: str, width: int, height: int, parts: Iterable[str]) -> str:
    return (
        f'<svg class="mcp-svg mcp-matrix__{name}" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}">{"".join(parts)}</svg>'
    )


def _square(x: int, y: int, half: float) -> str:
    left, top, side = (x + 0.5) * _CELL - half, (y + 0.5) * _CELL - half, 2 * half
    return f"M{left:g} {top:g}h{side:g}v{side:g}h-{side:g}z"


def _row_labels(rows: Sequence[tuple[str, str]], end: int) -> Iterator[str]:
    for y, (name, address) in enumerate(rows):
        place = f'x="{end - _MARGIN // 2}" y="{y * _CELL + _BASE}" text-anchor="end"'
        text = f"<text {place}>{_short(name)}</text>"
        yield f'<a href="{escape(address)}">{text}</a>' if address else text


def _column_labels(columns: Sequence[str], end: int) -> Iterator[str]:
    for x, name in enumerate(columns):
        place = f"{x * _CELL + _BASE} {end - _MARGIN // 2}"
        yield f'<text transform="translate({place}) rotate(-90)">{_short(name)}</text>'


def _short(name: str, longest: int = _LONGEST) -> Markup:
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
