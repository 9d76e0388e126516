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


def test_a_consumers_page_shows_stretches_and_what_no_longer_breaks(
    tmp_path: Path, build: Callable[..., Report]
) -> None:
    repo = GitRepo(tmp_path / "repository")
    contract = {
        "consumerName": "pilot",
        "providerName": "harbour",
        "tools": [{"toolName": "berths", "exampleInput": {}, "requiredOutputFields": []}],
    }
    (repo.path / "contracts").mkdir()
    (repo.path / "contracts" / "pilot.json").write_text(json.dumps(contract), encoding="utf-8")
    for version, names in (("1.0.0", "a"), ("1.1.0", "ab"), ("1.2.0", "berths b"), ("2.0.0", "a")):
        tools = [tool(name) for name in (names.split() if " " in names else names)]
        repo.commit({"mcp-docs.lock": lockfile(*tools, version=version)}, f"Release {version}")
        repo.tag(f"v{version}")
    build(repo.path, tmp_path / "site")
    shown = page(tmp_path / "site", "consumers").text
    assert "1.0.0 to 1.1.0: broken 1.2.0: works 2.0.0: broken" in shown
    assert 'works 1.2.0 , no longer true: tool:berths there is no tool "berths"' in shown
    assert 'broke 2.0.0 tool:berths there is no tool "berths"' in shown
    twin = (tmp_path / "site" / "consumers" / "index.md").read_text(encoding="utf-8")
    assert '- 1.2.0: works, no longer true: `tool:berths` there is no tool "berths"' in twin
