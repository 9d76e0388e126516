"""What the documentation's addresses and programs stand for where its blocks run."""

from __future__ import annotations

import functools
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from stages import EXAMPLE, harbour

from run import mcp_docs

SHIMS = {
    "mcp-docs": "-m mcp_docs",
    "mkdocs": "-m mkdocs",
    "pytest": "-m pytest -p mcp_docs.testing.plugin",
    "python": "",
}
#: Nothing is installed: that the wheel can be is what tests/test_packaging.py shows.
PIP = '#!/bin/sh\ncase "$*" in "install mcp-docs"|"install mcp-docs mkdocs-material") ;; *) exit 64 ;; esac\n'


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the commands that the documentation uses."""
    folder = tmp_path_factory.mktemp("bin")
    scripts = {name: f'#!/bin/sh\nexec "{sys.executable}" {more} "$@"\n' for name, more in SHIMS.items()}
    for name, text in {**scripts, "pip": PIP}.items():
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o755)
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the example's site."""
    folder = tmp_path_factory.mktemp("published")
    harbour(folder / "repository")
    built = mcp_docs("build", folder / "repository", "-o", folder / "site" / "mcp", "--quiet")
    assert built.code == 0, built.err
    handler = functools.partial(_Quiet, directory=str(folder / "site"))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/mcp/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def running() -> Iterator[str]:
    """The address of the example's server."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, str(EXAMPLE / "server" / "serve.py"), "--http", str(port)]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet) as process:
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/mcp"
        process.terminate()
