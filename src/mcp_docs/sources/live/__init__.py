"""Talking to a server that runs: its interface as it is on the wire, and calls of its tools.

JSON-RPC is spoken here directly, over stdio and Streamable HTTP, in both eras of the protocol. The
SDK's typed layer would drop fields that it does not know, refuse a whole list for one malformed
tool, and never deliver a message with half a surrogate pair; a record needs all of these.

>>> with connect(StdioTarget(("python", "server.py")), timeout=20) as session:  # doctest: +SKIP
...     session.interface.tools
...     session.call_tool("search", {"query": "x"}).payload
"""

from mcp_docs.sources.live.resolve import resolve_target
from mcp_docs.sources.live.session import Session, connect
from mcp_docs.sources.live.target import HttpTarget, StdioTarget, Target

__all__ = ["HttpTarget", "Session", "StdioTarget", "Target", "connect", "resolve_target"]
