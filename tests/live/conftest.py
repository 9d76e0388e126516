"""Real servers: processes over stdio, and addresses on this machine."""

from __future__ import annotations

import getpass
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from liveservers import SERVERS

from mcp_docs.sources.live import StdioTarget
from webservers import listening


def command(script: str, *arguments: str) -> tuple[str, ...]:
    return (sys.executable, str(SERVERS / script), *arguments)


@contextmanager
def _web(mode: str) -> Iterator[str]:
    with subprocess.Popen(command("web.py", mode), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = process.stdout.readline().strip()
        yield f"http://127.0.0.1:{port}/mcp"
        process.kill()


@pytest.fixture
def web() -> Iterator[Callable[[str], str]]:
    """Return a function that starts servers/web.py in a mode and returns its address."""
    with ExitStack() as stack:
        yield lambda mode: stack.enter_context(_web(mode))


@pytest.fixture(scope="session")
def sdk2_http() -> Iterator[str]:
    """The address of servers/sdk2.py."""
    with listening(*command("sdk2.py")) as address:
        yield address


def _has_sdk1(python: Path) -> bool:
    ask = [python, "-c", "import mcp.server.fastmcp"]
    return python.exists() and subprocess.run(ask, check=False, capture_output=True).returncode == 0


@pytest.fixture(scope="session")
def sdk1() -> StdioTarget:
    """servers/sdk1.py in an environment of its own, which is made once on a machine."""
    folder = Path(tempfile.gettempdir()) / f"mcp-docs-sdk1-{getpass.getuser()}"
    python = folder / "bin" / "python"
    if not _has_sdk1(python):
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True, capture_output=True)
        done = subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "mcp<2"], check=False, capture_output=True, text=True
        )
        if done.returncode:
            line = f"the SDK's 1.x line cannot be installed: {done.stderr[-300:]}"
            if os.environ.get("CI", "").lower() not in ("", "0", "false"):
                pytest.fail(line, pytrace=False)
            pytest.skip(line)
    return StdioTarget((str(python), str(SERVERS / "sdk1.py")))


@pytest.fixture(scope="session")
def sdk2() -> StdioTarget:
    """servers/sdk2.py over stdio."""
    return StdioTarget(command("sdk2.py"))
