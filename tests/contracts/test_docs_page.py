"""The page on contracts, run as it is written: its files, its commands, and what they print."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from run import SOURCE

_BLOCK = re.compile(
    r"(?:^`(?P<file>[\w./-]+)`:\n\n)?^```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
_SHIMS = {"mcp-docs": "-m mcp_docs", "pytest": "-m pytest -p mcp_docs.testing.plugin", "python": ""}


@pytest.fixture
def place(project: Path, tmp_path: Path) -> Path:
    """The example's repository with its server, and the page's commands on the path."""
    root = tmp_path / "repository"
    replay = project / "site-example" / "replay.py"
    subprocess.run([sys.executable, str(replay), str(root)], check=True, capture_output=True)
    shutil.copytree(project / "site-example" / "server", root / "server")
    (tmp_path / "bin").mkdir()
    for name, arguments in _SHIMS.items():
        shim = tmp_path / "bin" / name
        shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n')
        shim.chmod(0o755)
    return root


def test_the_page_runs_as_it_is_written(project: Path, place: Path) -> None:
    page = (project / "site-example" / "docs" / "contracts.md").read_text(encoding="utf-8")
    blocks = list(_BLOCK.finditer(page))
    environment = {
        **{name: os.environ[name] for name in ("HOME", "TMPDIR") if name in os.environ},
        "PATH": f"{place.parent / 'bin'}:{os.environ['PATH']}",
        "PYTHONPATH": str(SOURCE),
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    ran = 0
    for number, block in enumerate(blocks):
        if block["file"]:
            (place / block["file"]).write_text(block["text"], encoding="utf-8")
        elif block["kind"] in ("sh", "python"):
            command = (
                ["sh", "-c", block["text"]]
                if block["kind"] == "sh"
                else [sys.executable, "-c", block["text"]]
            )
            done = subprocess.run(
                command, cwd=place, env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"{block['text']}\n{done.stdout}{done.stderr}"
            following = blocks[number + 1] if number + 1 < len(blocks) else None
            if following is not None and following["kind"] == "text":
                assert done.stdout == following["text"]
            ran += 1
    assert ran == 5
    recorded = (place / "contracts" / "night-watch.json").read_text(encoding="utf-8")
    assert '"requiredOutputFields": [\n        "depth_m"\n      ]' in recorded
