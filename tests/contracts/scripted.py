"""An MCP server over stdio that does what a JSON file says; it knows only ``initialize`` and its lists.

The file: ``{"tools": [...], "answers": {tool: [[arguments, result] …]}, "log": path}``. The first
answer whose arguments are the call's, or ``null``, counts; ``{"error": {...}}`` is a protocol error,
``"die"`` ends the process, ``"silence"`` answers nothing. ``${NAME}`` in it is an environment variable.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

SCRIPT = json.loads(os.path.expandvars(Path(sys.argv[1]).read_text(encoding="utf-8")))


def answer(method: str, params: dict[str, Any]) -> Any:
    if method == "initialize":
        return {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "scripted", "version": "1"},
        }
    if method == "tools/list":
        return {"tools": SCRIPT["tools"]}
    if method == "tools/call":
        name, arguments = params["name"], params.get("arguments")
        with Path(SCRIPT["log"]).open("a", encoding="utf-8") as log:
            log.write(json.dumps([name, arguments]) + "\n")
        for given, result in SCRIPT["answers"].get(name, []):
            if given in (None, arguments):
                return result
    return {"error": {"code": -32601, "message": "no such method"}}


for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    found = answer(message["method"], message.get("params") or {})
    if found == "die":
        sys.exit("the database is gone")
    if found == "silence":
        continue
    body = {"error": found["error"]} if "error" in found else {"result": found}
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], **body}) + "\n")
    sys.stdout.flush()
