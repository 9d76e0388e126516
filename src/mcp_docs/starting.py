"""The configuration that ``init`` writes: every key, from the table that the reader uses."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_docs.config import KEYS, Key
from mcp_docs.jsonvalue import canonical_text


def starting_config(lockfile: str, former: Sequence[str] = (), *, named: bool = True) -> str:
    """Return a configuration with the lockfile's path set and every other key as a comment.

    Args:
        lockfile: relative to the project's folder, with ``/`` as separator.
        former: where it was before, as far as git tells.
        named: whether the path has to be said; one that is found by itself may be given another usual name,
            and no line has to follow.
    """
    top = [key for key in KEYS if not key.table and key.name != "lockfile"]
    known = {"former_paths": canonical_text(list(former))} if former else {}
    lines = [
        "# mcp-docs: the public record of an MCP server's interface. What is left out has a default.",
        "",
        "# Path of the lockfile, or of a folder with one tool per file.",
        f"{'' if named else '# '}lockfile = {canonical_text(lockfile)}",
    ]
    for key in top:
        written = known.get(key.name)
        lines += ["", *([f"# {key.text}", f"{key.name} = {written}"] if written else _commented(key))]
    for table in dict.fromkeys(key.table for key in KEYS if key.table):
        lines += ["", f"[{table}]"]
        for key in (key for key in KEYS if key.table == table):
            lines += _commented(key)
    return "\n".join(lines) + "\n"


def _commented(key: Key) -> list[str]:
    return [f"# {key.text}", f"# {key.name} = {key.example}"]
