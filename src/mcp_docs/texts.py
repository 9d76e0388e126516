"""What many parts do with a text: cut it, hide values in it, and name the one that was meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

#: Characters of one value in a line; the JSON has the whole.
LONGEST: Final = 160
#: What stands between the words of a name, however it joins them: ``get_berth``, ``get-berth``, ``getBerth``.
_BETWEEN_WORDS = re.compile(r"[\W_]+|(?<=[a-z])(?=[A-Z])")


def shorten(text: str, longest: int = LONGEST) -> str:
    """Cut ``text`` to ``longest`` characters, the last being an ellipsis where it was cut."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


#: Before a word stands no letter or digit, unless it ends an escape: ``\n``, ``\x0a``, ``\u000a``, ``%0A``.
_BEFORE_WORD: Final = (
    r"(?<![A-Za-z0-9])|(?<=\\[abfnrtv])|(?<=\\x[0-9A-Fa-f]{2})|(?<=\\u[0-9A-Fa-f]{4})|(?<=%[0-9A-Fa-f]{2})"
)
_EDGE = re.compile(r"[A-Za-z0-9]")


def hide(text: str, names: Mapping[str, str], *, words_below: int = 0) -> str:
    """Return ``text`` with each value in it replaced by its name.

    Args:
        text: any.
        names: by the value that is not to be shown, of which the longest is replaced first.
        words_below: length below which a value is replaced where it stands as a word, and not inside of one.
    """
    return _hidden(text, sorted(names, key=len, reverse=True), names, words_below)


def _hidden(text: str, values: Sequence[str], names: Mapping[str, str], words_below: int) -> str:
    # What was put in the place of one value is not searched for the next.
    for number, value in enumerate(values):
        if value in text:
            pieces = re.split(_as_word(value) if len(value) < words_below else re.escape(value), text)
            rest = values[number + 1 :]
            return f"[value of {names[value]}]".join(_hidden(p, rest, names, words_below) for p in pieces)
    return text


def _as_word(value: str) -> str:
    before = f"(?:{_BEFORE_WORD})" if _EDGE.match(value[0]) else ""
    after = "(?![A-Za-z0-9])" if _EDGE.match(value[-1]) else ""
    return before + re.escape(value) + after


def nearest(name: str, names: Iterable[str]) -> str | None:
    """Return the one of ``names`` that ``name`` was probably meant for, or ``None`` if none is near.

    A third of the longer name may be mistyped, the case does not count; else its words, in any order and
    cut short, will do if they are in a name, of which the one with the fewest words counts.
    """
    return next(iter(near_names(name, names, most=1)), None)


def near_names(name: str, names: Iterable[str], most: int) -> tuple[str, ...]:
    """Return up to ``most`` of ``names`` that ``name`` may have been meant for, the nearest first."""
    known = list(dict.fromkeys(names))
    asked = name[:LONGEST].lower()
    mistyped = [(steps, other) for other in known if (steps := _steps(asked, other.lower())) is not None]
    # Stable: of those that are as near, the first one named.
    found = [other for _, other in sorted(mistyped, key=lambda pair: pair[0])]
    words = _words(name)
    if words and not found:
        having = [(len(own), other) for other in known if _begin(words, own := _words(other))]
        found = [other for _, other in sorted(having, key=lambda pair: pair[0])]
    return tuple(found[:most])


def _steps(asked: str, other: str) -> int | None:
    """Return how many letters were left out, put in, changed or swapped, or ``None`` for too many.

    The optimal string alignment distance, in which a swap of neighbours is one step.
    """
    longer = max(len(asked), len(other))
    limit = min(max(longer, 3) // 3, longer - 1)  # of a name of one letter nothing would be left
    if abs(len(asked) - len(other)) > limit:
        return None
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(asked, 1):
        older, before, row = before, row, [i]
        for j, b in enumerate(other, 1):
            step = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and (a, asked[i - 2]) == (other[j - 2], b):
                step = min(step, older[j - 2] + 1)
            row.append(step)
    return row[-1] if row[-1] <= limit else None


def _words(name: str) -> set[str]:
    return {word.lower() for word in _BETWEEN_WORDS.split(name) if word}


def _begin(words: AbstractSet[str], own: AbstractSet[str]) -> bool:
    return all(any(there.startswith(word) for there in own) for word in words)


def did_you_mean(name: str, names: Iterable[str], otherwise: str = "") -> str:
    """Return a sentence that suggests the nearest of ``names``, or ``otherwise`` if none is near."""
    found = nearest(name, names)
    return f"Did you mean {found!r}?" if found else otherwise


def both_ends(lines: Sequence[str], head: int, tail: int) -> tuple[str, ...]:
    """Return the first and the last of ``lines``, with how many are left out between.

    What went wrong stands first in the traces of some languages and last in those of others.
    """
    left = len(lines) - head - tail
    if left <= 1:
        return tuple(lines)
    return (*lines[:head], f"… {left} lines …", *lines[-tail:])
