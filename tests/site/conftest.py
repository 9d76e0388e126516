"""A small history with one of everything, and its site, built once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from chromiums import chromium
from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.pipeline import open_repository
from mcp_docs.site.publish import Report, publish

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PORT = {"type": "string", "description": "Which *port*."}
#: A tree that holds itself, to be described once.
TREE = {
    "type": "object",
    "properties": {"top": {"$ref": "#/$defs/node"}},
    "$defs": {
        "node": {
            "type": "object",
            "description": "A node.",
            "properties": {"label": {"type": "string"}, "next": {"$ref": "#/$defs/node"}},
        }
    },
}
FLAG = {"type": "string", "enum": ["red", "green"], "default": "red"}


@pytest.fixture(scope="session")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four releases and a newer HEAD.

    1.0.0 has berths, ships, tree; 1.1.0 requires an argument of ships; 1.2.0 has ships as 1.0.0 had
    it and a null schema in tree; 2.0.0 removed berths; HEAD adds cranes.
    """
    repo = GitRepo(tmp_path_factory.mktemp("harbour") / "repository")
    berths = tool("berths", {"port": PORT})
    ships = tool(
        "ships", {"flag": FLAG}, outputSchema={"type": "object", "properties": {"name": {"type": "string"}}}
    )
    strict = tool("ships", {"flag": FLAG})
    strict["inputSchema"]["required"] = ["flag"]
    tree = {"name": "tree", "inputSchema": TREE}
    beside: dict[str, Any] = {
        "resources": ({"uri": "harbour://tides", "name": "tides", "mimeType": "text/plain"},),
        "prompts": (
            {"name": "greet", "arguments": [{"name": "who", "description": "Whom.", "required": True}]},
        ),
    }
    for version, tools in (
        ("1.0.0", (berths, ships, tree)),
        ("1.1.0", (berths, strict, tree)),
        ("1.2.0", (berths, ships, {"name": "tree", "inputSchema": None})),
        ("2.0.0", (ships, tree)),
    ):
        repo.commit({"mcp-docs.lock": lockfile(*tools, version=version, **beside)}, f"Release {version}")
        repo.tag(f"v{version}")
    repo.commit(
        {"mcp-docs.lock": lockfile(ships, tree, tool("cranes"), version="2.0.0", **beside)}, "Add cranes"
    )
    (repo.path / "notes").mkdir()
    (repo.path / "notes" / "2.0.0.md").write_text(
        "# Big news\n\nThe <b>berths</b> are *gone*.\n", encoding="utf-8"
    )
    return repo.path


@pytest.fixture(scope="session")
def build() -> Callable[..., Report]:
    """Return a function that builds the site of a repository."""

    def built(repository: Path, output: Path, *, base_url: str | None = None, strict: bool = False) -> Report:
        return publish(
            open_repository(repository), output, base_url=base_url, strict=strict, stage=lambda _: None
        )

    return built


@pytest.fixture(scope="session")
def site(harbour: Path, build: Callable[..., Report], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of ``harbour``; not to be changed."""
    output = tmp_path_factory.mktemp("site") / "site"
    build(harbour, output)
    return output


@pytest.fixture(scope="session")
def search_index(site: Path) -> list[dict[str, Any]]:
    """The entries of the search index."""
    docs: list[dict[str, Any]] = json.loads((site / "search" / "search_index.json").read_bytes())["docs"]
    return docs


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium."""
    executable = chromium()
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # most tests here need none

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=executable,
            args=["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
        )
        yield launched
        launched.close()
