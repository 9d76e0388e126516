"""How much of a model's context each tool takes, and the rules about it.

What is counted is name, description and input schema as compact JSON: what clients hand to a model.
Tokens are estimated, since every model counts in its own way: one for four ASCII characters, and one
for each other character.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from mcp_docs.interface import Interface, Tool
from mcp_docs.lint.model import Found, LintExample, LintRule, Subject, at
from mcp_docs.report.model import Severity
from mcp_docs.rules.model import tool

_SEEN: Final = ("name", "description", "inputSchema")
_PER_TOKEN: Final = 4


@dataclass(frozen=True, slots=True)
class Size:
    """What one tool takes.

    Attributes:
        tool: its name.
        characters: of its compact JSON.
        tokens: estimated.
    """

    tool: str
    characters: int
    tokens: int


def size_of(each: Tool) -> Size:
    """Return the size of one tool."""
    seen = {name: each.data[name] for name in _SEEN if name in each.data}
    text = json.dumps(seen, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    ascii_only = sum(1 for character in text if character.isascii()) if not text.isascii() else len(text)
    tokens = -(-ascii_only // _PER_TOKEN) + len(text) - ascii_only
    return Size(each.key, len(text), tokens)


def sizes_of(interface: Interface) -> tuple[Size, ...]:
    """Return the size of each tool, in the interface's order."""
    return tuple(size_of(each) for each in interface.tools)


def _tools(subject: Subject) -> Iterator[Found]:
    limit = subject.budgets.tool
    for each in subject.interface.tools if limit else ():
        size = size_of(each)
        if size.tokens > limit:
            message = f"the tool takes about {size.tokens:,} tokens ({size.characters:,} characters), over the budget of {limit:,}"
            yield at(each, "", message, about="size")


def _total(subject: Subject) -> Iterator[Found]:
    limit = subject.budgets.total
    total = sum(size.tokens for size in sizes_of(subject.interface)) if limit else 0
    if total > limit:
        yield Found(
            None,
            "",
            "",
            f"all tools together take about {total:,} tokens, over the budget of {limit:,}",
            about="size",
        )


RULES = (
    LintRule(
        id="tool.size",
        title="A tool is over its token budget",
        area="size",
        severity=Severity.WARNING,
        why="Most clients send every tool with every request: what it takes is paid for each time, and is missing elsewhere.",
        remedy="Shorten descriptions, leave out what the type already says, split the tool; or set lint.tool_tokens to what you want to pay.",
        check=_tools,
        examples=(LintExample(tool(description="Find ships by name. " * 500), tool(description="Find ships by name.")),),
    ),
    LintRule(
        id="interface.size",
        title="All tools together are over the token budget",
        area="size",
        severity=Severity.WARNING,
        why="Models choose worse among many tools, and long lists push the conversation out.",
        remedy="Offer fewer tools at once, such as by toolsets; or raise lint.total_tokens.",
        check=_total,
    ),
)  # fmt: skip
