"""Our own lockfile: the layout of mcp-covenant, and what that one drops.

Beyond it there are ``surface.resourceTemplates``, every field of every element, the server's
capabilities and instructions, and the member ``mcp_docs``: ``format``, the number of the format, and
``problems``, what was found wrong where the data alone cannot show it any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mcp_docs.errors import LockfileError
from mcp_docs.jsonvalue import JsonValue
from mcp_docs.readers import covenant
from mcp_docs.readers.layout import Layout

#: Number of the format that this version writes. It grows when an older reader would misread.
FORMAT = 1
#: The member that makes the file ours.
MARK = "mcp_docs"


def recognise(value: JsonValue) -> Layout | None:
    """Return where the parts are if ``value`` is our lockfile, else ``None``.

    Raises:
        LockfileError: it is of a newer format, or damaged.
    """
    if not isinstance(value, Mapping) or MARK not in value:
        return None
    mark = value[MARK]
    number = mark.get("format") if isinstance(mark, Mapping) else None
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise LockfileError(
            f'the lockfile has no format number under "{MARK}"',
            hint="Write it again with `mcp-docs snapshot`.",
        )
    if number > FORMAT:
        raise LockfileError(
            f"the lockfile was written by a newer mcp-docs: format {number}, known here up to {FORMAT}",
            hint="Upgrade mcp-docs.",
        )
    layout = covenant.recognise(value)
    if layout is None:
        raise LockfileError(
            'the lockfile has no object "surface"', hint="Write it again with `mcp-docs snapshot`."
        )
    return replace(layout, source_format="mcp-docs", notes=f"/{MARK}/problems")
