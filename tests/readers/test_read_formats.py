from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_docs import readers
from mcp_docs.errors import LockfileError
from mcp_docs.interface import Interface, Server

SEARCH = {"name": "search", "description": "Finds.", "inputSchema": {"type": "object", "required": ["q"]}}
ADD = {"name": "add", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": True}, "x-own": [1]}
TOOLS = [SEARCH, ADD]
NOTES = {"uri": "file:///notes", "name": "notes", "mimeType": "text/plain", "size": 3}
LOG = {"uriTemplate": "log:///{day}", "name": "log"}
GREET = {"name": "greet", "arguments": [{"name": "who", "required": True}]}


def encoded(value: Any) -> bytes:
    return json.dumps(value).encode()


def covenant(server: Mapping[str, Any] | None = None, **surface: Any) -> dict[str, Any]:
    return {
        "covenant_version": "0.1.0",
        "captured_at_unix": 1_750_000_000,
        "server": server or {},
        "surface": {"tools": [], "resources": [], "prompts": [], **surface},
    }


FILES: list[tuple[str, Any]] = [
    ("mcp-covenant", covenant(tools=TOOLS)),
    ("mcp-docs", covenant(tools=TOOLS) | {"mcp_docs": {"format": 1}}),
    ("mcp-contract", {"format": "mcp-contract/v1", "tools": TOOLS}),
    ("tools-list", {"tools": TOOLS}),
    (
        "tools-list",
        {"tools": TOOLS, "ttlMs": 5, "cacheScope": "private", "_meta": {"a": 1}, "resultType": "x"},
    ),
    ("tools-list", {"jsonrpc": "2.0", "id": 7, "result": {"tools": TOOLS, "nextCursor": None}}),
    ("tools-list", TOOLS),
]


@pytest.mark.parametrize(("name", "value"), FILES)
def test_the_same_tools_in_any_format_are_the_same_tools(name: str, value: Any) -> None:
    interface = readers.read(encoded(value))
    assert interface.source_format == name
    assert [tool.data for tool in interface.tools] == [ADD, SEARCH]
    assert interface.server == Server({})
    assert interface.problems == ()
    assert interface.digest == readers.read(encoded(TOOLS)).digest


def test_a_folder_holds_the_same_tools_as_a_file() -> None:
    files = {
        "b.snap": encoded(SEARCH),
        "sub/a.json": encoded(ADD),
        "README.md": b"# Tools",
        ".x/c.json": b"?",
    }
    folder = readers.read_folder(files)
    assert folder.source_format == "folder"
    assert folder.tools == readers.read(encoded(TOOLS)).tools
    assert folder.digest == readers.read(encoded(TOOLS)).digest
    assert folder.problems == ()


def test_one_tool_alone_is_an_interface_with_one_tool() -> None:
    interface = readers.read(encoded(SEARCH))
    assert (interface.source_format, [tool.data for tool in interface.tools]) == ("tool", [SEARCH])


@pytest.mark.parametrize("value", [[], {"tools": []}, covenant(), {"format": "mcp-contract/v1", "tools": []}])
def test_no_tools_is_an_interface(value: Any) -> None:
    interface = readers.read(encoded(value))
    assert (list(interface), interface.problems) == ([], ())


def test_every_kind_and_every_field_is_read() -> None:
    server = {"name": "demo", "version": "1.2.0", "protocolVersion": "2025-06-18", "x": {"y": None}}
    value = covenant(server, tools=TOOLS, resources=[NOTES], resourceTemplates=[LOG], prompts=[GREET])
    interface = readers.read(encoded(value))
    assert interface.server.data == server
    assert [element.data for element in interface] == [ADD, SEARCH, NOTES, LOG, GREET]
    assert [element.key for element in interface] == [
        "add",
        "search",
        "file:///notes",
        "log:///{day}",
        "greet",
    ]
    assert not any(element.problems for element in interface)


def test_the_time_of_capture_and_the_writer_are_no_part_of_an_interface() -> None:
    later = covenant(tools=TOOLS) | {"captured_at_unix": 5, "covenant_version": "0.9.9", "comment": "x"}
    assert readers.read(encoded(later)) == readers.read(encoded(covenant(tools=TOOLS)))


def test_elements_are_sorted_by_code_points() -> None:
    names = ["a", "Z", "é", "\U0001f600", "\uffff", "_", "B", "a.b", "a-b"]
    interface = readers.read(encoded([{"name": name, "inputSchema": {}} for name in names]))
    assert [tool.key for tool in interface.tools] == [
        "B",
        "Z",
        "_",
        "a",
        "a-b",
        "a.b",
        "é",
        "\uffff",
        "\U0001f600",
    ]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (42, "a single value"),
        ("tools", "a single value"),
        ({}, "an empty object"),
        ({"name": "package", "version": "1.0.0"}, 'an object with the keys "name", "version"'),
        ([1, 2], "an array without any tool"),
        ([{"file": "a"}], "an array without any tool"),
        ({"jsonrpc": "2.0", "id": 1, "error": {"code": -32601}}, "a JSON-RPC error"),
        ({"jsonrpc": "2.0", "id": 1, "result": {}}, "a JSON-RPC message without a list of tools"),
        ({"format": "mcp-contract/v2", "tools": []}, "the contract's format is mcp-contract/v2"),
        ({"format": "mcp-contract/v1"}, 'no list "tools"'),
        ({"covenant_version": "0.1.0"}, 'no object "surface"'),
        ({"covenant_version": "0.1.0", "surface": []}, 'no object "surface"'),
        (covenant(tools={}), '"tools" is not an array'),
        (covenant(prompts=None), '"prompts" is not an array'),
        ({"tools": None}, '"tools" is not an array'),
        (
            covenant() | {"mcp_docs": {"format": 2}},
            "written by a newer mcp-docs: format 2, known here up to 1",
        ),
        (covenant() | {"mcp_docs": {}}, "no format number"),
        (covenant() | {"mcp_docs": {"format": True}}, "no format number"),
        (covenant() | {"mcp_docs": 1}, "no format number"),
        ({"mcp_docs": {"format": 1}}, 'no object "surface"'),
    ],
)
def test_what_is_no_interface_is_said_in_words(value: Any, words: str) -> None:
    with pytest.raises(LockfileError) as caught:
        readers.read(encoded(value))
    assert words in caught.value.what
    assert caught.value.hint


def test_a_list_that_is_none_has_a_place() -> None:
    with pytest.raises(LockfileError) as caught:
        readers.read(b'{\n  "resources": [],\n  "tools": "none"\n}')
    assert str(caught.value.where) == ":3:3"


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"README.md": b"# Tools", ".hidden.json": encoded(SEARCH)},
        {"a.json": b"[]", "b.json": b"{}"},
        {"a.json": b"{", "b.json": b""},
    ],
)
def test_a_folder_without_any_tool_is_an_error(files: dict[str, bytes]) -> None:
    with pytest.raises(LockfileError) as caught:
        readers.read_folder(files)
    assert "tool" in caught.value.what
    assert caught.value.hint


def test_the_first_bad_file_of_a_folder_without_tools_is_named() -> None:
    with pytest.raises(LockfileError) as caught:
        readers.read_folder({"b.json": b"[]", "a.json": b"{\n!}"})
    assert str(caught.value.where) == "a.json:2:1"


def test_pages_of_a_live_server_make_one_interface() -> None:
    server = {"name": "demo", "version": "1.0.0", "capabilities": {"tools": {}}}
    pages = [
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": [SEARCH], "nextCursor": "2", "_meta": {"t": 1}}},
        {"jsonrpc": "2.0", "id": 2, "result": {"tools": [ADD], "ttlMs": 1000}},
        {"prompts": [GREET]},
        {"resources": [NOTES]},
        {"resourceTemplates": [LOG]},
    ]
    live = readers.read_pages(server, map(encoded, pages))
    value = covenant(server, tools=TOOLS, resources=[NOTES], resourceTemplates=[LOG], prompts=[GREET])
    assert live.digest == readers.read(encoded(value)).digest
    assert (live.problems, live.source_format) == ((), "live")


def test_problems_of_a_live_server_have_no_place() -> None:
    pages = [b'{"tools": [{"name": "a", "inputSchema": {"maximum": NaN}}, 7]}', b'{"tools": [{"name": "a"}]}']
    live = readers.read_pages({"version": 3}, pages)
    found = [*live.server.problems, *live.tools[0].problems, *live.problems]
    assert [problem.code for problem in found] == [
        "member.not_string",
        "json.not_finite",
        "tool.duplicate_name",
        "tool.no_name",
    ]
    assert {(problem.line, problem.column) for problem in found} == {(None, None)}


def test_an_unchanged_tool_is_read_once() -> None:
    cache = readers.ElementCache()
    first = readers.read(encoded(TOOLS), cache)
    changed = readers.read(encoded([SEARCH | {"description": "Looks."}, ADD]), cache)
    assert changed.tools[0] is first.tools[0]
    assert changed.tools[1] is not first.tools[1]


def test_a_cache_changes_no_result() -> None:
    cache = readers.ElementCache()
    bad = {"name": "bad", "inputSchema": None}
    for value in ([bad, ADD], [ADD, bad], [ADD, {"inputSchema": None, "name": "bad"}]):
        assert readers.read(encoded(value), cache) == readers.read(encoded(value))


names = st.text(min_size=1, max_size=6)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
tools = st.builds(
    lambda name, rest, schema: {**rest, "name": name, "inputSchema": schema},
    names,
    st.dictionaries(names, json_values, max_size=4),
    st.sampled_from(
        [{"type": "object"}, {"type": "object", "properties": {"a": {"enum": [2, 1]}}}, {}, None]
    ),
)
tool_lists = st.lists(tools, max_size=5, unique_by=lambda tool: tool["name"])


def essence(interface: Interface) -> list[tuple[str, str, list[tuple[str, str]]]]:
    return [(e.key, e.digest, [(p.code, p.pointer) for p in e.problems]) for e in interface]


def shuffled(value: Any, draw: st.DataObject) -> Any:
    """Return an equal value with the keys of its objects in another order."""
    if isinstance(value, dict):
        keys = draw.draw(st.permutations(list(value)))
        return {key: shuffled(value[key], draw) for key in keys}
    return [shuffled(item, draw) for item in value] if isinstance(value, list) else value


@given(tool_lists, st.data())
def test_order_of_keys_and_tools_and_white_space_do_not_matter(
    listed: list[Any], data: st.DataObject
) -> None:
    plain = readers.read(encoded(listed))
    order = data.draw(st.permutations(listed))
    indent = data.draw(st.sampled_from([None, 0, 3, "\t"]))
    other = readers.read(json.dumps(shuffled(list(order), data), indent=indent, ensure_ascii=False).encode())
    assert essence(other) == essence(plain)
    assert other.digest == plain.digest


@given(json_values)
def test_any_json_is_an_interface_or_an_error_in_words(value: Any) -> None:
    for wrapped in (value, {"tools": value}, [value], covenant(tools=[value])):
        try:
            listed = [tool.key for tool in readers.read(encoded(wrapped)).tools]
        except LockfileError:
            listed = []
        assert listed == sorted(set(listed))
