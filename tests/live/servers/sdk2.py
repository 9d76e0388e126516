"""A server of the SDK's 2.x line: ``sdk2.py [PORT]``."""

import sys

from mcp.server.mcpserver import MCPServer

server = MCPServer("two", version="1.2.0", instructions="Adds.")


@server.tool()
def add(a: int, b: int = 1) -> int:
    """Add two numbers."""
    return a + b


@server.prompt()
def greet(name: str) -> str:
    """Greet somebody."""
    return f"Hello {name}"


if len(sys.argv) > 1:
    server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[1]))
else:
    server.run("stdio")
