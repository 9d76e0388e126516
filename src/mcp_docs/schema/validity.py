"""Whether a value is a valid JSON Schema of its dialect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mcp_docs.jsonvalue import JsonValue, pointer_join
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.plain import is_plainly_valid
from mcp_docs.schema.source import dialect_of
from mcp_docs.schema.validate import dialect_class

#: The dialect by which a schema is judged whose ``$schema`` is no text, which none allows.
_NEWEST: Final = 2020


def problem(schema: JsonValue) -> tuple[str, str] | None:
    """Return a message and a pointer into ``schema`` if it is no valid JSON Schema, else ``None``.

    Of several faults it is always the same one, whatever the order of keys.
    """
    if is_plainly_valid(schema):
        return None
    try:
        checker = dialect_class(dialect_of(schema))
    except Unmodelled:
        if isinstance(schema, Mapping) and isinstance(schema.get("$schema"), str):
            return None
        checker = dialect_class(_NEWEST)
    faults = (
        (pointer_join("", *error.absolute_path), str(error.message))
        for error in checker(checker.META_SCHEMA).iter_errors(schema)
    )
    first = min(faults, default=None)
    return None if first is None else (first[1], first[0])
