"""Servers by hand as targets; see servers/hand.py."""

from __future__ import annotations

import sys
from pathlib import Path

from mcp_docs.sources.live import StdioTarget

SERVERS = Path(__file__).parent / "servers"


def hand(*arguments: str, env: dict[str, str] | None = None) -> StdioTarget:
    """A server by hand, see servers/hand.py."""
    return StdioTarget((sys.executable, str(SERVERS / "hand.py"), *arguments), env=env or {})
