"""Contract files: the layout, the spellings of fields, and faults with their lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mcp_docs.contracts.fields import pointer_of, spelled
from mcp_docs.contracts.model import Contract, ToolUse
from mcp_docs.contracts.read import read_contracts
from mcp_docs.errors import ContractError


def refused(text: str | bytes, file: str = "c.json") -> ContractError:
    with pytest.raises(ContractError) as caught:
        read_contracts(text if isinstance(text, bytes) else text.encode(), file)
    assert caught.value.exit_code == 2
    return caught.value


WHOLE = """\
{
  "consumerName": "agent",
  "providerName": "docs",
  "generatedAt": "2026-01-01T00:00:00Z",
  "tools": [
    {"toolName": "get_user", "exampleInput": {"id": "u"}, "requiredOutputFields": ["name", "rows[].id", "/a~1b"]},
    {
      "toolName": "get_user",
      "exampleInputs": [{"id": ""}, {}],
      "expectedError": "not found"
    },
    {"toolName": "ping"}
  ],
  "prompts": ["plan"],
  "resources": ["docs://readme"],
  "resourceTemplates": ["docs://{page}"]
}
"""

EXPECTED = Contract(
    consumer="agent",
    provider="docs",
    uses=(
        ToolUse("get_user", ({"id": "u"},), ("/name", "/rows/-/id", "/a~1b"), None, 6),
        ToolUse("get_user", ({"id": ""}, {}), (), "not found", 7),
        ToolUse("ping", (), (), None, 12),
    ),
    elements=(("prompt", "plan"), ("resource", "docs://readme"), ("template", "docs://{page}")),
    file="c.json",
)


def test_a_whole_contract_is_read() -> None:
    assert read_contracts(WHOLE.encode(), "c.json") == (EXPECTED,)


def test_yaml_says_the_same_as_json() -> None:
    assert read_contracts(WHOLE.encode(), "c.yaml") == (
        Contract(EXPECTED.consumer, EXPECTED.provider, EXPECTED.uses, EXPECTED.elements, "c.yaml"),
    )


def test_the_examples_of_the_project_are_contracts(project: Path) -> None:
    for file in sorted((project / "site-example" / "repo" / "contracts").glob("*.json")):
        (contract,) = read_contracts(file.read_bytes(), file.name)
        assert contract.consumer == file.stem
        assert contract.provider == "harbour"


def test_a_list_holds_several_contracts() -> None:
    two = [{"consumerName": name, "tools": [{"toolName": "t"}]} for name in ("a", "b")]
    assert [c.consumer for c in read_contracts(json.dumps(two).encode(), "c.json")] == ["a", "b"]


def test_without_a_known_ending_the_first_character_tells_json_from_yaml() -> None:
    data = b"consumerName: a\ntools:\n  - toolName: t\n"
    assert read_contracts(data, "https://example.org/contract")[0].uses[0].line == 3
    assert read_contracts(b' {"consumerName": "a", "tools": [{"toolName": "t"}]}', "contract")


@pytest.mark.parametrize(
    ("field", "pointer"),
    [
        ("name", "/name"),
        ("a.b", "/a/b"),
        ("items[].id", "/items/-/id"),
        ("items[*].id", "/items/-/id"),
        ("items[2].id", "/items/2/id"),
        ("rows[][]", "/rows/-/-"),
        ("[].id", "/-/id"),
        ("a/b", "/a~1b"),
        ("a~b", "/a~0b"),
        ("/items/-/id", "/items/-/id"),
        ("/a.b/c[0]", "/a.b/c[0]"),
        ("/", "/"),
    ],
)
def test_a_field_is_spelled_as_name_path_or_pointer(field: str, pointer: str) -> None:
    assert pointer_of(field) == pointer
    assert pointer_of(spelled(pointer)) == pointer


@pytest.mark.parametrize(
    "field", ["a.", ".a", "a..b", "a[", "a]b", "a[x]", "a[]b", "/a~2", "rows[1000]", "/9999999"]
)
def test_what_is_no_field_is_refused(field: str) -> None:
    text = json.dumps({"consumerName": "a", "tools": [{"toolName": "t", "requiredOutputFields": [field]}]})
    assert repr(field) in refused(text).what


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ('{"consumerName": "a",\n "tols": []}', (2, 2), "unknown key 'tols'"),
        (
            '{"consumerName": "a", "tools": [\n{"toolName": "t",\n  "requiredOutputField": []}]}',
            (3, 3),
            "requiredOutputField",
        ),
        ('{"consumerName": "a", "tools": [\n{"toolname": "t"}]}', (2, 2), "unknown key 'toolname'"),
        ('{"consumerName": "a", "tools": [\n{}]}', (2, 1), 'no "toolName"'),
        ('{"tools": [{"toolName": "t"}]}', (1, 1), 'no "consumerName"'),
        ('{"consumerName": 3, "tools": []}', (1, 2), "must be a string, and is a number"),
        ('{"consumerName": " ", "tools": []}', (1, 2), "is empty"),
        ('{"consumerName": "a", "tools": {}}', (1, 23), "must be an array, and is an object"),
        ('{"consumerName": "a", "tools": []}', (1, 1), "demands nothing"),
        (
            '{"consumerName": "a", "tools": [{"toolName": "t", "exampleInput": [1]}]}',
            (1, 51),
            "must be an object, and is an array",
        ),
        (
            '{"consumerName": "a", "tools": [{"toolName": "t",\n"exampleInputs": [{}, null]}]}',
            (2, 23),
            "must be an object, and is null",
        ),
        (
            '{"consumerName": "a", "tools": [{"toolName": "t", "expectedError": true}]}',
            (1, 51),
            "must be a string, and is a boolean",
        ),
        (
            '{"consumerName": "a", "tools": [{"toolName": "t", "expectedError": "", "requiredOutputFields": ["x"]}]}',
            (1, 33),
            "an error has no fields",
        ),
        ('{"consumerName": "a",\n"consumerName": "b"}', (2, 1), "occurs twice"),
        ('{"consumerName": "a" "tools": []}', (1, 22), "not JSON"),
        ('{"consumerName": "a", "tools": [{"toolName": "t", "exampleInput": {"n": NaN}}]}', (1, 73), "NaN"),
        ("[]", (1, 1), "list of contracts is empty"),
        ("3", (1, 1), "must be an object, and is a number"),
    ],
)
def test_a_fault_is_told_with_its_line(text: str, place: tuple[int, int], words: str) -> None:
    error = refused(text)
    assert words in error.what
    assert error.where is not None
    assert (error.where.file, error.where.line, error.where.column) == ("c.json", *place)


def test_the_nearest_key_is_named() -> None:
    error = refused('{"consumerName": "a", "tools": [{"toolName": "t", "requiredOutputFeilds": []}]}')
    assert error.hint == "Did you mean 'requiredOutputFields'?"


@pytest.mark.parametrize("data", [b"", b"\xff\xfe{", b"\xef\xbb\xbf", b"<<<<<<< ours\n", b'{"a": "\xff"}'])
@pytest.mark.parametrize("file", ["c.json", "c.yaml", "c"])
def test_no_bytes_are_more_than_an_error(data: bytes, file: str) -> None:
    assert refused(data, file).what
