"""Consumers on the page of the element that they use."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from htmlpages import page

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.site.publish import Report


def test_a_tool_names_who_depends_on_it_and_what_is_broken(
    tmp_path: Path, build: Callable[..., Report]
) -> None:
    repo = GitRepo(tmp_path / "repository")
    flag = {"flag": {"type": "string"}}
    strict = tool("ships", flag)
    strict["inputSchema"]["required"] = ["flag"]
    contract = {
        "consumerName": "pilot",
        "providerName": "harbour",
        "tools": [{"toolName": "ships", "exampleInput": {}, "requiredOutputFields": []}],
    }
    repo.commit(
        {
            "mcp-docs.lock": lockfile(tool("ships", flag), tool("berths"), version="1.0.0"),
            "contracts/pilot.json": json.dumps(contract),
        },
        "Release 1.0.0",
    )
    repo.tag("v1.0.0")
    repo.commit({"mcp-docs.lock": lockfile(strict, tool("berths"), version="2.0.0")}, "Release 2.0.0")
    repo.tag("v2.0.0")
    build(repo.path, tmp_path / "site")
    shown = page(tmp_path / "site", "tools/ships").text
    assert "pilot makes 1 call" in shown
    assert "'flag' is a required property" in shown
    assert "broke in 2.0.0" in shown
    assert "pilot" not in page(tmp_path / "site", "tools/berths").text
