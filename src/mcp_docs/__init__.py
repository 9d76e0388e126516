"""The public, versioned record of an MCP server's interface.

What is public is found here by name and loaded when first asked for: the core never pulls in the
shell, and the command line starts without what it does not use.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from mcp_docs.version import __version__

if TYPE_CHECKING:
    from mcp_docs.catalogue import Catalogue
    from mcp_docs.classifier.interfaces import classify
    from mcp_docs.pipeline import load_history
    from mcp_docs.schema.containment import decide
    from mcp_docs.sources.feeds import load_published
    from mcp_docs.sources.files import load_interface

__all__ = [
    "Catalogue",
    "__version__",
    "classify",
    "decide",
    "load_history",
    "load_interface",
    "load_published",
]

_HOMES = {
    "Catalogue": "mcp_docs.catalogue",
    "classify": "mcp_docs.classifier.interfaces",
    "decide": "mcp_docs.schema.containment",
    "load_history": "mcp_docs.pipeline",
    "load_interface": "mcp_docs.sources.files",
    "load_published": "mcp_docs.sources.feeds",
}


def __getattr__(name: str) -> Any:
    """Return the public function ``name`` from its home (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    # The submodule of the same name would stand in the package's place otherwise.
    globals()[name] = value
    return value
