"""The gate and the record are views of one list: what check prints of two tags is what the changelog has."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mcp_docs.record import Record
from run import mcp_docs

Rows = list[dict[str, str]]


def check(repository: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    done = mcp_docs("check", *arguments, "--format", "json", cwd=repository)
    assert done.err == ""
    return done.code, json.loads(done.out)


def test_two_tags_give_the_changes_and_the_steps_of_the_record(
    record: Record, repository: Path, answers: Callable[[str], Rows]
) -> None:
    rows = {row["release"]: row for row in answers("The releases")}
    for release in record.releases:
        if release.base is None:
            continue
        base = record.by_version[release.base]
        _, found = check(repository, f"{base.tag}:", f"{release.tag}:", "--declared", release.version)
        changes = [f["fingerprint"] for f in found["findings"] if f["rule"] != "release.underbumped"]
        assert changes == [c.change.fingerprint for c in release.changes], release.version
        row = rows[release.version]
        if row["grew from"] == row["counted from"]:
            data = found["data"]
            assert (data["demanded_bump"], data["declared_bump"]) == (row["demanded"], row["declared"]), row


def test_the_dishonest_release_fails_and_the_accepted_break_passes(repository: Path, tmp_path: Path) -> None:
    code, found = check(repository, "v1.1.0:", "v1.2.0:", "--declared", "1.2.0", "--fail-on", "underbumped")
    assert (code, found["findings"][0]["rule"]) == (1, "release.underbumped")
    copy = tmp_path / "repository"
    shutil.copytree(repository, copy)
    code, found = check(copy)
    assert code == 0
    assert [(f["level"], f["accepted"] is not None) for f in found["findings"]] == [
        ("breaking", True),
        ("review", False),
        ("minor", False),
        ("minor", False),
    ]
    (copy / "acceptances.toml").unlink()
    assert check(copy)[0] == 1
