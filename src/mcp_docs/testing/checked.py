"""An interface as a consumer's tests use it: it checks calls and fakes, and notes what was used."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from mcp_docs.contracts.answer import Answer, missing
from mcp_docs.contracts.fields import ANY_ITEM, pointer_of, spelled
from mcp_docs.contracts.judge import judged_input, listed, promised, rejection
from mcp_docs.interface import Interface, Tool
from mcp_docs.jsonvalue import ABSENT, JsonValue, canonical_text, pointer_join
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.sdkmodels import plain


class ContractViolation(AssertionError):  # noqa: N818 - pytest's word for a failed test is an assertion
    """The server would not keep up what the test takes for granted."""


@dataclass
class Recorder:
    """What tests used of one server, in no order: so the record does not depend on theirs.

    Attributes:
        provider: the server's name.
        inputs: canonical texts of the arguments, by tool and the error expected (``None``: none).
        reads: pointers by tool.
    """

    provider: str
    inputs: dict[tuple[str, str | None], set[str]] = field(default_factory=dict)
    reads: dict[str, set[str]] = field(default_factory=dict)

    def absorb(self, uses: Iterable[Mapping[str, Any]]) -> None:
        """Take in the ``tools`` of a contract that another process recorded."""
        for use in uses:
            key = use["toolName"], use.get("expectedError")
            self.inputs.setdefault(key, set()).update(map(canonical_text, use.get("exampleInputs", ())))
            fields = use.get("requiredOutputFields", ())
            self.reads.setdefault(use["toolName"], set()).update(fields)

    def uses(self) -> list[dict[str, Any]]:
        """Return the ``tools`` of the contract, sorted."""
        names = {(name, None) for name in self.reads if self.reads[name]} | set(self.inputs)
        return [self._use(*key) for key in sorted(names, key=lambda key: (key[0], key[1] or ""))]

    def _use(self, tool: str, error: str | None) -> dict[str, Any]:
        use: dict[str, Any] = {"toolName": tool}
        inputs = self.inputs.get((tool, error))
        if inputs:
            use["exampleInputs"] = [json.loads(text) for text in sorted(inputs)]
        if error is not None:
            use["expectedError"] = error
        elif self.reads.get(tool):
            use["requiredOutputFields"] = sorted(_longest(self.reads[tool]))
        return use

    def contract(self, consumer: str) -> dict[str, Any]:
        """Return the contract, as ``mcp-docs verify`` reads it."""
        return {"consumerName": consumer, "providerName": self.provider, "tools": self.uses()}


def _longest(pointers: Iterable[str]) -> list[str]:
    """Return the pointers that lead on from no other: who reads ``/a/b`` reads ``/a`` on the way."""
    known = set(pointers)
    return [one for one in known if not any(other.startswith(one + "/") for other in known)]


class CheckedInterface:
    """A recorded interface that checks what a test takes for granted.

    Args:
        interface: the server's, from a lockfile.
        recorder: takes note of what is checked.
    """

    def __init__(self, interface: Interface, recorder: Recorder) -> None:
        self.interface = interface
        self._recorder = recorder

    def check_call(self, tool: str, arguments: Mapping[str, Any], *, error: str | None = None) -> None:
        """Check that the server takes a call that the client is about to make, and record it.

        Args:
            tool: its name.
            arguments: of the call.
            error: where the call is meant to fail, a part of the error's text; such arguments need
                not be valid.

        Raises:
            ContractViolation: there is no such tool, or it does not take the arguments.
        """
        __tracebackhide__ = True
        found = self._tool(tool)
        state, reason = judged_input(found, arguments)
        if state == "broken" and error is None:
            raise ContractViolation(f"{tool}: {reason}")
        self._recorder.inputs.setdefault((tool, error), set()).add(canonical_text(arguments))

    def check_result(self, tool: str, result: object, *, reads: Sequence[str] = ()) -> Any:
        """Check that a result which a fake returns is one that the server could return.

        Args:
            tool: its name.
            result: a ``CallToolResult`` (an SDK's model, or its JSON), or what is in it: the
                structured content.
            reads: fields that the client reads, as in ``requiredOutputFields``.

        Returns:
            what a client reads from the result; members that are read from it by ``[]`` are recorded.

        Raises:
            ContractViolation: the result is not what the tool's ``outputSchema`` allows, has not the
                fields in ``reads``, or the schema rules them out.
        """
        __tracebackhide__ = True
        found = self._tool(tool)
        payload, failed = _payload(result)
        if failed:
            return payload
        self._check_payload(found, payload)
        for name in reads:
            self._check_read(found, payload, name)
        noted = self._recorder.reads.setdefault(tool, set())
        return _noting(payload, "", noted)

    def _tool(self, name: str) -> Tool:
        __tracebackhide__ = True
        found = self.interface.get("tool", name)
        clause = listed("tool", name, self.interface)
        if isinstance(found, Tool) and clause.state != "broken":
            return found
        raise ContractViolation(clause.message)

    @staticmethod
    def _check_payload(tool: Tool, payload: JsonValue) -> None:
        __tracebackhide__ = True
        if tool.output_schema is None:
            return
        try:
            reason = rejection(tool.output_schema, payload)
        except Unmodelled:
            return
        if reason:
            raise ContractViolation(f"{tool.key}: the result is not what its outputSchema says: {reason}")

    def _check_read(self, tool: Tool, payload: JsonValue, name: str) -> None:
        __tracebackhide__ = True
        try:
            pointer = pointer_of(name)
        except ValueError as reason:
            raise ContractViolation(f"{name!r}: {reason}") from None
        lack = missing(payload, pointer)
        if lack is not None and not lack.empty:
            raise ContractViolation(f"{tool.key}: the result has no {lack.name}")
        found = promised(tool, pointer)
        if found.state == "broken":
            raise ContractViolation(f"{tool.key}: {found.message}")
        self._recorder.reads.setdefault(tool.key, set()).add(pointer)


def _payload(result: object) -> tuple[JsonValue, bool]:
    """Return what a client reads from a result, and whether the result is an error."""
    value = plain(result)
    if not isinstance(value, Mapping) or not (
        isinstance(value.get("content"), list) or "structuredContent" in value
    ):
        return value, False
    answer = Answer(value)
    payload = answer.payload
    return (answer.text if payload is ABSENT else payload), answer.failed


class _NotingDict(dict[str, Any]):
    """A dictionary that notes which members are read from it by ``[]``.

    ``get`` notes nothing: who has a default does without.
    """

    def __init__(self, items: Mapping[str, Any], pointer: str, noted: set[str]) -> None:
        super().__init__(items)
        self._pointer, self._noted = pointer, noted

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        self._noted.add(pointer_join(self._pointer, name))
        return value


def _noting(value: Any, pointer: str, noted: set[str]) -> Any:
    if isinstance(value, Mapping):
        items = {name: _noting(part, pointer_join(pointer, name), noted) for name, part in value.items()}
        return _NotingDict(items, pointer, noted)
    if isinstance(value, list):
        return [_noting(part, pointer_join(pointer, ANY_ITEM), noted) for part in value]
    return value


def spelled_uses(uses: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return uses with their fields as people write them: ``items[].id``."""
    return [
        {**use, "requiredOutputFields": [spelled(pointer) for pointer in use["requiredOutputFields"]]}
        if "requiredOutputFields" in use
        else dict(use)
        for use in uses
    ]
