"""A lockfile, and the same after one break: a day that was a text becomes a number."""

from __future__ import annotations

from lockfiles import lockfile, tool

LOCK = "mcp-docs.lock"
OLD = lockfile(tool("berths", {"day": {"type": "string"}}))
BROKEN = lockfile(tool("berths", {"day": {"type": "integer"}}))
