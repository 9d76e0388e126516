"""Serves a site from this machine and builds it again whenever its repository changes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import TCPServer
from typing import Any

from mcp_docs.errors import McpDocsError, OutputError
from mcp_docs.pipeline import Source
from mcp_docs.site.build import SiteMemory
from mcp_docs.site.publish import publish, site_key

#: Seconds between two looks at the repository: two git commands each.
INTERVAL = 1.0


def serve(
    opened: Callable[[], Source],
    site: Path,
    *,
    remembering: Callable[[], AbstractContextManager[SiteMemory | None]],
    host: str,
    port: int,
    say: Callable[[str], object],
    confirm: Callable[[str], object] | None = None,
    stop: threading.Event | None = None,
) -> None:
    """Build a site, serve it, and build it again when references or settings change; blocks.

    A build that fails is told and leaves the last good site in place.

    Args:
        opened: reads the repository's configuration anew.
        site: folder for the site.
        remembering: opens a memory for one build; it is saved when that is done.
        host: address to listen on.
        port: 0 takes a free one.
        say: told the address, and why a later build failed.
        confirm: told that a later build was made; ``None`` lets ``say`` tell it.
        stop: ends the serving when set; an interrupt from the keyboard does too.

    Raises:
        McpDocsError: when the first build fails, or the port cannot be had.
    """
    build = partial(_remembered, site, remembering)
    key = build(opened())
    with _server(site, host, port) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        say(f"Serving on http://{_shown_host(host)}:{server.server_address[1]}/ (Ctrl+C ends it)")
        try:
            with suppress(KeyboardInterrupt):
                _watch(opened, build, key, stop or threading.Event(), say, confirm or say)
        finally:
            server.shutdown()
            thread.join()


def _remembered(
    site: Path, remembering: Callable[[], AbstractContextManager[SiteMemory | None]], source: Source
) -> str:
    with remembering() as memory:
        return _build(source, site, memory)


def _watch(
    opened: Callable[[], Source],
    build: Callable[[Source], str],
    key: str,
    stopped: threading.Event,
    say: Callable[[str], object],
    confirm: Callable[[str], object],
) -> None:
    complaint = ""
    while not stopped.wait(INTERVAL):
        try:
            source = opened()
            current = site_key(source, "")
            if current != key:
                # Remembered first: what fails to build is not tried again until it changes.
                key = current
                build(source)
                confirm("Built again.")
            complaint = ""
        except McpDocsError as error:
            if str(error) != complaint:
                complaint = str(error)
                say(f"Not built: {error}")


def _build(source: Source, site: Path, memory: SiteMemory | None) -> str:
    publish(source, site, base_url="", strict=False, stage=lambda _: None, memory=memory)
    return site_key(source, "")


def _server(site: Path, host: str, port: int) -> ThreadingHTTPServer:
    try:
        return _Server((host, port), partial(_Handler, directory=str(site)))
    except OSError as error:
        raise OutputError(
            f"cannot listen on {host}:{port}: {error.strerror}",
            hint="Choose another with --port, or 0 for a free one.",
        ) from None


def _shown_host(host: str) -> str:
    if ":" in host:
        return f"[{host}]"
    return "127.0.0.1" if host in {"", "0.0.0.0"} else host  # noqa: S104  # shown, not bound


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def server_bind(self) -> None:
        """Bind without asking a name server for this machine's name, which can take seconds."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), self.server_address[1]


class _Handler(SimpleHTTPRequestHandler):
    """Serves files, tells browsers to ask again each time, and keeps quiet."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *args: Any) -> None:
        """Say nothing of requests."""
