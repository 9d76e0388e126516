"""The recipes of the feeds page, run as they stand: signing, verifying, pushing to a webhook."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from handmade import RECORD
from mcp_docs.feed.files import feed_files
from webservers import answering

AGREED = "not-a-real-secret"


@pytest.fixture
def public(tmp_path: Path) -> Path:
    folder = tmp_path / "public"
    for path, data in feed_files(RECORD, base_url="https://example.org/mcp/").items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def recipe(project: Path, title: str) -> str:
    """The fenced block of that title on the feeds page."""
    page = (project / "site-example/docs/feeds.md").read_text(encoding="utf-8")
    [found] = re.findall(rf'```\w+ title="{re.escape(title)}"\n(.*?)```', page, re.DOTALL)
    return str(found)


def shell(script: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return subprocess.run(
        ["sh", "-ec", script],
        cwd=folder,
        env={"PATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl")
def test_a_signature_over_the_index_covers_every_file(project: Path, public: Path) -> None:
    folder = public.parent
    keys = {"FEED_KEY": str(folder / "feed.key"), "FEED_PUB": str(folder / "feed.pub")}
    for command in re.findall(r"`(openssl ec[^`]*)`", (project / "site-example/docs/feeds.md").read_text()):
        assert shell(command, folder).returncode == 0
    assert shell(recipe(project, "sign"), folder, **keys).returncode == 0
    assert shell(recipe(project, "verify"), folder, **keys).returncode == 0

    page = public / "api/v1/changes/1.json"
    original = page.read_bytes()
    page.write_bytes(original.replace(b"breaking", b"harmless"))
    assert shell(recipe(project, "verify"), folder, **keys).returncode != 0
    page.write_bytes(original)

    index = public / "api/v1/index.json"
    index.write_bytes(index.read_bytes().replace(b"harbour", b"another"))
    assert shell(recipe(project, "verify"), folder, **keys).returncode != 0


@pytest.fixture
def receiver() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """A webhook: its address, and the signature and body of each request that it got."""
    got: list[tuple[str, bytes]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            got.append((self.headers["X-Signature-256"], body))
            expected = "sha256=" + hmac.new(AGREED.encode(), body, hashlib.sha256).hexdigest()
            self.send_response(204 if hmac.compare_digest(expected, got[-1][0]) else 401)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with answering(Handler) as address:
        yield f"{address}/hook", got


@pytest.mark.parametrize(("secret", "accepted"), [(AGREED, True), ("another", False)])
def test_a_release_is_pushed_with_a_signature_that_the_receiver_can_check(
    project: Path, public: Path, receiver: tuple[str, list[tuple[str, bytes]]], secret: str, *, accepted: bool
) -> None:
    address, got = receiver
    (public.parent / "push.py").write_text(recipe(project, "push.py"), encoding="utf-8")
    command = "python push.py public/api/v1/releases/latest.json"
    done = shell(command, public.parent, WEBHOOK_URL=address, WEBHOOK_SECRET=secret)
    assert (done.returncode == 0) is accepted
    assert secret not in done.stdout + done.stderr
    ((_, body),) = got
    assert json.loads(body)["release"]["version"] == "1.1.0"
