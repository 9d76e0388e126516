"""Case files: how tools behave, tool by tool, in the layout of the contract-test suite.

``{"get_invoice": {"valid": [arguments …], "invalid": [arguments …]}}``, and beside them ``results``
(arguments with the fields or the schema that the result has) and ``errors`` (arguments with the
category of the error that they meet).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from mcp_docs.contracts.read import fields_at
from mcp_docs.contracts.text import Text, load
from mcp_docs.jsonvalue import JsonObject, JsonValue, pointer_join
from mcp_docs.schema import validity

CaseKind = Literal["valid", "invalid", "results", "errors"]
Category = Literal["invalid_arguments", "not_found", "permission_denied", "timeout", "internal"]

CASE_KEYS: Final[tuple[CaseKind, ...]] = get_args(CaseKind)
RESULT_KEYS: Final = ("arguments", "fields", "schema", "description")
ERROR_KEYS: Final = ("arguments", "category", "contains", "description")
CATEGORIES: Final[tuple[Category, ...]] = get_args(Category)

#: Of each category the words of which an error's text must have one, whatever its case, unless the
#: case gives its own. The two without words are told by what they must not say.
WORDS: Final[Mapping[Category, tuple[str, ...]]] = {
    "invalid_arguments": (),
    "not_found": ("not found", "unknown", "no such", "not exist", "there is no"),
    "permission_denied": ("permission", "denied", "forbidden", "authori", "not allowed", "access"),
    "timeout": ("timeout", "timed out", "time out", "deadline", "retry", "try again", "unavailable"),
    "internal": (),
}
_NOT_TOOLS: Final = ("$schema", "description")


@dataclass(frozen=True, slots=True)
class Case:
    """One call of a tool and what must come of it.

    Attributes:
        id: ``get_invoice/valid/0``, unique in its file.
        tool: its name.
        kind: ``valid`` must succeed, ``invalid`` must be rejected, ``results`` must have a shape,
            ``errors`` must fail in a category.
        arguments: of the call.
        reads: RFC 6901 pointers that the result must have; ``-`` is any item.
        schema: JSON Schema that the result must satisfy, or ``None``.
        category: of the error, for ``errors``.
        words: of which the error's text must have one; empty if any text will do.
        line: 1-based line of the case.
    """

    id: str
    tool: str
    kind: CaseKind
    arguments: JsonObject
    reads: tuple[str, ...] = ()
    schema: JsonValue = None
    category: Category | None = None
    words: tuple[str, ...] = ()
    line: int | None = None


@dataclass(frozen=True, slots=True)
class CaseFile:
    """The cases of one file, in its order."""

    cases: tuple[Case, ...]
    file: str = ""


def is_case_file(text: Text) -> bool:
    """Tell whether a text that is read holds cases and no contract: an object of objects."""
    value = text.value
    return (
        isinstance(value, Mapping)
        and "consumerName" not in value
        and any(isinstance(inner, Mapping) for inner in value.values())
    )


def read_cases(data: bytes, file: str) -> CaseFile:
    """Read a case file, JSON or YAML.

    Raises:
        ContractError: with line and column.
    """
    return cases_of(load(data, file))


def cases_of(text: Text) -> CaseFile:
    """Return the cases in a text that is read already; raises as :func:`read_cases`."""
    found = text.object(text.value, "", "a case file")
    places = text.locate([at for _, _, at, _ in _items(text, found)])
    cases = tuple(
        _case(text, tool, kind, at, item, index, places[at][0] if at in places else None)
        for (tool, kind, at, item), index in _numbered(text, found)
    )
    if not cases:
        raise text.fault(
            "", "the file has no case", 'A tool has lists "valid", "invalid", "results", "errors".'
        )
    return CaseFile(cases, text.file)


def _items(text: Text, found: JsonObject) -> Iterator[tuple[str, CaseKind, str, JsonValue]]:
    for tool, value in found.items():
        if tool in _NOT_TOOLS and isinstance(value, str):
            continue
        at = pointer_join("", tool)
        lists = text.object(value, at, f"the tool {tool!r}")
        text.known(lists, at, CASE_KEYS)
        for kind in CASE_KEYS:
            inner = pointer_join(at, kind)
            for place, item in text.list(lists.get(kind, []), inner, f'"{kind}"'):
                yield tool, kind, place, item


def _numbered(text: Text, found: JsonObject) -> Iterator[tuple[tuple[str, CaseKind, str, JsonValue], int]]:
    last, index = "", 0
    for item in _items(text, found):
        name = f"{item[0]}/{item[1]}"
        index = index + 1 if name == last else 0
        last = name
        yield item, index


def _case(
    text: Text, tool: str, kind: CaseKind, at: str, item: JsonValue, index: int, line: int | None
) -> Case:
    value = text.object(item, at, f'an item of "{kind}"')
    id_ = f"{tool}/{kind}/{index}"
    if kind in ("valid", "invalid"):
        return Case(id_, tool, kind, value, line=line)
    text.known(value, at, RESULT_KEYS if kind == "results" else ERROR_KEYS)
    if "arguments" not in value:
        raise text.fault(at, f'an item of "{kind}" has no "arguments"')
    arguments = text.object(value["arguments"], pointer_join(at, "arguments"), '"arguments"')
    if kind == "errors":
        category, words = _error(text, value, at)
        return Case(id_, tool, kind, arguments, category=category, words=words, line=line)
    reads = fields_at(text, value.get("fields", []), pointer_join(at, "fields"), "fields")
    schema = value.get("schema")
    if not reads and schema is None:
        raise text.fault(at, 'an item of "results" has neither "fields" nor "schema"')
    fault = validity.problem(schema) if schema is not None else None
    if fault is not None:
        raise text.fault(pointer_join(at, "schema") + fault[1], f"the schema is not valid: {fault[0]}")
    return Case(id_, tool, kind, arguments, reads, schema, line=line)


def _error(text: Text, value: JsonObject, at: str) -> tuple[Category, tuple[str, ...]]:
    if "category" not in value:
        raise text.fault(at, 'an item of "errors" has no "category"', f"Known are {', '.join(CATEGORIES)}.")
    place = pointer_join(at, "category")
    name = text.string(value["category"], place, '"category"')
    category = next((known for known in CATEGORIES if known == name), None)
    if category is None:
        raise text.fault(place, f"unknown category {name[:80]!r}", f"Known are {', '.join(CATEGORIES)}.")
    contains = value.get("contains")
    if contains is None:
        return category, WORDS[category]
    place = pointer_join(at, "contains")
    if isinstance(contains, str):
        return category, (text.string(contains, place, '"contains"'),)
    return category, text.strings(contains, place, '"contains"')
