"""A client's catalogue: whatever a server lists, each question has an answer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_docs import Catalogue
from mcp_docs.catalogue import UncallableError

IN = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
GOOD = {"name": "good_tool", "description": "Valid.", "inputSchema": IN}
BROKEN: list[Any] = [
    GOOD,
    {"name": "missing_schema_tool", "description": "No schema."},
    {"name": "bad_properties_tool", "inputSchema": {"type": "object", "properties": "query"}},
    {"name": "bad_required_tool", "inputSchema": {"type": "object", "required": "query"}},
    {"name": "not_json_tool", "inputSchema": {"type": object()}},
    {"name": "remote_tool", "inputSchema": {"$ref": "https://example.org/x"}},
    {"name": 3},
    None,
    object(),
    "text",
]


def test_one_bad_tool_leaves_the_rest_as_they_are() -> None:
    catalogue = Catalogue.of(BROKEN)
    states = {tool.key: catalogue.look(tool.key).state for tool in catalogue.interface.tools}
    assert states == {
        "bad_properties_tool": "malformed",
        "bad_required_tool": "malformed",
        "good_tool": "callable",
        "missing_schema_tool": "malformed",
        "not_json_tool": "malformed",
        "remote_tool": "callable",
    }
    assert catalogue.is_callable("good_tool")
    assert catalogue.issues_for("good_tool") == ()
    assert "required" in catalogue.issues_for("bad_required_tool")[0]
    assert "inputSchema" in catalogue.issues_for("missing_schema_tool")[0]


def test_arguments_are_judged_before_they_are_sent() -> None:
    catalogue = Catalogue.of([GOOD])
    assert catalogue.look("good_tool", {"query": "a"})
    found = catalogue.look("good_tool", {"query": 3})
    assert (found.state, bool(found)) == ("invalid", False)
    assert found.reason == "the input is not valid: query: 3 is not of type 'string'"
    assert catalogue.prepare_call("good_tool", {"query": "a"}) == {
        "name": "good_tool",
        "arguments": {"query": "a"},
    }
    with pytest.raises(UncallableError, match="query: 3"):
        catalogue.prepare_call("good_tool", {"query": 3})


def test_a_removed_tool_is_told_from_one_that_never_was() -> None:
    before = Catalogue.of([GOOD, {"name": "search_orders", "inputSchema": IN}])
    after = before.updated([GOOD])
    assert before.is_callable("search_orders")
    assert after.look("search_orders").state == "removed"
    with pytest.raises(UncallableError) as caught:
        after.prepare_call("search_orders", {"query": "widget"})
    assert caught.value.lookup.state == "removed"
    unknown = after.look("good_tol")
    assert (unknown.state, "nearest is good_tool" in unknown.reason) == ("unknown", True)
    assert after.updated([]).removed == {"good_tool", "search_orders"}
    assert after.updated([{"name": "search_orders", "inputSchema": IN}]).removed == {"good_tool"}


def test_what_changed_can_be_logged() -> None:
    before = Catalogue.of([GOOD, {"name": "search_orders", "inputSchema": IN}])
    changes = before.changes_to(before.updated([GOOD]))
    assert [(change.rule, change.key) for change in changes] == [("tool.removed", "search_orders")]


def test_the_models_of_an_sdk_are_read_as_what_they_stand_for() -> None:
    from mcp_types import Tool  # noqa: PLC0415 - only this test needs it

    catalogue = Catalogue.of([Tool(name="t", input_schema=IN)])
    assert catalogue.look("t", {}).state == "invalid"
    assert catalogue.look("t", {"query": "a"}).state == "callable"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "inputSchema", "type", "properties", "x"]), inner, max_size=4),
    max_leaves=10,
)  # fmt: skip


@given(st.lists(JSON, max_size=4), JSON)
def test_law_nothing_listed_raises_and_a_sound_tool_stays_callable(listed: list[Any], more: Any) -> None:
    catalogue = Catalogue.of([*listed, GOOD, more])
    assert catalogue.is_callable("good_tool")
    for tool in catalogue.interface.tools:
        assert catalogue.look(tool.key, {"query": "a"}).state in ("callable", "malformed", "invalid")
