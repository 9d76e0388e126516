"""Interfaces from the small surfaces that rules and tests are written in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mcp_docs.interface import Interface
from mcp_docs.readers import read


def interface(surface: Mapping[str, Any]) -> Interface:
    """Read a surface (``tools``, ``prompts``, ``resources``, ``templates``, ``server``) as a lockfile."""
    server = dict(surface.get("server", {"name": "s"}))
    lock = {
        "covenant_version": "0.1.1",
        "mcp_docs": {"format": 1},
        "server": server,
        "surface": {
            "tools": surface.get("tools", []),
            "resources": surface.get("resources", []),
            "resourceTemplates": surface.get("templates", []),
            "prompts": surface.get("prompts", []),
        },
    }
    return read(json.dumps(lock).encode())
