"""A connection to a running server: its interface, read once, and calls of its tools."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from typing import Final

from mcp_docs.contracts.answer import Answer
from mcp_docs.errors import LockfileError
from mcp_docs.interface import ElementKind, Interface, Problem
from mcp_docs.jsonvalue import JsonObject, canonical_text
from mcp_docs.readers import read_pages
from mcp_docs.readers.layout import LIST_NAMES
from mcp_docs.sources.live.http import HttpChannel
from mcp_docs.sources.live.negotiate import Greeting, greet
from mcp_docs.sources.live.stdio import StdioChannel
from mcp_docs.sources.live.target import StdioTarget, Target
from mcp_docs.sources.live.wire import METHOD_NOT_FOUND, Message, Requests

#: Pages of one list, and bytes of all lists; a server beyond them gives pages for ever.
_PAGES: Final = 1000
_BYTES: Final = 100_000_000

#: Each list: its method, and the capability that declares it.
_LISTS: Final[Mapping[ElementKind, tuple[str, str]]] = {
    "tool": ("tools/list", "tools"),
    "resource": ("resources/list", "resources"),
    "template": ("resources/templates/list", "resources"),
    "prompt": ("prompts/list", "prompts"),
}


class Session:
    """A live server; made by :func:`connect` and usable inside its ``with`` block."""

    def __init__(self, target: Target, protocol: str | None, timeout: float) -> None:
        self._target = target
        self._timeout = timeout
        self._requests = Requests()
        self._channel = _open(target)
        try:
            self._greeting: Greeting = greet(self._channel, self._requests, protocol, timeout)
        except BaseException:
            self._channel.close()
            raise

    @property
    def protocol_version(self) -> str:
        """The version that was agreed on."""
        return self._requests.version

    @property
    def noise(self) -> tuple[str, ...]:
        """The first lines on a stdio server's standard output that were no messages."""
        return tuple(self._channel.noise)

    @cached_property
    def interface(self) -> Interface:
        """All that the server declares, read at the first use: every page of every list.

        Malformed parts are quarantined, as in a file. A list that is declared and not answered is a
        problem of the interface.

        Raises:
            ServerError: a list could not be read to its end, or holds a secret of the target.
        """
        pages: list[bytes] = []
        problems: list[Problem] = []
        for kind in self._declared():
            found = self._list(kind, sum(map(len, pages)))
            if found is None:
                problems += self._missing(kind)
            else:
                pages += found
        try:
            interface = read_pages(self._greeting.server, pages, problems=self._greeting.problems)
        except LockfileError as error:
            raise self._channel.failure(
                "not-mcp", f"{self._target.label} answers what is no list: {error.what}", _ASK_AUTHORS
            ) from None
        self._refuse_secrets(interface)
        return replace(interface, problems=(*interface.problems, *problems))

    def call_tool(self, name: str, arguments: JsonObject, *, timeout: float | None = None) -> Answer:
        """Call a tool and return what came back, whether it is a success or not.

        Args:
            name: the tool's; it need not exist.
            arguments: sent as they are; nothing is validated.
            timeout: seconds, instead of the session's.

        Raises:
            ServerError: no answer came; after a timeout the session can still be used.
        """
        request = self._requests.make("tools/call", {"name": name, "arguments": arguments})
        headers = self._requests.headers("tools/call", name)
        if headers:
            headers = self._call_headers(headers, name, arguments)
        answer = self._channel.ask(request, timeout or self._timeout, headers=headers)
        result = answer.result
        if answer.error is None and not isinstance(result, Mapping):
            raise self._channel.failure(
                "not-mcp", f"{self._target.label} answers the call of {name} without a result", _ASK_AUTHORS
            )
        return Answer(result if isinstance(result, Mapping) else {}, answer.error)

    def close(self) -> None:
        """End the connection; ``connect`` does."""
        self._channel.close()

    def _declared(self) -> tuple[ElementKind, ...]:
        """Return the kinds to ask for: those declared; tools where no list is declared at all."""
        declared = self._greeting.capabilities
        return tuple(kind for kind, (_, name) in _LISTS.items() if name in declared) or ("tool",)

    def _missing(self, kind: ElementKind) -> Iterator[Problem]:
        """Templates share the capability of resources, and tools may have been asked for unasked."""
        method, capability = _LISTS[kind]
        if kind != "template" and capability in self._greeting.capabilities:
            yield Problem(
                "list.not_answered",
                f"the server declares {capability} and knows no {method}",
                "/capabilities",
            )

    def _list(self, kind: ElementKind, taken: int) -> list[bytes] | None:
        """Return every page of a list, or ``None`` where the server does not know it."""
        method = _LISTS[kind][0]
        pages: list[bytes] = []
        seen: set[str] = set()
        cursor: str | None = None
        while True:
            params: JsonObject = {} if cursor is None else {"cursor": cursor}
            headers = self._requests.headers(method)
            answer = self._channel.ask(self._requests.make(method, params), self._timeout, headers=headers)
            if answer.error_code == METHOD_NOT_FOUND and not pages:
                return None
            pages.append(self._page(kind, answer))
            cursor = self._cursor(method, answer)
            if cursor is None:
                return pages
            if cursor in seen:
                self._endless(method, "comes back to a cursor that it gave before")
            seen.add(cursor)
            if len(pages) >= _PAGES or taken + sum(map(len, pages)) > _BYTES:
                self._endless(method, f"goes on after {len(pages)} pages")

    def _page(self, kind: ElementKind, answer: Message) -> bytes:
        method, name = _LISTS[kind][0], LIST_NAMES[kind]
        result = answer.result
        if answer.error is not None:
            said = str(answer.error.get("message", ""))[:200]
            raise self._channel.failure(
                "list-failed",
                f"{self._target.label} answers `{method}` with error {answer.error_code}: {said}",
                "A list that fails is not an empty one, so nothing was recorded. " + _ASK_AUTHORS,
            )
        if not isinstance(result, Mapping) or not isinstance(result.get(name), list):
            raise self._channel.failure(
                "not-mcp", f"{self._target.label} answers `{method}` without a list `{name}`", _ASK_AUTHORS
            )
        return answer.data

    def _cursor(self, method: str, answer: Message) -> str | None:
        result = answer.result
        cursor = result.get("nextCursor") if isinstance(result, Mapping) else None
        if cursor is None or isinstance(cursor, str):
            return cursor
        raise self._channel.failure(
            "cursor", f"{self._target.label} gives a nextCursor in `{method}` that is no string", _ASK_AUTHORS
        )

    def _endless(self, method: str, what: str) -> None:
        raise self._channel.failure(
            "cursor",
            f"{self._target.label} never ends its list: `{method}` {what}",
            "Clients that read all pages hang there; the last page must have no nextCursor.",
        )

    def _refuse_secrets(self, interface: Interface) -> None:
        texts = (canonical_text(element.data) for element in (interface.server, *interface))
        name = self._target.secrets.found_in(texts)
        if name is not None:
            raise self._channel.failure(
                "secret",
                f"{self._target.label} repeats the value of {name} in its interface",
                "A lockfile is published, so it was not recorded. Let the server keep the value to itself; "
                "if it is no secret, write it in a target of mcp-docs.toml.",
            )

    def _call_headers(self, headers: dict[str, str], name: str, arguments: JsonObject) -> dict[str, str]:
        """Return the headers of a modern call: the tool's name, and arguments that the schema asks for."""
        from mcp.shared.inbound import encode_header_value, mcp_param_headers, x_mcp_header_map  # noqa: PLC0415

        tool = self.interface.get("tool", name)
        schema = tool.data.get("inputSchema") if tool else None
        wanted = mcp_param_headers(x_mcp_header_map(schema), arguments) if isinstance(schema, dict) else {}
        return {**headers, "Mcp-Name": encode_header_value(name), **wanted}


_ASK_AUTHORS: Final = "That is against the protocol; only the server's authors can mend it."


@contextmanager
def connect(target: Target, *, protocol: str | None = None, timeout: float = 30.0) -> Iterator[Session]:
    """Connect to a server; start it first where the target is a command, and end it afterwards.

    Args:
        target: a command or an address.
        protocol: the protocol version to insist on, as a lockfile pins it; ``None`` takes the newest
            that both sides speak.
        timeout: seconds for each answer.

    Yields:
        the session.

    Raises:
        ServerError: it cannot be started or reached, or does not speak the protocol; the message
            holds its last words on standard error and no value of a variable or header.
    """
    session = Session(target, protocol, timeout)
    try:
        yield session
    finally:
        session.close()


def _open(target: Target) -> StdioChannel | HttpChannel:
    if isinstance(target, StdioTarget):
        return StdioChannel(target)
    return HttpChannel(target)
