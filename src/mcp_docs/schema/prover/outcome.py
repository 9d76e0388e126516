"""What a search for a value can end in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from mcp_docs.jsonvalue import JsonValue


@dataclass(frozen=True, slots=True)
class Found:
    """``value`` satisfies the goal."""

    value: JsonValue


@dataclass(frozen=True, slots=True)
class Empty:
    """Proven: nothing satisfies the goal."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Neither; ``guess`` is a one-element tuple with a value that may satisfy the goal."""

    reason: str
    guess: tuple[JsonValue, ...] = ()


EMPTY: Final = Empty()
Outcome: TypeAlias = Found | Empty | Unknown
