"""Folders in which the documentation's blocks run, each as the page's reader would have it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from gitrepo import GitRepo
from run import mcp_docs

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = ROOT / "site-example"
LIMIT = {"type": "number", "description": "How many rows at most.", "minimum": 0}
QUERY = {"type": "string", "description": "Words to look for."}


def _replayed(folder: Path) -> None:
    script = str(EXAMPLE / "replay.py")
    subprocess.run([sys.executable, script, str(folder)], check=True, capture_output=True)


def harbour(folder: Path) -> None:
    """The example's repository with its server, a client's settings, and a remote to push to."""
    _replayed(folder)
    (folder / "server.py").write_text(
        "import sys\n\nsys.path.insert(0, 'server')\nfrom serve import main\n\nmain()\n", encoding="utf-8"
    )
    server = {"command": sys.executable, "args": ["server/serve.py"]}
    (folder / "client.json").write_text(json.dumps({"mcpServers": {"harbour": server}}), encoding="utf-8")
    shutil.copyfile(folder / "contracts" / "skipper-assistant.json", folder / "my.contract.json")
    subprocess.run(["git", "init", "--quiet", "--bare", f"{folder}-origin"], check=True)
    subprocess.run(["git", "remote", "add", "origin", f"{folder}-origin"], cwd=folder, check=True)


def above(folder: Path) -> None:
    """A folder with the example's repository somewhere below it."""
    _replayed(folder / "path" / "to" / "repository")


def consumer(folder: Path) -> None:
    """Only what a consumer has: its contract, and its client's settings."""
    harbour(folder.parent / f"{folder.name}-server")
    folder.mkdir(parents=True)
    server = {"command": sys.executable, "args": [str(EXAMPLE / "server" / "serve.py")]}
    (folder / "client.json").write_text(json.dumps({"mcpServers": {"harbour": server}}), encoding="utf-8")
    shutil.copyfile(EXAMPLE / "repo" / "contracts" / "skipper-assistant.json", folder / "my.contract.json")
    GitRepo(folder)


def declared(limit: dict[str, object], version: str) -> str:
    """What the hand-written server declares, as its `tools.json`."""
    schema = {"type": "object", "properties": {"query": QUERY, "limit": limit}, "required": ["query"]}
    tool = {
        "name": "search",
        "description": "Finds rows by words.",
        "inputSchema": schema,
        "annotations": {"readOnlyHint": True},
    }
    return json.dumps({"name": "archive", "version": version, "tools": [tool]}, indent=2)


def server(folder: Path) -> None:
    """A server written by hand, in a repository that has no lockfile yet and a first release."""
    repo = GitRepo(folder)
    script = Path(__file__).with_name("handwritten.py").read_text(encoding="utf-8")
    repo.commit({"server.py": script, "tools.json": declared(LIMIT, "1.0.0")}, "A server")
    repo.git("config", "user.name", "A. Author")
    repo.git("config", "user.email", "author@example.com")


START = ("--", sys.executable, "server.py")


def gated(folder: Path) -> None:
    """The same after release 1.0.0 with a lockfile."""
    server(folder)
    repo = GitRepo(folder)
    assert mcp_docs("snapshot", "-o", "mcp-docs.lock", *START, cwd=folder).code == 0
    repo.commit({}, "Record the interface")
    repo.git("tag", "v1.0.0")


def broken(folder: Path) -> None:
    """The same with a break since that is not committed."""
    gated(folder)
    (folder / "tools.json").write_text(declared({**LIMIT, "type": "integer"}, "1.1.0"), encoding="utf-8")
    shutil.copyfile(folder / "mcp-docs.lock", folder / "old.lock")
    assert mcp_docs("snapshot", "-o", "new.lock", *START, cwd=folder).code == 0
    shutil.copyfile(folder / "new.lock", folder / "mcp-docs.lock")


def cloned(folder: Path) -> None:
    """A shallow clone, as most hosts make it."""
    origin = folder.with_name("origin")
    _replayed(origin)
    command = ["git", "clone", "--quiet", "--depth", "1", origin.as_uri(), str(folder)]
    subprocess.run(command, check=True, capture_output=True)


def former(folder: Path) -> None:
    """A server with two releases, recorded in each of the ways that other tools have."""
    server(folder)
    repo = GitRepo(folder)
    for version in ("1.0.0", "1.1.0"):
        text = declared(LIMIT if version == "1.0.0" else {**LIMIT, "maximum": 50}, version)
        about = json.loads(text)
        info = {"name": about["name"], "version": version, "protocolVersion": "2025-11-25"}
        surface = {"tools": about["tools"], "resources": [], "prompts": []}
        covenant = {"covenant_version": "0.1.0", "captured_at_unix": 0, "server": info, "surface": surface}
        files = {
            "tools.json": text,
            "mcp-covenant.lock": json.dumps(covenant, indent=2),
            "pkg/github/__toolsnaps__/search.snap": json.dumps(about["tools"][0], indent=2),
            "golden.json": json.dumps({"format": "mcp-contract/v1", "tools": about["tools"]}, indent=2),
        }
        repo.commit(files, f"Release {version}")
        repo.tag(f"v{version}")


STAGES: dict[str, Callable[[Path], None]] = {
    name.__name__: name for name in (harbour, above, consumer, server, gated, broken, cloned, former)
}
