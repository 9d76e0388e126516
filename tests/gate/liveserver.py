"""A small server over standard streams: its tools are those of the lockfile that it is given."""

from __future__ import annotations

import json
import os
import sys


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123  # a script without the test's folder
        lockfile = json.load(file)
    if os.environ.get("WITHOUT_TIDES"):
        lockfile["surface"]["tools"] = [t for t in lockfile["surface"]["tools"] if t["name"] != "tides"]
    server = lockfile["server"]
    info = {name: server[name] for name in ("name", "version")}
    for line in sys.stdin:
        asked = json.loads(line)
        if "id" not in asked:
            continue
        answer: dict[str, object] = {"jsonrpc": "2.0", "id": asked["id"]}
        if asked["method"] == "initialize":
            answer["result"] = {
                "protocolVersion": server["protocolVersion"],
                "capabilities": {"tools": {}},
                "serverInfo": info,
            }
        elif asked["method"] == "tools/list":
            answer["result"] = {"tools": lockfile["surface"]["tools"]}
        else:
            answer["error"] = {"code": -32601, "message": "no such method"}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
