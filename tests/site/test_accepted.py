"""A break that is accepted stays a break, and says everywhere why it is intended."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from htmlpages import page

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.site.publish import Report

WHY = "The port <closed> in spring. (retired until 2030-01-01)"
ACCEPTANCES = """
[[acceptances]]
rule = "tool.removed"
element = "tool:berths"
code = "retired"
reason = "The port <closed> in spring."
expires = 2030-01-01
"""


@pytest.fixture(scope="module")
def accepted(tmp_path_factory: pytest.TempPathFactory, build: Callable[..., Report]) -> Path:
    """A site: 2.0.0 removed berths, which is accepted, and cranes, which is not."""
    place = tmp_path_factory.mktemp("accepted")
    repo = GitRepo(place / "repository")
    ships = tool("ships")
    repo.commit(
        {
            "mcp-docs.lock": lockfile(ships, tool("berths"), tool("cranes"), version="1.0.0"),
            "acceptances.toml": ACCEPTANCES,
        },
        "Release 1.0.0",
    )
    repo.tag("v1.0.0")
    repo.commit({"mcp-docs.lock": lockfile(ships, version="2.0.0")}, "Release 2.0.0")
    repo.tag("v2.0.0")
    build(repo.path, place / "site")
    return place / "site"


@pytest.mark.parametrize("path", ["", "tools/berths", "changelog", "2.0.0", "audit", "compare/1.0.0"])
def test_it_is_shown_with_its_reason(accepted: Path, path: str) -> None:
    shown = page(accepted, path).text
    assert shown.count(WHY) == 1
    assert "breaking" in shown


def test_another_break_is_not(accepted: Path) -> None:
    assert "accepted" not in page(accepted, "tools/cranes").text


def test_upgrades_say_how_many_of_their_breaks_are(accepted: Path) -> None:
    assert "1.0.0 2 breaking 1 accepted" in page(accepted, "compare").text
    changes = {
        name: json.loads((accepted / f"compare/changes/tools/{name}.json").read_bytes())["changes"]
        for name in ("berths", "cranes")
    }
    # Forth it is a removal, back a new tool, which nobody has to accept.
    assert {c["accepted"] for c in changes["berths"] if c["rule"] == "tool.removed"} == {WHY}
    assert {c["accepted"] for c in changes["berths"] if c["rule"] != "tool.removed"} <= {""}
    assert {c["accepted"] for c in changes["cranes"]} == {""}


def test_a_program_reads_it_beside_the_page(accepted: Path) -> None:
    assert "(retired until 2030-01-01)" in (accepted / "tools/berths/index.md").read_text("utf-8")


def test_two_steps_of_which_one_is_meant_are_not_accepted_together(
    tmp_path: Path, build: Callable[..., Report]
) -> None:
    repo = GitRepo(tmp_path / "repository")
    acceptances = """
[[acceptances]]
rule = "schema.length.tightened"
element = "tool:ships"
reason = "Names were never longer."
expires = 2024-01-02
"""
    # One release a day from 2024-01-01: 2.0.0 is in time and 3.0.0 is not.
    for version, longest in (("1.0.0", 90), ("2.0.0", 60), ("3.0.0", 30)):
        ships = tool("ships", {"name": {"type": "string", "maxLength": longest}})
        repo.commit(
            {"mcp-docs.lock": lockfile(ships, version=version), "acceptances.toml": acceptances},
            f"Release {version}",
        )
        repo.tag(f"v{version}")
    build(repo.path, tmp_path / "site")
    assert page(tmp_path / "site", "tools/ships").text.count("Names were never longer.") == 1
    assert "accepted" not in page(tmp_path / "site", "compare/1.0.0").text
