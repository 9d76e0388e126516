"""What is captured from servers that work, more or less."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from liveservers import hand

from mcp_docs import writer
from mcp_docs.sources.live import HttpTarget, StdioTarget, connect


@pytest.mark.parametrize(("era", "version"), [("legacy", "2025-11-25"), ("modern", "2026-07-28")])
def test_a_server_of_one_era_is_captured_whole(era: str, version: str) -> None:
    with connect(hand(era)) as session:
        found = session.interface
        assert session.protocol_version == version
    assert found.server.data == {
        "name": "hand",
        "version": "1.0",
        "x-info": [1],
        "protocolVersion": version,
        "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
    }
    assert [tool.data["x-unknown"] for tool in found.tools] == [{"kept": 1}]
    assert [resource.key for resource in found.resources] == ["a:b"]
    assert found.templates == found.prompts == found.problems == ()


def test_an_older_server_that_dies_of_a_newer_question_is_started_again() -> None:
    with connect(hand("legacy", "die-on-unknown")) as session:
        assert session.protocol_version == "2025-11-25"


def test_an_older_server_that_leaves_a_newer_question_unanswered_is_greeted_as_ever() -> None:
    with connect(hand("legacy", "mute-on-unknown"), timeout=1) as session:
        assert session.protocol_version == "2025-11-25"


def test_200_tools_on_5_pages() -> None:
    with connect(hand("legacy", "pages")) as session:
        assert [tool.key for tool in session.interface.tools] == [f"tool{i:03}" for i in range(200)]


def test_noise_on_standard_output_is_passed_over_and_told() -> None:
    with connect(hand("modern", "noise")) as session:
        assert len(session.interface.tools) == 1
        assert session.noise[0] == "Listening for clients ..."


def test_a_question_of_the_server_with_the_id_of_ours_is_no_answer() -> None:
    with connect(hand("legacy", "asks")) as session:
        assert session.interface.tools[0].description == "-32601"  # the code of our refusal


#: Code of the first problem, and where; ``None``: the part is odd and nothing in it is unusable.
@pytest.mark.parametrize(
    ("kind", "pointer"),
    [
        ("missing", "/inputSchema"),
        ("null", "/inputSchema"),
        ("array-properties", "/inputSchema"),
        ("string-required", "/inputSchema"),
        ("array-output", "/outputSchema"),
        ("numeric-description", "/description"),
        ("wrong-type", "/inputSchema"),
        ("nan", "/inputSchema"),
        ("infinite", "/inputSchema"),
        ("surrogate", ""),
        ("twice", "/description"),
    ],
)
def test_a_malformed_tool_is_kept_and_marked_and_the_others_are_sound(kind: str, pointer: str) -> None:
    with connect(hand("legacy", "malformed", kind)) as session:
        add, bad = session.interface.tools
    assert (add.key, add.problems, bad.key) == ("add", (), "bad")
    assert any(problem.pointer.startswith(pointer) for problem in bad.problems)
    assert bad.problems


@pytest.mark.parametrize("kind", ["boolean", "no-type", "icon", "task", "hint"])
def test_an_odd_tool_is_kept_as_it_is(kind: str) -> None:
    with connect(hand("legacy", "malformed", kind)) as session:
        assert [tool.key for tool in session.interface.tools] == ["add", "bad"]


def test_calls_give_what_came_back() -> None:
    with connect(hand("modern"), timeout=20) as session:
        done = session.call_tool("add", {"a": 1, "b": 2})
        assert (done.failed, done.payload, done.error) == (False, {"sum": 3}, None)
        assert (done.text, done.result["content"]) == ("3", [{"type": "text", "text": "3"}])
        unknown = session.call_tool("nothing", {})
        assert unknown.failed
        assert unknown.error is not None
        assert unknown.error["code"] == -32601


@pytest.mark.parametrize("mode", ["plain", "events"])
def test_streamable_http_with_a_session_as_json_and_as_events(web: Callable[[str], str], mode: str) -> None:
    with connect(HttpTarget(web(mode))) as session:
        assert [tool.description for tool in session.interface.tools] == ["data: not an event"]


@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25", "2026-07-28"])
def test_both_transports_and_ten_runs_give_the_same_bytes(
    sdk2: StdioTarget, sdk2_http: str, version: str
) -> None:
    found = set()
    for target in [*[HttpTarget(sdk2_http)] * 10, sdk2]:
        with connect(target, protocol=version) as session:
            assert session.call_tool("add", {"a": 1}).payload == {"result": 2}
            found.add(writer.write(session.interface))
    assert len(found) == 1


def test_the_newest_version_is_taken_where_none_is_pinned(sdk2_http: str) -> None:
    with connect(HttpTarget(sdk2_http)) as session:
        assert session.protocol_version == "2026-07-28"


def test_a_server_of_the_older_sdk(sdk1: StdioTarget) -> None:
    with connect(sdk1) as session:
        found = session.interface
        assert session.protocol_version == "2025-11-25"
        assert session.call_tool("add", {"a": 1, "b": 2}).payload == {"result": 3}
    assert [tool.key for tool in found.tools] == ["add"]
    assert [template.key for template in found.templates] == ["notes://{day}"]
    assert found.server.key == "one"
