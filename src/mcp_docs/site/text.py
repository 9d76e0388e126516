"""Text that a lockfile holds, as HTML that cannot do anything.

Two walls: markdown-it-py with HTML off, then nh3 with a short allow-list. Characters that do not
show, or that reorder text, are made visible before either. This is the only place that imports
``markdown_it`` and ``nh3``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from functools import lru_cache

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token

from mcp_docs.views.markdown import visible

#: Headings of a description start below the page's own sections.
_DEEPEST_HEADING = 6
_HEADING_SHIFT = 3
_TAGS = {
    "a", "blockquote", "br", "code", "del", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s",
    "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
_SCHEMES = {"http", "https", "mailto"}
#: Text in which CommonMark finds no markup, so that most descriptions need no parser.
_PLAIN = re.compile(r"(?!\d+[.)] )[\w(\"'][\w ,.;'\"()/%?=$^]*")
#: After these a long name may break; no entity that escaping makes has one.
_JOINT = re.compile(r"((?<=\w)[_./-])(?=\w)")
_LINE_SPACE = re.compile(r"[^\S\n]+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(])")
#: Longest one-line summary, in characters.
SUMMARY_LENGTH = 160


def visible_lines(text: str) -> str:
    """Make hidden and reordering characters visible as ``⟨U+XXXX⟩``; line breaks stay."""
    if text.isprintable():
        return text
    lines = text.replace("\r\n", "\n").split("\n")
    return "\n".join(_visible_line(line) for line in lines)


def _visible_line(line: str) -> str:
    if line.isprintable():
        return line
    indent = len(line) - len(line.lstrip(" \t"))
    return line[:indent].expandtabs(4) + visible(line[indent:])


def breakable(text: str) -> str:
    """Return a name as HTML for element content, which may break where its words meet."""
    return _JOINT.sub(r"\1<wbr>", html.escape(visible_lines(text), quote=False))


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "linkify": False, "typographer": False})
    parser.enable(["table", "strikethrough"])
    parser.add_render_rule("image", _image_as_text)
    return parser


def _image_as_text(_: object, tokens: Sequence[Token], index: int, *__: object) -> str:
    """Show what an image would say: a remote image tells its host who reads the page."""
    return html.escape(f"[image: {tokens[index].content}]")


_PARSER = _parser()


@lru_cache(maxsize=8192)
def markdown(text: str, shift: int = _HEADING_SHIFT) -> str:
    """Return untrusted Markdown as clean HTML blocks.

    Headings are shifted by ``shift`` levels, images become text, links go only to ``http``,
    ``https`` and ``mailto``, and carry ``rel="nofollow noopener noreferrer"``.
    """
    shown = visible_lines(text).strip()
    if _PLAIN.fullmatch(shown):
        return f"<p>{html.escape(shown)}</p>"
    tokens = _PARSER.parse(shown)
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(int(token.tag[1]) + shift, _DEEPEST_HEADING)}"
    return nh3.clean(
        _PARSER.renderer.render(tokens, _PARSER.options, {}),
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes=_SCHEMES,
        link_rel="nofollow noopener noreferrer",
    )


@lru_cache(maxsize=8192)
def summary(text: str, longest: int = SUMMARY_LENGTH) -> str:
    """Return the first sentence of Markdown as plain text on one line."""
    first = visible_lines(text).strip().partition("\n\n")[0]
    flat = _LINE_SPACE.sub(" ", " ".join(line.strip("# ") for line in first.splitlines()))
    plain = _plain_inline(flat).strip()
    sentence = _SENTENCE_END.split(plain, maxsplit=1)[0]
    return sentence if len(sentence) <= longest else sentence[: longest - 1].rstrip() + "…"


def _plain_inline(text: str) -> str:
    tokens = _PARSER.parseInline(text)
    children = [child for token in tokens for child in token.children or []]
    return "".join(" " if c.type in {"softbreak", "hardbreak"} else c.content for c in children)
