"""Two interfaces as text: what the declaration of each element lost and gained, as unified differences.

Keys are sorted: their order means nothing, and a lockfile whose keys were sorted anew differs in nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import Final

from mcp_docs.interface import KINDS, Element, ElementKind, Interface
from mcp_docs.jsonvalue import JsonObject

#: Lines of both sides together beyond which no least difference is looked for, which takes their square.
LONGEST: Final = 4_000
_CONTEXT: Final = 3
_NOTHING: Final = "/dev/null"  # as diff names a file that is not there


@dataclass(frozen=True, slots=True)
class ElementDiff:
    """How the declaration of one element differs.

    Attributes:
        lines: of a unified difference, without line ends; hostile text.
    """

    kind: ElementKind
    key: str
    lines: tuple[str, ...]


def interface_diff(old: Interface, new: Interface) -> Iterator[ElementDiff]:
    """Yield the difference of each element that differs: the server first, then by kind and key."""
    if old.server.digest != new.server.digest:
        yield _element_diff(old.server if old.server.data else None, new.server)
    for kind, key in sorted({*old.index, *new.index}, key=lambda name: (KINDS.index(name[0]), name[1])):
        before, after = old.get(kind, key), new.get(kind, key)
        if (before and before.digest) != (after and after.digest):
            yield _element_diff(before, after)


def diff_json(diffs: Iterator[ElementDiff]) -> list[JsonObject]:
    """Return differences as JSON."""
    return [
        {"element": {"kind": diff.kind, "name": diff.key}, "text": "\n".join((*diff.lines, ""))}
        for diff in diffs
    ]


def _element_diff(old: Element | None, new: Element | None) -> ElementDiff:
    shown = new or old
    assert shown is not None  # noqa: S101  # one of them is there
    name = f"{shown.kind}/{shown.key}" if shown.kind != "server" else shown.kind
    lines = _unified(
        _text(old), _text(new), f"a/{name}" if old else _NOTHING, f"b/{name}" if new else _NOTHING
    )
    return ElementDiff(shown.kind, shown.key, tuple(lines))


def _text(element: Element | None) -> list[str]:
    if element is None:
        return []
    return json.dumps(element.data, ensure_ascii=False, indent=2, sort_keys=True).split("\n")


def _unified(old: Sequence[str], new: Sequence[str], before: str, after: str) -> Iterator[str]:
    if len(old) + len(new) <= LONGEST:
        yield from unified_diff(old, new, before, after, n=_CONTEXT, lineterm="")
        return
    # What both begin and end with is the same; all between is told as one replacement.
    start = _alike(old, new)
    end = _alike(old[start:][::-1], new[start:][::-1])
    first, tail = max(0, start - _CONTEXT), max(0, end - _CONTEXT)
    yield f"--- {before}"
    yield f"+++ {after}"
    yield f"@@ -{_range(first, len(old) - tail)} +{_range(first, len(new) - tail)} @@"
    yield from (f" {line}" for line in old[first:start])
    yield from (f"-{line}" for line in old[start : len(old) - end])
    yield from (f"+{line}" for line in new[start : len(new) - end])
    yield from (f" {line}" for line in old[len(old) - end : len(old) - tail])


def _range(first: int, end: int) -> str:
    return f"{first + (end > first)},{end - first}"


def _alike(old: Sequence[str], new: Sequence[str]) -> int:
    """Return how many lines both begin with."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(old), len(new)))
