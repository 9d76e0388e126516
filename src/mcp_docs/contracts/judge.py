"""Contracts against an interface's schemas: what is kept, what is broken, what nobody promised."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Final

from mcp_docs.contracts.described import describing, is_open_in_words
from mcp_docs.contracts.fields import spelled
from mcp_docs.contracts.model import MALFORMED, UNDECLARED, Clause, ClauseState, Contract, Fault, ToolUse
from mcp_docs.contracts.promise import Promise, promise
from mcp_docs.interface import Element, ElementKind, Interface, Problem, Tool
from mcp_docs.jsonvalue import JsonObject, JsonValue, pointer_join, pointer_split
from mcp_docs.readers.elements import quoted
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.validate import Rejection, accepts, rejections
from mcp_docs.texts import nearest

_MOST_ERRORS: Final = 3
_SCHEMAS: Final = ("/inputSchema", "/outputSchema")
#: A schema in a notation of its own is formally valid, so clients take it.
_TAKEN: Final = "schema.foreign"
_EXPRESSION: Final = re.compile(r"\{[^{}]*\}")
#: What each kind of element is called.
WORDS: Final[Mapping[str, str]] = {
    "tool": "tool",
    "prompt": "prompt",
    "resource": "resource",
    "template": "resource template",
}


def judge(contract: Contract, interface: Interface) -> tuple[Clause, ...]:
    """Judge every demand of ``contract`` against the schemas of ``interface``.

    Of a tool that is missing or refused only that is said, and not once more for each input and field.

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
    if not isinstance(tool, Tool) or exists.state == "broken":
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
    return _listed([_worded(found) for found in rejections(schema, value)])


def _worded(rejection: Rejection) -> str:
    place = spelled(rejection.pointer) if rejection.pointer else ""
    return f"{place}: {rejection.message}" if place else rejection.message


def _listed(reasons: Sequence[str]) -> str:
    more = len(reasons) - _MOST_ERRORS
    return "; ".join([*reasons[:_MOST_ERRORS], *([f"and {more} more"] if more > 0 else [])])


def unusable(tool: Tool, member: str) -> str:
    """Return why a schema of ``tool`` cannot be judged by, in words; empty if it is not declared."""
    for problem in tool.problems:
        if problem.pointer == f"/{member}" or problem.pointer.startswith(f"/{member}/"):
            return f"its {member} cannot be used: {problem.message}"
    return "" if member not in tool.data else f"its {member} cannot be used"


def _input(tool: Tool, id_: str, use: ToolUse, arguments: JsonObject) -> Clause:
    faults = input_faults(tool, arguments)
    state, message = _summed(faults)
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
        faults=faults if use.error is None else (),
    )


def judged_input(tool: Tool, arguments: JsonObject) -> tuple[ClauseState, str]:
    """Return whether an input validates, and why not."""
    return _summed(input_faults(tool, arguments))


def _summed(found: Sequence[Fault]) -> tuple[ClauseState, str]:
    rejected = [fault.message for fault in found if fault.state == "broken"]
    if rejected:
        return "broken", f"the input is not valid: {_listed([*rejected, *_ignored(found)])}"
    if found and found[0].keyword == UNDECLARED:
        return "unproven", f"the input is valid, but {_listed(_ignored(found))}"
    return ("unproven", found[0].message) if found else ("kept", "")


def _ignored(found: Iterable[Fault]) -> list[str]:
    """Return in one sentence, or none, which arguments no schema declares."""
    names = [quoted(pointer_split(fault.place)[0]) for fault in found if fault.keyword == UNDECLARED]
    return [_undeclared(", ".join(names[:_MOST_ERRORS]))] if names else []


def _undeclared(names: str) -> str:
    return f"the tool does not declare {names}, and may ignore it"


def input_faults(tool: Tool, arguments: JsonObject) -> tuple[Fault, ...]:
    """Return all that is the matter with an input: what its schema rejects, then what it does not declare."""
    schema = tool.input_schema
    if schema is None:
        why = unusable(tool, "inputSchema") or "it declares no inputSchema"
        return (Fault("unproven", why),)
    try:
        rejected = () if accepts(schema, arguments) else rejections(schema, arguments)
    except Unmodelled as unknown:
        return (Fault("unproven", f"whether the input is valid cannot be checked: {unknown}"),)
    found = [_rejected(rejection) for rejection in rejected]
    if not is_open_in_words(schema):
        told = {fault.place for fault in found if fault.keyword.endswith("Properties")}
        places = {name: pointer_join("", name) for name in arguments if not describing(schema, [name])[1]}
        found += [
            Fault("unproven", _undeclared(quoted(name)), place, UNDECLARED)
            for name, place in places.items()
            if place not in told
        ]
    return tuple(found)


def _rejected(rejection: Rejection) -> Fault:
    return Fault(
        state="broken",
        message=_worded(rejection),
        place=rejection.place,
        keyword=rejection.keyword,
        schema=rejection.schema,
        inner=tuple(_sites(rejection.inner)),
    )


def _sites(found: Iterable[Rejection]) -> Iterator[tuple[str, str]]:
    for rejection in found:
        yield rejection.place, rejection.keyword
        yield from _sites(rejection.inner)


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
    """Judge whether an element is there and clients take it; if it is missing, name the nearest."""
    state: ClauseState = "kept"
    message = ""
    element = interface.get(kind, key)
    faults = _malformed(element) if element is not None else ()
    if faults:
        state, message = faults[0].state, faults[0].message
    if element is None:
        state, message = "broken", f"there is no {WORDS[kind]} {quoted(key)}"
        template = _serving(key, interface) if kind == "resource" else None
        near = nearest(key, (name for other, name in interface.index if other == kind))
        if template is not None:
            state = "unproven"
            message = f"no resource {quoted(key)} is listed; the template {quoted(template)} may serve it"
        elif near:
            message += f"; the nearest is {quoted(near)}"
    id_ = key if kind == "tool" else f"{kind}:{key}"
    return Clause(id_, "exists", f"{kind}:{key}", "", state, message, faults=faults)


def _malformed(element: Element) -> tuple[Fault, ...]:
    """Return the worst of what makes clients refuse an element that is there, or nothing.

    Whatever is malformed could make some client refuse it, so that is never passed over as kept.
    """
    word = WORDS[element.kind]
    for problem in element.problems:
        if problem.code != _TAKEN and _in_schema(problem):
            return (Fault("broken", f"clients refuse the {word}: {problem.message}", keyword=MALFORMED),)
    for problem in element.problems:
        return (Fault("unproven", f"clients may refuse the {word}: {problem.message}", keyword=MALFORMED),)
    return ()


def _in_schema(problem: Problem) -> bool:
    return f"{problem.pointer}/".startswith(tuple(f"{schema}/" for schema in _SCHEMAS))


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
