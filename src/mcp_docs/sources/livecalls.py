"""Calls of a live server, for ``verify``: what it lists, and what it answers, as it is on the wire."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias

from mcp_docs.contracts.answer import Answer
from mcp_docs.errors import McpDocsError
from mcp_docs.interface import Interface
from mcp_docs.jsonvalue import JsonObject
from mcp_docs.readers import read_pages
from mcp_docs.views.markdown import shorten

if TYPE_CHECKING:  # the SDK takes most of a second to import
    from mcp import Client

#: Pages of one list; a server that has more goes in a circle.
_MOST_PAGES: Final = 1_000
_LAST_WORDS: Final = 2_000
_SHOWN: Final = 300

#: A command and its arguments, or the address of a Streamable HTTP server.
Target: TypeAlias = "Sequence[str] | str"


class ServerError(McpDocsError):
    """A server cannot be reached, or stopped answering."""


class LiveServer:
    """A server that answers.

    Attributes:
        interface: what it lists now.
    """

    def __init__(self, interface: Interface, send: Callable[[str, JsonObject], Answer]) -> None:
        self.interface = interface
        self.call_tool = send


@contextmanager
def connected(
    target: Target, *, env: Mapping[str, str] | None = None, timeout: float = 30.0
) -> Iterator[LiveServer]:
    """Start or reach a server, list what it has, and stop it at the end.

    Args:
        target: command and arguments (stdio), or an address (Streamable HTTP).
        env: variables for the server's process, beside the few that every process needs.
        timeout: seconds for one answer.

    Raises:
        ServerError: it does not start, answer or keep to the protocol; with its last words.
    """
    from anyio.from_thread import start_blocking_portal  # noqa: PLC0415 - comes with the SDK

    secrets = tuple(env.values()) if env else ()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as log:
        try:
            with (
                start_blocking_portal() as portal,
                portal.wrap_async_context_manager(_client(target, env or {}, timeout, log)) as client,
            ):
                interface = portal.call(_interface, client)
                yield LiveServer(interface, lambda name, value: portal.call(_call, client, name, value))
        except McpDocsError:
            raise
        except Exception as error:  # noqa: BLE001 - the SDK's failures have many types, groups among them
            raise _explained(_first(error), log, secrets) from None


def _client(target: Target, env: Mapping[str, str], timeout: float, log: IO[str]) -> Client:
    from mcp import Client, StdioServerParameters  # noqa: PLC0415 - slow, and needed for calls only
    from mcp.client.stdio import get_default_environment, stdio_client  # noqa: PLC0415 - the same

    if isinstance(target, str):
        return Client(target, read_timeout_seconds=timeout)
    command, *arguments = target
    parameters = StdioServerParameters(
        command=command, args=arguments, env={**get_default_environment(), **env}
    )
    return Client(stdio_client(parameters, errlog=log), read_timeout_seconds=timeout)  # type: ignore[arg-type]


async def _interface(client: Client) -> Interface:
    import mcp_types as types  # noqa: PLC0415 - with the SDK

    requests: tuple[tuple[str, type[Any]], ...] = (
        ("tools", types.ListToolsRequest),
        ("resources", types.ListResourcesRequest),
        ("resources", types.ListResourceTemplatesRequest),
        ("prompts", types.ListPromptsRequest),
    )
    declared = client.server_capabilities.model_dump(by_alias=True, exclude_none=True)
    pages = [
        json.dumps(page).encode()
        for capability, request in requests
        if capability in declared
        for page in await _pages(client, request)
    ]
    info = client.server_info
    server = info.model_dump(by_alias=True, exclude_none=True, mode="json") if info is not None else {}
    return read_pages(server, pages)


async def _pages(client: Client, request: type[Any]) -> list[dict[str, Any]]:
    import mcp_types as types  # noqa: PLC0415 - with the SDK
    from pydantic import TypeAdapter  # noqa: PLC0415 - with the SDK

    # The SDK's types drop what they do not know; it takes any adapter, though its type says models only.
    anything: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])
    pages: list[dict[str, Any]] = []
    cursor: str | None = None
    while len(pages) < _MOST_PAGES:
        params = types.PaginatedRequestParams(cursor=cursor)
        try:
            page = await client.session.send_request(request(params=params), anything)  # type: ignore[type-var]
        except Exception as error:
            if getattr(error, "code", None) == types.METHOD_NOT_FOUND:
                return pages
            raise
        pages.append(page)
        cursor = page.get("nextCursor")
        if cursor is None:
            return pages
    raise ServerError(f"the server's list has more than {_MOST_PAGES} pages")


async def _call(client: Client, name: str, arguments: JsonObject) -> Answer:
    import mcp_types as types  # noqa: PLC0415 - with the SDK
    from mcp import MCPError  # noqa: PLC0415 - with the SDK
    from pydantic import TypeAdapter, ValidationError  # noqa: PLC0415 - with the SDK

    anything: TypeAdapter[dict[str, Any]] = TypeAdapter(dict[str, Any])
    params = types.CallToolRequestParams(name=name, arguments=dict(arguments))
    try:
        request = types.CallToolRequest(params=params)
        result = await client.session.send_request(request, anything)  # type: ignore[type-var]
    except MCPError as error:
        if error.code == types.CONNECTION_CLOSED:
            raise
        return Answer({}, {"code": error.code, "message": error.message})
    except ValidationError:
        return Answer({}, {"code": types.INTERNAL_ERROR, "message": "the answer is not a CallToolResult"})
    return Answer(result)


def _first(error: BaseException) -> BaseException:
    """Return the first failure in a group of failures."""
    while isinstance(error, BaseExceptionGroup) and error.exceptions:
        error = error.exceptions[0]
    return error


def _explained(error: BaseException, log: IO[str], secrets: Sequence[str]) -> ServerError:
    """Say what failed, and what the server wrote to its standard error last."""
    from mcp_docs.contracts.leaks import without  # noqa: PLC0415 - only on the way out

    log.seek(0)
    lines = log.read()[-_LAST_WORDS:].strip().splitlines()
    reason = shorten(str(error) or type(error).__name__, _SHOWN)
    last = without(" / ".join(line.strip() for line in lines[-3:]), secrets)
    said = f"Its last words: {last}" if last else "It wrote nothing to its standard error."
    return ServerError(f"the server cannot be called: {without(reason, secrets)}", hint=said)
