"""Case files: their layout, and faults with their lines."""

from __future__ import annotations

import pytest

from mcp_docs.contracts.cases import WORDS, Case, read_cases
from mcp_docs.errors import ContractError

WHOLE = """\
{
  "description": "how invoices behave",
  "get_invoice": {
    "valid": [{"id": "a"}],
    "invalid": [{},
                {"id": null}],
    "results": [{"arguments": {"id": "a"}, "fields": ["lines[].sum"], "schema": {"type": "object"}}],
    "errors": [
      {"arguments": {"id": "x"}, "category": "not_found"},
      {"arguments": {}, "category": "invalid_arguments"},
      {"arguments": {"id": "y"}, "category": "timeout", "contains": ["later", "busy"]}
    ]
  }
}
"""


def test_a_whole_file_is_read() -> None:
    name = "get_invoice"
    assert read_cases(WHOLE.encode(), "cases.json").cases == (
        Case(f"{name}/valid/0", name, "valid", {"id": "a"}, line=4),
        Case(f"{name}/invalid/0", name, "invalid", {}, line=5),
        Case(f"{name}/invalid/1", name, "invalid", {"id": None}, line=6),
        Case(
            f"{name}/results/0", name, "results", {"id": "a"}, ("/lines/-/sum",), {"type": "object"}, line=7
        ),
        Case(
            f"{name}/errors/0",
            name,
            "errors",
            {"id": "x"},
            category="not_found",
            words=WORDS["not_found"],
            line=9,
        ),
        Case(f"{name}/errors/1", name, "errors", {}, category="invalid_arguments", line=10),
        Case(
            f"{name}/errors/2",
            name,
            "errors",
            {"id": "y"},
            category="timeout",
            words=("later", "busy"),
            line=11,
        ),
    )


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('{"t": {\n"vaild": []}}', 2, "unknown key 'vaild'"),
        ('{"t": {"valid": [\n3]}}', 2, "must be an object, and is a number"),
        ('{"t": {"valid": {}}}', 1, "must be an array"),
        ('{"t": {}}', 1, "no case"),
        ('{"t": 3, "u": {}}', 1, "must be an object, and is a number"),
        ('{"t": {"results": [\n{"fields": ["x"]}]}}', 2, 'no "arguments"'),
        ('{"t": {"results": [\n{"arguments": {}}]}}', 2, 'neither "fields" nor "schema"'),
        ('{"t": {"results": [{"arguments": {},\n"schema": {"type": "objekt"}}]}}', 2, "schema is not valid"),
        ('{"t": {"results": [{"arguments": {},\n"fields": ["a..b"]}]}}', 2, "is no field"),
        ('{"t": {"errors": [{"arguments": {}}]}}', 1, 'no "category"'),
        ('{"t": {"errors": [{"arguments": {},\n"category": "missing"}]}}', 2, "unknown category 'missing'"),
        ('{"t": {"errors": [{"arguments": {}, "category": "timeout",\n"contains": ""}]}}', 2, "is empty"),
    ],
)
def test_a_fault_is_told_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(ContractError) as caught:
        read_cases(text.encode(), "cases.json")
    assert words in caught.value.what
    assert caught.value.where is not None
    assert caught.value.where.line == line
