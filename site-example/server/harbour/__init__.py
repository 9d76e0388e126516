"""A small MCP server: the booking desk of an invented harbour, over fixture data."""
