"""What a format cannot hold is unknown: going over to another format, or back, is no change of a server."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitrepo import GitRepo
from mcp_docs import load_history
from mcp_docs.change import Bump
from mcp_docs.classifier.interfaces import classify
from mcp_docs.interface import Interface
from mcp_docs.readers import read, read_folder

Json = dict[str, Any]


def element(key: str, members: Json) -> st.SearchStrategy[Json]:
    """One element, with its key and any of the members that the protocol knows."""
    return st.fixed_dictionaries({}, optional={n: st.just(v) for n, v in members.items()}).map(
        lambda chosen: {key: "x", **chosen}
    )


ICONS = [{"src": "https://example.org/x.png"}]
NOTES = {"audience": ["user"], "priority": 1}
OUTPUT = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
HINTS = {"readOnlyHint": True, "destructiveHint": False, "title": "T"}
TOOLS = element(
    "name",
    {"title": "T", "description": "D.", "outputSchema": OUTPUT, "annotations": HINTS, "icons": ICONS}
    | {"_meta": {"example.org/deprecated": True}, "execution": {"taskSupport": "optional"}, "further": 1},
).map(lambda tool: {**tool, "inputSchema": {"type": "object"}})
RESOURCES = element(
    "uri",
    {"name": "n", "title": "T", "description": "D.", "mimeType": "text/plain", "size": 5, "icons": ICONS}
    | {"annotations": NOTES, "_meta": {"a": 1}},
)
TEMPLATES = element("uriTemplate", {"name": "n", "title": "T", "description": "D.", "mimeType": "text/plain"})
ARGUMENTS = element("name", {"title": "T", "description": "D.", "required": True}).map(
    lambda one: {"required": False, **one}
)
PROMPTS = element("name", {"title": "T", "description": "D.", "icons": ICONS, "_meta": {"a": 1}}).flatmap(
    lambda prompt: ARGUMENTS.map(lambda argument: {**prompt, "arguments": [argument]})
)
SERVERS = element(
    "name",
    {"version": "1", "protocolVersion": "2025-11-25", "title": "T", "instructions": "Always ask first."}
    | {
        "capabilities": {"tools": {"listChanged": True}},
        "icons": ICONS,
        "websiteUrl": "https://example.org/",
    },
)
SURFACES = st.fixed_dictionaries(
    {
        "server": SERVERS,
        "tools": st.lists(TOOLS, max_size=1),
        "resources": st.lists(RESOURCES, max_size=1),
        "resourceTemplates": st.lists(TEMPLATES, max_size=1),
        "prompts": st.lists(PROMPTS, max_size=1),
    }
)
#: A list that is empty in both leaves nothing to read a file by, so one tool is always there.
BASE = {"name": "always", "inputSchema": {"type": "object"}, "description": "D."}


def only(entry: Json, *members: str) -> Json:
    return {name: entry[name] for name in members if name in entry}


def ours(surface: Json) -> Interface:
    lists = {**surface, "tools": [BASE, *surface["tools"]]}
    return read(
        json.dumps({"mcp_docs": {"format": 1}, "server": lists.pop("server"), "surface": lists}).encode()
    )


def covenant_file(surface: Json) -> Json:
    """What mcp-covenant 0.1 writes of a server."""
    prompts = [
        {
            **only(prompt, "name", "description"),
            "arguments": [only(each, "name", "description", "required") for each in prompt["arguments"]],
        }
        for prompt in surface["prompts"]
    ]
    tools = [
        only(tool, "name", "title", "description", "inputSchema", "outputSchema")
        for tool in (BASE, *surface["tools"])
    ]
    resources = [only(each, "uri", "name", "description", "mimeType") for each in surface["resources"]]
    return {
        "covenant_version": "0.1.1",
        "captured_at_unix": 0,
        "server": only(surface["server"], "name", "version", "protocolVersion"),
        "surface": {"tools": tools, "resources": resources, "prompts": prompts},
    }


def covenant(surface: Json) -> Interface:
    return read(json.dumps(covenant_file(surface)).encode())


def golden(surface: Json) -> Interface:
    tools = [only(tool, "name", "description", "inputSchema") for tool in (BASE, *surface["tools"])]
    return read(json.dumps({"format": "mcp-contract/v1", "tools": tools}).encode())


def listing(surface: Json) -> Interface:
    return read(json.dumps({"tools": [BASE, *surface["tools"]]}).encode())


def folder(surface: Json) -> Interface:
    return read_folder(
        {f"{tool['name']}.snap": json.dumps(tool).encode() for tool in (BASE, *surface["tools"])}
    )


FORMATS: Mapping[str, Callable[[Json], Interface]] = {
    "covenant": covenant, "golden": golden, "listing": listing, "folder": folder, "ours": ours,
}  # fmt: skip


@given(surface=SURFACES)
def test_the_same_server_in_two_formats_is_no_change(surface: Json) -> None:
    written = {name: write(surface) for name, write in FORMATS.items()}
    for old, new in permutations(written, 2):
        assert classify(written[old], written[new]) == (), (old, new)


SURFACE: Json = {
    "server": {"name": "s", "version": "1", "instructions": "A."},
    "tools": [{"name": "x", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}}],
    "resources": [],
    "resourceTemplates": [{"uriTemplate": "a:{b}", "name": "n"}],
    "prompts": [],
}


@pytest.mark.parametrize("written", ["covenant", "golden", "listing", "folder"])
def test_what_both_formats_hold_is_compared_as_ever(written: str) -> None:
    later = {**SURFACE, "tools": [{**SURFACE["tools"][0], "description": "New words."}]}
    found = classify(FORMATS[written](SURFACE), ours(later))
    assert [change.rule for change in found] == ["tool.description.changed"]
    assert [c.rule for c in classify(FORMATS[written](SURFACE), ours({**SURFACE, "tools": []}))] == [
        "tool.removed"
    ]


def test_what_some_element_has_is_recorded_by_whoever_wrote_the_file() -> None:
    """Another program that writes the layout of mcp-covenant with annotations."""
    file = covenant_file({**SURFACE, "tools": []})
    file["surface"]["tools"] += [
        {"name": "x", "inputSchema": {"type": "object"}},
        {"name": "y", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}},
    ]
    reader = {**SURFACE["tools"][0], "name": "y"}
    found = classify(read(json.dumps(file).encode()), ours({**SURFACE, "tools": [*SURFACE["tools"], reader]}))
    assert [(c.rule, c.key) for c in found] == [("tool.annotation.changed", "x")]


def test_two_files_of_one_writer_are_compared_whole() -> None:
    old, new = covenant_file(SURFACE), covenant_file(SURFACE)
    new["surface"]["tools"][1]["annotations"] = {"readOnlyHint": True}
    new["surface"]["resourceTemplates"] = SURFACE["resourceTemplates"]
    found = classify(*(read(json.dumps(file).encode()) for file in (old, new)))
    assert {c.rule for c in found} == {"tool.annotation.changed", "template.added"}


def test_going_over_from_mcp_covenant_is_no_change(git_repo: Callable[[], GitRepo]) -> None:
    repo = git_repo()
    repo.commit({"mcp-covenant.lock": json.dumps(covenant_file(SURFACE))}, "theirs")
    repo.tag("v1.0.0")
    lists = {name: SURFACE[name] for name in SURFACE if name != "server"}
    lists["tools"] = [BASE, *SURFACE["tools"]]
    own = {"mcp_docs": {"format": 1}, "server": SURFACE["server"], "surface": lists}
    repo.commit({"mcp-covenant.lock": None, "mcp-docs.lock": json.dumps(own)}, "ours")
    repo.tag("v1.1.0")
    record = load_history(repo.path)
    assert [(r.version, r.demanded) for r in record.releases[1:]] == [("1.1.0", Bump.NONE)]
    assert [c.change.rule for release in record.releases for c in release.changes] == []
    assert {life.key: life.since for life in record.lifecycles}["a:{b}"] == "1.1.0"
