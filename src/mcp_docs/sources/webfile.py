"""A file at a web address, within bounds of size and time; nothing but the web is read."""

from __future__ import annotations

import base64
import time
import urllib.error
import urllib.request
import zlib
from http.client import HTTPException, HTTPMessage, HTTPResponse
from typing import IO, Final
from urllib.parse import unquote, urlsplit, urlunsplit

from mcp_docs.errors import McpDocsError, MissingError, UsageError, Where
from mcp_docs.sources.address import scheme_of, shown_address

#: Seconds for one file, all together.
TIME_LIMIT: Final = 30.0

_SCHEMES: Final = ("http", "https")
_REDIRECTS: Final = (301, 302, 303, 307, 308)
_MISSING: Final = (404, 410)
_CHUNK: Final = 65_536
#: What tells zlib to expect gzip's header.
_GZIP: Final = 16 + zlib.MAX_WBITS
_COPY: Final = "Get it by other means, and name the copy."
_AGAIN: Final = f"Try again. {_COPY}"
_HINT: Final = "Give an address such as https://example.org/agent.json."


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects to the web only, and never from a safe address to an unsafe one."""

    max_redirections = 5

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Return the next request, or refuse."""
        scheme = scheme_of(newurl)
        if scheme not in _SCHEMES or (req.type == "https" and scheme != "https"):
            raise urllib.error.URLError(f"it redirects to {scheme or 'no scheme'}, which is not followed")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def fetch(address: str, limit: int) -> bytes:
    """Return the bytes at an http(s) address; the user's proxies count.

    Args:
        address: an absolute URL. A user and a password in it are sent to that host (RFC 7617), and
            to none that it redirects to.
        limit: bytes; a larger answer is an error.

    Raises:
        UsageError: the address is none, or of another scheme.
        MissingError: the server says that there is nothing there.
        McpDocsError: it cannot be fetched within ``TIME_LIMIT``, or is larger than ``limit``.
    """
    where = Where(shown_address(address))
    if scheme_of(address) not in _SCHEMES:
        raise UsageError("is no http or https address", where=where, hint=_HINT)
    until = time.monotonic() + TIME_LIMIT
    try:
        with _opener().open(_request(address), timeout=TIME_LIMIT) as answer:
            return _body(answer, limit, until, where)
    except urllib.error.HTTPError as error:
        what = f"cannot be fetched: the server answers {error.code}"
        if error.code in _REDIRECTS:
            what = "cannot be fetched: it redirects in a circle, or to what is not the web"
        error.close()
        kind = MissingError if error.code in _MISSING else McpDocsError
        raise kind(what, where=where) from None
    except (OSError, HTTPException, ValueError, zlib.error) as error:
        reason = getattr(error, "reason", None) or error
        raise McpDocsError(f"cannot be fetched: {str(reason)[:200]}", where=where, hint=_AGAIN) from None


def _opener() -> urllib.request.OpenerDirector:
    # No handler for files, FTP or data: whatever a redirect says, nothing but the web is read.
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        _Redirects(),
    ):
        opener.add_handler(handler)
    return opener


def _request(address: str) -> urllib.request.Request:
    parts = urlsplit(address)
    user, at, host = parts.netloc.rpartition("@")
    request = urllib.request.Request(urlunsplit(parts._replace(netloc=host)))  # noqa: S310 - checked before
    if at:
        given = base64.b64encode(unquote(user).encode()).decode()
        request.add_unredirected_header("Authorization", f"Basic {given}")
    return request


def _body(answer: HTTPResponse, limit: int, until: float, where: Where) -> bytes:
    # Nobody asks for it, but a store may hold its files packed and send them so to everybody.
    packed = answer.headers.get("Content-Encoding", "").strip().lower() in ("gzip", "x-gzip")
    unpacker = zlib.decompressobj(_GZIP) if packed else None
    data = bytearray()
    while chunk := answer.read1(_CHUNK):
        data += unpacker.decompress(chunk, limit + 1 - len(data)) if unpacker else chunk
        if len(data) > limit:
            raise McpDocsError(f"is larger than {limit // 1_000_000} MB", where=where, hint=_COPY)
        if time.monotonic() > until:
            raise McpDocsError(f"takes longer than {TIME_LIMIT:.0f} s", where=where, hint=_COPY)
    if answer.length or (unpacker and not unpacker.eof):
        raise McpDocsError("cannot be fetched: the answer ends too early", where=where, hint=_AGAIN)
    return bytes(data)
