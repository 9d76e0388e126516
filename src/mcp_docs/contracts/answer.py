"""What a server answered to ``tools/call``, and what a consumer reads from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from mcp_docs import jsontext
from mcp_docs.contracts.fields import ANY_ITEM, spelled
from mcp_docs.contracts.leaks import without
from mcp_docs.errors import LockfileError
from mcp_docs.jsonvalue import (
    ABSENT,
    Absent,
    JsonObject,
    JsonValue,
    canonical_text,
    pointer_join,
    pointer_split,
)

#: JSON-RPC 2.0: the method was called with arguments that it does not take.
INVALID_PARAMS: Final = -32602
#: JSON-RPC 2.0: the server failed within itself.
INTERNAL_ERROR: Final = -32603
#: The code with which MCP's SDKs say that no answer came in time.
REQUEST_TIMEOUT: Final = -32001


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: a result, or a protocol error instead of one.

    Attributes:
        result: ``CallToolResult`` as it was sent: ``content``, ``structuredContent``, ``isError``.
        error: the JSON-RPC error object (``code``, ``message``), or ``None``.
    """

    result: JsonObject
    error: JsonObject | None = None

    @property
    def failed(self) -> bool:
        """Whether the call failed, in the protocol or in the tool."""
        return self.error is not None or self.result.get("isError") is True

    @property
    def code(self) -> int | None:
        """The code of the protocol error, if there is one."""
        code = self.error.get("code") if self.error is not None else None
        return code if isinstance(code, int) else None

    @property
    def text(self) -> str:
        """The text items, one after the other; of a protocol error its message."""
        if self.error is not None:
            message = self.error.get("message")
            return message if isinstance(message, str) else ""
        content = self.result.get("content")
        items = content if isinstance(content, list) else ()
        texts = [
            item.get("text") for item in items if isinstance(item, Mapping) and item.get("type") == "text"
        ]
        return "\n".join(text for text in texts if isinstance(text, str))

    def without(self, secrets: Mapping[str, str]) -> Answer:
        """Return the answer with each of the secrets, names by value, replaced wherever it stands."""
        if not secrets:
            return self
        result, error = _cleaned(self.result, secrets), _cleaned(self.error, secrets)
        return Answer(
            result if isinstance(result, Mapping) else {}, error if isinstance(error, Mapping) else None
        )

    @property
    def payload(self) -> JsonValue | Absent:
        """What a consumer reads: ``structuredContent``, else the JSON in the text; ``ABSENT`` if neither."""
        if "structuredContent" in self.result and self.result["structuredContent"] is not None:
            return self.result["structuredContent"]
        try:
            return jsontext.parse(self.text.encode("utf-8", "surrogatepass"))
        except LockfileError:
            return ABSENT


def _cleaned(value: JsonValue, secrets: Mapping[str, str]) -> JsonValue:
    if isinstance(value, str):
        return without(value, secrets)
    if isinstance(value, int | float) and not isinstance(value, bool):
        spelled = canonical_text(value)
        return without(spelled, secrets) if spelled in secrets else value
    if isinstance(value, Mapping):
        return {without(name, secrets): _cleaned(item, secrets) for name, item in value.items()}
    return [_cleaned(item, secrets) for item in value] if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class Missing:
    """A field that a value has not.

    Attributes:
        name: the first part of the way that is not there, as people write it.
        beside: the names that are there instead, sorted.
        empty: nothing is missing, but an array on the way has no item to look at.
    """

    name: str
    beside: tuple[str, ...] = ()
    empty: bool = False


def missing(value: JsonValue, pointer: str) -> Missing | None:
    """Return what of the field at ``pointer`` is not in ``value``, or ``None`` if it is there.

    ``-`` is any item: each item must have what follows.
    """
    return _missing(value, pointer_split(pointer), "")


def _missing(value: JsonValue, tokens: Sequence[str], at: str) -> Missing | None:
    if not tokens:
        return None
    token, rest = tokens[0], tokens[1:]
    if isinstance(value, list) and token == ANY_ITEM:
        found = [_missing(item, rest, pointer_join(at, index)) for index, item in enumerate(value)]
        hard = next((part for part in found if part and not part.empty), None)
        if hard or None in found:
            return hard
        return found[0] if found else Missing(spelled(at), empty=True)
    here = pointer_join(at, token)
    if isinstance(value, list) and token.isdecimal() and int(token) < len(value):
        return _missing(value[int(token)], rest, here)
    if isinstance(value, Mapping) and token in value:
        return _missing(value[token], rest, here)
    return Missing(spelled(here), tuple(sorted(value)) if isinstance(value, Mapping) else ())
