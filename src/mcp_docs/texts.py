"""What many parts do with a text: cut it, and name the one that was meant."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Final

#: Characters of one value in a line; the JSON has the whole.
LONGEST: Final = 160


def shorten(text: str, longest: int = LONGEST) -> str:
    """Cut ``text`` to ``longest`` characters, the last being an ellipsis where it was cut."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def nearest(name: str, names: Iterable[str]) -> str | None:
    """Return the one of ``names`` that ``name`` was probably meant for, or ``None`` if none is near."""
    return next(iter(difflib.get_close_matches(name, list(names), n=1)), None)
