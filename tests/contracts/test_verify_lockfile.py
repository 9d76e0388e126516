"""``mcp-docs verify`` against a lockfile: where contracts come from, and what the answer looks like."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from run import mcp_docs
from webservers import answering

OUT = {
    "type": "object",
    "properties": {"id": {"type": "string"}, "note": {"type": "string"}},
    "required": ["id"],
    "additionalProperties": False,
}


def contract(*uses: dict[str, Any], consumer: str = "agent", **more: Any) -> str:
    return json.dumps(
        {"consumerName": consumer, "providerName": "harbour", "tools": list(uses), **more}, indent=1
    )


def use(tool_name: str = "ship", fields: tuple[str, ...] = ("id",), **arguments: Any) -> dict[str, Any]:
    return {"toolName": tool_name, "exampleInput": arguments, "requiredOutputFields": list(fields)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A lockfile, and contracts that it keeps, breaks and leaves open."""
    ship = tool("ship", {"name": {"type": "string"}}, outputSchema=OUT)
    (tmp_path / "mcp-docs.lock").write_text(lockfile(ship))
    (tmp_path / "contracts" / "more").mkdir(parents=True)
    (tmp_path / "contracts" / "kept.json").write_text(contract(use(name="a"), consumer="kept"))
    (tmp_path / "contracts" / "more" / "open.yaml").write_text(
        "consumerName: open\ntools:\n  - toolName: ship\n    exampleInput: {name: b}\n    requiredOutputFields: [note]\n"
    )
    return tmp_path


def verify(folder: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    done = mcp_docs("verify", *arguments, "--lockfile", "mcp-docs.lock", "--format", "json", cwd=folder)
    assert done.err == ""
    return done.code, json.loads(done.out)


def test_without_a_name_the_folder_contracts_is_read_with_its_subfolders(folder: Path) -> None:
    code, report = verify(folder)
    assert code == 0
    assert report["verdict"] == "no demand of 2 contracts is broken; 1 not promised by any schema"
    assert [(part["name"], part["kept"], part["unproven"]) for part in report["data"]["contracts"]] == [
        ("kept", 3, 0),
        ("open", 2, 1),
    ]
    (finding,) = report["findings"]
    assert finding["rule"] == "contract.reads"
    assert finding["where"] == {"file": "contracts/more/open.yaml", "commit": None, "line": 3, "column": None}


def test_the_configuration_names_the_folder(folder: Path) -> None:
    (folder / "contracts").rename(folder / "demands")
    (folder / "mcp-docs.toml").write_text('contracts = "demands"\n')
    code, report = verify(folder)
    assert (code, [part["name"] for part in report["data"]["contracts"]]) == (0, ["kept", "open"])


def test_what_nobody_promises_fails_when_that_is_asked_for(folder: Path) -> None:
    assert verify(folder, "--fail-on", "unproven")[0] == 1


def test_a_broken_demand_is_exit_code_1_with_place_and_words(folder: Path) -> None:
    (folder / "broken.json").write_text(contract(use(name=3), use("boat"), use(fields=("owner",), name="a")))
    code, report = verify(folder, "broken.json")
    assert code == 1
    found = {finding["path"]: finding for finding in report["findings"]}
    assert list(found) == ["ship/input/0", "ship/reads/owner", "boat"]
    assert found["ship/input/0"]["message"] == "the input is not valid: name: 3 is not of type 'string'"
    assert found["ship/reads/owner"]["message"] == (
        "no output can have owner: the output schema does not declare it and allows no other field there"
    )
    assert found["boat"]["message"] == 'there is no tool "boat"'
    assert len({finding["fingerprint"] for finding in report["findings"]}) == 3
    assert verify(folder, "broken.json", "--fail-on", "never")[0] == 0


def test_a_demand_is_the_same_finding_wherever_it_stands_in_its_file(folder: Path) -> None:
    def prints(*uses: Any) -> dict[str, str]:
        (folder / "broken.json").write_text(contract(*uses))
        return {f["message"]: f["fingerprint"] for f in verify(folder, "broken.json")[1]["findings"]}

    alone = prints(use(name=3))
    later = prints(use(name=4), use(name="a"), use(name=3))
    assert len(alone) == 1
    assert len(set(later.values())) == 2
    assert later.items() >= alone.items()


@pytest.mark.parametrize("shape", ["text", "markdown", "sarif", "junit", "github"])
def test_every_format_tells_and_no_format_lets_text_escape(folder: Path, shape: str) -> None:
    hostile = "x\x1b[2J<script>alert(1)</script>]]>`|\n##[command]"
    (folder / "hostile.json").write_text(contract(use(hostile, **{hostile: hostile}), consumer=hostile))
    done = mcp_docs("verify", "hostile.json", "--lockfile", "mcp-docs.lock", "--format", shape, cwd=folder)
    assert done.code == 1
    assert "\x1b" not in done.out
    assert "\n##[" not in done.out
    if shape == "junit":
        assert "<script>" not in done.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.json"], "no such contract file"),
        (["empty"], "holds no .json"),
        (["*.toml"], "no such contract file"),
        (["ftp://example.org/c.json"], "no http or https address"),
        (["file:///etc/passwd"], "no http or https address"),
        (["http://[oops"], "(no address): is no http or https address"),
        (["contracts", "--provider", "port"], "no contract is with 'port'"),
        (["bad.json"], "bad.json:2:3: unknown key 'tool'"),
    ],
)
def test_usage_is_exit_code_2(folder: Path, arguments: list[str], words: str) -> None:
    (folder / "empty").mkdir()
    (folder / "bad.json").write_text('{"consumerName": "a",\n  "tool": []}')
    done = mcp_docs("verify", *arguments, "--lockfile", "mcp-docs.lock", cwd=folder)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert "Traceback" not in done.err


def test_without_contracts_or_lockfile_it_says_what_to_name(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    done = mcp_docs("verify", "--lockfile", str(folder / "mcp-docs.lock"), cwd=tmp_path / "elsewhere")
    assert (done.code, "no contract is named" in done.err) == (2, True)
    done = mcp_docs("verify", cwd=folder)
    assert (done.code, "to verify against" in done.err) == (2, True)
    done = mcp_docs("verify", "--lockfile", "none.lock", cwd=folder)
    assert (done.code, "there is no file or folder none.lock" in done.err) == (2, True)


def test_a_pattern_names_files_and_each_counts_once(folder: Path) -> None:
    _, report = verify(folder, "contracts/**/*.*", "contracts/kept.json")
    assert [part["name"] for part in report["data"]["contracts"]] == ["kept", "open"]


def test_cases_are_judged_by_the_schemas(folder: Path) -> None:
    cases = {
        "ship": {
            "valid": [{"name": "a"}, {"name": 1}],
            "invalid": [{"name": None}, {}],
            "results": [{"arguments": {"name": "a"}, "fields": ["id", "note"]}],
            "errors": [
                {"arguments": {"name": "x"}, "category": "not_found"},
                {"arguments": {"name": 7}, "category": "timeout"},
            ],
        },
        "boat": {"valid": [{}]},
    }
    (folder / "cases.json").write_text(json.dumps(cases))
    code, report = verify(folder, "cases.json")
    assert code == 1
    assert {finding["path"]: finding["level"] for finding in report["findings"]} == {
        "ship/valid/1": "broken",  # the schema rejects what the case calls valid
        "ship/errors/1": "broken",  # the call would not come as far as the timeout
        "boat": "broken",
        "ship/invalid/1/validation": "unproven",  # nothing is required, so {} is valid
        "ship/results/0/reads/note": "unproven",
    }


def test_the_lockfile_of_a_tag_is_judged_by(git_repo: Callable[[], GitRepo]) -> None:
    repo = git_repo()
    repo.commit({"mcp-docs.lock": lockfile(tool("ship"))}, "first")
    repo.tag("v1.0.0")
    repo.commit({"mcp-docs.lock": lockfile(tool("boat")), "c.json": contract({"toolName": "ship"})}, "second")
    answers = {
        name: mcp_docs("verify", "c.json", "--lockfile", name, cwd=repo.path)
        for name in ("v1.0.0:mcp-docs.lock", "v1.0.0:", "HEAD:mcp-docs.lock", "v9:mcp-docs.lock", "HEAD:none")
    }
    assert [done.code for done in answers.values()] == [0, 0, 1, 2, 2]
    assert all("Traceback" not in done.err for done in answers.values())


def test_in_a_part_of_a_repository_its_own_lockfile_of_a_tag_is_judged_by(
    git_repo: Callable[[], GitRepo],
) -> None:
    repo = git_repo()
    files = {"mcp-docs.lock": lockfile(tool("boat")), "part/mcp-docs.lock": lockfile(tool("ship"))}
    repo.commit({**files, "part/c.json": contract({"toolName": "ship"})}, "first")
    repo.tag("v1.0.0")
    done = mcp_docs("verify", "c.json", "--lockfile", "v1.0.0:", cwd=repo.path / "part")
    assert (done.code, done.err) == (0, "")


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        answers: dict[str, tuple[int, dict[str, str], bytes]] = {
            "/c.json": (200, {}, contract(use(name="a")).encode()),
            "/moved": (302, {"Location": "/c.json"}, b""),
            "/loop": (302, {"Location": "/loop"}, b""),
            "/file": (302, {"Location": "file:///etc/passwd"}, b""),
            "/ftp": (302, {"Location": "ftp://127.0.0.1/x"}, b""),
            "/large": (200, {}, b" " * 5_000_001),
            "/html": (200, {}, b"<html></html>"),
        }
        code, headers, body = answers.get(self.path.partition("?")[0], (404, {}, b""))
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def web() -> Iterator[str]:
    with answering(Handler) as address:
        yield address


@pytest.mark.parametrize("path", ["/c.json", "/moved"])
def test_a_contract_is_fetched_and_its_address_shown_without_secrets(
    folder: Path, web: str, path: str
) -> None:
    code, report = verify(folder, f"{web}{path}?token=hidden")
    assert code == 0
    assert report["data"]["contracts"][0]["file"] == f"{web}{path}"
    assert "hidden" not in json.dumps(report)


@pytest.mark.parametrize(
    ("path", "code", "words"),
    [
        ("/none", 3, "the server answers 404"),
        ("/loop", 3, "redirects in a circle"),
        ("/file", 3, "not the web"),
        ("/ftp", 3, "redirects to ftp"),
        ("/large", 3, "larger than 5 MB"),
        ("/html", 2, "must be an object, and is a string"),
    ],
)
def test_what_cannot_be_fetched_is_said(folder: Path, web: str, path: str, code: int, words: str) -> None:
    done = mcp_docs("verify", f"{web}{path}", "--lockfile", "mcp-docs.lock", cwd=folder)
    assert (done.code, done.out) == (code, "")
    assert words in done.err
    assert f"{web}{path}" in done.err


def test_an_address_that_nobody_answers_is_exit_code_3(folder: Path) -> None:
    done = mcp_docs("verify", "http://127.0.0.1:9/c.json", "--lockfile", "mcp-docs.lock", cwd=folder)
    assert done.code == 3
    assert "cannot be fetched" in done.err
