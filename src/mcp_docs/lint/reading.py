"""What of an element a model may be shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mcp_docs.jsonvalue import JsonValue, pointer_join

#: Members that no model is shown.
_UNREAD: Final = frozenset({"icons", "_meta", "uri", "uriTemplate", "websiteUrl", "mimeType"})


def texts(value: JsonValue, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text in ``value`` that a model may be shown, keys too, with its pointer."""
    todo: list[tuple[JsonValue, str]] = [(value, pointer)]
    while todo:
        part, place = todo.pop()
        if isinstance(part, str):
            yield part, place
        elif isinstance(part, Mapping):
            for name, inner in part.items():
                if place or name not in _UNREAD:
                    yield name, pointer_join(place, name)
                    # A pattern may have to name what does not show.
                    if name != "pattern" or not isinstance(inner, str):
                        todo.append((inner, pointer_join(place, name)))
        elif isinstance(part, list):
            todo.extend((inner, pointer_join(place, index)) for index, inner in enumerate(part))
