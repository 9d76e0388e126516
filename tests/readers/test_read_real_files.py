"""The three real histories, revision by revision, and real odd files; places were counted by hand."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mcp_docs import load_interface, readers, writer
from mcp_docs.errors import LockfileError
from mcp_docs.jsontext import JsonTextError

pytestmark = pytest.mark.shared


@pytest.mark.parametrize(
    ("name", "code", "line", "column"),
    [
        ("conflict-k8s-kiali.json", "json.conflict", 75, 1),
        ("notjson-registry-database-server.json", "json.syntax", 3, 6),
        ("notjson-registry-microsoft-learn.json", "json.syntax", 5, 5),
        ("template-kintone-broken.json", "json.syntax", 1, 2),
    ],
)
def test_a_file_that_is_not_json_is_named_and_placed(
    shared: Path, name: str, code: str, line: int, column: int
) -> None:
    path = shared / "histories" / "odd" / name
    with pytest.raises(JsonTextError) as caught:
        load_interface(path)
    assert caught.value.code == code
    assert str(caught.value.where) == f"{path}:{line}:{column}"


def test_an_empty_list_is_an_interface(shared: Path) -> None:
    interface = load_interface(shared / "histories" / "odd" / "empty-list-k8s-kubevirt.json")
    assert (list(interface), interface.problems) == ([], ())


def test_a_null_schema_is_quarantined(shared: Path) -> None:
    interface = load_interface(shared / "histories" / "odd" / "null-schema-github-get_me.snap")
    ((tool,), (problem,)) = interface.tools, interface.tools[0].problems
    assert (tool.key, tool.input_schema, tool.hint("readOnlyHint")) == ("get_me", None, True)
    assert (problem.code, problem.pointer, problem.line, problem.column) == (
        "schema.null",
        "/inputSchema",
        7,
        3,
    )


def test_a_tool_listed_twice_is_named(shared: Path) -> None:
    interface = load_interface(shared / "histories" / "odd" / "dup-tools-registry-ag-bash.json")
    ((key, problem),) = (
        (tool.key, p) for tool in interface.tools for p in tool.problems if p.code != "schema.missing"
    )
    assert (key, problem.code, problem.line, problem.column) == (
        "search_tools",
        "tool.duplicate_name",
        234,
        3,
    )
    assert len(interface.tools) == 69
    assert interface.problems == ()


def test_crlf_line_ends_are_line_ends(shared: Path) -> None:
    interface = load_interface(shared / "histories" / "odd" / "crlf-registry-helidon.json")
    assert [(t.key, [(p.code, p.line, p.column) for p in t.problems]) for t in interface.tools] == [
        ("mcp_list_tools", [("schema.missing", 7, 3)]),
        ("mcp_ping", [("schema.missing", 2, 3)]),
    ]


def test_json_that_is_no_interface_is_said_to_be_none(shared: Path) -> None:
    with pytest.raises(LockfileError, match="describes no interface"):
        load_interface(shared / "histories" / "odd" / "index.json")


def test_every_odd_file_is_covered_above(shared: Path) -> None:
    names = {path.name for path in (shared / "histories" / "odd").iterdir()}
    source = Path(__file__).read_text(encoding="utf-8")
    assert {name for name in names if name not in source} == set()


def revisions(repository: Path) -> Iterator[tuple[str, bytes]]:
    def git(*arguments: str) -> bytes:
        return subprocess.run(["git", "-C", repository, *arguments], check=True, capture_output=True).stdout

    for commit in git("log", "--first-parent", "--format=%H", "--", "mcp-covenant.lock").decode().split():
        yield commit, git("cat-file", "blob", f"{commit}:mcp-covenant.lock")


WITH_FIELDS = """
auto_pass_until_event choose_action get_action_choices get_game_log get_game_state get_my_decklist get_oracle_text
is_action_on_me pass_priority send_chat_message take_action wait_for_action
""".split()


@pytest.mark.parametrize(
    ("name", "count", "expected"),
    [
        # One revision of it describes its results in a notation of its own, with "fields".
        ("commander-bench", 27, {(name, "schema.foreign", "/outputSchema") for name in WITH_FIELDS}),
        ("kubernetes-mcp-server", 49, set()),
        ("github-mcp-server", 155, {("get_me", "schema.null", "/inputSchema")}),
    ],
)
def test_every_revision_of_a_real_history_is_read_and_written(
    history: Callable[[str], Path], name: str, count: int, expected: set[tuple[str, str, str]]
) -> None:
    cache, seen, found = readers.ElementCache(), 0, set()
    for _, data in revisions(history(name)):
        interface = readers.read(data, cache)
        seen += 1
        assert interface.problems == ()
        assert [tool.data for tool in interface.tools] == sorted(
            json.loads(data)["surface"]["tools"], key=lambda tool: tool["name"]
        )
        found |= {(e.key, p.code, p.pointer) for e in interface for p in e.problems}
        if "get_me" in {e.key for e in interface if e.problems}:
            assert [(p.line, p.column) for p in interface.index["tool", "get_me"].problems] == [(1031, 9)]
    assert (seen, found) == (count, expected)


def test_the_newest_revisions_are_rewritten_without_loss(history: Callable[[str], Path]) -> None:
    for name in ("commander-bench", "kubernetes-mcp-server", "github-mcp-server"):
        interface = readers.read((history(name) / "mcp-covenant.lock").read_bytes())
        data = writer.write(interface)
        again = readers.read(data)
        assert (again.digest, again.problems) == (interface.digest, ())
        assert writer.write(again) == data
