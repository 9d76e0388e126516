"""The pytest plugin, in pytest runs of their own: what it checks, and what it records."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs import load_history
from mcp_docs.contracts.judge import judge
from mcp_docs.contracts.read import read_contracts
from mcp_docs.feed.files import feed_files
from mcp_docs.interface import Interface
from mcp_docs.readers import read
from mcp_docs.schema.sample import example
from mcp_docs.testing.checked import CheckedInterface, ContractViolation, Recorder
from run import SOURCE

IN = {"query": {"type": "string"}, "limit": {"type": "integer", "maximum": 50}}
OUT = {
    "type": "object",
    "properties": {
        "total": {"type": "integer"},
        "hits": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "string"}, "rank": {"type": "number"}}, "required": ["id"]}},
    },
    "required": ["total", "hits"],
    "additionalProperties": False,
}  # fmt: skip
LOCK = lockfile(tool("search", IN, outputSchema=OUT), tool("ping"))

TESTS = """
def test_hits(mcp_interface):
    mcp_interface.check_call("search", {"query": "b"})
    result = mcp_interface.check_result("search", {"total": 1, "hits": [{"id": "x", "rank": 1}]})
    assert [hit["id"] for hit in result["hits"]] == ["x"]
    assert result.get("total") == 1

def test_more(mcp_interface):
    mcp_interface.check_call("search", {"query": "a", "limit": 5})
    mcp_interface.check_call("search", {"limit": 80}, error="too many")

def test_again(mcp_interface):
    mcp_interface.check_call("search", {"limit": 5, "query": "a"})
    mcp_interface.check_call("ping", {})
"""
CONTRACT = {
    "consumerName": "agent",
    "providerName": "harbour",
    "tools": [
        {"toolName": "ping", "exampleInputs": [{}]},
        {
            "toolName": "search",
            "exampleInputs": [{"limit": 5, "query": "a"}, {"query": "b"}],
            "requiredOutputFields": ["hits[].id"],
        },
        {"toolName": "search", "exampleInputs": [{"limit": 80}], "expectedError": "too many"},
    ],
}


def run_pytest(
    folder: Path, *arguments: str, plugins: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    named = [part for name in ("mcp_docs.testing.plugin", *plugins) for part in ("-p", name)]
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *named, *arguments],
        cwd=folder,
        env={**kept, "PYTHONPATH": str(SOURCE), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mcp-docs.lock").write_text(LOCK)
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\nmcp_docs_lockfile = mcp-docs.lock\nmcp_docs_consumer = agent\n"
    )
    (tmp_path / "test_client.py").write_text(TESTS)
    return tmp_path


def test_a_run_records_a_contract_that_verify_reads_and_the_lockfile_keeps(folder: Path) -> None:
    done = run_pytest(folder, "--mcp-docs-record", "contracts/agent.json")
    assert done.returncode == 0, done.stdout
    assert "contracts/agent.json written: 3 uses of tools" in done.stdout
    data = (folder / "contracts" / "agent.json").read_bytes()
    assert json.loads(data) == CONTRACT
    (contract,) = read_contracts(data, "agent.json")
    assert {clause.state for clause in judge(contract, read(LOCK.encode()))} == {"kept", "unproven"}
    again = run_pytest(folder, "--mcp-docs-record", "contracts/agent.json")
    assert "is unchanged" in again.stdout


def test_the_record_does_not_depend_on_the_order_of_tests(folder: Path) -> None:
    run_pytest(folder, "--mcp-docs-record", "a.json")
    order = [f"test_client.py::{name}" for name in ("test_again", "test_more", "test_hits")]
    run_pytest(folder, "--mcp-docs-record", "b.json", *order)
    assert (folder / "a.json").read_bytes() == (folder / "b.json").read_bytes()


def test_the_record_is_the_same_from_several_processes(folder: Path) -> None:
    done = run_pytest(folder, "--mcp-docs-record", "x.json", "-n", "2", plugins=("xdist.plugin",))
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads((folder / "x.json").read_text()) == CONTRACT


def test_a_failing_run_leaves_the_contract_as_it_was(folder: Path) -> None:
    (folder / "test_bad.py").write_text(
        "def test_it(mcp_interface):\n    mcp_interface.check_call('search', {'limit': 80})\n"
    )
    (folder / "agent.json").write_text("before")
    done = run_pytest(folder, "--mcp-docs-record", "agent.json")
    assert done.returncode == 1
    assert "search: the input is not valid: limit: 80 is greater than the maximum of 50" in done.stdout
    assert "agent.json was not written" in done.stdout
    assert (folder / "agent.json").read_text() == "before"


@pytest.mark.parametrize(
    ("ini", "words"),
    [
        ("", "mcp_interface needs a lockfile or a published site"),
        ("mcp_docs_lockfile = none.lock", "there is no such file or folder"),
    ],
)
def test_without_a_lockfile_the_test_says_what_to_set(folder: Path, ini: str, words: str) -> None:
    (folder / "pytest.ini").write_text(f"[pytest]\n{ini}\n")
    done = run_pytest(folder)
    assert done.returncode == 1
    assert words in done.stdout


@pytest.fixture
def published(folder: Path, git_repo: Callable[[], GitRepo]) -> Path:
    """The feed of two releases: in the second, ``query`` is required and ``ping`` is gone."""
    repo = git_repo()
    repo.commit({"mcp-docs.lock": LOCK}, "first")
    repo.tag("v1.0.0")
    later = {"type": "object", "properties": IN, "required": ["query"]}
    repo.commit({"mcp-docs.lock": lockfile(tool("search", inputSchema=later, outputSchema=OUT))}, "second")
    repo.tag("v2.0.0")
    for path, data in feed_files(load_history(repo.path)).items():
        file = folder / "public" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return folder


def feed_run(folder: Path, ini: str, *arguments: str) -> tuple[int, str]:
    (folder / "pytest.ini").write_text(f"[pytest]\nmcp_docs_consumer = agent\n{ini}\n")
    done = run_pytest(folder, *arguments)
    return done.returncode, done.stdout


def test_a_published_release_serves_as_well_as_a_lockfile(published: Path) -> None:
    ini = "mcp_docs_feed = public\nmcp_docs_version = 1.0.0"
    code, _ = feed_run(published, ini, "--mcp-docs-record", "agent.json")
    assert code == 0
    assert json.loads((published / "agent.json").read_text()) == CONTRACT


def test_another_release_is_asked_for_by_an_option(published: Path) -> None:
    for ini, options in [
        ("mcp_docs_feed = public", ()),
        ("mcp_docs_feed = public\nmcp_docs_version = 1.0.0", ("--mcp-docs-version", "latest")),
        ("mcp_docs_lockfile = mcp-docs.lock", ("--mcp-docs-feed", "public")),
    ]:
        code, out = feed_run(published, ini, *options)
        assert code == 1
        assert 'there is no tool "ping"' in out
        assert "1 failed, 2 passed" in out


@pytest.mark.parametrize(
    ("ini", "words"),
    [
        ("mcp_docs_feed = nowhere", "there is no api/v1/index.json"),
        ("mcp_docs_feed = public\nmcp_docs_version = 3.0.0", "the feed has no release '3.0.0'"),
        ("mcp_docs_feed = public\nmcp_docs_lockfile = mcp-docs.lock", "and one of them"),
    ],
)
def test_what_a_feed_cannot_give_is_said(published: Path, ini: str, words: str) -> None:
    code, out = feed_run(published, ini)
    assert code == 1
    assert words in out


def test_the_plugin_imports_nothing_before_it_is_used(folder: Path) -> None:
    (folder / "test_client.py").write_text(
        "import sys\ndef test_it():\n"
        "    loaded = {name for name in sys.modules if name.startswith('mcp_docs')}\n"
        "    assert loaded <= {'mcp_docs', 'mcp_docs.version', 'mcp_docs.testing', 'mcp_docs.testing.plugin'}\n"
        "    assert not {'jsonschema', 'click', 'mcp', 'git', 'mkdocs', 'yaml'} & set(sys.modules)\n"
    )
    done = run_pytest(folder)
    assert done.returncode == 0, done.stdout


def test_the_plugin_is_announced_to_pytest(project: Path) -> None:
    entries = tomllib.loads((project / "pyproject.toml").read_text())["project"]["entry-points"]["pytest11"]
    assert all(hasattr(import_module(module), "pytest_addoption") for module in entries.values())


@pytest.fixture
def checked() -> CheckedInterface:
    return CheckedInterface(read(LOCK.encode()), Recorder("harbour"))


@pytest.mark.parametrize(
    ("result", "words"),
    [
        ({"total": "1", "hits": []}, "total: '1' is not of type 'integer'"),
        ({"total": 1, "results": []}, "'hits' is a required property"),
        ({"content": [{"type": "text", "text": '{"total": 1}'}]}, "'hits' is a required property"),
        ({"content": [], "structuredContent": {"total": 1}}, "'hits' is a required property"),
    ],
)
def test_a_fake_that_the_server_could_not_return_fails(
    checked: CheckedInterface, result: Any, words: str
) -> None:
    with pytest.raises(ContractViolation) as caught:
        checked.check_result("search", result)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("reads", "words"),
    [
        ("hits[].name", "the result has no hits[0].name"),
        ("count", "the result has no count"),
        ("a..b", "is no field"),
    ],
)
def test_a_read_of_what_is_not_there_fails(checked: CheckedInterface, reads: str, words: str) -> None:
    with pytest.raises(ContractViolation) as caught:
        checked.check_result("search", {"total": 1, "hits": [{"id": "a"}]}, reads=[reads])
    assert words in str(caught.value)


def test_an_error_is_a_result_that_any_tool_may_return(checked: CheckedInterface) -> None:
    result = {"content": [{"type": "text", "text": "not found"}], "isError": True}
    assert checked.check_result("search", result) == "not found"


def test_a_result_that_notes_what_is_read_is_still_plain_json(checked: CheckedInterface) -> None:
    value = {"total": 1, "hits": [{"id": "a"}]}
    result = checked.check_result("search", value)
    assert result == value
    assert json.dumps(result) == json.dumps(value)


def test_a_tool_that_is_not_there_fails_with_the_nearest(checked: CheckedInterface) -> None:
    with pytest.raises(ContractViolation, match='the nearest is "search"'):
        checked.check_call("serch", {})


@pytest.fixture(scope="module")
def harbour(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Interface:
    """The example's interface at the head of its history."""
    path = tmp_path_factory.mktemp("harbour") / "repository"
    replay = project / "site-example" / "replay.py"
    subprocess.run([sys.executable, str(replay), str(path)], check=True, capture_output=True)
    return read((path / "mcp-docs.lock").read_bytes())


def read_all(value: Any) -> None:
    """Read every member, as a client does that needs them all."""
    if isinstance(value, dict):
        for name in value:
            read_all(value[name])
    elif isinstance(value, list):
        for item in value:
            read_all(item)


def test_law_what_is_recorded_from_an_interfaces_own_samples_is_kept_by_it(harbour: Interface) -> None:
    recorder = Recorder("harbour")
    checked = CheckedInterface(harbour, recorder)
    for tool_ in harbour.tools:
        for minimal in (True, False):
            checked.check_call(
                tool_.key, cast("dict[str, Any]", example(tool_.input_schema, minimal=minimal))
            )
        if tool_.output_schema is not None:
            # What is in the smallest result is required, so all of it is promised.
            read_all(checked.check_result(tool_.key, example(tool_.output_schema)))
    data = json.dumps(recorder.contract("all")).encode()
    (contract,) = read_contracts(data, "all.json")
    clauses = judge(contract, harbour)
    assert len(harbour.tools) >= 8
    assert sum(clause.kind == "reads" for clause in clauses) > 10
    assert {clause.id: clause.state for clause in clauses if clause.state != "kept"} == {
        # A berth's position may be null, so nothing promises what is in it.
        "get_berth/reads/position/latitude": "unproven",
        "get_berth/reads/position/longitude": "unproven",
    }


def test_a_tool_that_clients_refuse_fails_the_test() -> None:
    lock = lockfile({"name": "search", "inputSchema": None})
    checked = CheckedInterface(read(lock.encode()), Recorder("harbour"))
    with pytest.raises(ContractViolation, match="clients refuse the tool: inputSchema is null"):
        checked.check_call("search", {})
