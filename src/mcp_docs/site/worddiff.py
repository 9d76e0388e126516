"""Two texts as one, with the words marked that went and that came."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

#: Product of the two word counts beyond which no difference is looked for: the search is quadratic.
LARGEST = 400_000
#: Words kept on either side of a difference.
CONTEXT = 12
_WORD = re.compile(r"\s*\S+|\s+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of words that both texts have, or one of them."""

    kind: Literal["same", "old", "new"]
    text: str


def word_diff(before: str, after: str) -> tuple[Piece, ...]:
    """Return the pieces of both texts in reading order; nothing when the texts are too long to compare.

    Long runs that both have are cut to ``CONTEXT`` words beside each difference, with an ellipsis.
    """
    old, new = _WORD.findall(before), _WORD.findall(after)
    if len(old) * len(new) > LARGEST:
        return ()
    return tuple(piece for piece in _pieces(old, new) if piece.text)


def _pieces(old: Sequence[str], new: Sequence[str]) -> Iterator[Piece]:
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    operations = matcher.get_opcodes()
    for number, (operation, a, b, c, d) in enumerate(operations):
        if operation == "equal":
            yield Piece("same", _cut(old[a:b], first=number == 0, last=number == len(operations) - 1))
        else:
            yield Piece("old", "".join(old[a:b]))
            yield Piece("new", "".join(new[c:d]))


def _cut(words: Sequence[str], *, first: bool, last: bool) -> str:
    head, tail = 0 if first else CONTEXT, 0 if last else CONTEXT
    if len(words) <= head + tail + 1:
        return "".join(words)
    return "".join(words[:head]) + " … " + ("".join(words[-tail:]) if tail else "")
