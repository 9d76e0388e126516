"""The layout of ``mcp-covenant.lock``, as mcp-covenant 0.1 writes it.

``{covenant_version, captured_at_unix, server, surface: {tools, resources, prompts}}``. The time of
capture is no part of an interface. Fields that mcp-covenant does not know are kept: other writers
use its layout with annotations and more.
"""

from __future__ import annotations

from collections.abc import Mapping

from mcp_docs.errors import LockfileError
from mcp_docs.jsonvalue import JsonValue
from mcp_docs.readers.layout import Layout, lists_under


def recognise(value: JsonValue) -> Layout | None:
    """Return where the parts are if ``value`` is such a lockfile, else ``None``.

    Raises:
        LockfileError: it says that it is one, and has no ``surface`` object.
    """
    if not isinstance(value, Mapping) or not ({"covenant_version", "surface"} & value.keys()):
        return None
    if not isinstance(value.get("surface"), Mapping):
        raise LockfileError(
            'the lockfile has no object "surface"',
            hint="Write it again with `mcp-docs snapshot`, or with the tool that wrote it.",
        )
    return Layout("mcp-covenant", lists_under("/surface"), server="/server")
