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
    from mcp_docs.change import Change, Level
    from mcp_docs.classifier.interfaces import classify
    from mcp_docs.history.build import BuildOptions, build_record
    from mcp_docs.history.model import Commit, Revision, Tag, Walk
    from mcp_docs.interface import Interface
    from mcp_docs.pipeline import load_history
    from mcp_docs.record import Record, Release, ReleasedChange
    from mcp_docs.schema.containment import decide
    from mcp_docs.sources.feeds import load_published
    from mcp_docs.sources.files import load_interface

__all__ = [
    "BuildOptions",
    "Catalogue",
    "Change",
    "Commit",
    "Interface",
    "Level",
    "Record",
    "Release",
    "ReleasedChange",
    "Revision",
    "Tag",
    "Walk",
    "__version__",
    "build_record",
    "classify",
    "decide",
    "load_history",
    "load_interface",
    "load_published",
]

_HOMES = {
    "BuildOptions": "mcp_docs.history.build",
    "Catalogue": "mcp_docs.catalogue",
    "Change": "mcp_docs.change",
    "Commit": "mcp_docs.history.model",
    "Interface": "mcp_docs.interface",
    "Level": "mcp_docs.change",
    "Record": "mcp_docs.record",
    "Release": "mcp_docs.record",
    "ReleasedChange": "mcp_docs.record",
    "Revision": "mcp_docs.history.model",
    "Tag": "mcp_docs.history.model",
    "Walk": "mcp_docs.history.model",
    "build_record": "mcp_docs.history.build",
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
