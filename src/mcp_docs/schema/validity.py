"""Whether a value is a valid JSON Schema of its dialect."""

from __future__ import annotations

from mcp_docs.jsonvalue import JsonValue, pointer_join
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.source import dialect_of
from mcp_docs.schema.validate import dialect_class


def problem(schema: JsonValue) -> tuple[str, str] | None:
    """Return a message and a pointer into ``schema`` if it is no valid JSON Schema, else ``None``."""
    try:
        checker = dialect_class(dialect_of(schema))
    except Unmodelled:
        return None
    for error in checker(checker.META_SCHEMA).iter_errors(schema):
        return str(error.message), pointer_join("", *error.absolute_path)
    return None
