"""Our own feed is an interface too: its schemas are held to what was published, by our own classifier.

``published-schemas.json`` is what readers of version 1 were promised. It changes only by additions, when a
release has published them: ``python tests/feed/test_published_schemas.py`` writes it anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from mcp_docs.change import Change, Level
from mcp_docs.classifier.interfaces import classify
from mcp_docs.feed.files import SCHEMAS
from mcp_docs.interface import Interface, Tool

PUBLISHED = Path(__file__).with_name("published-schemas.json")
Schemas = Mapping[str, Any]


def current() -> dict[str, Any]:
    folder = files("mcp_docs.feed") / "schemas"
    return {
        name: json.loads((folder / f"{name}.schema.json").read_text(encoding="utf-8")) for name in SCHEMAS
    }


def published() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    return found


def offered(schemas: Schemas) -> Interface:
    """The feed as the output of tools: a file each, with the shared definitions inside."""
    shared = schemas["common"]["$defs"]
    return Interface(
        tools=tuple(
            Tool({"name": name, "outputSchema": _inside({**schema, "$defs": shared})})
            for name, schema in sorted(schemas.items())
            if name != "common"
        )
    )


def _inside(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: inner.replace("common.schema.json#", "#") if key == "$ref" else _inside(inner)
            for key, inner in value.items()
        }
    return [_inside(item) for item in value] if isinstance(value, list) else value


def broken(old: Schemas, new: Schemas) -> list[Change]:
    changes = classify(offered(old), offered(new))
    return [change for change in changes if change.level is Level.BREAKING]


def test_no_reader_of_what_was_published_breaks() -> None:
    assert [(c.key, c.rule, c.pointer) for c in broken(published(), current())] == []
    assert set(published()) <= set(SCHEMAS)


def less(schemas: dict[str, Any]) -> None:
    del schemas["releases"]["properties"]["releases"]
    schemas["releases"]["required"].remove("releases")


def shared_less(schemas: dict[str, Any]) -> None:
    schemas["common"]["$defs"]["change"]["required"].remove("rule")


def another_word(schemas: dict[str, Any]) -> None:
    schemas["common"]["$defs"]["level"]["enum"].append("catastrophic")


def null_too(schemas: dict[str, Any]) -> None:
    schemas["index"]["properties"]["server"]["type"] = ["string", "null"]


@pytest.mark.parametrize("edit", [less, shared_less, another_word, null_too])
def test_a_break_would_be_seen(edit: Callable[[dict[str, Any]], None]) -> None:
    new = deepcopy(published())
    edit(new)
    assert broken(published(), new)


def test_an_addition_is_none() -> None:
    new = deepcopy(published())
    new["index"]["properties"]["motto"] = {"type": "string"}
    assert broken(published(), new) == []


if __name__ == "__main__":
    PUBLISHED.write_text(json.dumps(current(), indent=1, sort_keys=True) + "\n", encoding="utf-8")
