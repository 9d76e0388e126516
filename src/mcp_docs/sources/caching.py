"""Where the cache is: in the user's folder for caches, unless somebody names another."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from mcp_docs.sources.cachefile import CacheFile
from mcp_docs.sources.program import program

#: Environment variable that names the folder.
VARIABLE: Final = "MCP_DOCS_CACHE"


def open_cache(folder: Path | None) -> CacheFile:
    """Open the cache in a folder, or the user's; whoever opens it closes it, and tells what was wrong."""
    if folder is None:
        from platformdirs import user_cache_path  # noqa: PLC0415  # only when nobody named a folder

        folder = user_cache_path("mcp-docs", appauthor=False)
    return CacheFile(folder, program())
