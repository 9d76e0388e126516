"""A server by hand over stdio: ``hand.py ERA MODE [ARGUMENT]``; needs nothing but Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

ERA, MODE, *REST = [*sys.argv[1:], "plain"][:3]
TOOL = {"name": "add", "description": "Adds.", "inputSchema": {"type": "object"}, "x-unknown": {"kept": 1}}
CAPABILITIES = {"tools": {}, "resources": {}, "prompts": {}}

#: Tools as text, so that what no JSON library writes can be sent.
MALFORMED = {
    "missing": '{"name": "bad"}',
    "null": '{"name": "bad", "inputSchema": null}',
    "boolean": '{"name": "bad", "inputSchema": true}',
    "no-type": '{"name": "bad", "inputSchema": {}}',
    "array-properties": '{"name": "bad", "inputSchema": {"type": "object", "properties": []}}',
    "string-required": '{"name": "bad", "inputSchema": {"type": "object", "required": "a"}}',
    "array-output": '{"name": "bad", "inputSchema": {"type": "object"}, "outputSchema": []}',
    "numeric-description": '{"name": "bad", "description": 7, "inputSchema": {"type": "object"}}',
    "icon": '{"name": "bad", "icons": [{}], "inputSchema": {"type": "object"}}',
    "task": '{"name": "bad", "execution": {"taskSupport": "maybe"}, "inputSchema": {"type": "object"}}',
    "wrong-type": '{"name": "bad", "inputSchema": {"type": "objekt"}}',
    "nan": '{"name": "bad", "inputSchema": {"type": "object", "maxProperties": NaN}}',
    "infinite": '{"name": "bad", "inputSchema": {"type": "object", "maxProperties": 1e400}}',
    "hint": '{"name": "bad", "annotations": {"readOnlyHint": "yes"}, "inputSchema": {"type": "object"}}',
    "surrogate": '{"name": "bad", "description": "half \\ud800", "inputSchema": {"type": "object"}}',
    "twice": '{"name": "bad", "description": "a", "description": "b", "inputSchema": {"type": "object"}}',
}


def put(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def answer(identity: object, result: object) -> None:
    put(json.dumps({"jsonrpc": "2.0", "id": identity, "result": result}))


def fail(identity: object, code: int, message: str, data: object = None) -> None:
    put(
        json.dumps(
            {"jsonrpc": "2.0", "id": identity, "error": {"code": code, "message": message, "data": data}}
        )
    )


def die(words: str) -> None:
    sys.stderr.write(words + "\n")
    sys.stderr.flush()
    os._exit(3)


def begin(identity: object, method: str, params: dict) -> None:
    info = {"name": "hand", "version": "1.0", "x-info": [1]}
    if MODE == "die-during":
        die("KeyError: 'TOKEN'")
    if ERA == "legacy" and method == "initialize":
        version = REST[0] if MODE == "version" else params["protocolVersion"]
        answer(identity, {"protocolVersion": version, "capabilities": CAPABILITIES, "serverInfo": info})
    elif ERA == "modern" and method == "server/discover":
        meta = {"io.modelcontextprotocol/serverInfo": info}
        answer(
            identity,
            {
                "resultType": "complete",
                "supportedVersions": ["2026-07-28"],
                "capabilities": CAPABILITIES,
                "_meta": meta,
            },
        )
    elif ERA == "modern":
        fail(identity, -32022, "Unsupported protocol version", {"supported": ["2026-07-28"]})
    elif MODE == "die-on-unknown":
        die("expected initialize")
    elif MODE != "mute-on-unknown":
        fail(identity, -32601, f"no {method}")


def pages(cursor: str | None) -> dict:
    number = int(cursor or 0)
    tools = [
        {"name": f"tool{i:03}", "inputSchema": {"type": "object"}}
        for i in range(number * 40, number * 40 + 40)
    ]
    return {"tools": tools, **({"nextCursor": str(number + 1)} if number < 4 else {})}


def tools(identity: object, params: dict) -> None:  # noqa: C901  # one branch a mode
    if MODE == "die-after":
        die(f"Traceback: token {os.environ.get('TOKEN')} is wrong")
    elif MODE == "malformed":
        put(
            f'{{"jsonrpc": "2.0", "id": {identity}, "result": {{"tools": [{json.dumps(TOOL)}, {MALFORMED[REST[0]]}]}}}}'
        )
    elif MODE == "pages":
        answer(identity, pages(params.get("cursor")))
    elif MODE == "circle":
        answer(identity, {"tools": [], "nextCursor": "a"})
    elif MODE == "huge":
        answer(identity, {"tools": [{**TOOL, "description": "x" * 30_000_000}]})
    elif MODE == "fails":
        fail(identity, -32603, "database is down")
    elif MODE == "no-list":
        answer(identity, {"tools": None})
    elif MODE == "leak":
        answer(identity, {"tools": [{**TOOL, "description": f"Uses {os.environ['TOKEN']}."}]})
    elif MODE == "asks":
        put(json.dumps({"jsonrpc": "2.0", "id": identity, "method": "roots/list"}))
        reply = json.loads(sys.stdin.readline())
        answer(identity, {"tools": [{**TOOL, "description": str(reply["error"]["code"])}]})
    elif MODE == "changed":
        answer(identity, json.loads(Path(REST[0]).read_text(encoding="utf-8")))
    else:
        answer(identity, {"tools": [TOOL]})


def serve(message: dict) -> None:
    identity, method, params = message.get("id"), message["method"], message.get("params", {})
    if MODE == "noise":
        put("Listening for clients ...")
    if identity is None:
        return
    if method in ("initialize", "server/discover"):
        begin(identity, method, params)
    elif method == "tools/list":
        tools(identity, params)
    elif method == "tools/call" and params["name"] == "slow":
        time.sleep(1.5)
        answer(identity, {"content": [], "structuredContent": "late"})
    elif method == "tools/call" and params["name"] == "add":
        answer(
            identity,
            {"content": [{"type": "text", "text": "3"}], "structuredContent": {"sum": 3}, "isError": False},
        )
    elif method == "prompts/list":
        answer(identity, {"prompts": []})
    elif method == "resources/list":
        answer(identity, {"resources": [{"uri": "a:b", "name": "b"}]})
    else:
        fail(identity, -32601, f"no {method}")


def main() -> None:
    if MODE == "die-before":
        die("ImportError: no module named wanted")
    if MODE == "silent":
        sys.stderr.write("waiting for the database\n")
        sys.stderr.flush()
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        Path(REST[0]).write_text(f"{os.getpid()} {child.pid}", encoding="utf-8")
        time.sleep(60)
    while line := sys.stdin.readline():
        serve(json.loads(line))


main()
