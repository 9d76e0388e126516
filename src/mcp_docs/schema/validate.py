"""Validation of instances: the one home of the ``jsonschema`` library."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from mcp_docs.jsonvalue import JsonValue, pointer_join

_DIALECTS: Final = {
    "https://json-schema.org/draft/2020-12/schema": "Draft202012Validator",
    "https://json-schema.org/draft/2019-09/schema": "Draft201909Validator",
    "http://json-schema.org/draft-07/schema": "Draft7Validator",
    "http://json-schema.org/draft-06/schema": "Draft6Validator",
    "http://json-schema.org/draft-04/schema": "Draft4Validator",
}


@lru_cache(maxsize=1)
def _library() -> Any:
    # jsonschema takes a sixth of a second to import; most commands never validate anything.
    return importlib.import_module("jsonschema")


def validator(schema: JsonValue) -> Any:
    """Return the library's validator of ``schema`` in its dialect; it never fetches anything."""
    registry = importlib.import_module("referencing").Registry()
    return validator_class(schema)(schema, registry=registry)


def validator_class(schema: JsonValue) -> Any:
    """Return the library's class of validators for the dialect of ``schema``, which may be invalid."""
    dialect = schema.get("$schema") if isinstance(schema, Mapping) else None
    name = _DIALECTS.get(str(dialect).rstrip("#"), "Draft202012Validator")
    return getattr(_library(), name)


def is_valid(schema: JsonValue, instance: JsonValue) -> bool:
    """Tell whether ``schema`` accepts ``instance``."""
    return bool(validator(schema).is_valid(instance))


def errors(schema: JsonValue, instance: JsonValue) -> tuple[tuple[str, str], ...]:
    """Return what is wrong with ``instance``: messages with RFC 6901 pointers into it."""
    found = [
        (str(error.message), pointer_join("", *error.absolute_path))
        for error in validator(schema).iter_errors(instance)
    ]
    return tuple(sorted(found, key=lambda item: (item[1], item[0])))
