"""Making a witness small: what is not needed to make the point is taken out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from mcp_docs.jsonvalue import JsonValue
from mcp_docs.schema.prover.strings import PLAUSIBLE

_MOST_TRIES: Final = 200


def shrunk(value: JsonValue, still: Callable[[JsonValue], bool]) -> JsonValue:
    """Return a value for which ``still`` holds and from which nothing single can be taken out.

    Args:
        value: a value for which ``still`` holds.
        still: whether a candidate makes the same point.
    """
    tries = _MOST_TRIES
    progress = True
    while progress and tries > 0:
        progress = False
        for candidate in _smaller(value):
            tries -= 1
            if still(candidate):
                value = candidate
                progress = True
                break
            if tries <= 0:
                break
    return _named(value, still)


def _named(value: JsonValue, still: Callable[[JsonValue], bool]) -> JsonValue:
    """Give arbitrary texts at the top the name of their member: ``{"owner": "owner"}`` reads better."""
    if isinstance(value, Mapping):
        for name in [name for name, part in value.items() if part == PLAUSIBLE[0]]:
            candidate = {**value, name: name}
            if name and still(candidate):
                value = candidate
    return value


def _smaller(value: JsonValue) -> Iterator[JsonValue]:
    if isinstance(value, Mapping):
        for name in reversed(list(value)):
            yield {other: part for other, part in value.items() if other != name}
        for name, part in value.items():
            for inner in _smaller(part):
                yield {**value, name: inner}
    elif isinstance(value, list):
        if len(value) > 1:
            yield value[: len(value) // 2]
        for index in reversed(range(len(value))):
            yield [*value[:index], *value[index + 1 :]]
        for index, part in enumerate(value):
            for inner in _smaller(part):
                yield [*value[:index], inner, *value[index + 1 :]]
