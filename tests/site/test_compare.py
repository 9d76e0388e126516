"""Pages from an older release to the newest, and folds of what repeats itself."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from htmlpages import page

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.site.publish import Report


def test_an_upgrade_is_told_net(site: Path) -> None:
    # 1.1.0 required an argument, 1.2.0 took that back; 2.0.0 removed berths.
    shown = page(site, "compare/1.1.0").text
    assert "From 1.1.0 to 2.0.0" in shown
    assert "Breaks callers of 1.1.0: 1 breaking change." in shown
    assert "Stop calling berths before you upgrade." in shown
    assert "is now required" not in shown


def test_the_newest_is_not_compared_with_itself(site: Path) -> None:
    assert not (site / "compare/2.0.0").exists()
    assert "compare/1.0.0/index.html" in " ".join(page(site, "compare").links())


def test_a_browser_finds_each_state_that_it_may_compare(site: Path) -> None:
    data = json.loads((site / "compare/states.json").read_bytes())
    assert data["releases"] == ["1.0.0", "1.1.0", "1.2.0", "2.0.0", "Unreleased"]
    held = {
        (element["name"], number)
        for element in data["elements"]
        for path, numbers in element["states"]
        for number in numbers
        if (site / path).is_file() and (site / element["changes"]).is_file()
    }
    assert ("tool berths", 2) in held
    assert ("tool berths", 3) not in held


def test_what_differs_between_two_states_is_judged_both_ways(site: Path) -> None:
    # 1.1.0 required an argument of ships, so those who go there break, and those who go back do not.
    told = json.loads((site / "compare/changes/tools/ships.json").read_bytes())
    found = {
        (old, new): {told["changes"][number]["rule"]: told["changes"][number]["level"] for number in numbers}
        for old, new, numbers in told["pairs"]
    }
    assert found[0, 1]["schema.property.required.added"] == "breaking"
    assert "breaking" not in {level for rule, level in found[1, 0].items() if rule.startswith("schema.")}
    assert found[0, -1] == {"tool.removed": "breaking"}


def test_one_rename_in_many_tools_is_one_line(tmp_path: Path, build: Callable[..., Report]) -> None:
    repo = GitRepo(tmp_path / "repository")
    names = ("berths", "cranes", "ships")
    for version, argument in (("1.0.0", "harbourName"), ("2.0.0", "harbour_name")):
        tools = [tool(name, {argument: {"type": "string", "description": "Which."}}) for name in names]
        repo.commit({"mcp-docs.lock": lockfile(*tools, version=version)}, f"Release {version}")
        repo.tag(f"v{version}")
    build(repo.path, tmp_path / "site")
    assert "harbourName was renamed to harbour_name in 3 places" in page(tmp_path / "site", "2.0.0").text
    assert "harbourName was renamed to harbour_name in 3 places" in page(tmp_path / "site", "changelog").text
