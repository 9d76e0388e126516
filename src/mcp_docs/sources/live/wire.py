"""JSON-RPC as MCP uses it: messages, the constants of both eras, and what a transport must do."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from mcp_docs.errors import LockfileError, ServerError
from mcp_docs.jsontext import Document, load
from mcp_docs.jsonvalue import JsonObject, JsonValue
from mcp_docs.version import __version__

#: Versions that begin with ``initialize``, and those that begin with ``server/discover``.
HANDSHAKE_VERSIONS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN_VERSIONS: Final = ("2026-07-28",)

#: Codes of errors (JSON-RPC 2.0 and MCP 2026-07-28).
METHOD_NOT_FOUND: Final = -32601
UNSUPPORTED_VERSION: Final = -32022

#: Members of ``_meta`` in the modern era.
META: Final = "io.modelcontextprotocol/"

#: Bytes of one message. Real lists have up to a few million; a model could read a hundredth of it.
MESSAGE_LIMIT: Final = 20_000_000


@dataclass(frozen=True, slots=True)
class Message:
    """One JSON-RPC message as it came.

    Attributes:
        data: its bytes.
        document: the same, parsed; parts may be faulty.
        value: the message itself.
    """

    data: bytes
    document: Document
    value: JsonObject

    @property
    def is_answer(self) -> bool:
        """Whether it answers a request. A server's own request may have the id of one of ours."""
        return "method" not in self.value and ("result" in self.value or "error" in self.value)

    @property
    def result(self) -> JsonValue:
        """The result, or ``None`` for an error."""
        return self.value.get("result")

    @property
    def error(self) -> JsonObject | None:
        """The error object, or ``None`` for a result."""
        if "error" not in self.value or "result" in self.value:
            return None
        error = self.value["error"]
        return error if isinstance(error, Mapping) else {"message": str(error)}

    @property
    def error_code(self) -> int | None:
        """The error's code, if it is an error and has one."""
        code = (self.error or {}).get("code")
        return code if isinstance(code, int) else None


def parse(data: bytes) -> Message | None:
    """Return the JSON-RPC message in ``data``, or ``None`` when it is none."""
    try:
        document = load(data)
    except LockfileError:
        return None
    value = document.value
    return Message(data, document, value) if isinstance(value, Mapping) and "jsonrpc" in value else None


def reply_to(message: Message) -> JsonObject | None:
    """Return what we answer when the server asks something; ``None`` for a notification."""
    identity = message.value.get("id")
    if "method" not in message.value or not isinstance(identity, str | int):
        return None
    if message.value["method"] == "ping":
        return {"jsonrpc": "2.0", "id": identity, "result": {}}
    error: JsonObject = {"code": METHOD_NOT_FOUND, "message": "this client only reads the interface"}
    return {"jsonrpc": "2.0", "id": identity, "error": error}


class Channel(Protocol):
    """A transport: requests out, the message that answers in."""

    def ask(
        self,
        request: JsonObject,
        seconds: float,
        *,
        also: Collection[int] = (),
        headers: Mapping[str, str] | None = None,
    ) -> Message:
        """Send a request and return its answer, or that of an earlier one whose id is in ``also``.

        Args:
            request: a JSON-RPC request with an id.
            seconds: until it is given up.
            also: ids of requests that were given up and may still be answered, where the transport
                allows for that.
            headers: for this request alone; a transport without headers ignores them.

        Raises:
            ServerError: there is no answer.
        """

    def tell(self, notification: JsonObject) -> None:
        """Send a notification; whether it arrived is not known."""

    def restart(self) -> None:
        """Begin anew, as if nothing had been said."""

    def settle(self, version: str) -> None:
        """Take note of the protocol version that was agreed on."""

    def failure(self, code: str, what: str, hint: str) -> ServerError:
        """Return an error with the server's last words in it, and no secret."""

    def close(self) -> None:
        """End the connection, and the server if we started it."""


@dataclass(slots=True)
class Requests:
    """Makes requests of one connection: ids, and in the modern era what every request carries.

    Attributes:
        version: the agreed version once there is one.
        modern: whether every request says who we are.
    """

    version: str = ""
    modern: bool = False
    _last: int = field(default=0, repr=False)

    def make(self, method: str, params: Mapping[str, JsonValue] | None = None) -> dict[str, JsonValue]:
        """Return a request with a new id."""
        self._last += 1
        full = dict(params or {})
        if self.modern:
            full["_meta"] = {
                f"{META}protocolVersion": self.version,
                f"{META}clientInfo": client_info(),
                f"{META}clientCapabilities": {},
            }
        return {"jsonrpc": "2.0", "id": self._last, "method": method, "params": full}

    def headers(self, method: str, name: str | None = None) -> dict[str, str]:
        """Return the headers that repeat a modern request's routing facts."""
        if not self.modern:
            return {}
        found = {"MCP-Protocol-Version": self.version, "Mcp-Method": method}
        return found if name is None else {**found, "Mcp-Name": name}


def client_info() -> JsonObject:
    """Return how this program calls itself towards servers."""
    return {"name": "mcp-docs", "version": __version__}
