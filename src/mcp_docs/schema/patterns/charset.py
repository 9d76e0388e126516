"""Sets of characters (Unicode scalar values), as sorted disjoint ranges of code points."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final, TypeAlias

CharSet: TypeAlias = "tuple[tuple[int, int], ...]"

LAST: Final = 0x10FFFF
ANY: Final[CharSet] = ((0, LAST),)
DIGIT: Final[CharSet] = ((48, 57),)
WORD: Final[CharSet] = ((48, 57), (65, 90), (95, 95), (97, 122))
#: WhiteSpace and LineTerminator of ECMA-262: ``\s``.
SPACE: Final[CharSet] = (
    (9, 13),
    (32, 32),
    (160, 160),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
)
_NEWLINES: Final[CharSet] = ((10, 10), (13, 13), (0x2028, 0x2029))
SURROGATES: Final = (0xD800, 0xDFFF)
#: What a reader likes to see in an example, best first.
_NICE: Final = (
    "ae10nxAZ-_.@/: ,bcdfghijklmopqrstuvwyz23456789BCDEFGHIJKLMNOPQRSTUVWXY+#%&()=?!*'\"$<>[]{}|~^`;\\\n\t\r"
)


_WORD_CODES: Final = frozenset(code for low, high in WORD for code in range(low, high + 1))


def is_word(code: int) -> bool:
    """Tell whether the character with code point ``code`` counts as part of a word."""
    return code in _WORD_CODES


def union(ranges: Iterable[tuple[int, int]]) -> CharSet:
    """Return the set of all characters in ``ranges``, which may overlap."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1] + 1:
            if high > merged[-1][1]:
                merged[-1] = (merged[-1][0], high)
        else:
            merged.append((low, high))
    return tuple(merged)


def complement(chars: CharSet) -> CharSet:
    """Return the set of all characters that are not in ``chars``."""
    rest = []
    start = 0
    for low, high in chars:
        if low > start:
            rest.append((start, low - 1))
        start = high + 1
    if start <= LAST:
        rest.append((start, LAST))
    return tuple(rest)


def contains(chars: CharSet, code: int) -> bool:
    """Tell whether the character with code point ``code`` is in ``chars``."""
    return any(low <= code <= high for low, high in chars)


DOT: Final[CharSet] = complement(_NEWLINES)


def minterms(sets: Iterable[CharSet]) -> list[tuple[int, CharSet]]:
    """Return the classes of characters that ``sets`` do not tell apart, each with its nicest member.

    Classes with nicer members come first. Surrogates are in no class.
    """
    known = sorted(set(sets))
    bounds = {0, SURROGATES[0], SURROGATES[1] + 1, LAST + 1}
    for chars in known:
        for low, high in chars:
            bounds.update((low, high + 1))
    classes: dict[tuple[bool, ...], list[tuple[int, int]]] = {}
    for start, end in pairwise(sorted(bounds)):
        if not SURROGATES[0] <= start <= SURROGATES[1]:
            classes.setdefault(tuple(contains(chars, start) for chars in known), []).append((start, end - 1))
    ranked = sorted((_nicest(ranges), tuple(ranges)) for ranges in classes.values())
    return [(code, ranges) for (_, code), ranges in ranked]


def without(chars: CharSet, taken: frozenset[int]) -> int | None:
    """Return the first member of ``chars`` that is not in ``taken``, if there is one."""
    for low, high in chars:
        for code in range(low, high + 1):
            if code not in taken:
                return code
    return None


def _nicest(ranges: list[tuple[int, int]]) -> tuple[int, int]:
    for rank, character in enumerate(_NICE):
        if any(low <= ord(character) <= high for low, high in ranges):
            return rank, ord(character)
    for low, high in ranges:
        for code in range(max(low, 0xA1), min(high, 0x3FF) + 1):
            if chr(code).isprintable():
                return 1_000, code
    for low, high in ranges:
        if max(low, 0xA0) <= high:
            return 2_000, max(low, 0xA0)
    return 3_000, ranges[0][0]
