"""The public, versioned record of an MCP server's interface."""

from __future__ import annotations

from mcp_docs.sources.files import load_interface
from mcp_docs.version import __version__

__all__ = ["__version__", "load_interface"]
