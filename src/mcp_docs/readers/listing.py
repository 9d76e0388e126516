"""What a server answers: the result of ``tools/list`` or of another list, in several wrappings.

A result may stand bare, in its JSON-RPC envelope, or be reduced to the array of tools, or to one
tool alone. ``ttlMs``, ``cacheScope``, ``nextCursor`` and the result's ``_meta`` belong to one request
and not to the interface.
"""

from __future__ import annotations

from collections.abc import Mapping

from mcp_docs.errors import LockfileError
from mcp_docs.jsonvalue import JsonValue
from mcp_docs.readers.layout import Layout, has_list, lists_under

_FORMAT = "tools-list"


def recognise(value: JsonValue) -> Layout | None:
    """Return where the parts are if ``value`` is such an answer, else ``None``.

    Raises:
        LockfileError: it is a JSON-RPC message without a list.
    """
    if isinstance(value, Mapping):
        if "jsonrpc" in value:
            return _envelope(value)
        if has_list(value):
            return _result(value, "")
        return Layout("tool", tool="") if _is_named(value) and "inputSchema" in value else None
    if isinstance(value, list) and (not value or any(_is_named(item) for item in value)):
        return Layout(_FORMAT, {"tool": ""})
    return None


def _envelope(value: Mapping[str, JsonValue]) -> Layout:
    result = value.get("result")
    if isinstance(result, Mapping) and has_list(result):
        return _result(result, "/result")
    what = "a JSON-RPC error" if "error" in value else "a JSON-RPC message without a list of tools"
    raise LockfileError(
        f"the file holds {what}", hint="Save the answer to `tools/list`, or run `mcp-docs snapshot`."
    )


def _result(result: Mapping[str, JsonValue], pointer: str) -> Layout:
    # An empty string is a cursor too; only its absence, or null, ends a list.
    more = result.get("nextCursor") is not None
    return Layout(_FORMAT, lists_under(pointer), cursor=f"{pointer}/nextCursor" if more else None)


def _is_named(value: JsonValue) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get("name"), str)
