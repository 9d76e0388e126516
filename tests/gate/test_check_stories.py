"""The breaks that schemas can show, through the real command line: the right words, and exit code 1."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lockfiles import lockfile
from run import mcp_docs

QUERY = {"type": "string"}


def search(
    properties: dict[str, Any] | None = None,
    required: tuple[str, ...] = ("query",),
    closed: bool | None = None,
    output: dict[str, Any] | None = None,
    name: str = "search",
    read_only: bool = True,
) -> dict[str, Any]:
    """One tool; each story changes one thing of it."""
    schema: dict[str, Any] = {
        "type": "object",
        "properties": properties
        or {"query": QUERY, "sort": {"enum": ["new", "old"]}, "limit": {"type": "number"}},
        "required": list(required),
    }
    if closed is not None:
        schema["additionalProperties"] = not closed
    result = {
        "type": "object",
        "properties": output or {"items": {"type": "array"}, "total": {"type": "integer"}},
        "required": list(output or ("items", "total")),
    }
    return {
        "name": name,
        "description": "Search.",
        "inputSchema": schema,
        "outputSchema": result,
        "annotations": {"readOnlyHint": read_only},
    }


BASE = {"query": QUERY, "sort": {"enum": ["new", "old"]}, "limit": {"type": "number"}}
STORIES = {
    "a required argument is new": (
        search({**BASE, "locale": {"type": "string"}}, ("query", "locale")),
        "schema.property.required.added",
        "locale",
    ),
    "an argument is renamed": (
        search({"q": QUERY, "sort": BASE["sort"], "limit": BASE["limit"]}, ("q",)),
        "schema.property.removed",
        "renamed to q",
    ),
    "a tool is renamed": (search(name="find"), "tool.removed", "renamed to find"),
    "an enum is narrowed": (
        search({**BASE, "sort": {"enum": ["new"]}}),
        "schema.enum.value.removed",
        '"old"',
    ),
    "an output field is renamed": (
        search(output={"results": {"type": "array"}, "total": {"type": "integer"}}),
        "schema.property.removed",
        "output: items",
    ),
    "a type is narrowed": (
        search({**BASE, "limit": {"type": "integer"}}),
        "schema.type.changed",
        "limit: type number became integer",
    ),
    "an open object is closed": (search(closed=True), "schema.additionalProperties.restricted", "additional"),
}


def write(folder: Path, old: dict[str, Any], new: dict[str, Any]) -> None:
    (folder / "old.lock").write_text(lockfile(old), encoding="utf-8")
    (folder / "new.lock").write_text(lockfile(new), encoding="utf-8")


@pytest.mark.parametrize("story", STORIES)
def test_a_break_fails_the_check_and_says_what_broke(story: str, tmp_path: Path) -> None:
    new, rule, words = STORIES[story]
    write(tmp_path, search(), new)
    done = mcp_docs("check", "old.lock", "new.lock", "--format", "json", cwd=tmp_path)
    assert (done.code, done.err) == (1, "")
    report = json.loads(done.out)
    breaks = [f for f in report["findings"] if f["level"] == "breaking" and f["rule"] == rule]
    assert breaks, [f["rule"] for f in report["findings"]]
    text = mcp_docs("check", "old.lock", "new.lock", cwd=tmp_path)
    assert text.code == 1
    [line] = [line for line in text.out.splitlines() if f"[{rule}]" in line and words in line]
    assert line.startswith("breaking  tool:search: ")
    assert breaks[0]["where"]["file"] == "new.lock"
    assert breaks[0]["where"]["line"] > 1
    assert breaks[0]["advice"]
    assert report["data"]["demanded_bump"] == "major"


def test_a_break_with_a_witness_shows_it(tmp_path: Path) -> None:
    write(tmp_path, search(), STORIES["a type is narrowed"][0])
    report = json.loads(mcp_docs("check", "old.lock", "new.lock", "--format", "json", cwd=tmp_path).out)
    detail, _ = report["findings"][0]["detail"]
    assert detail["label"] == "worked before, fails now"
    witness = json.loads(detail["text"])
    assert isinstance(witness["limit"], float)
    assert witness["limit"] % 1


def test_a_flipped_hint_is_for_review_and_fails_only_where_that_is_asked_for(tmp_path: Path) -> None:
    write(tmp_path, search(), search(read_only=False))
    assert mcp_docs("check", "old.lock", "new.lock", cwd=tmp_path).code == 0
    done = mcp_docs("check", "old.lock", "new.lock", "--fail-on", "review", cwd=tmp_path)
    assert done.code == 1
    assert "review  tool:search: " in done.out
    assert "readOnlyHint" in done.out


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        (
            search(closed=True),
            {"breaking": 1, "review": 1, "minor": 1, "patch": 1, "never": 0, "underbumped": 0},
        ),
        (
            search({**BASE, "page": {"type": "integer"}}),
            {"breaking": 0, "review": 0, "minor": 1, "patch": 1, "never": 0},
        ),
        ({**search(), "description": "Look for things."}, {"minor": 0, "patch": 1, "never": 0}),
        (search(), {"patch": 0}),
    ],
    ids=["break", "addition", "rewording", "nothing"],
)
def test_the_threshold_decides_the_exit_code(
    change: dict[str, Any], codes: dict[str, int], tmp_path: Path
) -> None:
    write(tmp_path, search(), change)
    for level, code in codes.items():
        assert mcp_docs("check", "old.lock", "new.lock", "--fail-on", level, cwd=tmp_path).code == code, level


def test_the_threshold_can_stand_in_the_environment_and_a_flag_goes_before_it(tmp_path: Path) -> None:
    write(tmp_path, search(), search(read_only=False))
    arguments = ("check", "old.lock", "new.lock")
    assert mcp_docs(*arguments, cwd=tmp_path, MCP_DOCS_CHECK_FAIL_ON="review").code == 1
    assert (
        mcp_docs(*arguments, "--fail-on", "breaking", cwd=tmp_path, MCP_DOCS_CHECK_FAIL_ON="review").code == 0
    )


def test_the_policy_of_the_project_decides_the_level(tmp_path: Path) -> None:
    write(tmp_path, search(), STORIES["an open object is closed"][0])
    rule = STORIES["an open object is closed"][1]
    (tmp_path / "mcp-docs.toml").write_text(f'[policy.rules]\n"{rule}" = "minor"\n', encoding="utf-8")
    done = mcp_docs("check", "old.lock", "new.lock", "--format", "json", cwd=tmp_path)
    assert done.code == 0
    [finding] = [f for f in json.loads(done.out)["findings"] if f["rule"] == rule]
    assert (finding["level"], finding["data"]["raw_level"]) == ("minor", "breaking")
