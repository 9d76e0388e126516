"""The README's pictures, made from the example's site as it is today: ``make pictures`` (this file, run).

It needs an installed Chromium. The same pages give the same pictures where the fonts are the same.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).resolve().parent
IMAGES = HERE / "docs" / "images"
#: By name of the picture: the page and the colours.
PAGES = {
    "tool": ("tools/request_booking/", "light"),
    "release": ("2.0.0/", "light"),
    "upgrade": ("compare/1.2.0/", "dark"),
}


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and tells nobody."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def pictures(site: Path) -> None:
    """Take the pictures of a built site."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, (path, scheme) in PAGES.items():
            page = browser.new_page(
                viewport={"width": 1280, "height": 860},
                color_scheme="dark" if scheme == "dark" else "light",
            )
            page.goto(f"http://127.0.0.1:{server.server_port}/{path}")
            page.wait_for_load_state("networkidle")
            page.screenshot(path=IMAGES / f"{name}.png")
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        repo, built = Path(folder) / "repo", Path(folder) / "site"
        subprocess.run([sys.executable, HERE / "replay.py", repo], check=True)  # noqa: S603  # our own
        subprocess.run(  # noqa: S603  # the same
            [sys.executable, "-m", "mcp_docs", "build", repo, "-o", built, "--no-cache", "--quiet"],
            check=True,
        )
        pictures(built)
