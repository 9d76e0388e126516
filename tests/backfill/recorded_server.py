"""A server over stdio that answers what ``interface.json`` in its folder says: a lockfile of any release.

It needs nothing but Python, dies where there is no such file, and speaks the era of ``initialize``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

RECORD = json.loads(Path("interface.json").read_text(encoding="utf-8"))
SERVER = dict(RECORD["server"])
LISTS = {
    "tools/list": "tools",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
    "prompts/list": "prompts",
}


def answer(method: str) -> object:
    """Return the result of a request, or ``None`` for a method that this era does not know."""
    if method == "initialize":
        told = {name: SERVER[name] for name in ("protocolVersion", "capabilities", "instructions")}
        info = {name: value for name, value in SERVER.items() if name not in told}
        return {**told, "serverInfo": info}
    if method in LISTS:
        return {LISTS[method]: RECORD["surface"][LISTS[method]]}
    return None


for line in sys.stdin:
    request = json.loads(line)
    if "id" in request:
        result = answer(request["method"])
        reply = {"result": result} if result else {"error": {"code": -32601, "message": "unknown"}}
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": request["id"], **reply}) + "\n")
        sys.stdout.flush()
