"""Rules about what the reader could not take at its word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mcp_docs.errors import Where
from mcp_docs.interface import Element, Problem, Tool
from mcp_docs.jsonvalue import JsonValue, pointer_split
from mcp_docs.lint.model import Check, Found, LintExample, LintRule, Subject, at
from mcp_docs.lint.walk import nodes
from mcp_docs.report.model import Severity
from mcp_docs.rules.model import argument, result, tool
from mcp_docs.schema.validity import pattern_fault

_NO_SCHEMA: Final = frozenset({"schema.null", "schema.missing", "schema.not_object"})
_AMBIGUOUS: Final = frozenset(
    {"json.duplicate_key", "json.not_finite", "json.number_range", "json.lone_surrogate"}
)
_INCOMPLETE: Final = frozenset({"list.incomplete", "file.not_tool", "lockfile.bad_note", "json.too_deep"})
#: The rule for each code; ``protocol.malformed`` takes what is not here, so that nothing is passed over.
_RULES: Final[Mapping[str, str]] = {
    "tool.duplicate_name": "tool.duplicate_name",
    "schema.invalid": "schema.invalid",
    "schema.foreign": "schema.foreign",
    **dict.fromkeys(_AMBIGUOUS, "json.ambiguous"),
    **dict.fromkeys(_INCOMPLETE, "lockfile.incomplete"),
}


def _rule_of(element: Element | None, problem: Problem) -> str:
    if problem.code in _NO_SCHEMA:
        return "tool.input_schema.not_object" if problem.pointer == "/inputSchema" else "schema.invalid"
    if (
        problem.code == "schema.invalid"
        and element is not None
        and _pattern_at(element.data, problem.pointer)
    ):
        return "schema.pattern.invalid"
    if problem.code.startswith("json.") and problem.code not in _AMBIGUOUS:
        return "lockfile.incomplete"
    if ".duplicate_" in problem.code:
        return _RULES.get(problem.code, "element.duplicate_key")
    return _RULES.get(problem.code, "protocol.malformed")


def _quarantined(rule: str) -> Check:
    """Return the check that reports the problems which belong to ``rule``."""

    def check(subject: Subject) -> Iterator[Found]:
        for element, problem in subject.interface.all_problems:
            if _rule_of(element, problem) == rule:
                yield _found(element, problem)
        if rule == "tool.input_schema.not_object":
            yield from _booleans(subject)

    return check


def _found(element: Element | None, problem: Problem) -> Found:
    where = None if problem.line is None else Where(problem.file, None, problem.line, problem.column)
    if element is None:
        return Found(None, "", problem.pointer, problem.message, about=problem.message, where=where)
    return Found(element.kind, element.key, problem.pointer, problem.message, about=problem.code, where=where)


def _booleans(subject: Subject) -> Iterator[Found]:
    for each in subject.interface.tools:
        if isinstance(each.data.get("inputSchema"), bool):
            yield at(each, "/inputSchema", "inputSchema is a boolean and not an object")


def _bad_patterns(subject: Subject) -> Iterator[Found]:
    for each in subject.interface.tools:
        for member in ("inputSchema", "outputSchema"):
            schema = each.data.get(member)
            if isinstance(schema, Mapping) and any(p.code == "schema.invalid" for p in each.problems):
                yield from _bad_patterns_in(each, schema, member)


def _bad_patterns_in(each: Tool, schema: Mapping[str, JsonValue], member: str) -> Iterator[Found]:
    for node in nodes(schema, member):
        pattern = node.schema.get("pattern")
        named = node.name if node.keyword == "patternProperties" else None
        for text, pointer in ((pattern, f"{node.pointer}/pattern"), (named, node.pointer)):
            fault = pattern_fault(text) if isinstance(text, str) else ""
            if fault:
                shown = str(text)[:80]
                yield at(
                    each,
                    pointer,
                    f"the pattern {shown!r} is no ECMA-262 regular expression: {fault}",
                    node.path,
                )


def _pattern_at(data: JsonValue, pointer: str) -> bool:
    """Tell whether a pointer leads to a pattern that no engine takes."""
    tokens = pointer_split(pointer)
    value = data
    for token in tokens:
        if isinstance(value, Mapping):
            value = value.get(token)
        elif isinstance(value, list) and token.isdecimal() and int(token) < len(value):
            value = value[int(token)]
    if tokens[-1:] == ("pattern",) and isinstance(value, str):
        return bool(pattern_fault(value))
    return tokens[-2:-1] == ("patternProperties",) and bool(pattern_fault(tokens[-1]))


_TYPED = "Clients that check what they read (the official SDKs do) refuse the whole list because of one such part, or drop the tool."

RULES = (
    LintRule(
        id="tool.duplicate_name",
        title="Two tools have one name",
        area="tool",
        severity=Severity.ERROR,
        why="Which of them a call reaches is left to chance; clients keep the first, the last or neither.",
        remedy="Give each tool a name of its own.",
        check=_quarantined("tool.duplicate_name"),
        examples=(LintExample(
            {"tools": [{"name": "t", "inputSchema": {"type": "object"}}] * 2},
            {"tools": [{"name": "t", "inputSchema": {"type": "object"}}, {"name": "u", "inputSchema": {"type": "object"}}]},
        ),),
        reference="MCP specification 2025-11-25, tools, tool names",
    ),
    LintRule(
        id="element.duplicate_key",
        title="Two resources, templates, prompts or arguments have one name",
        area="file",
        severity=Severity.ERROR,
        why="Clients address them by it, so one of the two cannot be reached.",
        remedy="Name each one once.",
        check=_quarantined("element.duplicate_key"),
        examples=(LintExample(
            {"prompts": [{"name": "p", "arguments": [{"name": "a"}, {"name": "a"}]}]},
            {"prompts": [{"name": "p", "arguments": [{"name": "a"}, {"name": "b"}]}]},
        ),),
    ),
    LintRule(
        id="protocol.malformed",
        title="A part is not what the protocol says it is",
        area="file",
        severity=Severity.ERROR,
        why=_TYPED,
        remedy="Send the member with the type that the specification gives it, or leave it out.",
        check=_quarantined("protocol.malformed"),
        examples=(LintExample(tool(description=7), tool(description="Seven.")),),
        reference="MCP specification, schema",
    ),
    LintRule(
        id="tool.input_schema.not_object",
        title="A tool has no input schema that is an object",
        area="tool",
        severity=Severity.ERROR,
        why=f"The protocol demands one, and nobody can tell what to send. {_TYPED}",
        remedy='A tool without arguments has {"type": "object", "additionalProperties": false}.',
        check=_quarantined("tool.input_schema.not_object"),
        examples=(
            LintExample(tool(inputSchema=None), tool(inputSchema={"type": "object"})),
            LintExample(tool(inputSchema=True), tool(inputSchema={"type": "object"})),
        ),
        reference="MCP specification, tools, inputSchema",
    ),
    LintRule(
        id="schema.invalid",
        title="A schema is no valid JSON Schema",
        area="schema",
        severity=Severity.ERROR,
        why="Validators refuse it or ignore parts of it, each in its own way, so it promises nothing.",
        remedy="Mend the keyword that is named; the meta-schema of the dialect says what it takes.",
        check=_quarantined("schema.invalid"),
        examples=(
            LintExample(argument({"type": "sting"}), argument({"type": "string"})),
            LintExample(tool(outputSchema=None), tool(outputSchema={"type": "object"})),
        ),
        reference="JSON Schema 2020-12",
    ),
    LintRule(
        id="schema.pattern.invalid",
        title="A pattern is no regular expression",
        area="schema",
        severity=Severity.ERROR,
        why="JSON Schema's patterns are ECMA-262; a validator that meets one it cannot read fails, or checks nothing.",
        remedy="Write it in ECMA-262: no inline flags such as (?i), no \\A or \\Z, no possessive quantifiers.",
        check=_bad_patterns,
        examples=(LintExample(argument({"type": "string", "pattern": "(a"}), argument({"type": "string", "pattern": "(a)"})),),
        reference="JSON Schema 2020-12 Core, section 6.4",
    ),
    LintRule(
        id="schema.foreign",
        title="A schema is in a notation of its own",
        area="schema",
        severity=Severity.WARNING,
        why="JSON Schema ignores keywords that it does not know, so to every client this schema says nothing but object.",
        remedy="List the members under properties, and the names of those that are always there under required.",
        check=_quarantined("schema.foreign"),
        examples=(LintExample(
            tool(outputSchema={"type": "object", "fields": [{"name": "id", "type": "string"}]}),
            result({"type": "string"}),
        ),),
    ),
    LintRule(
        id="json.ambiguous",
        title="JSON that parsers read differently",
        area="file",
        severity=Severity.ERROR,
        why="Of a key that occurs twice one parser takes the first and another the last; NaN and half a surrogate pair make many refuse the whole answer.",
        remedy="Let the server write RFC 8259 JSON: each key once, finite numbers, whole characters.",
        check=_quarantined("json.ambiguous"),
        reference="RFC 8259; RFC 7493 (I-JSON)",
    ),
    LintRule(
        id="lockfile.incomplete",
        title="The record lacks a part of the interface",
        area="file",
        severity=Severity.ERROR,
        why="What is not in the record is in no comparison, no page and no feed, and looks removed when it is not.",
        remedy="Write the lockfile again with mcp-docs snapshot, which reads all pages.",
        check=_quarantined("lockfile.incomplete"),
    ),
)  # fmt: skip
