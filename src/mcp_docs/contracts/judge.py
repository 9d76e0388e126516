"""Contracts against an interface's schemas: what is kept, what is broken, what nobody promised."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Final

from mcp_docs.contracts.described import describing, is_open_in_words
from mcp_docs.contracts.fields import spelled
from mcp_docs.contracts.model import Clause, ClauseState, Contract, ToolUse
from mcp_docs.contracts.promise import Promise, promise
from mcp_docs.interface import ElementKind, Interface, Tool
from mcp_docs.jsonvalue import JsonObject, JsonValue
from mcp_docs.readers.elements import quoted
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.validate import accepts, errors
from mcp_docs.texts import nearest

_MOST_ERRORS: Final = 3
_EXPRESSION: Final = re.compile(r"\{[^{}]*\}")
_WORDS: Final[dict[ElementKind, str]] = {
    "tool": "tool",
    "prompt": "prompt",
    "resource": "resource",
    "template": "resource template",
}


def judge(contract: Contract, interface: Interface) -> tuple[Clause, ...]:
    """Judge every demand of ``contract`` against the schemas of ``interface``.

    Of a tool that is missing only that is said, and not once more for each input and field.

    Returns:
        clauses in the contract's order: each tool, then its inputs, then the fields read.
    """
    return (
        *(clause for name, uses in by_tool(contract).items() for clause in judge_tool(name, uses, interface)),
        *(listed(kind, key, interface) for kind, key in dict.fromkeys(contract.elements)),
    )


def by_tool(contract: Contract) -> dict[str, tuple[ToolUse, ...]]:
    """Return the uses of each tool; tools in the order in which the contract first names them."""
    found: dict[str, tuple[ToolUse, ...]] = {}
    for use in contract.uses:
        found[use.tool] = (*found.get(use.tool, ()), use)
    return found


def numbered(uses: Iterable[ToolUse]) -> Iterator[tuple[str, ToolUse, JsonObject]]:
    """Yield the clause id, the use and the arguments of each input; the count goes on over all uses."""
    numbers = count()
    for use in uses:
        for arguments in use.inputs:
            yield f"{use.tool}/input/{next(numbers)}", use, arguments


def judge_tool(name: str, uses: Sequence[ToolUse], interface: Interface) -> tuple[Clause, ...]:
    """Judge all that a contract demands of one tool."""
    exists = replace(listed("tool", name, interface), line=uses[0].line if uses else None)
    tool = interface.get("tool", name)
    if not isinstance(tool, Tool):
        return (exists,)
    return (
        exists,
        *(_input(tool, id_, use, arguments) for id_, use, arguments in numbered(uses)),
        *(_read(tool, pointer, line) for pointer, line in _first_lines(uses).items()),
    )


def _first_lines(uses: Iterable[ToolUse]) -> dict[str, int | None]:
    """Return the line of the use that first reads each pointer."""
    found: dict[str, int | None] = {}
    for use in uses:
        for pointer in use.reads:
            found.setdefault(pointer, use.line)
    return found


def rejection(schema: JsonValue, value: JsonValue) -> str:
    """Return in words what ``schema`` has against ``value``: places and reasons; empty if nothing.

    Raises:
        Unmodelled: that cannot be checked.
    """
    if accepts(schema, value):
        return ""
    found = errors(schema, value)
    listed = [
        f"{spelled(pointer)}: {message}" if pointer else message for message, pointer in found[:_MOST_ERRORS]
    ]
    if len(found) > _MOST_ERRORS:
        listed.append(f"and {len(found) - _MOST_ERRORS} more")
    return "; ".join(listed)


def unusable(tool: Tool, member: str) -> str:
    """Return why a schema of ``tool`` cannot be judged by, in words; empty if it is not declared."""
    for problem in tool.problems:
        if problem.pointer == f"/{member}" or problem.pointer.startswith(f"/{member}/"):
            return f"its {member} cannot be used: {problem.message}"
    return "" if member not in tool.data else f"its {member} cannot be used"


def _input(tool: Tool, id_: str, use: ToolUse, arguments: JsonObject) -> Clause:
    state, message = judged_input(tool, arguments)
    if use.error is not None and state == "broken":
        # The call fails as it is meant to, though maybe not for the reason that the consumer handles.
        state = "unproven" if use.error else "kept"
        message = f"the schema rejects it, so the error may be another than the expected: {message}"
    elif use.error is not None:
        state = "kept"
    return Clause(
        id=id_,
        kind="input",
        element=f"tool:{tool.key}",
        pointer="/inputSchema",
        state=state,
        message="" if state == "kept" else message,
        value=arguments,
        line=use.line,
    )


def judged_input(tool: Tool, arguments: JsonObject) -> tuple[ClauseState, str]:
    """Return whether an input validates, and why not."""
    schema = tool.input_schema
    if schema is None:
        return "unproven", unusable(tool, "inputSchema") or "it declares no inputSchema"
    try:
        reason = rejection(schema, arguments)
    except Unmodelled as unknown:
        return "unproven", f"whether the input is valid cannot be checked: {unknown}"
    if reason:
        return "broken", f"the input is not valid: {reason}"
    ignored = [name for name in arguments if not describing(schema, [name])[1]]
    if ignored and not is_open_in_words(schema):
        names = ", ".join(quoted(name) for name in ignored[:_MOST_ERRORS])
        return "unproven", f"the input is valid, but the tool does not declare {names}, and may ignore it"
    return "kept", ""


def _read(tool: Tool, pointer: str, line: int | None) -> Clause:
    found = promised(tool, pointer)
    return Clause(
        id=f"{tool.key}/reads{pointer}",
        kind="reads",
        element=f"tool:{tool.key}",
        pointer=found.pointer,
        state=found.state,
        message=found.message,
        line=line,
    )


def promised(tool: Tool, pointer: str) -> Promise:
    """Judge whether ``tool`` promises a field; the answer's pointer is inside the tool's data."""
    schema = tool.output_schema
    if schema is None:
        why = unusable(tool, "outputSchema") or "the tool declares no outputSchema"
        return Promise("unproven", f"{why}, so nothing promises {spelled(pointer)}")
    found = promise(schema, pointer)
    return replace(found, pointer="/outputSchema" + found.pointer)


def listed(kind: ElementKind, key: str, interface: Interface) -> Clause:
    """Judge whether an element is there; if not, name the nearest."""
    state: ClauseState = "kept"
    message = ""
    if interface.get(kind, key) is None:
        state, message = "broken", f"there is no {_WORDS[kind]} {quoted(key)}"
        template = _serving(key, interface) if kind == "resource" else None
        near = nearest(key, (name for other, name in interface.index if other == kind))
        if template is not None:
            state = "unproven"
            message = f"no resource {quoted(key)} is listed; the template {quoted(template)} may serve it"
        elif near:
            message += f"; the nearest is {quoted(near)}"
    id_ = key if kind == "tool" else f"{kind}:{key}"
    return Clause(id_, "exists", f"{kind}:{key}", "", state, message)


def _serving(uri: str, interface: Interface) -> str | None:
    """Return the template whose simple expressions can give ``uri``."""
    for template in interface.templates:
        first, *others = _EXPRESSION.split(template.key)
        if others and uri.startswith(first) and _follow(uri[len(first) :], others):
            return template.key
    return None


def _follow(text: str, literals: Sequence[str]) -> bool:
    """Tell whether ``text`` has all literals in order, with anything before each, the last at its end."""
    *inner, last = literals
    at = 0
    for literal in inner:
        found = text.find(literal, at)
        if found < 0:
            return False
        at = found + len(literal)
    return text.endswith(last) and len(text) - len(last) >= at
