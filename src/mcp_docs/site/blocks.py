"""Blocks of the record in pages that people write: a fence whose language is ``mcp-docs``.

::

    ```mcp-docs
    tool: search
    ```

A block names one element (``tool``, ``prompt``, ``resource`` or ``template``) or asks for the latest
``changes``, by their number. MkDocs' Markdown sees a mark of ours in its place, never the record's text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from mcp_docs.errors import ConfigError, Where
from mcp_docs.site.page import Page
from mcp_docs.site.words import shown_version
from mcp_docs.texts import did_you_mean, shorten
from mcp_docs.views.markdown import visible

#: Any fence, so that one inside a longer one is passed over.
_FENCE = re.compile(
    r"^(?P<fence>`{3,}|~{3,})(?P<info>[^\n`]*)\n(?P<body>.*?)\n?(?P=fence)[ ]*$", re.MULTILINE | re.DOTALL
)
_MARK = "mcp-docs-block-{}"
_MARKED = re.compile(r"<p>mcp-docs-block-(\d+)</p>")
_KINDS = ("tool", "prompt", "resource", "template")
#: Changes that a block lists at most.
MOST = 50


class Blocks:
    """Finds blocks in Markdown, and puts HTML in their places.

    Args:
        pages: of the site.
        changes: views of all changes, newest release first.
        render: from a template's name, the file that the block is in and the template's values to HTML.
        warn: told what a reader of a block would be misled by, a sentence each.
    """

    def __init__(
        self,
        pages: Iterable[Page],
        changes: Callable[[int], object],
        render: Callable[[str, str, Mapping[str, Any]], str],
        warn: Callable[[str], None],
    ) -> None:
        self._elements = {
            (str(page.data["kind"]), str(page.data["key"])): page
            for page in pages
            if page.template == "element.html.j2" and page.listed
        }
        self._changes = changes
        self._render = render
        self._warn = warn
        self._made: list[str] = []

    def mark(self, markdown: str, file: str, here: str) -> str:
        """Return Markdown with a mark in the place of each block.

        Args:
            markdown: of a page.
            file: its name, for errors.
            here: the page's file below the site's root, from which links start.

        Raises:
            ConfigError: when a block asks for what does not exist.
        """

        def replaced(found: re.Match[str]) -> str:
            if found["info"].strip() != "mcp-docs":
                return found[0]
            line = markdown.count("\n", 0, found.start()) + 1
            self._made.append(self._block(found["body"].strip(), Where(file, line=line), here))
            return f"\n{_MARK.format(len(self._made) - 1)}\n"

        return _FENCE.sub(replaced, markdown)

    def fill(self, html: str) -> str:
        """Return a page's HTML with its blocks in place of their marks."""
        return _MARKED.sub(lambda found: self._made[int(found[1])], html)

    def _block(self, body: str, where: Where, here: str) -> str:
        what, _, name = (part.strip() for part in body.partition(":"))
        if what == "changes" and name.isascii() and name.isdigit():
            changes = self._changes(min(int(name[:3]), MOST))
            return self._render("block_changes.html.j2", here, {"changes": changes})
        if what not in _KINDS:
            raise ConfigError(
                f"mcp-docs block: {body[:80]!r} is none",
                where=where,
                hint="Write `tool: NAME` (or prompt, resource, template), or `changes: 10`.",
            )
        page = self._elements.get((what, name))
        if page is None:
            names = [key for kind, key in self._elements if kind == what]
            hint = did_you_mean(name, names, "See the list on the site.")
            raise ConfigError(f"mcp-docs block: there is no {what} {name[:80]!r}", where=where, hint=hint)
        removed = page.data["life"]["removed"]
        if removed:
            # Whoever wrote the block described what was there; readers would call what is gone.
            gone = f"{what} {shorten(visible(name))} was removed in {shown_version(removed)}"
            self._warn(f"{where}: the mcp-docs block's {gone}; take the block out, or link to its page")
        return self._render("block_tool.html.j2", here, {**page.data, "place": page.path})
