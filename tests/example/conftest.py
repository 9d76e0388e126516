"""The example's repository, replayed once; its record; and the tables of its README, the answer key."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from mcp_docs.acceptances import parse_acceptances
from mcp_docs.classifier.interfaces import classify
from mcp_docs.config import Config, parse_config
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.record import Record
from mcp_docs.sources.git import walk

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
def record(repository: Path, config: Config) -> Record:
    notes = {path.stem: path.read_text(encoding="utf-8") for path in (repository / config.notes).iterdir()}
    options = BuildOptions(
        history=config.history,
        notices=config.deprecations,
        notes=notes,
        acceptances=parse_acceptances((repository / config.acceptances).read_bytes(), config.acceptances),
        title=config.title,
    )
    return build_record(walk(repository, config.lockfile, config.history), classify, options)


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
