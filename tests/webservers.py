"""Web servers on this machine, each at a free port, for as long as a block runs."""

from __future__ import annotations

import functools
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def answering(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """Answer by a handler; gives the address without a final slash."""
    made: Any = handler
    with ThreadingHTTPServer(("127.0.0.1", 0), made) as server:
        # It looks so often whether it shall end, which is waited for.
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Serve the files below a folder; gives the address without a final slash."""
    with answering(functools.partial(_Quiet, directory=str(folder))) as address:
        yield address


@contextmanager
def listening(*command: str | Path) -> Iterator[str]:
    """Run an MCP server that takes a port as its last argument; gives its address once it listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    quiet = subprocess.DEVNULL
    with subprocess.Popen([*map(str, command), str(port)], stdout=quiet, stderr=quiet) as process:
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/mcp"
        process.terminate()
