"""Contracts and cases where consumers leave them: files, folders, patterns and web addresses."""

from __future__ import annotations

import glob
import os
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http.client import HTTPException, HTTPMessage, HTTPResponse
from pathlib import Path
from typing import IO, Final
from urllib.parse import urlsplit

from mcp_docs.contracts.cases import CaseFile, cases_of, is_case_file
from mcp_docs.contracts.model import Contract
from mcp_docs.contracts.read import contracts_of
from mcp_docs.contracts.text import load
from mcp_docs.errors import McpDocsError, UsageError, Where

#: Bytes of a contract file; real ones have a few thousand.
SIZE_LIMIT: Final = 5_000_000
#: Seconds for one file from the web, all together.
TIME_LIMIT: Final = 30.0
#: Where contracts are looked for when none are named.
FOLDER: Final = "contracts"

#: Of a contract file's name, in lower case.
ENDINGS: Final = (".json", ".yaml", ".yml")
_SCHEMES: Final = ("http", "https")
_REDIRECTS: Final = (301, 302, 303, 307, 308)
_CHUNK: Final = 65_536
_HINT: Final = "Name a contract file, a folder of them, a pattern in quotes, or an http(s) address."


@dataclass(frozen=True, slots=True)
class Demands:
    """All that was read: contracts and case files, each in the order in which they were named."""

    contracts: tuple[Contract, ...] = ()
    cases: tuple[CaseFile, ...] = ()


def read_demands(names: Sequence[str]) -> Demands:
    """Read contracts and cases; a file's content tells which of both it is.

    Args:
        names: files, folders (with their subfolders), glob patterns and http(s) addresses.

    Raises:
        ContractError: a file is wrong; with line and column.
        UsageError: a name leads to nothing.
        McpDocsError: a file cannot be read, or an address cannot be fetched.
    """
    contracts: list[Contract] = []
    cases: list[CaseFile] = []
    for name, data in _files(names):
        text = load(data, name)
        if is_case_file(text):
            cases.append(cases_of(text))
        else:
            contracts += contracts_of(text)
    return Demands(tuple(contracts), tuple(cases))


def _files(names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    seen: set[str] = set()
    for name in names:
        if "://" in name:
            yield _shown(name), fetch(name)
            continue
        for path in _paths(name):
            real = os.path.realpath(path)
            if real not in seen:
                seen.add(real)
                yield path, _content(path)


def _paths(name: str) -> list[str]:
    if Path(name).is_dir():
        found = sorted(
            os.path.join(folder, file)  # noqa: PTH118 - keeps the name as typed
            for folder, _, files in os.walk(name)
            for file in files
            if file.lower().endswith(ENDINGS)
        )
        if not found:
            raise UsageError("the folder holds no .json, .yaml or .yml file", where=Where(name), hint=_HINT)
        return found
    if Path(name).exists():
        return [name]
    found = sorted(path for path in glob.glob(name, recursive=True) if Path(path).is_file())  # noqa: PTH207 - keeps the name as typed
    if not found:
        raise UsageError("there is no such contract file or folder", where=Where(name), hint=_HINT)
    return found


def _content(path: str) -> bytes:
    try:
        if not Path(path).is_file():
            raise UsageError("is neither a file nor a folder", where=Where(path), hint=_HINT)
        with Path(path).open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        what = f"cannot be read: {error.strerror or 'the operating system refuses'}"
        raise McpDocsError(what, where=Where(path)) from None
    if len(data) > SIZE_LIMIT:
        raise McpDocsError(f"is larger than {SIZE_LIMIT // 1_000_000} MB", where=Where(path), hint=_HINT)
    return data


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
        scheme = urlsplit(newurl).scheme
        if scheme not in _SCHEMES or (req.type == "https" and scheme != "https"):
            raise urllib.error.URLError(f"it redirects to {scheme or 'no scheme'}, which is not followed")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def fetch(address: str) -> bytes:
    """Return the bytes at an http(s) address; the user's proxies count.

    Raises:
        UsageError: the address is of another scheme.
        McpDocsError: it cannot be fetched within ``TIME_LIMIT``, or is larger than ``SIZE_LIMIT``.
    """
    where = Where(_shown(address))
    if urlsplit(address).scheme not in _SCHEMES:
        raise UsageError("contracts are fetched over http and https only", where=where, hint=_HINT)
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
    until = time.monotonic() + TIME_LIMIT
    try:
        with opener.open(address, timeout=TIME_LIMIT) as answer:
            return _body(answer, until, where)
    except urllib.error.HTTPError as error:
        what = f"cannot be fetched: the server answers {error.code}"
        if error.code in _REDIRECTS:
            what = "cannot be fetched: it redirects in a circle, or to what is not the web"
        error.close()
        raise McpDocsError(what, where=where) from None
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise McpDocsError(f"cannot be fetched: {str(reason)[:200]}", where=where) from None


def _body(answer: HTTPResponse, until: float, where: Where) -> bytes:
    data = bytearray()
    while chunk := answer.read1(_CHUNK):
        data += chunk
        if len(data) > SIZE_LIMIT:
            raise McpDocsError(f"is larger than {SIZE_LIMIT // 1_000_000} MB", where=where)
        if time.monotonic() > until:
            raise McpDocsError(f"takes longer than {TIME_LIMIT:.0f} s", where=where)
    return bytes(data)


def _shown(address: str) -> str:
    """Return an address without what may be a secret: user, password and query."""
    try:
        parts = urlsplit(address)
    except ValueError:
        raise UsageError("is no address", where=Where(address[:80]), hint=_HINT) from None
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}"
