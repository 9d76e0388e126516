"""``mcp-docs verify`` against real server processes: what calls show that no schema does."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from run import Done, mcp_docs
from webservers import listening

SERVER = Path(__file__).with_name("scripted.py")
READ = {"annotations": {"readOnlyHint": True}}
IN = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
OUT = {
    "type": "object",
    "properties": {"id": {"type": "string"}, "amount_cents": {"type": "integer"}},
    "required": ["id", "amount_cents"],
}
INVOICE = {"id": "a", "amount_cents": 4200}


def text(value: Any, *, failed: bool = False) -> dict[str, Any]:
    shown = value if isinstance(value, str) else json.dumps(value)
    return {"content": [{"type": "text", "text": shown}], **({"isError": True} if failed else {})}


def tool(name: str = "get_invoice", **more: Any) -> dict[str, Any]:
    return {"name": name, "inputSchema": IN, **READ, **more}


def contract(*fields: str, **more: Any) -> dict[str, Any]:
    uses = [{"toolName": "get_invoice", "exampleInput": {"id": "a"}, "requiredOutputFields": list(fields)}]
    return {"consumerName": "agent", "tools": [*uses, *more.get("uses", [])]}


class Bench:
    """Runs ``verify`` over a scripted server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "calls.log"

    def run(
        self, demands: Any, tools: list[Any], answers: dict[str, Any], *options: str, **environment: str
    ) -> Done:
        (self.folder / "script.json").write_text(
            json.dumps({"tools": tools, "answers": answers, "log": str(self.log)})
        )
        (self.folder / "demands.json").write_text(json.dumps(demands))
        command = ("--", sys.executable, str(SERVER), "script.json")
        return mcp_docs(
            "verify", "demands.json", "--format", "json", *options, *command, cwd=self.folder, **environment
        )

    def found(self, *arguments: Any) -> dict[str, tuple[str, str]]:
        done = self.run(*arguments)
        assert done.err == ""
        report = json.loads(done.out)
        assert done.code == int(report["failed"])
        return {finding["path"]: (finding["level"], finding["message"]) for finding in report["findings"]}

    @property
    def calls(self) -> list[Any]:
        return [json.loads(line) for line in self.log.read_text().splitlines()] if self.log.exists() else []


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def answering(result: Any, given: Any = None) -> dict[str, Any]:
    return {"get_invoice": [[given, result]]}


def test_a_contract_that_is_kept_is_silent_though_no_schema_promises_it(bench: Bench) -> None:
    assert bench.found(contract("id", "amount_cents"), [tool()], answering(text(INVOICE))) == {}
    assert bench.calls == [["get_invoice", {"id": "a"}]]


def test_a_result_whose_shape_changed_without_its_schema_breaks_its_reader(bench: Bench) -> None:
    renamed = {"id": "a", "amount": 4200, "currency": "USD"}
    assert bench.found(contract("amount_cents"), [tool()], answering(text(renamed))) == {
        "get_invoice/reads/amount_cents": (
            "broken",
            "the result has no amount_cents; what is there: amount, currency, id",
        )
    }
    structured = {**text(renamed), "structuredContent": renamed}
    found = bench.found(contract("amount_cents"), [tool(outputSchema=OUT)], answering(structured))
    assert set(found) == {"get_invoice/reads/amount_cents", "get_invoice/input/0/result"}
    assert (
        "is not what the tool's outputSchema says: 'amount_cents' is a required"
        in found["get_invoice/input/0/result"][1]
    )


def test_structured_content_is_preferred_to_text(bench: Bench) -> None:
    result = {**text({"other": 1}), "structuredContent": INVOICE}
    assert bench.found(contract("amount_cents"), [tool(outputSchema=OUT)], answering(result)) == {}


@pytest.mark.parametrize(
    ("result", "path", "words"),
    [
        (text(INVOICE), "get_invoice/input/0/result", "its result has no structuredContent"),
        (text("not JSON"), "get_invoice/input/0/result", ""),
    ],
)
def test_a_declared_output_must_be_structured(bench: Bench, result: Any, path: str, words: str) -> None:
    found = bench.found(contract("id"), [tool(outputSchema=OUT)], answering(result))
    assert found[path][0] == "broken"
    assert words in found[path][1]


def test_text_that_is_no_json_has_no_fields(bench: Bench) -> None:
    found = bench.found(contract("id"), [tool()], answering(text("Invoice a: 42.00")))
    assert found["get_invoice/input/0/result"][0] == "broken"
    assert bench.found(contract(), [tool()], answering(text("Invoice a: 42.00"))) == {}


def test_an_empty_list_shows_nothing_and_another_call_may(bench: Bench) -> None:
    more = {"uses": [{"toolName": "get_invoice", "exampleInput": {"id": "b"}}]}
    demands = contract("lines[].sum", **more)
    empty = bench.found(demands, [tool()], answering(text({"lines": []})))
    assert empty["get_invoice/reads/lines/-/sum"][0] == "unproven"
    two = {
        "consumerName": "c",
        "tools": [
            {
                "toolName": "get_invoice",
                "exampleInputs": [{"id": "a"}, {"id": "b"}],
                "requiredOutputFields": ["lines[].sum"],
            }
        ],
    }
    answers = {"get_invoice": [[{"id": "a"}, text({"lines": []})], [None, text({"lines": [{"sum": 1}]})]]}
    assert bench.found(two, [tool()], answers) == {}


CASES = {"get_invoice": {"valid": [{"id": "a"}], "invalid": [{}, {"id": None}]}}
REFUSED = text("validation error: id is required", failed=True)


def test_validation_as_the_schema_says_is_silent(bench: Bench) -> None:
    answers = {"get_invoice": [[{"id": "a"}, text(INVOICE)], [None, REFUSED]]}
    assert bench.found(CASES, [tool()], answers) == {}
    protocol = {"error": {"code": -32602, "message": "invalid params"}}
    assert (
        bench.found(CASES, [tool()], {"get_invoice": [[{"id": "a"}, text(INVOICE)], [None, protocol]]}) == {}
    )
    assert len(bench.calls) == 6


def test_a_server_that_accepts_what_its_schema_rejects_is_broken(bench: Bench) -> None:
    found = bench.found(CASES, [tool()], answering(text(INVOICE)))
    assert {path: level for path, (level, _) in found.items()} == {
        "get_invoice/invalid/0/validation": "broken",
        "get_invoice/invalid/1/validation": "broken",
    }
    assert (
        "accepts arguments that its inputSchema rejects: 'id' is a required"
        in found["get_invoice/invalid/0/validation"][1]
    )


def test_a_server_that_rejects_what_its_schema_accepts_is_broken(bench: Bench) -> None:
    found = bench.found({"get_invoice": {"valid": [{"id": "a"}]}}, [tool()], answering(REFUSED))
    (found_one,) = found.values()
    assert found_one[0] == "broken"
    assert "rejects arguments that its inputSchema accepts" in found_one[1]


def test_arguments_that_only_the_server_rejects_are_no_break_but_said(bench: Bench) -> None:
    cases = {"get_invoice": {"invalid": [{"id": ""}]}}
    assert bench.found(cases, [tool()], answering(REFUSED)) == {
        "get_invoice/invalid/0/validation": (
            "unproven",
            "the server rejects arguments that its inputSchema accepts, so no caller can know",
        )
    }


def test_a_server_that_fails_over_invalid_arguments_does_not_reject_them(bench: Bench) -> None:
    internal = {"error": {"code": -32603, "message": "NoneType has no attribute strip"}}
    found = bench.found({"get_invoice": {"invalid": [{}]}}, [tool()], answering(internal))
    assert found["get_invoice/invalid/0/error"][0] == "broken"


@pytest.mark.parametrize(
    ("category", "said", "expected"),
    [
        ("not_found", text("Invoice x was NOT FOUND", failed=True), None),
        ("not_found", text("Something went wrong", failed=True), "error"),
        ("not_found", text(INVOICE), "call"),
        ("permission_denied", text("permission denied", failed=True), None),
        ("permission_denied", text("not found", failed=True), "error"),
        ("timeout", text("the upstream timed out, try again", failed=True), None),
        ("timeout", text("oops", failed=True), "error"),
        ("internal", text("Internal error", failed=True), None),
        ("internal", text("Traceback (most recent call last)\n  File", failed=True), "leak"),
        ("internal", text("cannot open /srv/app/data.db", failed=True), "leak"),
        ("internal", text("password=hunter22", failed=True), "leak"),
        ("invalid_arguments", text("id is malformed", failed=True), "validation"),
    ],
)
def test_errors_are_told_apart_by_category(
    bench: Bench, category: str, said: Any, expected: str | None
) -> None:
    cases = {"get_invoice": {"errors": [{"arguments": {"id": "x"}, "category": category}]}}
    found = bench.found(cases, [tool()], answering(said))
    assert list(found) == ([f"get_invoice/errors/0/{expected}"] if expected else [])


def test_an_expected_error_of_a_contract_has_its_words(bench: Bench) -> None:
    demands = {
        "consumerName": "a",
        "tools": [{"toolName": "get_invoice", "exampleInput": {"id": "x"}, "expectedError": "Not Found"}],
    }
    assert bench.found(demands, [tool()], answering(text("invoice not found", failed=True))) == {}
    assert list(bench.found(demands, [tool()], answering(text("no", failed=True)))) == [
        "get_invoice/input/0/error"
    ]
    assert list(bench.found(demands, [tool()], answering(text(INVOICE)))) == ["get_invoice/input/0/call"]


@pytest.mark.parametrize(
    ("annotations", "doubt"),
    [
        ({}, {}),
        ({"annotations": {"readOnlyHint": False}}, {}),
        (
            {"annotations": {"readOnlyHint": "yes"}},
            {
                "get_invoice": (
                    "unproven",
                    "clients may refuse the tool: readOnlyHint is neither true nor false",
                )
            },
        ),
    ],
    ids=["unsaid", "writes", "malformed"],
)
def test_a_tool_that_may_write_is_called_only_with_leave(
    bench: Bench, annotations: Any, doubt: dict[str, tuple[str, str]]
) -> None:
    writer = {"name": "get_invoice", "inputSchema": IN, **annotations}
    found = bench.found(contract("id"), [writer], answering(text(INVOICE)))
    assert bench.calls == []
    assert found["get_invoice/input/0/call"] == (
        "skipped",
        "not called: the tool is not marked readOnlyHint, and --allow-writes was not given",
    )
    assert bench.found(contract("id"), [writer], answering(text(INVOICE)), "--allow-writes") == doubt
    assert len(bench.calls) == 1
    assert bench.run(contract("id"), [writer], {}, "--fail-on", "skipped").code == 1


def test_only_tools_that_are_named_are_called_and_missing_ones_are_said(bench: Bench) -> None:
    demands = {"consumerName": "a", "tools": [{"toolName": "gone", "exampleInput": {}}]}
    assert bench.found(demands, [tool()], {}) == {"gone": ("broken", 'there is no tool "gone"')}
    assert bench.calls == []


@pytest.mark.parametrize(("pattern", "level"), [("^[a-z]+$", None), ("^[0-9]+$", "broken")])
def test_a_result_that_holds_a_variables_value_is_judged_by_it_and_does_not_show_it(
    bench: Bench, pattern: str, level: str | None
) -> None:
    schema = {"type": "object", "properties": {"stage": {"pattern": pattern}}}
    result = {**text("ok"), "structuredContent": {"stage": "${STAGE}"}}
    options = ("--env", "STAGE=production")
    found = bench.found(contract("stage"), [tool(outputSchema=schema)], answering(result), *options)
    assert {path: found[path][0] for path in found} == (
        {"get_invoice/input/0/result": level} if level else {}
    )
    assert "production" not in str(found)


def test_a_variable_reaches_the_server_and_no_message(bench: Bench) -> None:
    said = text("cannot log in with ${FIXTURE_KEY}", failed=True)
    done = bench.run(contract("id"), [tool()], answering(said), "--env", "FIXTURE_KEY=open-sesame-7")
    assert done.code == 1
    assert "open-sesame-7" not in done.out + done.err
    assert "shows the value of FIXTURE_KEY" in done.out
    assert "cannot log in with [value of FIXTURE_KEY]" in done.out
    # The server inherits the rest of the environment, and what is called a token there is one.
    done = bench.run(contract("id"), [tool()], answering(said), FIXTURE_KEY="open-sesame-7")
    assert "open-sesame-7" in done.out
    inherited = text("cannot log in with ${API_TOKEN}", failed=True)
    done = bench.run(contract("id"), [tool()], answering(inherited), API_TOKEN="open-sesame-7")  # noqa: S106
    assert "open-sesame-7" not in done.out + done.err
    assert "shows the value of API_TOKEN" in done.out
    done = mcp_docs("verify", "demands.json", "--env", "=secret-value", "--", "x", cwd=bench.folder)
    assert (done.code, "secret-value" in done.err) == (2, False)


@pytest.mark.parametrize(
    ("value", "said", "shown"),
    [
        ("hunter2", "no user (hunter2) here", "no user ([value of PIN]) here"),
        ("hunter2", "no\\nhunter2\\there", "no\\n[value of PIN]\\there"),
        ("read", "read by thread 7, already", "[value of PIN] by thread 7, already"),
        ("!x!", "a!x!b", "a[value of PIN]b"),
        ("471", "471 and 4711 and key_471", "[value of PIN] and 4711 and key_[value of PIN]"),
        ("value", "a value", "a [value of PIN]"),
        ("no", "no such thing", "no such thing"),  # of two characters it is no secret
    ],
)
def test_a_short_value_is_hidden_where_it_stands_as_a_word(
    bench: Bench, value: str, said: str, shown: str
) -> None:
    answers = answering(text(said, failed=True))
    found = bench.found(contract("id"), [tool()], answers, "--env", f"PIN={value}")
    # An error may name a setting, so that it is told one is no finding by itself.
    broken = {path: words for path, (level, words) in found.items() if level == "broken"}
    assert broken == {"get_invoice/input/0/call": f"the call failed: {json.dumps(shown)}"}


@pytest.mark.parametrize("pin", ["4711", '"4711"'])
def test_a_short_value_is_judged_before_it_is_hidden_as_a_number_too(bench: Bench, pin: str) -> None:
    kinds = {"4711": "integer", '"4711"': "string"}
    result = {**text("ok"), "structuredContent": {"pin": json.loads(pin)}}
    for kind in kinds.values():
        schema = {"type": "object", "properties": {"pin": {"type": kind}}}
        found = bench.found(
            contract("pin"), [tool(outputSchema=schema)], answering(result), "--env", "PIN=4711"
        )
        broken = {path for path, (level, _) in found.items() if level == "broken"}
        assert broken == (set() if kind == kinds[pin] else {"get_invoice/input/0/result"})
        assert "4711" not in str(found)


@pytest.mark.parametrize(
    ("answer", "options", "words"),
    [
        ("die", (), "the database is gone"),
        ("silence", ("--timeout", "1"), "get_invoice/input/0/call"),
    ],
)
def test_a_server_that_dies_or_is_silent_is_said(
    bench: Bench, answer: str, options: tuple[str, ...], words: str
) -> None:
    done = bench.run(contract("id"), [tool()], answering(answer), *options)
    assert done.code == (3 if answer == "die" else 1)
    assert words in done.out + done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    "command", [["no-such-program-here"], [sys.executable, "-c", "raise SystemExit('bad flag')"]]
)
def test_a_server_that_does_not_start_is_exit_code_3(bench: Bench, command: list[str]) -> None:
    (bench.folder / "demands.json").write_text(json.dumps(contract("id")))
    done = mcp_docs("verify", "demands.json", "--", *command, cwd=bench.folder)
    assert (done.code, done.out) == (3, "")
    assert "the server" in done.err
    assert "Traceback" not in done.err


def test_exactly_one_thing_is_verified_against(bench: Bench) -> None:
    (bench.folder / "demands.json").write_text(json.dumps(contract("id")))
    done = mcp_docs(
        "verify", "demands.json", "--lockfile", "x", "--http", "http://127.0.0.1:9", cwd=bench.folder
    )
    assert (done.code, "name one of" in done.err) == (2, True)


def test_the_example_server_keeps_what_its_schemas_keep(
    project: Path, example_contracts: Callable[[], Path]
) -> None:
    server = project / "site-example" / "server" / "serve.py"
    done = mcp_docs(
        "verify", str(example_contracts()), "--format", "json", "--", sys.executable, str(server), cwd=project
    )
    report = json.loads(done.out)
    assert {finding["path"] for finding in report["findings"] if finding["level"] == "broken"} == {
        "find_berths/input/0"
    }
    assert {finding["path"] for finding in report["findings"] if finding["level"] == "skipped"} == {
        "request_booking/input/0/call"
    }


@pytest.fixture
def http(project: Path) -> Iterator[str]:
    """The example server over Streamable HTTP."""
    with listening(sys.executable, project / "site-example" / "server" / "serve.py", "--http") as address:
        yield address


def test_a_server_at_an_address_is_called_the_same_way(http: str, tmp_path: Path) -> None:
    cases = {
        "get_berth": {
            "valid": [{"berth_id": "A02"}],
            "invalid": [{}],
            "errors": [{"arguments": {"berth_id": "Z99"}, "category": "not_found"}],
        }
    }
    (tmp_path / "cases.json").write_text(json.dumps(cases))
    done = mcp_docs("verify", "cases.json", "--http", http, cwd=tmp_path)
    assert done.code == 0, done.out + done.err
    assert done.out.startswith("mcp-docs verify: no demand of 1 contract is broken")


@pytest.fixture
def example_contracts(project: Path) -> Callable[[], Path]:
    return lambda: project / "site-example" / "repo" / "contracts"
