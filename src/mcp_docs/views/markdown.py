"""Text that a server wrote, made inert inside Markdown that we write.

A lockfile is untrusted: a name may hold backticks, a description may hold HTML, a link or a
heading. What these functions return renders as the same characters in CommonMark and in GitHub's
dialect, on one line.
"""

from __future__ import annotations

import re
import unicodedata

from mcp_docs.texts import shorten

#: What can start markup inside a line: CommonMark's, and what GitHub reads besides, such as tables,
#: mathematics, addresses (``://``), emoji names (``:name:``) and mentions. Plain punctuation and
#: underscores inside words stay readable.
_SPECIAL = re.compile(r"([\\`*\[\]<>#~|&$@]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|:(?=//|[\w+-]+:))")
#: What can start a block where the text begins a line or a list item.
_LEADING = re.compile(r"^([-+=]|\d+(?=[.)](?:\s|$)))")
_HEADING = re.compile(r"^ {0,3}(#{1,6})(?=[ \t]|$)")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_COMMAND = re.compile(r"^(\s*)::")
_SPACE = re.compile(r"\s+")
#: Unicode general categories that do not show: control, format, surrogate, private use, line and
#: paragraph separators.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
#: Not characters at all, and not allowed in XML.
_NONCHARACTERS = frozenset("\ufffe\uffff")


def _is_hidden(character: str) -> bool:
    return unicodedata.category(character) in _HIDDEN or character in _NONCHARACTERS


def visible(text: str) -> str:
    """Show what would be invisible or would reorder text: controls, bidi marks, zero widths.

    Each such character becomes ``⟨U+XXXX⟩``; white space of any kind becomes one space.
    """
    flat = _SPACE.sub(" ", text)
    if flat.isprintable():  # then nothing in it is hidden, and most texts are that
        return flat
    return "".join(_code_point(c) if _is_hidden(c) else c for c in flat)


def literal(line: str) -> str:
    """Show what would be invisible in a line whose every character counts; its plain spaces stay.

    A space that is another character than the plain one shows too.
    """
    if line.isprintable():
        return line
    return "".join(_code_point(c) if _is_hidden(c) or (c != " " and c.isspace()) else c for c in line)


def _code_point(character: str) -> str:
    return f"⟨U+{ord(character):04X}⟩"


def uncommanded(line: str) -> str:
    """Return a line of a log in which GitHub's runner sees no command.

    It takes ``::`` for one behind any white space that begins a line, and ``##[`` anywhere.
    """
    return _COMMAND.sub(r"\1: :", line).replace("##[", "# #[")


def escape(text: str) -> str:
    """Return ``text`` on one line, with every character that could be markup escaped."""
    escaped = _SPECIAL.sub(r"\\\1", visible(text))
    leading = _LEADING.match(escaped)
    if leading is None:
        return escaped
    end = leading.end() if leading[0].isdigit() else 0
    return f"{escaped[:end]}\\{escaped[end:]}"


def demote(markdown: str, levels: int) -> str:
    """Return Markdown that people wrote with its headings ``levels`` deeper, so that it fits below ours."""
    lines, fence = [], ""
    for line in markdown.splitlines():
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and mark[1].startswith(fence):
            fence = ""
        elif not fence and (heading := _HEADING.match(line)):
            deeper = "#" * min(6, len(heading[1]) + levels)
            line = f"{deeper}{line[heading.end() :]}"  # noqa: PLW2901  # the rest is the line as it was
        lines.append(line)
    return "\n".join(lines)


def code(text: str) -> str:
    """Return ``text`` as a code span whose fence no run of backticks inside can close."""
    shown = shorten(visible(text))
    longest = max((len(run) for run in re.findall(r"`+", shown)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if shown.startswith(("`", " ")) or shown.endswith(("`", " ")) or not shown else ""
    return f"{fence}{pad}{shown}{pad}{fence}"
