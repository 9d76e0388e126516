"""What the documentation's addresses and programs stand for where its blocks run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from stages import EXAMPLE, harbour

from run import mcp_docs
from webservers import listening, serving

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


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the example's site."""
    folder = tmp_path_factory.mktemp("published")
    harbour(folder / "repository")
    built = mcp_docs("build", folder / "repository", "-o", folder / "site" / "mcp", "--quiet")
    assert built.code == 0, built.err
    with serving(folder / "site") as address:
        yield f"{address}/mcp/"


@pytest.fixture(scope="session")
def running() -> Iterator[str]:
    """The address of the example's server."""
    with listening(sys.executable, EXAMPLE / "server" / "serve.py", "--http") as address:
        yield address
