"""What many parts do with a text: cut it, hide values in it, and name the one that was meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Final

#: Characters of one value in a line; the JSON has the whole.
LONGEST: Final = 160


def shorten(text: str, longest: int = LONGEST) -> str:
    """Cut ``text`` to ``longest`` characters, the last being an ellipsis where it was cut."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def hide(text: str, names: Mapping[str, str]) -> str:
    """Return ``text`` with each value in it replaced by its name.

    Args:
        text: any.
        names: by the value that is not to be shown, of which the longest is replaced first.
    """
    for value in sorted(names, key=len, reverse=True):
        text = text.replace(value, f"[value of {names[value]}]")
    return text


def nearest(name: str, names: Iterable[str]) -> str | None:
    """Return the one of ``names`` that ``name`` was probably meant for, or ``None`` if none is near."""
    return next(iter(difflib.get_close_matches(name, list(names), n=1)), None)


def did_you_mean(name: str, names: Iterable[str], otherwise: str = "") -> str:
    """Return a sentence that suggests the nearest of ``names``, or ``otherwise`` if none is near."""
    found = nearest(name, names)
    return f"Did you mean {found!r}?" if found else otherwise
