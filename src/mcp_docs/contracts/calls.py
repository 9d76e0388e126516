"""Calls of a live server, and what their answers show. Pure: who makes the calls is the shell.

The answer is judged four ways: did the call end as it was meant to, has the result the fields that
somebody reads and the shape that its schema promises, does the server accept what its schema
accepts, and does an error say what it should and no more.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, Literal

from mcp_docs.contracts.answer import INTERNAL_ERROR, INVALID_PARAMS, Answer, missing
from mcp_docs.contracts.cases import CaseFile
from mcp_docs.contracts.fields import spelled
from mcp_docs.contracts.judge import by_tool, numbered, rejection
from mcp_docs.contracts.leaks import leaks
from mcp_docs.contracts.model import Clause, ClauseKind, ClauseState, Contract
from mcp_docs.interface import Interface, Tool
from mcp_docs.jsonvalue import ABSENT, JsonObject, JsonValue
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.validate import accepts
from mcp_docs.texts import shorten

Expectation = Literal["success", "rejected", "error"]

_SHOWN: Final = 200
_MOST_NAMES: Final = 8
_UNQUOTED: Final = "what is wrong is not quoted, since the answer holds a value that was given to the server"


@dataclass(frozen=True, slots=True)
class Call:
    """A call to be made, and what must come of it.

    Attributes:
        id: of the demand that it belongs to: ``search/input/0`` or ``search/invalid/1``.
        tool: its name.
        arguments: of the call.
        expect: ``success``; ``rejected``: the arguments are refused; ``error``: the tool fails.
        reads: pointers that the result must have.
        schema: JSON Schema of the result, beside the tool's own, or ``None``.
        words: of which an expected error's text must have one, whatever its case.
        line: 1-based line of the demand.
    """

    id: str
    tool: str
    arguments: JsonObject
    expect: Expectation = "success"
    reads: tuple[str, ...] = ()
    schema: JsonValue = None
    words: tuple[str, ...] = ()
    line: int | None = None


def contract_calls(contract: Contract) -> tuple[Call, ...]:
    """Return the calls that a contract names: each input of each tool, once."""
    return tuple(
        Call(id_, use.tool, arguments, "success", use.reads, line=use.line)
        if use.error is None
        else Call(id_, use.tool, arguments, "error", words=(use.error,) if use.error else (), line=use.line)
        for uses in by_tool(contract).values()
        for id_, use, arguments in numbered(uses)
    )


def case_calls(file: CaseFile) -> tuple[Call, ...]:
    """Return the calls that a case file names, in its order."""
    expectations: dict[str, Expectation] = {"valid": "success", "results": "success", "invalid": "rejected"}
    return tuple(
        Call(
            case.id,
            case.tool,
            case.arguments,
            "rejected" if case.category == "invalid_arguments" else expectations.get(case.kind, "error"),
            case.reads,
            case.schema,
            case.words,
            case.line,
        )
        for case in file.cases
    )


def skipped(call: Call, reason: str) -> Clause:
    """Return the clause of a call that was not made."""
    return _clause(call, "call", "skipped", reason)


def judge_call(
    call: Call, tool: Tool, answer: Answer, secrets: Mapping[str, str] = MappingProxyType({})
) -> tuple[Clause, ...]:
    """Judge one answer.

    Args:
        call: what was called.
        tool: the tool as the same server lists it.
        answer: what came back.
        secrets: names by value of what was given to the server and must appear in no message and no error.
    """
    judges = {"success": _success, "rejected": _rejected, "error": _error}
    kinds = leaks(answer.text, secrets) if answer.failed else ()
    judge = judges[call.expect]
    found, quotable = list(judge(call, tool, answer)), list(judge(call, tool, answer.without(secrets)))
    # A value may be what a schema demands: the true answer is judged, and only the other is quoted.
    if [(c.id, c.state) for c in found] == [(c.id, c.state) for c in quotable]:
        found = quotable
    else:
        found = [replace(clause, message=clause.message and _UNQUOTED) for clause in found]
    if kinds:
        found.append(_clause(call, "leak", "broken", f"the error's text shows {' and '.join(kinds)}"))
    return tuple(found)


def _clause(call: Call, kind: ClauseKind, state: ClauseState, message: str = "", field: str = "") -> Clause:
    id_ = f"{call.id}/{kind}"
    if kind == "reads":
        # The same demand as the schema is judged by, where a contract makes it.
        id_ = f"{call.tool}/reads{field}" if "/input/" in call.id else f"{call.id}/reads{field}"
    pointer = {"result": "/outputSchema", "validation": "/inputSchema"}.get(kind, "")
    return Clause(id_, kind, f"tool:{call.tool}", pointer, state, message, call.arguments, call.line)


def _valid(tool: Tool, arguments: JsonObject) -> bool | None:
    """Tell whether the tool's schema accepts the arguments; ``None`` if that cannot be known."""
    try:
        return None if tool.input_schema is None else accepts(tool.input_schema, arguments)
    except Unmodelled:
        return None


def _success(call: Call, tool: Tool, answer: Answer) -> Iterator[Clause]:
    valid = _valid(tool, call.arguments)
    if answer.failed:
        if valid and _is_refusal(answer):
            words = f"the server rejects arguments that its inputSchema accepts: {_said(answer)}"
            yield _clause(call, "validation", "broken", words)
        elif valid is not False:  # else the judgement of the input has said it already
            yield _clause(call, "call", "broken", f"the call failed: {_said(answer)}")
        return
    yield _clause(call, "call", "kept")
    if valid is False:
        yield _clause(call, "validation", "broken", _lax(tool, call))
    yield from _result(call, tool, answer)


def _rejected(call: Call, tool: Tool, answer: Answer) -> Iterator[Clause]:
    valid = _valid(tool, call.arguments)
    if not answer.failed:
        if valid is False:
            yield _clause(call, "validation", "broken", _lax(tool, call))
        else:
            yield _clause(call, "call", "broken", "the server accepts arguments that it should reject")
        return
    if answer.code == INTERNAL_ERROR:
        said = _said(answer)
        yield _clause(
            call, "error", "broken", f"the arguments are not rejected, the server fails over them: {said}"
        )
    elif not _has_words(call, answer):
        yield _clause(call, "error", "broken", _other_words(call, answer))
    else:
        yield _clause(call, "call", "kept")
    if valid:
        words = "the server rejects arguments that its inputSchema accepts, so no caller can know"
        yield _clause(call, "validation", "unproven", words)


def _error(call: Call, tool: Tool, answer: Answer) -> Iterator[Clause]:
    if not answer.failed:
        yield _clause(call, "call", "broken", "the call succeeds, and should fail")
    elif not _has_words(call, answer):
        yield _clause(call, "error", "broken", _other_words(call, answer))
    else:
        yield _clause(call, "call", "kept")
    if not answer.failed and _valid(tool, call.arguments) is False:
        yield _clause(call, "validation", "broken", _lax(tool, call))


def _lax(tool: Tool, call: Call) -> str:
    reason = rejection(tool.input_schema, call.arguments)
    return f"the server accepts arguments that its inputSchema rejects: {reason}"


def _is_refusal(answer: Answer) -> bool:
    """Tell whether an error speaks of the arguments' form and not of what they name."""
    text = answer.text.lower()
    return answer.code == INVALID_PARAMS or any(
        word in text for word in ("validation", "invalid arg", "invalid param", "schema", "required")
    )


def _has_words(call: Call, answer: Answer) -> bool:
    text = answer.text.casefold()
    return not call.words or any(word.casefold() in text for word in call.words)


def _other_words(call: Call, answer: Answer) -> str:
    wanted = " or ".join(json.dumps(word, ensure_ascii=False) for word in call.words)
    return f"the error does not say {wanted}: {_said(answer)}"


def _said(answer: Answer) -> str:
    shown = json.dumps(shorten(answer.text, _SHOWN), ensure_ascii=False)
    return shown if answer.code is None else f"{shown} (error {answer.code})"


def _result(call: Call, tool: Tool, answer: Answer) -> Iterator[Clause]:
    payload = answer.payload
    fault = _misfit(tool, answer)
    if fault:
        yield _clause(call, "result", "broken", fault)
    elif tool.output_schema is not None:
        yield _clause(call, "result", "kept")
    if payload is ABSENT:
        if call.reads or call.schema is not None:
            words = "the result is neither structured nor JSON text, so no field can be read from it"
            yield _clause(call, "result", "broken", words)
        return
    for pointer in call.reads:
        yield _seen(call, pointer, payload)
    if call.schema is not None:
        yield from _shape(call, payload)


def _misfit(tool: Tool, answer: Answer) -> str:
    """Return what the tool's own output schema has against the result; empty if nothing."""
    schema = tool.output_schema
    if schema is None:
        return ""
    if answer.result.get("structuredContent") is None:
        return "the tool declares an outputSchema, and its result has no structuredContent"
    try:
        reason = rejection(schema, answer.result["structuredContent"])
    except Unmodelled:
        return ""
    return f"the result is not what the tool's outputSchema says: {reason}" if reason else ""


def _seen(call: Call, pointer: str, payload: JsonValue) -> Clause:
    lack = missing(payload, pointer)
    if lack is None:
        return _clause(call, "reads", "kept", field=pointer)
    if lack.empty:
        words = f"{lack.name or 'the result'} is empty, so {spelled(pointer)} was not seen"
        return _clause(call, "reads", "unproven", words, pointer)
    shown = ", ".join(lack.beside[:_MOST_NAMES]) + (", …" if len(lack.beside) > _MOST_NAMES else "")
    beside = f"; what is there: {shown}" if lack.beside else ""
    return _clause(call, "reads", "broken", f"the result has no {lack.name}{beside}", pointer)


def _shape(call: Call, payload: JsonValue) -> Iterator[Clause]:
    try:
        reason = rejection(call.schema, payload)
    except Unmodelled as unknown:
        yield _clause(call, "result", "unproven", f"the result's shape cannot be checked: {unknown}")
        return
    if reason:
        yield _clause(call, "result", "broken", f"the result has not the shape of the case: {reason}")
    else:
        yield _clause(call, "result", "kept")


def make_calls(
    calls: Iterable[Call],
    interface: Interface,
    send: Callable[[str, JsonObject], Answer],
    *,
    allow_writes: bool,
    secrets: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Clause, ...]:
    """Make calls one after the other and judge their answers; only tools that are listed are called.

    Args:
        calls: in the order in which they are made.
        interface: what the server lists, read from it just now.
        send: makes one call.
        allow_writes: also call tools that are not marked ``readOnlyHint``.
        secrets: as for :func:`judge_call`.
    """
    found: list[Clause] = []
    for call in calls:
        tool = interface.get("tool", call.tool)
        if not isinstance(tool, Tool):
            continue  # that it is missing is said by the judgement of the schemas
        if not (allow_writes or tool.hint("readOnlyHint")):
            words = "not called: the tool is not marked readOnlyHint, and --allow-writes was not given"
            found.append(skipped(call, words))
            continue
        found += judge_call(call, tool, send(call.tool, call.arguments), secrets)
    return tuple(found)
