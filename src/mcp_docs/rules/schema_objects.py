"""Rules about what schemas hold: members, items, branches, conditions."""

from __future__ import annotations

from collections.abc import Mapping

from mcp_docs.change import Level, Side
from mcp_docs.rules.model import Example, Rule, argument, result, tool

BREAKING, REVIEW, MINOR, PATCH = Level.BREAKING, Level.REVIEW, Level.MINOR, Level.PATCH

_OPEN = {"type": "object"}
_TEXT = {"type": "string"}
_ANYTHING = True
_REFUSED = "Values that were accepted are refused unless a proof shows otherwise."
_NEW_VALUES = "Values can occur that could not before unless a proof shows otherwise."
_EITHER_WHY: Mapping[Side, str] = {"input": _REFUSED, "output": _NEW_VALUES}
_EITHER: Mapping[Side, Level] = {"input": BREAKING, "output": BREAKING}
_NARROWS: Mapping[Side, Level] = {"input": BREAKING, "output": MINOR}
_NARROWS_WHY: Mapping[Side, str] = {
    "input": "Callers that send anything else are refused.",
    "output": "Results only became more predictable.",
}
_WIDENS: Mapping[Side, Level] = {"input": MINOR, "output": BREAKING}
_WIDENS_WHY: Mapping[Side, str] = {
    "input": "Every call that worked still works.",
    "output": "Readers meet values that could not occur before.",
}

RULES = (
    Rule(
        id="schema.property.added",
        title="An optional argument or a field was added",
        area="schema",
        words="new optional argument",
        variants=(
            ("output", "new field"),
            ("nested", "new optional field"),
        ),
        levels={"input": MINOR, "output": MINOR},
        why={
            "input": "Callers that do not know it leave it out, and nothing changes for them.",
            "output": "Readers ignore fields that they do not know.",
        },
        remedy="Nothing to do; use it when it helps.",
        examples=(
            Example(tool(), argument(_TEXT), "input", MINOR),
            Example(result(_TEXT), tool(outputSchema={"type": "object", "properties": {"x": _TEXT, "y": _TEXT}, "required": ["x"]}), "output", MINOR),
        ),
    ),
    Rule(
        id="schema.property.required.added",
        title="An argument became required",
        area="schema",
        words="is now required",
        variants=(
            ("output", "is now always present"),
            ("added nested", "new required field"),
            ("added", "new required argument"),
        ),
        levels={"input": BREAKING, "output": MINOR},
        why={
            "input": "Callers that leave it out are refused. A default does not help: validators fill nothing in.",
            "output": "Readers can now rely on the field.",
        },
        remedy="Keep it optional and give the server a default; require it in the next major release.",
        examples=(
            Example(tool(), argument(_TEXT, required=["x"]), "input", BREAKING, {}),
            Example(argument({"type": "string", "default": "d"}), argument({"type": "string", "default": "d"}, required=["x"]), "input", BREAKING, {}),
            Example(tool(outputSchema={"type": "object", "properties": {"x": _TEXT}}), result(_TEXT), "output", MINOR),
        ),
        reference="JSON Schema Validation 2020-12, 6.5.3 and 9.2",
    ),
    Rule(
        id="schema.property.required.relaxed",
        title="A required argument or field became optional",
        area="schema",
        words="is now optional",
        variants=(
            ("output", "may now be missing"),
        ),
        levels={"input": MINOR, "output": BREAKING},
        why={
            "input": "Every call that worked still works.",
            "output": "Readers that rely on the field may find it missing.",
        },
        remedy="Go on sending the field, with null or an empty value where there is nothing to say.",
        examples=(
            Example(argument(_TEXT, required=["x"]), argument(_TEXT), "input", MINOR),
            Example(result(_TEXT), tool(outputSchema={"type": "object", "properties": {"x": _TEXT}}), "output", BREAKING, {}),
        ),
        reference="JSON Schema Validation 2020-12, 6.5.3",
    ),
    Rule(
        id="schema.property.removed",
        title="An argument or a field was removed",
        area="schema",
        words="argument removed",
        variants=(
            ("output", "field removed"),
            ("nested", "field removed"),
        ),
        levels={"input": BREAKING, "output": BREAKING},
        why={
            "input": "A closed object refuses it; an open one accepts it and silently does nothing with it, which is for people to judge.",
            "output": "Somebody reads it; that the schema allowed it to be missing does not make its end harmless.",
        },
        remedy="Mark it deprecated first, with what to use instead, and remove it in a major release.",
        examples=(
            Example(argument(_TEXT, additionalProperties=False), tool(inputSchema={"type": "object", "additionalProperties": False}), "input", BREAKING, {"x": ""}),
            Example(argument(_TEXT), tool(), "input", REVIEW),
            Example(argument(_TEXT, required=["x"]), tool(), "input", BREAKING),
            Example(result(_TEXT), tool(outputSchema=_OPEN), "output", BREAKING, {}),
        ),
        proven=REVIEW,
        promise={
            "input": "A required argument stays part of the tool: callers were made to send it.",
            "output": "A declared result field stays until a major release: somebody reads it.",
        },
    ),
    Rule(
        id="schema.additionalProperties.restricted",
        title="An object accepts fewer undeclared members",
        area="schema",
        words="undeclared members must now match {after}",
        variants=(
            ("input to:false", "undeclared members are now refused"),
            ("to:false", "no longer has undeclared members"),
        ),
        levels={"input": BREAKING, "output": PATCH},
        why={
            "input": "Callers that send a member which is not declared are refused.",
            "output": "Results only became more predictable.",
        },
        remedy="Ignore undeclared members until a major release.",
        examples=(
            Example(argument(_TEXT), argument(_TEXT, additionalProperties=False), "input", BREAKING),
            Example(result(_TEXT), result(_TEXT, additionalProperties=False), "output", PATCH),
        ),
        proven=PATCH,
        reference="JSON Schema Core 2020-12, 10.3.2.3",
    ),
    Rule(
        id="schema.additionalProperties.relaxed",
        title="An object accepts more undeclared members",
        area="schema",
        words="undeclared members may now match {after}",
        variants=(
            ("input to:true", "undeclared members are now accepted"),
            ("to:true", "may now have undeclared members"),
        ),
        levels={"input": MINOR, "output": BREAKING},
        why={
            "input": "Every call that worked still works.",
            "output": "Readers ignore fields that they do not know; under the strict profile it is a break.",
        },
        remedy="Declare every field that a result can hold.",
        examples=(
            Example(argument(_TEXT, additionalProperties=False), argument(_TEXT), "input", MINOR),
            Example(result(_TEXT, additionalProperties=False), result(_TEXT), "output", MINOR),
        ),
        reference="JSON Schema Core 2020-12, 10.3.2.3",
    ),
    Rule(
        id="schema.patternProperties.changed",
        title="A pattern of member names changed",
        area="schema",
        words="members of this pattern: {before} became {after}",
        levels=_EITHER,
        why=_EITHER_WHY,
        remedy="Accept both forms until a major release.",
        examples=(Example(tool(inputSchema=_OPEN), tool(inputSchema={"type": "object", "patternProperties": {"^x": _TEXT}}), "input", BREAKING),),
        reference="JSON Schema Core 2020-12, 10.3.2.2",
    ),
    Rule(
        id="schema.items.added",
        title="The items of an array became described",
        area="schema",
        words="items must now be {after:kind}",
        levels={"input": BREAKING, "output": MINOR},
        why={"input": "Items that were accepted are refused.", "output": "Results only became more predictable."},
        remedy="Convert items of other kinds instead of refusing them.",
        examples=(Example(argument({"type": "array"}), argument({"type": "array", "items": _TEXT}), "input", BREAKING, {"x": [None]}),),
        reference="JSON Schema Core 2020-12, 10.3.1.2",
    ),
    Rule(
        id="schema.items.removed",
        title="The items of an array are no longer described",
        area="schema",
        words="items need no longer be {before:kind}",
        levels={"input": MINOR, "output": BREAKING},
        why={"input": "Every call that worked still works.", "output": "Readers can meet items of any kind."},
        remedy="Keep the description of items in results.",
        examples=(
            Example(argument({"type": "array", "items": _TEXT}), argument({"type": "array"}), "input", MINOR),
            Example(result({"type": "array", "items": _TEXT}), result({"type": "array"}), "output", BREAKING, {"x": [None]}),
        ),
        reference="JSON Schema Core 2020-12, 10.3.1.2",
    ),
    Rule(
        id="schema.branch.removed",
        title="An alternative was removed",
        area="schema",
        words="no longer allows {before:kind}",
        levels=_EITHER,
        why={"input": "Callers that send this alternative are refused.", "output": "Results only became more predictable."},
        remedy="Accept the old alternative until a major release.",
        examples=(Example(argument({"anyOf": [_TEXT, {"type": "integer"}]}), argument({"anyOf": [_TEXT]}), "input", BREAKING, {"x": 0}),),
        reference="JSON Schema Core 2020-12, 10.2.1",
    ),
    Rule(
        id="schema.branch.added",
        title="An alternative was added",
        area="schema",
        words="now also allows {after:kind}",
        levels=_EITHER,
        why={
            "input": "Every call that worked still works, unless it now fits two alternatives of a oneOf.",
            "output": "Readers meet values that could not occur before.",
        },
        remedy="Give each alternative a member that tells it from the others.",
        examples=(
            Example(argument({"anyOf": [_TEXT, {"type": "array"}]}), argument({"anyOf": [_TEXT, {"type": "array"}, {"type": "integer"}]}), "input", MINOR),
            Example(argument({"oneOf": [_TEXT, {"type": "array"}]}), argument({"oneOf": [_TEXT, {"type": "array"}, {"type": "string", "minLength": 3}]}), "input", BREAKING),
        ),
        reference="JSON Schema Core 2020-12, 10.2.1",
    ),
    Rule(
        id="schema.union.added",
        title="A value must now be one of several alternatives",
        area="schema",
        words="must now be one of: {after:kinds}",
        levels=_NARROWS,
        why=_NARROWS_WHY,
        remedy="Accept what was accepted before as one more alternative.",
        examples=(Example(argument(_TEXT), argument({"type": "string", "anyOf": [{"minLength": 3}, {"pattern": "^a"}]}), "input", BREAKING, {"x": ""}),),
        reference="JSON Schema Core 2020-12, 10.2.1",
    ),
    Rule(
        id="schema.union.removed",
        title="A value is no longer limited to several alternatives",
        area="schema",
        words="need no longer be one of: {before:kinds}",
        levels=_WIDENS,
        why=_WIDENS_WHY,
        remedy="Keep the alternatives of results.",
        examples=(Example(argument({"type": "string", "anyOf": [{"minLength": 3}, {"pattern": "^a"}]}), argument(_TEXT), "input", MINOR),),
        reference="JSON Schema Core 2020-12, 10.2.1",
    ),
    Rule(
        id="schema.union.changed",
        title="Alternatives exclude each other, or no longer do",
        area="schema",
        words="the alternatives of {before:type} became those of {after:type}",
        levels=_EITHER,
        why={
            "input": "A value that fits two alternatives is accepted by anyOf and refused by oneOf.",
            "output": "A value that fits two alternatives can occur under anyOf and not under oneOf.",
        },
        remedy="Give each alternative a member that tells it from the others; then both say the same.",
        examples=(
            Example(argument({"oneOf": [{"type": "array"}, {"minLength": 3}]}), argument({"anyOf": [{"type": "array"}, {"minLength": 3}]}), "input", MINOR),
            Example(argument({"anyOf": [{"type": "array"}, {"minLength": 3}]}), argument({"oneOf": [{"type": "array"}, {"minLength": 3}]}), "input", BREAKING, {"x": []}),
        ),
        reference="JSON Schema Core 2020-12, 10.2.1",
    ),
    Rule(
        id="schema.composition.changed",
        title="A condition or a combination changed",
        area="schema",
        words="what {name} demands changed",
        variants=(("from:nothing", "{name} now demands more"), ("to:nothing", "{name} demands nothing any more")),
        levels=_EITHER,
        why=_EITHER_WHY,
        remedy="Split the change into steps that each only accept more, or release it as a major version.",
        examples=(
            Example(tool(inputSchema={"type": "object"}), tool(inputSchema={"type": "object", "dependentRequired": {"a": ["b"]}}), "input", BREAKING),
        ),
        reference="JSON Schema Core 2020-12, 10.2 and 10.3",
    ),
    Rule(
        id="schema.restricted",
        title="A value that could be anything is now described",
        area="schema",
        words="could be anything and must now be {after:kind}",
        levels=_NARROWS,
        why=_NARROWS_WHY,
        remedy="Accept other values until a major release.",
        examples=(Example(argument(_ANYTHING), argument(_TEXT), "input", BREAKING),),
        reference="JSON Schema Core 2020-12, 4.3.2",
    ),
    Rule(
        id="schema.opened",
        title="A value that was described can now be anything",
        area="schema",
        words="was {before:kind} and can now be anything",
        levels=_WIDENS,
        why=_WIDENS_WHY,
        remedy="Keep the description of results.",
        examples=(Example(argument(_TEXT), argument(_ANYTHING), "input", MINOR),),
        reference="JSON Schema Core 2020-12, 4.3.2",
    ),
    Rule(
        id="schema.keyword.changed",
        title="A keyword changed that is not modelled",
        area="schema",
        words="{name} {before} became {after}",
        levels={"input": REVIEW, "output": REVIEW},
        why={
            "input": "JSON Schema lets programs give unknown keywords a meaning; what this one means to the server is for people to judge.",
            "output": "JSON Schema lets programs give unknown keywords a meaning; what this one means to readers is for people to judge.",
        },
        remedy="Say in the release notes what the keyword does.",
        examples=(Example(argument({"x-unit": "m"}), argument({"x-unit": "ft"}), "input", REVIEW),),
        proven=REVIEW,
        reference="JSON Schema Core 2020-12, 6.5",
    ),
    Rule(
        id="schema.changed",
        title="A schema changed in a way that no other rule names",
        area="schema",
        words="the schema changed",
        levels=_EITHER,
        why=_EITHER_WHY,
        remedy="Read both schemas.",
        examples=(),
        proven=PATCH,
    ),
)  # fmt: skip
