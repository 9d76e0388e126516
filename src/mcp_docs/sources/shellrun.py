"""Running a command line that the user gave, in a folder, with a limit and nothing left behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Final

from mcp_docs.errors import ServerError
from mcp_docs.sources.live import StdioTarget
from mcp_docs.texts import both_ends, shorten
from mcp_docs.views.markdown import visible

#: Lines that are shown of a command's output: its beginning and its end.
_FIRST: Final = 6
_SHOWN: Final = 12
_LONGEST_LINE: Final = 200
_TAIL: Final = 16_000


def run_setup(command: str, folder: Path, env: Mapping[str, str], seconds: float) -> None:
    """Run a shell's command line and wait for it; its children end with it.

    Args:
        command: for the system's shell.
        folder: to run in.
        env: variables beside the inherited ones.
        seconds: it may take.

    Raises:
        ServerError: it failed or took too long; the last lines of its output are told, secrets hidden.
    """
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(  # noqa: S602 - running the user's command is the task
            command,
            shell=True,
            cwd=folder,
            env={**os.environ, **env},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=sys.platform != "win32",
        )
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            _end(process)
            what = f"the setup did not end within {seconds:g} s"
            raise ServerError("setup", what, hint=_words(output)) from None
        finally:
            _end(process)
        if code:
            raise ServerError("setup", f"the setup ended with exit code {code}", hint=_words(output))


def _words(output: IO[bytes]) -> str:
    output.seek(max(0, output.seek(0, os.SEEK_END) - _TAIL))
    lines = output.read().decode("utf-8", "replace").splitlines()
    # The inherited secrets that a live server's messages hide too.
    scrub = StdioTarget(("setup",)).secrets.scrub
    said = [visible(shorten(scrub(line.strip()), _LONGEST_LINE)) for line in lines if line.strip()]
    return (
        "\n    ".join(("Its last words:", *both_ends(said, _FIRST, _SHOWN))) if said else "It said nothing."
    )


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and its group, which may outlive it."""
    with contextlib.suppress(OSError):
        if sys.platform != "win32":
            os.killpg(process.pid, signal.SIGKILL)
        elif process.poll() is None:
            process.kill()
    process.wait()
