"""The public, versioned record of an MCP server's interface.

What is public beyond the core's modules is found here by name and loaded when first asked for: the
core never pulls in the shell, and the command line starts without what it does not use.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from mcp_docs.interface import Interface
from mcp_docs.schema.verdict import Verdict
from mcp_docs.version import __version__

__all__ = ["__version__", "decide", "load_interface"]

load_interface: Callable[..., Interface]
decide: Callable[..., Verdict]

_HOMES = {"decide": "mcp_docs.schema.containment", "load_interface": "mcp_docs.sources.files"}


def __getattr__(name: str) -> Any:
    """Return the public function ``name`` from its home (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
