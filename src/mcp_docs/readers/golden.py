"""The golden contract: ``{"format": "mcp-contract/v1", "tools": [...]}``.

It is the baseline of contract-test suites; it names no server.
"""

from __future__ import annotations

from collections.abc import Mapping

from mcp_docs.errors import LockfileError
from mcp_docs.jsonvalue import JsonValue
from mcp_docs.readers.layout import Layout, has_list, lists_under

_FAMILY = "mcp-contract/"
_FORMAT = "mcp-contract/v1"


def recognise(value: JsonValue) -> Layout | None:
    """Return where the parts are if ``value`` is a golden contract, else ``None``.

    Raises:
        LockfileError: it is of another version, or holds no list of tools.
    """
    name = value.get("format") if isinstance(value, Mapping) else None
    if not isinstance(name, str) or not name.startswith(_FAMILY):
        return None
    if name != _FORMAT:
        raise LockfileError(
            f"the contract's format is {name[:40]}, and only {_FORMAT} is known",
            hint="Upgrade mcp-docs, or write the contract in the known format.",
        )
    if not has_list(value):
        raise LockfileError('the contract has no list "tools"', hint="Write the contract again.")
    return Layout("mcp-contract", lists_under(""))
