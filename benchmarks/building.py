"""What the benchmarks of builds have in common: a timed command, and a release more."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"
LOCKFILE = "mcp-covenant.lock"
MCP_DOCS = (sys.executable, "-m", "mcp_docs")


def surroundings() -> dict[str, str]:
    """Return the environment of a user: Python keeps what it has compiled, and so do we with templates."""
    found = {**os.environ, "PYTHONPATH": str(SOURCE)}
    found.pop("PYTHONDONTWRITEBYTECODE", None)
    return found


def seconds(*command: str | Path, cwd: Path | None = None) -> float:
    """Run a command to its end and return the seconds it took."""
    environment = surroundings()
    start = time.perf_counter()
    subprocess.run([*map(str, command)], check=True, capture_output=True, env=environment, cwd=cwd)
    return time.perf_counter() - start


def release(repo: Path, number: int) -> None:
    """Change one tool, commit and tag a release that comes after all others.

    Args:
        repo: a working tree with a lockfile.
        number: of the release, from 1.
    """
    lockfile = repo / LOCKFILE
    lock = json.loads(lockfile.read_text(encoding="utf-8"))
    lock["surface"]["tools"][0]["description"] = f"Another description, number {number}."
    lockfile.write_text(json.dumps(lock), encoding="utf-8")
    author = ["-c", "user.name=A. Author", "-c", "user.email=author@example.com"]
    for command in (
        ["add", LOCKFILE],
        [*author, "commit", "--quiet", "-m", "next"],
        ["tag", f"v99.{number}.0"],
    ):
        seconds("git", *command, cwd=repo)
