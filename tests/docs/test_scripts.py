"""What a page gives to a pipeline, as a script there: a gate that fails must fail the whole."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from docpages import ROOT, blocks
from stages import LIMIT, START, broken, consumer, declared, gated
from test_pages import Place

from gitrepo import GitRepo
from run import mcp_docs

DOCS = ROOT / "site-example" / "docs"
GATES = re.compile(r"\bmcp-docs (?:check|lint|verify|snapshot .*--check)\b")


def script(page: str, holds: str) -> str:
    """The only block of a page with these words."""
    [block] = [b for b in blocks(DOCS / page) if b.kind == "sh" and holds in b.text and "by" not in b.notes]
    return block.text


def run(folder: Path, programs: Path, text: str) -> int:
    """Run a script as a pipeline does, by ``sh``, and return its exit code."""
    file = folder.with_name("ci.sh")
    file.write_text(text, encoding="utf-8")
    environment = Place(folder, programs).environment
    command = ["sh", str(file)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False).returncode


def test_any_shells_script_passes_for_a_sound_server(tmp_path: Path, programs: Path) -> None:
    gated(tmp_path / "work")
    assert run(tmp_path / "work", programs, script("ci.md", "lint --fail-on")) == 0


def test_a_snapshot_that_nobody_took_fails_any_shells_script(tmp_path: Path, programs: Path) -> None:
    gated(tmp_path / "work")
    tools = tmp_path / "work" / "tools.json"
    tools.write_text(declared({**LIMIT, "description": "Rows at most."}, "1.0.1"), encoding="utf-8")
    assert run(tmp_path / "work", programs, script("ci.md", "lint --fail-on")) == 1


def test_a_break_that_is_recorded_fails_any_shells_script(tmp_path: Path, programs: Path) -> None:
    broken(tmp_path / "work")
    assert mcp_docs("snapshot", "--check", *START, cwd=tmp_path / "work").code == 0
    assert run(tmp_path / "work", programs, script("ci.md", "lint --fail-on")) == 1


def test_a_break_of_somebody_elses_server_is_committed_and_told(tmp_path: Path, programs: Path) -> None:
    folder = tmp_path / "work"
    consumer(folder)
    record = script("snapshot.md", "Servers as of today")
    assert run(folder, programs, record) == 0
    assert run(folder, programs, record) == 0  # nothing new, and nothing to commit
    lockfile = folder / "lockfiles" / "harbour.lock"
    known = json.loads(lockfile.read_text(encoding="utf-8"))
    known["surface"]["tools"].append({"name": "gone_since", "inputSchema": {"type": "object"}})
    lockfile.write_text(json.dumps(known), encoding="utf-8")
    GitRepo(folder).commit({}, "As if the server had one tool more")
    assert run(folder, programs, record) == 1
    assert GitRepo(folder).git("log", "-1", "--format=%s") == "Servers as of today"
    assert GitRepo(folder).git("status", "--porcelain", "lockfiles") == ""


@pytest.mark.parametrize("page", ["ci.md", "recipes.md", "fleet.md", "snapshot.md", "backfill.md"])
def test_no_gate_of_a_script_is_passed_over(page: str) -> None:
    for block in blocks(DOCS / page):
        if block.kind not in ("sh", "bash") or "not run," in block.notes:
            continue
        lines = [line for line in block.text.splitlines() if line.strip()]
        passed = [line for line in lines[:-1] if GATES.search(line) and "&&" not in line]
        assert not passed or lines[0] == "set -e", f"{page}:{block.line}"
