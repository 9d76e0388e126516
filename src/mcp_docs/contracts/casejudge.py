"""Cases against an interface's schemas; and what calls have shown, laid over what schemas say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from mcp_docs.contracts.cases import Case, CaseFile
from mcp_docs.contracts.judge import judged_input, listed, promised
from mcp_docs.contracts.model import Clause, ClauseState
from mcp_docs.interface import Interface, Tool


def judge_cases(file: CaseFile, interface: Interface) -> tuple[Clause, ...]:
    """Judge every case against the schemas of ``interface``; of one that is missing or refused only that."""
    found: list[Clause] = []
    known: dict[str, Tool | None] = {}
    for case in file.cases:
        if case.tool not in known:
            element = interface.get("tool", case.tool)
            exists = replace(listed("tool", case.tool, interface), line=case.line)
            known[case.tool] = element if isinstance(element, Tool) and exists.state != "broken" else None
            found.append(exists)
        tool = known[case.tool]
        if tool is not None:
            found += _judged(case, tool)
    return tuple(found)


def _judged(case: Case, tool: Tool) -> Iterator[Clause]:
    state, message = judged_input(tool, case.arguments)
    if case.kind == "invalid" or case.category == "invalid_arguments":
        yield _rejected(case, state, message)
        return
    if case.kind == "errors" and state == "broken":
        message += ", so the call does not come as far as the error"
    yield Clause(
        case.id, "input", f"tool:{tool.key}", "/inputSchema", state, message, case.arguments, case.line
    )
    for pointer in case.reads:
        found = promised(tool, pointer)
        yield Clause(
            f"{case.id}/reads{pointer}",
            "reads",
            f"tool:{tool.key}",
            found.pointer,
            found.state,
            found.message,
            case.arguments,
            case.line,
        )


def _rejected(case: Case, state: ClauseState, message: str) -> Clause:
    answer: ClauseState = "kept"
    if state != "broken":
        answer = "unproven"
        if state == "kept" or "may ignore" in message:
            message = "its inputSchema accepts these arguments; only a call shows whether the server does"
    return Clause(
        f"{case.id}/validation",
        "validation",
        f"tool:{case.tool}",
        "/inputSchema",
        answer,
        message if answer != "kept" else "",
        case.arguments,
        case.line,
    )


def merged(schemas: Iterable[Clause], calls: Iterable[Clause]) -> tuple[Clause, ...]:
    """Lay the clauses of calls over those of schemas: one clause for each id.

    A field that was seen needs no promise; one that was not seen is broken, whatever was promised.
    Of several clauses with one id the worst counts, but a field that one call could not show
    (an empty array) and another has shown was seen.
    """
    by_schema = {clause.id: clause for clause in schemas}
    by_call: dict[str, Clause] = {}
    for clause in calls:
        before = by_call.get(clause.id)
        if before is None or _outweighs(clause, before):
            by_call[clause.id] = clause
    found = [
        clause if clause.id not in by_call else _settled(clause, by_call.pop(clause.id))
        for clause in by_schema.values()
    ]
    return (*found, *by_call.values())


def _outweighs(clause: Clause, before: Clause) -> bool:
    order = ("unproven", "kept", "broken") if clause.kind == "reads" else ("kept", "unproven", "broken")
    return _rank(clause, order) > _rank(before, order)


def _rank(clause: Clause, order: tuple[str, ...]) -> int:
    return order.index(clause.state) if clause.state in order else 0


def _settled(schema: Clause, call: Clause) -> Clause:
    if call.kind != "reads" or call.state == "broken":
        return replace(call, line=call.line or schema.line)
    return (
        schema
        if schema.state == "broken" or call.state == "unproven"
        else replace(schema, state="kept", message="")
    )
