"""What ends a server when we are gone without having ended it, as after ``kill -9`` or a crash."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from typing import Final

_SHELL: Final = "/bin/sh"
#: Waits for a line. Without one its input ends when we do, and it ends the group that is named to it.
_SCRIPT: Final = 'read -r word || kill -s KILL -- "-$1"'


class Watchdog:
    """A process that ends a group of processes as soon as ours is gone; does nothing on Windows.

    The kernel could send a signal instead (``PR_SET_PDEATHSIG``), but on Linux alone, to one process and
    not to its children, and asking for it means to run Python between fork and exec beside our threads.
    """

    def __init__(self, group: int) -> None:
        """Watch a group of processes.

        Args:
            group: its id, which is that of the process that leads it.
        """
        self._process: subprocess.Popen[bytes] | None = None
        if sys.platform != "win32":
            # Without a shell the server is ended by all but `kill -9`, as it is on Windows.
            with contextlib.suppress(OSError):
                self._process = subprocess.Popen(  # noqa: S603 - a fixed program, whose argument is a number
                    [_SHELL, "-c", _SCRIPT, _SHELL, str(group)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )

    def dismiss(self) -> None:
        """Stop watching; whoever calls has ended the group."""
        if self._process is not None:
            with contextlib.suppress(OSError):
                self._process.communicate(b"done\n")
            self._process.wait()
            self._process = None
