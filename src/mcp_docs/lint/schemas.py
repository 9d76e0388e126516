"""Rules about what a schema says, though it is valid."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mcp_docs.jsonvalue import JsonObject, JsonValue
from mcp_docs.lint.model import Found, LintExample, LintRule, Subject, at, at_node
from mcp_docs.lint.references import References
from mcp_docs.lint.required import impossible, undeclared
from mcp_docs.lint.walk import Node
from mcp_docs.report.model import Severity
from mcp_docs.rules.model import argument, result, tool

#: Keywords by which generators say what an enum's values mean.
_LABELS: Final = (
    "enumNames",
    "x-enumNames",
    "x-enum-varnames",
    "x-enum-descriptions",
    "enumDescriptions",
    "markdownEnumDescriptions",
)
#: Values up to this long, and numbers, explain themselves to nobody.
_CODE: Final = 2
_WORD: Final = re.compile(r"\w+")


def _root_type(subject: Subject) -> Iterator[Found]:
    for each in subject.interface.tools:
        schema = each.input_schema
        if isinstance(schema, Mapping) and schema.get("type") != "object":
            said = "has no type" if "type" not in schema else f"has the type {_shown(schema['type'])}"
            yield at(each, "/inputSchema", f'the input schema {said}, where the protocol demands "object"')


def _output_type(subject: Subject) -> Iterator[Found]:
    for each in subject.interface.tools:
        schema = each.output_schema
        if schema is not None and (isinstance(schema, bool) or schema.get("type") != "object"):
            message = 'the output schema\'s type is not "object", which every protocol version before 2026-07-28 demands'
            yield at(each, "/outputSchema", message)


def _required(subject: Subject) -> Iterator[Found]:
    references = References()
    for each, node in subject.inputs():
        for name in undeclared(node, references):
            yield at_node(each, node, f"{name!r} is required and described nowhere", about=name)


def _impossible(subject: Subject) -> Iterator[Found]:
    for each, node in subject.schemas():
        for name in impossible(node):
            message = f"{name!r} is required, and additionalProperties forbids it, so nothing is valid"
            yield at_node(each, node, message, about=name)


def _untyped_enums(subject: Subject) -> Iterator[Found]:
    for each, node in subject.inputs():
        values = node.schema.get("enum")
        if isinstance(values, list) and "type" not in node.schema and node.judged and not _typed_around(node):
            yield at_node(each, node, f"the enum of {len(values)} values has no type beside it")


def _typed_around(node: Node) -> bool:
    """Tell whether the enum is an alternative, whose type may stand in the schema around it."""
    return node.keyword in ("allOf", "anyOf", "oneOf", "then", "else")


def _unlabelled_enums(subject: Subject) -> Iterator[Found]:
    for each, node in subject.inputs():
        values = node.schema.get("enum")
        if not isinstance(values, list) or len(values) <= 1 or not node.judged:
            continue
        if all(map(_is_code, values)) and not any(name in node.schema for name in _LABELS):
            missing = _unexplained(values, node.schema)
            if missing:
                yield at_node(
                    each, node, f"nothing says what {missing} of the enum's {len(values)} codes mean"
                )


def _is_code(value: JsonValue) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int | float) or (isinstance(value, str) and 0 < len(value) <= _CODE)


def _unexplained(values: Sequence[JsonValue], schema: JsonObject) -> int:
    text = schema.get("description")
    words = set(_WORD.findall(text)) if isinstance(text, str) else set()
    return sum(1 for value in values if str(value) not in words and str(value) not in str(text or ""))


def _references(subject: Subject) -> Iterator[tuple[Found, bool]]:
    references = References()
    for each, node in subject.schemas():
        reference = node.schema.get("$ref")
        if not isinstance(reference, str) or not references.is_known(node):
            continue
        outside = references.leaves(node, reference)
        shown = reference[:80]
        if outside:
            message = f"the $ref {shown!r} leads out of the schema, and clients must not fetch it"
            yield at_node(each, node, message), True
        elif references.target(node, reference) is None:
            yield at_node(each, node, f"the $ref {shown!r} leads nowhere"), False


def _remote(subject: Subject) -> Iterator[Found]:
    return (found for found, outside in _references(subject) if outside)


def _unresolved(subject: Subject) -> Iterator[Found]:
    return (found for found, outside in _references(subject) if not outside)


def _shown(value: JsonValue) -> str:
    return repr(value)[:40]


_ITEM: Final[JsonObject] = {"type": "string", "description": "A port."}

RULES = (
    LintRule(
        id="tool.input_schema.not_object_type",
        title="An input schema's type is not object",
        area="schema",
        severity=Severity.ERROR,
        why='Arguments are an object, and the protocol demands the words "type": "object" at the root; clients that check what they read refuse the whole list without them.',
        remedy='Write "type": "object" at the root, not a list of types, also where there is no argument.',
        check=_root_type,
        examples=(
            LintExample(tool(inputSchema={}), tool(inputSchema={"type": "object"})),
            LintExample(tool(inputSchema={"type": ["object"]}), tool(inputSchema={"type": "object"})),
        ),
        reference="MCP specification, tools, inputSchema",
    ),
    LintRule(
        id="tool.output_schema.not_object_type",
        title="An output schema that older clients refuse",
        area="schema",
        severity=Severity.WARNING,
        why="Any schema is allowed from 2026-07-28 on; before, the root had to be an object, and servers and clients of those versions fail over the whole list.",
        remedy="Wrap the value in an object, such as one with the member result, as long as older clients count.",
        check=_output_type,
        examples=(LintExample(tool(outputSchema={"type": "array", "items": {"type": "string"}}), result({"type": "array", "items": {"type": "string"}})),),
        reference="MCP specification 2025-11-25, tools, output schema",
    ),
    LintRule(
        id="tool.required_not_in_properties",
        title="A required argument is described nowhere",
        area="schema",
        severity=Severity.WARNING,
        why="A caller has to send it and cannot know what; most often one of the two names is misspelt.",
        remedy="Declare it under properties, or take it out of required.",
        check=_required,
        examples=(
            LintExample(argument(_ITEM, required=["y"]), argument(_ITEM, required=["x"])),
            LintExample(tool(inputSchema={"type": "object", "required": ["x"]}), argument(_ITEM, required=["x"])),
            LintExample(
                argument({"type": "array", "description": "Ports.", "items": {"type": "object", "required": ["id"]}}),
                argument({"type": "array", "description": "Ports.", "items": {"type": "object", "required": ["id"], "properties": {"id": _ITEM}}}),
            ),
        ),
    ),
    LintRule(
        id="schema.required.impossible",
        title="What is required is forbidden",
        area="schema",
        severity=Severity.ERROR,
        why="No value is valid, so no call can be made, or no result is as promised.",
        remedy="Declare the name under properties of the same schema; additionalProperties does not see those of others.",
        check=_impossible,
        examples=(LintExample(
            argument(_ITEM, required=["y"], additionalProperties=False),
            argument(_ITEM, required=["x"], additionalProperties=False),
        ),),
        reference="JSON Schema 2020-12 Core, section 10.3.2.3",
    ),
    LintRule(
        id="schema.enum.untyped",
        title="An enum has no type",
        area="schema",
        severity=Severity.NOTE,
        why="It is valid, but generators of code and some interfaces to models need the type to take an enum.",
        remedy="Write the type of the values beside the enum.",
        check=_untyped_enums,
        examples=(LintExample(
            argument({"enum": ["open", "closed"], "description": "State."}),
            argument({"type": "string", "enum": ["open", "closed"], "description": "State."}),
        ),),
    ),
    LintRule(
        id="schema.enum.unlabelled",
        title="An enum of codes that nothing explains",
        area="schema",
        severity=Severity.NOTE,
        why="A model cannot tell from a number or a letter what it stands for.",
        remedy="Name each value in the description, or use words as values in a new argument.",
        check=_unlabelled_enums,
        examples=(LintExample(
            argument({"type": "integer", "enum": [1, 2], "description": "Priority."}),
            argument({"type": "integer", "enum": [1, 2], "description": "Priority: 1 is high, 2 is low."}),
        ),),
    ),
    LintRule(
        id="schema.ref.remote",
        title="A reference leads out of the schema",
        area="schema",
        severity=Severity.ERROR,
        why="Clients must not fetch it from a network, so nobody can check what it says.",
        remedy="Copy what it leads to under $defs.",
        check=_remote,
        examples=(LintExample(
            argument({"$ref": "https://example.org/port.json", "description": "A port."}),
            argument({"$ref": "#/$defs/port"}, **{"$defs": {"port": _ITEM}}),
        ),),
        reference="MCP specification 2026-07-28, tools, security considerations of schemas",
    ),
    LintRule(
        id="schema.ref.unresolved",
        title="A reference leads nowhere",
        area="schema",
        severity=Severity.ERROR,
        why="A validator fails when it gets there, so the tool cannot be called with checks on.",
        remedy="Define what it names under $defs, or mend the pointer.",
        check=_unresolved,
        examples=(LintExample(
            argument({"$ref": "#/$defs/prot", "description": "A port."}, **{"$defs": {"port": _ITEM}}),
            argument({"$ref": "#/$defs/port", "description": "A port."}, **{"$defs": {"port": _ITEM}}),
        ),),
    ),
)  # fmt: skip
