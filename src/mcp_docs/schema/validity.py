"""Whether a value is a valid JSON Schema of its dialect."""

from __future__ import annotations

from mcp_docs.jsonvalue import JsonValue, pointer_join
from mcp_docs.schema.plain import is_plainly_valid
from mcp_docs.schema.validate import validator_class


def problem(schema: JsonValue) -> tuple[str, str] | None:
    """Return a message and a pointer into ``schema`` if it is no valid JSON Schema, else ``None``.

    Of several faults it is always the same one, whatever the order of keys.
    """
    if is_plainly_valid(schema):
        return None
    checker = validator_class(schema)
    faults = (
        (pointer_join("", *error.absolute_path), str(error.message))
        for error in checker(checker.META_SCHEMA).iter_errors(schema)
    )
    first = min(faults, default=None)
    return None if first is None else (first[1], first[0])
