"""Two folders change places at once, where the system can do that; Python has no call for it."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path

#: Of ``renameat2`` in Linux: relative to the current folder, and exchange (``<fcntl.h>``, ``<linux/fs.h>``).
_HERE, _EXCHANGE = -100, 2


def exchange(one: Path, other: Path) -> bool:
    """Let two folders of one file system change places in a single step.

    Returns:
        Whether they did. If not, nothing has happened: the system or the file system cannot.
    """
    try:
        rename = ctypes.CDLL(None).renameat2
    except (AttributeError, OSError, TypeError):  # not Linux, or an old C library
        return False
    return bool(rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0)
