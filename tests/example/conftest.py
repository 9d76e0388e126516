"""The example's repository, replayed once; its record; and the tables of its README, the answer key."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mcp_docs import load_history
from mcp_docs.config import Config, parse_config
from mcp_docs.record import Record

Rows = list[dict[str, str]]


@pytest.fixture(scope="session")
def example(project: Path) -> Path:
    return project / "site-example"


@pytest.fixture(scope="session")
def repository(example: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The replayed repository; not to be changed."""
    path = tmp_path_factory.mktemp("example") / "repository"
    subprocess.run([sys.executable, str(example / "replay.py"), str(path)], check=True, capture_output=True)
    return path


@pytest.fixture(scope="session")
def config(repository: Path) -> Config:
    return parse_config((repository / "mcp-docs.toml").read_bytes(), "mcp-docs.toml")


@pytest.fixture(scope="session")
def record(repository: Path) -> Record:
    return load_history(repository)


@pytest.fixture(scope="session")
def answers(example: Path) -> Callable[[str], Rows]:
    """Return a function from a README section's title to the rows of its table, without code marks."""
    text = (example / "README.md").read_text(encoding="utf-8")

    def table(title: str) -> Rows:
        section = text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
        lines = [line for line in section.splitlines() if line.startswith("|")]
        cells = [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]
        head, _, *rows = cells
        return [dict(zip(head, row, strict=True)) for row in rows]

    return table
