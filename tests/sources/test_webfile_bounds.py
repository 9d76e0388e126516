"""Files from web servers that send too much, too little, or packed."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

import pytest

from mcp_docs.errors import McpDocsError
from mcp_docs.sources.webfile import fetch
from webservers import answering

#: Path to body, what the server says of its length beyond it, and whether it says that it is packed.
ANSWERS: dict[str, tuple[bytes, int, bool]] = {
    "/packed": (gzip.compress(b"content"), 0, True),
    "/cut": (b"content", 3, False),
    "/packed-and-cut": (gzip.compress(b"content" * 9)[:-9], 0, True),
    "/not-packed": (b"content", 0, True),
    "/bomb": (gzip.compress(b" " * 50_000_000), 0, True),
    "/exact": (b"x" * 100, 0, False),
    "/larger": (b"x" * 101, 0, False),
}


class Handler(BaseHTTPRequestHandler):
    """Gives the answer of a path."""

    def do_GET(self) -> None:
        body, missing, packed = ANSWERS[self.path]
        self.send_response(200)
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body) + missing))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    with answering(Handler) as found:
        yield found


def test_a_file_that_is_kept_packed_is_unpacked(address: str) -> None:
    assert fetch(f"{address}/packed", 100) == b"content"


def test_the_bound_is_on_what_comes_out(address: str) -> None:
    assert fetch(f"{address}/exact", 100) == b"x" * 100


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/cut", "ends too early"),
        ("/packed-and-cut", "ends too early"),
        ("/not-packed", "cannot be fetched"),
        ("/bomb", "is larger than"),
        ("/larger", "is larger than"),
    ],
)
def test_an_answer_that_is_cut_or_too_large_is_no_file(address: str, path: str, words: str) -> None:
    with pytest.raises(McpDocsError, match=words):
        fetch(f"{address}{path}", 100)
