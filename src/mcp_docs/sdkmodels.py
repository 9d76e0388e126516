"""Models of the MCP SDKs as the JSON that they stand for."""

from __future__ import annotations

from typing import Any


def plain(value: object) -> Any:
    """Return the JSON value of a pydantic model as it goes over the wire; anything else as it is."""
    dump = getattr(value, "model_dump", None)
    return dump(by_alias=True, exclude_none=True, mode="json") if callable(dump) else value
