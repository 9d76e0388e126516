"""The recipe for many servers, run by the real ``make`` as the documentation shows it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gitrepo import GitRepo
from run import SOURCE

ROOT = SOURCE.parent
RECIPE = ROOT / "site-example" / "fleet" / "Makefile"


def lockfile(server: str) -> str:
    tools = [{"name": "a", "inputSchema": {"type": "object"}}]
    about = {"name": server, "version": "1"}
    return json.dumps({"covenant_version": "0.1.0", "server": about, "surface": {"tools": tools}})


def make(folder: Path, *arguments: str) -> int:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "MCP_DOCS": f"{sys.executable} -m mcp_docs"}
    command = ["make", "-f", str(RECIPE), *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False).returncode


def test_the_documented_recipe_is_the_one_that_is_run() -> None:
    page = (ROOT / "site-example" / "docs" / "fleet.md").read_text(encoding="utf-8")
    assert f"```make\n{RECIPE.read_text(encoding='utf-8')}```" in page


@pytest.mark.skipif(shutil.which("make") is None, reason="needs make")
def test_a_failing_server_is_missing_from_the_catalogue_and_later_keeps_its_last_site(tmp_path: Path) -> None:
    for name in ("ferry", "harbour"):
        GitRepo(tmp_path / "servers" / name).commit({"mcp-docs.lock": lockfile(name)})
    GitRepo(tmp_path / "servers" / "none").commit({"other": ""})
    assert make(tmp_path, "-k", "-j2") == 2
    assert make(tmp_path, "catalogue") == 2
    listed = json.loads((tmp_path / "public" / "catalogue" / "servers.json").read_bytes())
    assert [server["server"] for server in listed["servers"]] == ["ferry", "harbour"]
    assert [failure["site"] for failure in listed["failed"]] == ["public/none"]
    (tmp_path / "servers" / "ferry" / "mcp-docs.toml").write_text("unknown = 1")
    assert make(tmp_path, "-k") == 2
    make(tmp_path, "catalogue")
    listed = json.loads((tmp_path / "public" / "catalogue" / "servers.json").read_bytes())
    assert [server["server"] for server in listed["servers"]] == ["ferry", "harbour"]
