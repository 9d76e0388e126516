"""Whether a schema promises a part of its values: the prover's answer, and words for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from mcp_docs.contracts.described import describing
from mcp_docs.contracts.fields import ANY_ITEM, spelled
from mcp_docs.contracts.model import ClauseState
from mcp_docs.jsonvalue import JsonObject, JsonValue, pointer_join, pointer_split
from mcp_docs.schema.containment import decide
from mcp_docs.schema.verdict import Breaking, Compatible, Verdict
from mcp_docs.texts import shorten

_SHOWN: Final = 120


@dataclass(frozen=True, slots=True)
class Promise:
    """What a schema says of one part of its values.

    Attributes:
        state: ``kept``: every valid value has it; ``broken``: none can; else ``unproven``.
        message: why it is not kept, one sentence.
        pointer: RFC 6901, inside the schema, of the subschema that decides.
    """

    state: ClauseState
    message: str = ""
    pointer: str = ""


def promise(schema: JsonValue, pointer: str) -> Promise:
    """Judge whether every value that ``schema`` accepts has something at ``pointer``.

    ``-`` in the pointer is any item: each item must have what follows, an empty array has it all.
    """
    tokens = pointer_split(pointer)
    verdict = _within(schema, _having(tokens))
    if isinstance(verdict, Compatible):
        if isinstance(_within(schema, False), Compatible):  # noqa: FBT003 - the schema that accepts nothing
            return Promise("broken", "the output schema accepts no value at all")
        return Promise("kept")
    place, described = describing(schema, tokens)
    name = spelled(pointer)
    if isinstance(_within(schema, {"not": _carrying(tokens)}), Compatible):
        why = "rules it out" if described else "does not declare it and allows no other field there"
        return Promise("broken", f"no output can have {name}: the output schema {why}", place)
    return _unproven(schema, tokens, verdict)


def _unproven(schema: JsonValue, tokens: Sequence[str], verdict: Verdict) -> Promise:
    """Say which step of the way is the first that is not promised, and why."""
    count = next(
        (n for n in range(1, len(tokens)) if isinstance(_within(schema, _having(tokens[:n])), Breaking)),
        len(tokens),
    )
    place, described = describing(schema, tokens[:count])
    name = spelled(pointer_join("", *tokens[:count]))
    if not isinstance(verdict, Breaking):
        return Promise(
            "unproven", f"it is not clear whether every output has {name}: {verdict.reason}", place
        )
    example = _short(verdict.witness)
    if described:
        return Promise("unproven", f"{name} is optional: the output {example} is valid", place)
    return Promise(
        "unproven", f"the output schema does not describe {name}: the output {example} is valid", place
    )


def _within(schema: JsonValue, wanted: JsonValue) -> Verdict:
    return decide(wanted, schema, direction="output", profile="strict")


def _having(tokens: Sequence[str]) -> JsonValue:
    return _nested(tokens, lambda inner: {"type": "array", "items": inner})


def _carrying(tokens: Sequence[str]) -> JsonValue:
    return _nested(tokens, lambda inner: {"type": "array", "contains": inner})


def _nested(tokens: Sequence[str], any_item: Callable[[JsonValue], JsonObject]) -> JsonValue:
    """Return the schema of the values that have something at ``tokens``."""
    schema: JsonValue = True
    for token in reversed(tokens):
        member: JsonObject = {"type": "object", "required": [token], "properties": {token: schema}}
        if token == ANY_ITEM:
            schema = any_item(schema)
        elif token.isdecimal():
            index = int(token)
            item: JsonObject = {
                "type": "array",
                "minItems": index + 1,
                "prefixItems": [True] * index + [schema],
            }
            schema = {"anyOf": [member, item]}
        else:
            schema = member
    return schema


def _short(value: JsonValue) -> str:
    return shorten(json.dumps(value, ensure_ascii=False), _SHOWN)
