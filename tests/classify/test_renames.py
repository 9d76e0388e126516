"""Which removals and additions are shown as the two halves of a rename."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_docs.change import Level
from mcp_docs.classifier.interfaces import classify
from surfaces import interface

TEXT = {"type": "string"}


def tool(name: str, description: str, *arguments: str) -> dict[str, Any]:
    return {
        "name": name,
        "description": description,
        "inputSchema": {"type": "object", "properties": dict.fromkeys(arguments, TEXT)},
    }


def renames(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> dict[str, str]:
    changes = classify(interface({"tools": old}), interface({"tools": new}))
    return {c.path or c.key: dict(c.detail)["renamed_to"] for c in changes if "renamed_to" in dict(c.detail)}


def member(name: str, schema: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"name": "t", "inputSchema": {"type": "object", "properties": {name: schema}}}]


def test_a_tool_that_kept_its_arguments_and_its_words_is_renamed() -> None:
    words = "Read the log of a node"
    old, new = [tool("node_log", words, "name", "tail")], [tool("nodes_log", words, "name", "tail")]
    assert renames(old, new) == {"node_log": "nodes_log"}


def test_tools_that_were_merged_into_one_are_not_renamed() -> None:
    old = [
        tool("get_request", "Get a request", "owner", "repo", "number"),
        tool("get_request_files", "Get the files of a request", "owner", "repo", "number", "page"),
        tool("get_request_status", "Get the status of a request", "owner", "repo", "number"),
    ]
    new = [tool("request_read", "Read one aspect of a request", "method", "owner", "repo", "number", "page")]
    assert renames(old, new) == {}


@pytest.mark.parametrize(
    ("old", "new", "renamed"),
    [
        (("perPage", {"type": "number"}), ("per_page", {"type": "integer", "minimum": 1}), True),
        (("projectNumber", TEXT), ("project_number", {"type": "integer"}), True),
        (
            ("q", {**TEXT, "description": "What to find"}),
            ("query", {**TEXT, "description": "What to find"}),
            True,
        ),
        (
            ("branch", {**TEXT, "description": "A branch"}),
            ("sha", {**TEXT, "description": "A commit"}),
            False,
        ),
        (("after", TEXT), ("page", {"type": "integer"}), False),
    ],
)
def test_arguments_are_told_by_their_words_then_by_their_likeness(
    old: tuple[str, dict[str, Any]], new: tuple[str, dict[str, Any]], renamed: bool
) -> None:
    assert renames(member(*old), member(*new)) == ({old[0]: new[0]} if renamed else {})


def test_matching_is_one_to_one_and_does_not_depend_on_order() -> None:
    words = "Find ships"
    old = [tool("find_ships", words, "a", "b"), tool("find_ship", words, "a", "b")]
    new = [tool("search_ships", words, "a", "b"), tool("search_ship", words, "a", "b")]
    found = renames(old, new)
    assert sorted(found) == ["find_ship", "find_ships"]
    assert sorted(found.values()) == ["search_ship", "search_ships"]
    assert renames(old[::-1], new[::-1]) == found


def test_a_rename_stays_breaking() -> None:
    words = "Read the log of a node"
    old, new = tool("node_log", words, "name"), tool("nodes_log", words, "name")
    (gone, come) = classify(interface({"tools": [old]}), interface({"tools": [new]}))
    assert (gone.level, come.level) == (Level.BREAKING, Level.MINOR)
    assert gone.link == come.link != ""
