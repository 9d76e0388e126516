"""Run the real command line with one of its streams on a terminal, as a person does."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import threading
from pathlib import Path
from typing import Literal

from run import Done, surroundings


def on_terminal(
    stream: Literal["stdout", "stderr"], *arguments: str | Path, cwd: Path, **environment: str
) -> Done:
    """Run ``mcp-docs`` with ``stream`` on a terminal and the other in a pipe."""
    ours, theirs = pty.openpty()
    seen: list[bytes] = []

    def read() -> None:
        try:
            while data := os.read(ours, 65536):
                seen.append(data)
        except OSError:  # the last who held the other end is gone
            return

    reader = threading.Thread(target=read)
    other = "stderr" if stream == "stdout" else "stdout"
    with subprocess.Popen(
        [sys.executable, "-m", "mcp_docs", *map(str, arguments)],
        cwd=cwd,
        env=surroundings(**{"TERM": "xterm", **environment}),
        **{stream: theirs, other: subprocess.PIPE},
    ) as process:
        os.close(theirs)
        reader.start()
        pipe = process.stderr if other == "stderr" else process.stdout
        assert pipe is not None
        piped = pipe.read().decode()
    reader.join()
    os.close(ours)
    terminal = b"".join(seen).decode().replace("\r\n", "\n")
    out, err = (terminal, piped) if stream == "stdout" else (piped, terminal)
    return Done(process.returncode, out, err)
