"""``lint`` as a user runs it: what it reads, where it points, when it fails, and the acceptances."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from run import mcp_docs

LOCK = "mcp-docs.lock"
GOOD = {"annotations": {"readOnlyHint": True}}
CLEAN = lockfile(tool("ships", **GOOD))
FAULTY = lockfile(
    tool("ships", {"x": {"$ref": "https://example.org/x", "description": "X."}}, **GOOD), tool("a b", **GOOD)
)
REPORT_SCHEMA = json.loads(files("mcp_docs.report").joinpath("report.schema.json").read_text("utf-8"))


def lint(*arguments: str | Path, cwd: Path, code: int) -> dict[str, Any]:
    done = mcp_docs("lint", *arguments, "--format", "json", cwd=cwd)
    assert (done.code, done.err) == (code, "")
    return dict(json.loads(done.out))


def test_the_lockfile_on_disk_is_judged_and_each_finding_has_its_line(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_text(FAULTY)
    found = lint(cwd=tmp_path, code=1)
    jsonschema.validate(found, REPORT_SCHEMA)
    places = {
        f["rule"]: (f["element"], f["where"]["file"], FAULTY.splitlines()[f["where"]["line"] - 1].strip())
        for f in found["findings"]
    }
    assert places["schema.ref.remote"] == ("tool:ships", LOCK, '"x": {')
    assert places["tool.invalid_name"] == ("tool:a b", LOCK, '"name": "a b",')
    assert found["data"]["counts"] == {"error": 1, "warning": 1, "note": 0}
    assert [size["tool"] for size in found["data"]["sizes"]["tools"]] == ["a b", "ships"]


def test_a_revision_a_file_and_a_folder_can_be_named(git_repo: Callable[[], GitRepo]) -> None:
    repo = git_repo()
    repo.commit({LOCK: FAULTY}, "first")
    repo.tag("v1.0.0")
    (repo.path / LOCK).write_text(CLEAN)
    (repo.path / "tools").mkdir()
    (repo.path / "tools" / "a.json").write_text(
        json.dumps({"name": "a", "description": "A.", "inputSchema": None})
    )
    assert lint(cwd=repo.path, code=0)["findings"] == []
    assert lint("v1.0.0:mcp-docs.lock", cwd=repo.path, code=1)["findings"][0]["where"]["commit"]
    found = lint("tools", cwd=repo.path, code=1)["findings"][0]
    assert (found["rule"], found["where"]["file"]) == ("tool.input_schema.not_object", "tools/a.json")
    missing = mcp_docs("lint", "none.lock", cwd=repo.path)
    assert (missing.code, "there is no file or folder none.lock" in missing.err) == (2, True)


@pytest.mark.parametrize(("fail_on", "code"), [("error", 0), ("warning", 1), ("note", 1), ("never", 0)])
def test_the_threshold_is_what_the_flag_says(tmp_path: Path, fail_on: str, code: int) -> None:
    (tmp_path / LOCK).write_text(lockfile(tool("a b", **GOOD)))
    assert lint("--fail-on", fail_on, cwd=tmp_path, code=code)["failed"] is bool(code)
    assert mcp_docs("lint", cwd=tmp_path, MCP_DOCS_LINT_FAIL_ON=fail_on).code == code


def test_the_configuration_sets_severities_and_budgets(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_text(FAULTY)
    (tmp_path / "mcp-docs.toml").write_text(
        '[lint]\ntool_tokens = 30\n[lint.rules]\n"schema.ref.remote" = "note"\n'
        '[[lint.overrides]]\nelement = "tool:a *"\nseverity = "off"\n'
    )
    found = lint(cwd=tmp_path, code=0)["findings"]
    assert [(f["rule"], f["level"], f["element"]) for f in found] == [
        ("tool.size", "warning", "tool:ships"),
        ("schema.ref.remote", "note", "tool:ships"),
    ]
    (tmp_path / "mcp-docs.toml").write_text('[lint.rules]\n"tool.sise" = "off"\n')
    wrong = mcp_docs("lint", cwd=tmp_path)
    assert wrong.code == 2
    assert wrong.err.startswith(
        "mcp-docs: mcp-docs.toml:2: lint.rules.tool.sise: there is no rule 'tool.sise'"
    )
    assert "did you mean 'tool.size'?" in wrong.err


def test_acceptances_that_have_ended_or_match_nothing_are_found_at_their_line(
    git_repo: Callable[[], GitRepo],
) -> None:
    repo = git_repo()
    repo.commit({LOCK: lockfile(tool("ships", **GOOD), tool("tides", **GOOD))}, "first")
    repo.tag("v1.0.0")
    repo.commit({LOCK: CLEAN}, "tides go")
    (repo.path / "acceptances.toml").write_text(
        '[[acceptances]]\nrule = "tool.removed"\nelement = "tool:tides"\nreason = "Unused."\nexpires = 2020-01-01\n\n'
        '[[acceptances]]\nrule = "tool.removed"\nelement = "tool:other"\nreason = "Unused."\n'
    )
    found = lint(cwd=repo.path, code=1)["findings"]
    assert [(f["rule"], f["where"]["file"], f["where"]["line"]) for f in found] == [
        ("acceptance.expired", "acceptances.toml", 1),
        ("acceptance.stale", "acceptances.toml", 7),
    ]
    assert lint("--as-of", "2019-12-31", cwd=repo.path, code=0)["findings"][0]["rule"] == "acceptance.stale"


def test_neither_git_nor_a_server_is_loaded_for_a_file(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_text(CLEAN)
    done = mcp_docs("lint", cwd=tmp_path, PYTHONPROFILEIMPORTTIME="1")
    loaded = {line.rpartition("|")[2].strip() for line in done.err.splitlines()}
    assert "mcp_docs.lint.judge" in loaded
    assert not loaded & {"git", "mcp", "mkdocs"}
