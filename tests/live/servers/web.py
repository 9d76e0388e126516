"""An HTTP server by hand: ``web.py MODE``; prints its port. ``plain`` and ``events`` speak MCP of 2025-11-25."""

from __future__ import annotations

import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MODE = sys.argv[1]


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass

    def put(self, status: int, body: bytes, kind: str = "application/json", **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def do_DELETE(self) -> None:
        self.put(200, b"")

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if MODE == "unauthorized":
            said = self.headers.get("Authorization", "")
            self.put(401, f"<title>No entry for {said}</title>".encode(), "text/html")
        elif MODE == "missing":
            self.put(404, b"not here", "text/plain")
        elif MODE == "redirect":
            self.put(307, b"", Location="https://elsewhere.example/mcp?key=abc")
        elif MODE == "nowhere":
            self.put(307, b"", Location="http://[oops/mcp?key=abc")
        elif MODE == "html":
            self.put(200, b"<html><head><title>Welcome</title></head><body>Hi</body></html>", "text/html")
        elif "id" not in message:
            self.put(202, b"")
        else:
            self.mcp(message)

    def mcp(self, message: dict) -> None:
        method = message["method"]
        if method == "server/discover":
            self.put(
                400, b'{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "no session"}}'
            )
            return
        if method == "initialize":
            result = {
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "web"},
            }
        elif (
            self.headers.get("Mcp-Session-Id") != "s1"
            or self.headers.get("MCP-Protocol-Version") != "2025-11-25"
        ):
            self.put(400, b"no session", "text/plain")
            return
        else:
            text = "x" * 30_000_000 if MODE == "huge" else "data: not an event"
            result = {"tools": [{"name": "t", "description": text, "inputSchema": {"type": "object"}}]}
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result})
        if MODE == "events":
            first = json.dumps({"jsonrpc": "2.0", "method": "notifications/message", "params": {}})
            text = f": hello\r\n\r\nid: 1\r\ndata:\r\n\r\nevent: message\r\ndata: {first}\r\n\r\ndata: {body}\r\n\r\n"
            self.put(200, text.encode(), "text/event-stream", Mcp_Session_Id="s1")
        else:
            self.put(200, body.encode(), "application/json", Mcp_Session_Id="s1")


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
sys.stdout.write(f"{server.server_port}\n")
sys.stdout.flush()
server.serve_forever()
