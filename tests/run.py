"""Run the real command line in its own process, as a user does."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src"


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str


def surroundings(**further: str) -> dict[str, str]:
    """Return the environment of a command: what it needs, and what is given."""
    kept = ("PATH", "HOME", "TMPDIR", "MCP_DOCS_CACHE")
    return {"PYTHONPATH": str(SOURCE), **{n: os.environ[n] for n in kept if n in os.environ}, **further}


def mcp_docs(*arguments: str | Path, cwd: Path | None = None, **environment: str) -> Done:
    """Run ``mcp-docs`` and return its exit code and output; extra keywords go into the environment."""
    done = subprocess.run(
        [sys.executable, "-m", "mcp_docs", *map(str, arguments)],
        cwd=cwd,
        env=surroundings(**environment),
        capture_output=True,
        check=False,
    )
    return Done(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8"))
