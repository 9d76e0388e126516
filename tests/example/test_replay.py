"""The replayed repository is the same everywhere, and its lockfiles are what our writer writes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from mcp_docs.interface import Interface, Tool
from mcp_docs.readers import read
from mcp_docs.record import Record
from mcp_docs.writer import write

#: HEAD of the replayed repository. It changes only with a deliberate change of history/, repo/ or server/.
HEAD = "13a5e3974333bef281f2949cadda4bf8c51311e5"

Rows = list[dict[str, str]]


def git(repository: Path, *arguments: str) -> str:
    command = ["git", "-C", str(repository), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def replay(example: Path, dest: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    # -S -E -s: no site-packages, so that the script cannot lean on anything installed
    command = [sys.executable, "-S", "-E", "-s", str(example / "replay.py"), str(dest)]
    return subprocess.run(
        command, check=False, capture_output=True, text=True, env={"PATH": os.environ["PATH"], **environment}
    )


def test_ids_are_the_same_on_every_machine(repository: Path) -> None:
    assert git(repository, "rev-parse", "HEAD") == HEAD


def test_the_users_git_settings_have_no_say(example: Path, tmp_path: Path) -> None:
    marker, hooks = tmp_path / "hook-ran", tmp_path / "template" / "hooks"
    hooks.mkdir(parents=True)
    for name in ("post-checkout", "reference-transaction"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch '{marker}'\n")
        (hooks / name).chmod(0o755)
    (tmp_path / ".gitconfig").write_text(
        "[init]\n\tdefaultBranch = trunk\n"
        f"\ttemplateDir = {hooks.parent}\n[core]\n\thooksPath = {hooks}\n\tautocrlf = true\n"
        "[commit]\n\tgpgSign = true\n[tag]\n\tgpgSign = true\n[user]\n\tname = Somebody\n"
    )
    done = replay(
        example,
        tmp_path / "repository",
        HOME=str(tmp_path),
        GIT_DIR=str(tmp_path / "elsewhere"),
        GIT_COMMITTER_DATE="2001-01-01T00:00:00Z",
        GIT_DEFAULT_HASH="sha256",
        TZ="Pacific/Chatham",
        LC_ALL="C",
    )
    assert (done.returncode, done.stdout) == (0, f"{HEAD}\n"), done.stderr
    assert not marker.exists()
    assert not (tmp_path / "elsewhere").exists()
    assert git(tmp_path / "repository", "symbolic-ref", "HEAD") == "refs/heads/main"
    assert b"\r" not in (tmp_path / "repository" / "mcp-docs.toml").read_bytes()


def test_a_folder_in_use_is_refused_and_left_alone(example: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    done = replay(example, tmp_path)
    assert done.returncode == 3
    assert "is not an empty folder" in done.stderr
    assert "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_the_working_tree_is_clean_and_the_repository_sound(repository: Path) -> None:
    assert git(repository, "status", "--porcelain") == ""
    assert git(repository, "fsck", "--strict") == ""
    assert git(repository, "for-each-ref", "--format=%(refname:short)", "refs/heads").split() == [
        "main",
        "maintenance/1.1",
    ]


def test_authors_are_neutral(repository: Path) -> None:
    names = git(repository, "log", "--all", "--format=%an <%ae>%n%cn <%ce>").splitlines()
    assert set(names) == {"Example Author <author@example.invalid>"}


def test_every_lockfile_is_as_our_writer_writes_it(repository: Path) -> None:
    commits = git(repository, "rev-list", "--all", "--", "mcp-docs.lock").split()
    assert len(commits) == 40  # 42 commits; one is from before, one touches only other files
    unreadable = 0
    for commit in commits:
        command = ["git", "-C", str(repository), "show", f"{commit}:mcp-docs.lock"]
        data = subprocess.run(command, check=True, capture_output=True).stdout
        if b"<<<<<<<" in data:
            unreadable += 1
            continue
        assert write(read(data)) == data, commit
    assert unreadable == 1


def test_what_is_accepted_is_what_the_story_says(
    record: Record, answers: Callable[[str], Rows], repository: Path
) -> None:
    found = [
        {
            "release": release.version,
            "rule": released.change.rule,
            "element": f"{released.change.kind}:{released.change.key}",
            "place": released.change.path,
            "code": released.accepted.code,
            "expires": str(released.accepted.expires),
        }
        for release in record.by_version.values()
        for released in release.changes
        if released.accepted
    ]
    assert found == answers("The acceptances")
    entries = tomllib.loads((repository / "acceptances.toml").read_text(encoding="utf-8"))["acceptances"]
    assert len(entries) == len(found)


def test_contracts_hold_and_break_where_the_story_says(
    record: Record, repository: Path, answers: Callable[[str], Rows]
) -> None:
    expected = {row.pop("consumer"): row for row in answers("The consumers")}
    told = {}
    for path in sorted((repository / "contracts").iterdir()):
        contract = json.loads(path.read_text(encoding="utf-8"))
        told[contract["consumerName"]] = {
            version: "yes" if all(served(call, release.interface) for call in contract["tools"]) else "no"
            for version, release in record.by_version.items()
        }
    assert told == expected


def served(call: Mapping[str, object], interface: Interface) -> bool:
    tool = interface.get("tool", str(call["toolName"]))
    if not isinstance(tool, Tool):
        return False
    fields = call["requiredOutputFields"]
    assert isinstance(fields, list)
    output = tool.data["outputSchema"]
    return Draft202012Validator(tool.data["inputSchema"]).is_valid(call["exampleInput"]) and set(
        fields
    ) <= set(output["properties"])


@pytest.mark.parametrize("name", ["harbour-kiosk", "skipper-assistant"])
def test_contracts_have_the_layout_of_the_contract_testing_guide(repository: Path, name: str) -> None:
    contract = json.loads((repository / "contracts" / f"{name}.json").read_text(encoding="utf-8"))
    assert set(contract) == {"consumerName", "providerName", "generatedAt", "tools"}
    assert contract["consumerName"] == name
    assert contract["providerName"] == "harbour"
    for tool in contract["tools"]:
        assert set(tool) == {"toolName", "exampleInput", "requiredOutputFields"}
