from __future__ import annotations

import json

import pytest

from mcp_docs.interface import Interface
from mcp_docs.readers import ElementCache, read_folder


def tool(name: str, **fields: object) -> bytes:
    return json.dumps({"name": name, "inputSchema": {"type": "object"}, **fields}).encode()


REVISIONS = (
    {"a.json": tool("a"), "b.json": tool("b")},
    {"a.json": tool("a"), "b.json": tool("a"), "c.json": tool("c", title=3)},
    {"c.json": tool("c", title=3), "b.json": b"{", "a.json": tool("a")},
    {"z.json": tool("a"), "b.json": b"[]"},
)


def taken(interface: Interface) -> list[object]:
    return [interface, [element.problems for element in interface], interface.problems]


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (1, 0, 1, 2)])
def test_what_was_read_before_changes_nothing_of_what_is_read(order: tuple[int, ...]) -> None:
    cache = ElementCache()
    for number in order:
        assert taken(read_folder(REVISIONS[number], cache)) == taken(read_folder(REVISIONS[number]))


def test_an_unchanged_file_gives_the_same_tool() -> None:
    cache = ElementCache()
    first, second = (read_folder({"a.json": tool("a"), f"{name}.json": tool(name)}, cache) for name in "bc")
    assert first.tools[0] is second.tools[0]
