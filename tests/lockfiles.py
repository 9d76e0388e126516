"""Small lockfiles for tests, in the layout that other tools write too."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def tool(name: str, properties: Mapping[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    """A tool with an open input object."""
    schema = {"type": "object", "properties": dict(properties or {})}
    return {"name": name, "description": f"The tool {name}.", "inputSchema": schema, **fields}


def lockfile(
    *tools: Mapping[str, Any],
    version: str = "1.0.0",
    name: str = "harbour",
    resources: tuple[Mapping[str, Any], ...] = (),
    prompts: tuple[Mapping[str, Any], ...] = (),
) -> str:
    """The text of a lockfile."""
    return json.dumps(
        {
            "covenant_version": "0.1.1",
            "captured_at_unix": 0,
            "server": {"name": name, "version": version, "protocolVersion": "2025-06-18"},
            "surface": {"tools": list(tools), "resources": list(resources), "prompts": list(prompts)},
        },
        indent=2,
    )
