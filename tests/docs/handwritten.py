"""A server without any library: JSON-RPC over standard streams, its tools from a file."""

import json
import pathlib
import sys

ABOUT = json.loads(pathlib.Path("tools.json").read_text(encoding="utf-8"))
INFO = {"name": ABOUT["name"], "version": ABOUT["version"]}


def result(request: dict) -> dict | None:
    if request["method"] == "initialize":
        return {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": INFO}
    if request["method"] == "tools/list":
        return {"tools": ABOUT["tools"]}
    if request["method"] == "tools/call":
        return {"content": [{"type": "text", "text": "no rows"}]}
    return None


for line in sys.stdin:
    asked = json.loads(line)
    if "id" in asked:
        found = result(asked)
        answer = {"result": found} if found else {"error": {"code": -32601, "message": "unknown"}}
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": asked["id"], **answer}) + "\n")
        sys.stdout.flush()
