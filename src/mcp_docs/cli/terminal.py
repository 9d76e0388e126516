"""What a terminal is given: text that moves no cursor and hides nothing, in whatever encoding it reads."""

from __future__ import annotations

import sys
from io import TextIOWrapper

from mcp_docs.views.markdown import uncommanded, visible


def shown(text: str) -> str:
    """Return text whose hidden characters show; line breaks and indents stay.

    Names of tags and files, and what git, a server or a lockfile says, can hold escape sequences, and
    commands to what reads a job's log.
    """
    lines = text.split("\n")
    indents = [len(line) - len(line.lstrip(" ")) for line in lines]
    return "\n".join(
        uncommanded(line[:indent] + visible(line[indent:]))
        for line, indent in zip(lines, indents, strict=True)
    )


def write_anything() -> None:
    r"""Let both streams write what their encoding cannot hold as ``\uXXXX``, and not fail over it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
