"""The rule about two tools that are described in the same words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from mcp_docs.interface import Tool
from mcp_docs.jsonvalue import JsonObject
from mcp_docs.lint.model import Found, LintExample, LintRule, Subject, at
from mcp_docs.report.model import Severity

#: Shared part of all words from which two descriptions are near-identical, in percent.
_ALIKE: Final = 90
#: Words that a description must have to be compared: shorter ones are alike by nature.
_FEWEST: Final = 6
#: Pairs that are compared in one run; sorted by name, so that it is always the same ones.
PAIR_LIMIT: Final = 50_000
_WORD: Final = re.compile(r"\w+")
_PARTS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")


def _words(tool: Tool) -> frozenset[str]:
    return frozenset(_WORD.findall((tool.description or "").casefold()))


def _similar(subject: Subject) -> Iterator[Found]:
    said = [(each, words) for each in subject.interface.tools if (words := _words(each))]
    first: dict[frozenset[str], Tool] = {}
    distinct: list[tuple[Tool, frozenset[str]]] = []
    for each, words in said:
        other = first.setdefault(words, each)
        if other is each:
            distinct.append((each, words))
        elif _same(other, each):
            yield at(
                each, "/description", f"the description is that of the tool {other.key!r}", about=other.key
            )
    for one, another, differing in _near(distinct):
        listed = ", ".join(sorted(differing)[:6])
        yield at(
            another,
            "/description",
            f"the description differs from that of the tool {one.key!r} in nothing but: {listed}",
            about=one.key,
        )


def _same(one: Tool, another: Tool) -> bool:
    return _WORD.findall((one.description or "").casefold()) == _WORD.findall(
        (another.description or "").casefold()
    )


def _near(said: Sequence[tuple[Tool, frozenset[str]]]) -> Iterator[tuple[Tool, Tool, frozenset[str]]]:
    """Yield pairs that share nearly all words, and whose names do not say how they differ.

    Two sets that share that much share one of their rarest words, so only those pairs are compared.
    """
    known = Counter(word for _, words in said for word in words)
    holders: dict[str, list[int]] = {}
    left = PAIR_LIMIT
    for index, (each, words) in enumerate(said):
        if len(words) < _FEWEST:
            continue
        rare = sorted(words, key=lambda word: (known[word], word))
        rare = rare[: len(words) - len(words) * _ALIKE // 100 + 1]
        candidates = sorted({other for word in rare for other in holders.get(word, ())})
        for other in candidates[: max(left, 0)]:
            differing = words ^ said[other][1]
            alike = len(differing) * 100 <= (100 - _ALIKE) * len(words | said[other][1])
            if alike and not differing <= _named(each, said[other][0]):
                yield said[other][0], each, differing
                break
        left -= len(candidates)
        for word in rare:
            holders.setdefault(word, []).append(index)


def _named(*tools: Tool) -> frozenset[str]:
    """Return the words in the names of tools, in singular and plural."""
    parts = {part.casefold() for tool in tools for part in _PARTS.findall(tool.key)}
    return frozenset(parts | {part + "s" for part in parts} | {part.removesuffix("s") for part in parts})


def _two(first: str, second: str) -> JsonObject:
    return {"tools": [
        {"name": "berths", "description": first, "inputSchema": {"type": "object"}},
        {"name": "quays", "description": second, "inputSchema": {"type": "object"}},
    ]}  # fmt: skip


_LONG = "Return every place in the harbour where a ship can lie, with its length, its depth and its price"

RULES = (
    LintRule(
        id="tool.description.similar",
        title="Two tools are described in the same words",
        area="tool",
        severity=Severity.WARNING,
        why=f"A model has nothing to choose by, and takes the one or the other. At most {PAIR_LIMIT:,} pairs that share rare words are compared.",
        remedy="Say in each what the other does not do, or make one tool of both.",
        check=_similar,
        examples=(
            LintExample(_two("Find a place.", "Find a place!"), _two("Find a place at a berth.", "Find a place at a quay.")),
            LintExample(_two(f"{_LONG}.", f"{_LONG} today."), _two(f"{_LONG} among the berths.", f"{_LONG} among the quays.")),
        ),
    ),
)  # fmt: skip
