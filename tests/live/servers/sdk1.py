"""A server of the SDK's 1.x line, to be run in an environment that has it."""

from mcp.server.fastmcp import FastMCP

server = FastMCP("one", instructions="Adds.")


@server.tool()
def add(a: int, b: int = 1) -> int:
    """Add two numbers."""
    return a + b


@server.resource("notes://{day}")
def notes(day: str) -> str:
    """Read the notes of a day."""
    return day


server.run("stdio")
