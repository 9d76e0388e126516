"""The example's server, captured over the lockfile of its release."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from run import mcp_docs


def test_the_server_gives_the_lockfile_of_release_2_2_0_to_the_byte(
    example: Path, repository: Path, tmp_path: Path
) -> None:
    show = ["git", "-C", str(repository), "show", "v2.2.0:mcp-docs.lock"]
    lockfile = tmp_path / "mcp-docs.lock"
    lockfile.write_bytes(subprocess.run(show, check=True, capture_output=True).stdout)
    before = lockfile.read_bytes()
    server = example / "server" / "serve.py"
    done = mcp_docs("snapshot", "--", sys.executable, server, cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.out == "mcp-docs.lock: no change of the interface\n"
    assert lockfile.read_bytes() == before
    lockfile.unlink()
    assert (
        mcp_docs("snapshot", "--protocol", "2025-11-25", "--", sys.executable, server, cwd=tmp_path).code == 0
    )
    assert lockfile.read_bytes() == before
