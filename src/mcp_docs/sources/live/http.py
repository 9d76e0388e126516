"""A server at an address: Streamable HTTP, each request a POST that brings its own answer."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Collection, Iterator, Mapping
from typing import Final

import httpx2

from mcp_docs.errors import ServerError
from mcp_docs.jsonvalue import JsonObject, document
from mcp_docs.sources.address import shown_address
from mcp_docs.sources.live.target import HttpTarget
from mcp_docs.sources.live.wire import MESSAGE_LIMIT, Message, parse, reply_to
from mcp_docs.texts import shorten
from mcp_docs.views.markdown import visible

_ACCEPT: Final = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
_SESSION: Final = "Mcp-Session-Id"
_VERSION: Final = "MCP-Protocol-Version"
#: Seconds for what no answer depends on: a notification, a reply, the end of a session.
_ASIDE: Final = 5.0
#: Characters of an answer that is no JSON-RPC.
_SHOWN: Final = 200
_TITLE = re.compile(r"<title[^>]*>([^<]*)</title>", re.IGNORECASE)
_TAG = re.compile(r"<(script|style)\b.*?</\1\s*>|<[^>]*>", re.IGNORECASE | re.DOTALL)


class HttpChannel:
    """Follows no redirect: headers with secrets go to the address that was given, or nowhere."""

    def __init__(self, target: HttpTarget) -> None:
        self._target = target
        self._secrets = target.secrets
        self._client = httpx2.Client(headers=dict(target.headers), follow_redirects=False)
        self._session: dict[str, str] = {}
        self._version: dict[str, str] = {}
        #: Nothing can be written beside the messages here.
        self.noise: list[str] = []

    def ask(
        self,
        request: JsonObject,
        seconds: float,
        *,
        also: Collection[int] = (),  # noqa: ARG002 - each request has its own answer
        headers: Mapping[str, str] | None = None,
    ) -> Message:
        """Send a request and read its answer; see ``Channel.ask``."""
        method = str(request["method"])
        deadline = time.monotonic() + seconds
        try:
            with self._client.stream(
                "POST",
                self._target.url,
                content=document(request),
                headers={**_ACCEPT, **self._session, **self._version, **(headers or {})},
                timeout=seconds,
            ) as response:
                message = self._answer(response, request, deadline)
                if session := response.headers.get(_SESSION):
                    self._session = {_SESSION: session}
                return message
        except (httpx2.TimeoutException, TimeoutError):
            raise self.failure(
                "timeout",
                f"{self._target.label} did not answer `{method}` within {seconds:g} s",
                "Give a slow server more time with `--timeout`.",
            ) from None
        except httpx2.SSEError:
            raise self._too_large(method) from None
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            raise self.failure(
                "unreachable",
                f"{self._target.label} cannot be reached: {_one_line(str(error)) or type(error).__name__}",
                "Check the address, and that the server is running.",
            ) from None

    def tell(self, notification: JsonObject) -> None:
        """Send a notification, or a reply to the server."""
        with contextlib.suppress(httpx2.HTTPError):
            self._client.post(
                self._target.url,
                content=document(notification),
                headers={**_ACCEPT, **self._session, **self._version},
                timeout=_ASIDE,
            )

    def restart(self) -> None:
        """Forget the session."""
        self._session, self._version = {}, {}

    def settle(self, version: str) -> None:
        """Say in every request from now on which version was agreed on."""
        self._version = {_VERSION: version}

    def failure(self, code: str, what: str, hint: str) -> ServerError:
        """Return an error without secrets; a server at an address has no last words but its answer."""
        return ServerError(code, self._secrets.scrub(what), hint=self._secrets.scrub(hint))

    def close(self) -> None:
        """End the session, as the protocol asks for, and all connections."""
        if self._session:
            with contextlib.suppress(httpx2.HTTPError):
                headers = {**self._session, **self._version}
                self._client.delete(self._target.url, headers=headers, timeout=_ASIDE)
        self._client.close()

    def _answer(self, response: httpx2.Response, request: JsonObject, deadline: float) -> Message:
        method = str(request["method"])
        kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
        if kind == "text/event-stream" and response.is_success:
            return self._from_events(response, request, deadline)
        body = self._body(response, method, deadline)
        message = parse(body)
        if message is not None and message.is_answer and (response.is_success or message.error is not None):
            return message
        raise self._refusal(response, body, method)

    def _from_events(self, response: httpx2.Response, request: JsonObject, deadline: float) -> Message:
        method = str(request["method"])
        for event in _within(httpx2.EventSource(response, max_event_size=MESSAGE_LIMIT), deadline):
            message = parse(event.data.encode("utf-8", "surrogatepass"))
            if message is None:
                continue
            if message.is_answer and message.value.get("id") == request["id"]:
                return message
            if (reply := reply_to(message)) is not None:
                self.tell(reply)
        raise self.failure(
            "no-answer",
            f"{self._target.label} ended its stream of events without an answer to `{method}`",
            "Look into the server's log; a proxy in between may have cut the connection.",
        )

    def _body(self, response: httpx2.Response, method: str, deadline: float) -> bytes:
        body = bytearray()
        for part in _within(response.iter_bytes(), deadline):
            body += part
            if len(body) > MESSAGE_LIMIT:
                raise self._too_large(method)
        return bytes(body)

    def _too_large(self, method: str) -> ServerError:
        return self.failure(
            "too-large",
            f"{self._target.label} answers `{method}` with more than {MESSAGE_LIMIT // 1_000_000} MB",
            "No client could use that; let the server give its lists in pages.",
        )

    def _refusal(self, response: httpx2.Response, body: bytes, method: str) -> ServerError:
        """Say what came instead of an answer."""
        status = response.status_code
        said = self._said(body)
        if response.is_redirect:
            goal = shown_address(response.headers.get("Location", ""))
            return self.failure(
                "redirect",
                f"{self._target.label} redirects to {_one_line(goal)}",
                "Headers may hold secrets, so redirects are not followed; give that address if it is right.",
            )
        if status in (401, 403):
            return self.failure(
                "unauthorized",
                f"{self._target.label} refuses `{method}` with status {status}{said}",
                "Give it what it asks for, such as `--header 'Authorization=Bearer …'`; in mcp-docs.toml as "
                'a reference to a variable: `"Bearer $TOKEN"`.',
            )
        if response.is_success:
            return self.failure(
                "not-mcp",
                f"{self._target.label} answers `{method}` with {_kind(response)} instead of JSON-RPC{said}",
                "Check the path of the address: many servers listen at /mcp.",
            )
        return self.failure(
            "status",
            f"{self._target.label} answers `{method}` with status {status}{said}",
            "Check the path of the address: many servers listen at /mcp; the older transport of an "
            "address that ends in /sse is not supported."
            if status in (404, 405)
            else "Look into the server's log for the reason.",
        )

    def _said(self, body: bytes) -> str:
        text = body[:100_000].decode("utf-8", "replace")
        title = _TITLE.search(text)
        # Secrets go before the text is cut, so that no half of one is left.
        words = _one_line(self._secrets.scrub(title[1] if title else _TAG.sub(" ", text)))
        return f": {words}" if words else ""


def _within(
    parts: Iterator[httpx2.ServerSentEvent] | Iterator[bytes] | httpx2.EventSource, deadline: float
) -> Iterator:  # type: ignore[type-arg]
    for part in parts:
        yield part
        if time.monotonic() > deadline:
            raise TimeoutError


def _kind(response: httpx2.Response) -> str:
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind == "text/html":
        return "HTML"
    return _one_line(kind) if kind and kind != "application/json" else "something"


def _one_line(text: str) -> str:
    return shorten(visible(text.strip()), _SHOWN)
