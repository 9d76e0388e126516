"""Contract files: bytes to contracts, or an error with a line.

A key that is not known is an error, since a misspelt demand would be a demand that nobody checks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mcp_docs.contracts.fields import pointer_of
from mcp_docs.contracts.model import Contract, ToolUse
from mcp_docs.contracts.text import Text, load
from mcp_docs.interface import ElementKind
from mcp_docs.jsonvalue import JsonObject, JsonValue, pointer_join

#: Keys of a contract; ``generatedAt``, ``description`` and ``$schema`` say nothing that is judged.
CONTRACT_KEYS: Final = (
    "consumerName",
    "providerName",
    "tools",
    "prompts",
    "resources",
    "resourceTemplates",
    "generatedAt",
    "description",
    "$schema",
)
#: Keys of a tool within a contract.
USE_KEYS: Final = (
    "toolName",
    "exampleInput",
    "exampleInputs",
    "requiredOutputFields",
    "expectedError",
    "description",
)
_ELEMENTS: Final[tuple[tuple[str, ElementKind], ...]] = (
    ("prompts", "prompt"),
    ("resources", "resource"),
    ("resourceTemplates", "template"),
)
_LAYOUT: Final = (
    'A contract has "consumerName" and "tools", a list of "toolName", "exampleInput" and '
    '"requiredOutputFields".'
)


def read_contracts(data: bytes, file: str) -> tuple[Contract, ...]:
    """Read a file of one contract, or of a list of contracts, in JSON or YAML.

    Args:
        data: the file's bytes.
        file: its name as the user knows it; one that ends in ``.yaml`` or ``.yml`` is YAML.

    Raises:
        ContractError: with line and column.
    """
    return contracts_of(load(data, file))


def contracts_of(text: Text) -> tuple[Contract, ...]:
    """Return the contracts in a text that is read already; raises as :func:`read_contracts`."""
    if not isinstance(text.value, list):
        return (_contract(text, text.value, ""),)
    if not text.value:
        raise text.fault("", "the list of contracts is empty", _LAYOUT)
    return tuple(_contract(text, item, at) for at, item in text.list(text.value, "", "the file"))


def _contract(text: Text, value: JsonValue, pointer: str) -> Contract:
    found = text.object(value, pointer, "a contract")
    text.known(found, pointer, CONTRACT_KEYS)
    if "consumerName" not in found:
        raise text.fault(pointer, 'the contract has no "consumerName"', _LAYOUT)
    tools = text.list(found.get("tools", []), pointer_join(pointer, "tools"), '"tools"')
    places = text.locate([at for at, _ in tools])
    contract = Contract(
        consumer=text.string(found["consumerName"], pointer_join(pointer, "consumerName"), "consumerName"),
        provider=text.string(
            found.get("providerName", ""), pointer_join(pointer, "providerName"), "providerName", empty=True
        ),
        uses=tuple(_use(text, item, at, places[at][0] if at in places else None) for at, item in tools),
        elements=_elements(text, found, pointer),
        file=text.file,
    )
    if not contract.uses and not contract.elements:
        raise text.fault(pointer, "the contract demands nothing", _LAYOUT)
    return contract


def _elements(text: Text, found: JsonObject, pointer: str) -> tuple[tuple[ElementKind, str], ...]:
    return tuple(
        (kind, key)
        for name, kind in _ELEMENTS
        if name in found
        for key in text.strings(found[name], pointer_join(pointer, name), f'"{name}"')
    )


def _use(text: Text, value: JsonValue, pointer: str, line: int | None) -> ToolUse:
    found = text.object(value, pointer, 'an item of "tools"')
    text.known(found, pointer, USE_KEYS)
    if "toolName" not in found:
        raise text.fault(pointer, 'the tool has no "toolName"')
    error = None
    if found.get("expectedError") is not None:
        at = pointer_join(pointer, "expectedError")
        error = text.string(found["expectedError"], at, "expectedError", empty=True)
    reads = _reads(text, found, pointer)
    if error is not None and reads:
        raise text.fault(
            pointer,
            'the tool has both "expectedError" and "requiredOutputFields", and an error has no fields',
            "Write two items with the same toolName.",
        )
    return ToolUse(
        tool=text.string(found["toolName"], pointer_join(pointer, "toolName"), "toolName"),
        inputs=_inputs(text, found, pointer),
        reads=reads,
        error=error,
        line=line,
    )


def _inputs(text: Text, found: JsonObject, pointer: str) -> tuple[JsonObject, ...]:
    several = pointer_join(pointer, "exampleInputs")
    inputs: Sequence[tuple[str, JsonValue]] = ()
    if "exampleInputs" in found:
        inputs = text.list(found["exampleInputs"], several, '"exampleInputs"')
    if "exampleInput" in found:
        inputs = [(pointer_join(pointer, "exampleInput"), found["exampleInput"]), *inputs]
    return tuple(text.object(item, at, "an input") for at, item in inputs)


def _reads(text: Text, found: JsonObject, pointer: str) -> tuple[str, ...]:
    at = pointer_join(pointer, "requiredOutputFields")
    return fields_at(text, found.get("requiredOutputFields", []), at, "requiredOutputFields")


def fields_at(text: Text, value: JsonValue, pointer: str, name: str) -> tuple[str, ...]:
    """Return the pointers of a list of output fields, each once; raises as :func:`read_contracts`."""
    pointers: dict[str, None] = {}
    for at, item in text.list(value, pointer, f'"{name}"'):
        field = text.string(item, at, f"an item of {name}")
        try:
            pointers[pointer_of(field)] = None
        except ValueError as reason:
            raise text.fault(at, f"{name}: {field[:80]!r}: {reason}") from None
    return tuple(pointers)
