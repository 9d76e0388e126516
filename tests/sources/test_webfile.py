"""Files from web servers: who is told a password."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from typing import ClassVar

import pytest

from mcp_docs.errors import McpDocsError
from mcp_docs.sources.webfile import fetch
from webservers import answering


class Handler(BaseHTTPRequestHandler):
    """Answers who asks with the right password; ``/away`` leads to the same server by another name."""

    wanted: ClassVar = "Basic " + base64.b64encode("ann:p@ss wörd".encode()).decode()

    def do_GET(self) -> None:
        given = self.headers.get("Authorization")
        if self.path == "/away":
            self.send_response(302)
            self.send_header("Location", f"http://localhost:{self.server.server_address[1]}/told")
            self.end_headers()
            return
        body = repr(given).encode() if self.path == "/told" else b"inside"
        self.send_response(200 if self.path == "/told" or given == self.wanted else 401)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def port() -> Iterator[int]:
    with answering(Handler) as address:
        yield int(address.rpartition(":")[2])


def test_a_password_in_an_address_opens_what_it_protects(port: int) -> None:
    assert fetch(f"http://ann:p%40ss%20w%C3%B6rd@127.0.0.1:{port}/x", 100) == b"inside"


def test_a_wrong_password_is_told_by_the_code_and_never_shown(port: int) -> None:
    with pytest.raises(McpDocsError) as raised:
        fetch(f"http://ann:secret@127.0.0.1:{port}/x", 100)
    assert "the server answers 401" in str(raised.value)
    assert "secret" not in str(raised.value)


def test_where_a_server_leads_the_password_does_not_go(port: int) -> None:
    assert fetch(f"http://ann:secret@127.0.0.1:{port}/away", 100) == b"None"
