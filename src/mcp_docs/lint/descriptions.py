"""Rules about what is not described."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcp_docs.jsonvalue import JsonObject, JsonValue, pointer_join
from mcp_docs.lint.model import Found, LintExample, LintRule, Subject, at, at_node
from mcp_docs.lint.references import References
from mcp_docs.lint.walk import Node
from mcp_docs.report.model import Severity
from mcp_docs.rules.model import argument, tool


def _blank(value: JsonValue) -> bool:
    return not isinstance(value, str) or not value.strip()


def _tools(subject: Subject) -> Iterator[Found]:
    for each in subject.interface.tools:
        if _blank(each.description):
            yield at(each, "", "the tool has no description", about="description")


def _arguments(subject: Subject) -> Iterator[Found]:
    references = References()
    for each in subject.interface.tools:
        inside = subject.nodes(each, "inputSchema")
        # Alternatives say the same argument over again: one description, and one finding, is enough.
        done = {node.path for node in inside if not _blank(node.schema.get("description"))}
        for node in inside:
            if (
                node.keyword == "properties"
                and node.judged
                and node.path not in done
                and _undescribed(node, references)
            ):
                done.add(node.path)
                yield at_node(each, node, f"the argument {node.name!r} has no description")


def _undescribed(node: Node, references: References) -> bool:
    """Tell whether neither a property nor what it refers to, in one step, is described."""
    parts: list[JsonValue] = [node.schema]
    for keyword in ("allOf", "anyOf", "oneOf"):
        listed = node.schema.get(keyword)
        parts.extend(listed if isinstance(listed, list) else ())
    for part in parts:
        if not isinstance(part, Mapping):
            continue
        target = references.target(node, part["$ref"]) if "$ref" in part else None
        if not _blank(part.get("description")) or _says(target):
            return False
    return True


def _says(target: JsonValue) -> bool:
    return isinstance(target, Mapping) and not _blank(target.get("description"))


def _prompts(subject: Subject) -> Iterator[Found]:
    for each in subject.interface.prompts:
        if _blank(each.description):
            yield at(each, "", "the prompt has no description", about="description")


def _prompt_arguments(subject: Subject) -> Iterator[Found]:
    for each in subject.interface.prompts:
        listed = each.data.get("arguments")
        for index, item in enumerate(listed if isinstance(listed, list) else ()):
            name = item.get("name") if isinstance(item, Mapping) else None
            if isinstance(item, Mapping) and isinstance(name, str) and _blank(item.get("description")):
                pointer = pointer_join("/arguments", index)
                yield at(each, pointer, f"the argument {name!r} has no description", name, about=name)


def _labels(subject: Subject) -> Iterator[Found]:
    for each in (*subject.interface.resources, *subject.interface.templates):
        if all(_blank(each.data.get(name)) for name in ("name", "title", "description")):
            yield at(each, "", "neither a name nor a title nor a description says what it is", about="label")


def _names(subject: Subject) -> Iterator[Found]:
    for each in (*subject.interface.resources, *subject.interface.templates):
        labelled = any(not _blank(each.data.get(name)) for name in ("title", "description"))
        if labelled and _blank(each.data.get("name")):
            yield at(each, "", "it has no name, which the protocol demands", about="name")


def _resource(**parts: JsonValue) -> JsonObject:
    return {"resources": [{"uri": "file:///a", **parts}]}


RULES = (
    LintRule(
        id="tool.missing_description",
        title="A tool has no description",
        area="tool",
        severity=Severity.WARNING,
        why="A model chooses by the description; without one it goes by the name alone.",
        remedy="Say in a sentence or two what it does, when to use it and what it returns.",
        check=_tools,
        examples=(LintExample(tool(description=" "), tool(description="Find ships by name.")),),
    ),
    LintRule(
        id="tool.param.missing_description",
        title="An argument has no description",
        area="tool",
        severity=Severity.NOTE,
        why="A model has to guess what to send from the name and the type.",
        remedy="Say what it means, in which unit or form, and what happens without it.",
        check=_arguments,
        examples=(
            LintExample(argument({"type": "string"}), argument({"type": "string", "description": "A ship's name."})),
            LintExample(
                argument({"type": "object", "description": "Where.", "properties": {"y": {"type": "string"}}}),
                argument({"type": "object", "description": "Where.", "properties": {"y": {"type": "string", "description": "A port."}}}),
            ),
            LintExample(
                argument({"$ref": "#/$defs/port"}, **{"$defs": {"port": {"type": "string"}}}),
                argument({"$ref": "#/$defs/port"}, **{"$defs": {"port": {"type": "string", "description": "A port."}}}),
            ),
        ),
    ),
    LintRule(
        id="prompt.missing_description",
        title="A prompt has no description",
        area="prompt",
        severity=Severity.NOTE,
        why="People choose prompts from a list by what it says.",
        remedy="Say in a sentence what the prompt is for.",
        check=_prompts,
        examples=(LintExample({"prompts": [{"name": "p"}]}, {"prompts": [{"name": "p", "description": "Plan a voyage."}]}),),
    ),
    LintRule(
        id="prompt.arg.missing_description",
        title="A prompt's argument has no description",
        area="prompt",
        severity=Severity.NOTE,
        why="Clients show it beside the field that a person fills in.",
        remedy="Say what to enter.",
        check=_prompt_arguments,
        examples=(LintExample(
            {"prompts": [{"name": "p", "description": "Plan.", "arguments": [{"name": "a"}]}]},
            {"prompts": [{"name": "p", "description": "Plan.", "arguments": [{"name": "a", "description": "A port."}]}]},
        ),),
    ),
    LintRule(
        id="resource.missing_label",
        title="A resource says nothing but its address",
        area="resource",
        severity=Severity.NOTE,
        why="Neither people nor models can tell from an address whether they want it.",
        remedy="Give it a name and a description.",
        check=_labels,
        examples=(LintExample(_resource(), _resource(name="a", description="Tides.")),),
    ),
    LintRule(
        id="resource.missing_name",
        title="A resource has no name",
        area="resource",
        severity=Severity.WARNING,
        why="The protocol demands one in every version; clients that check what they read refuse the whole list.",
        remedy="Give it a name.",
        check=_names,
        examples=(LintExample(_resource(title="Tides"), _resource(title="Tides", name="tides")),),
        reference="MCP specification, schema, Resource and BaseMetadata",
    ),
)  # fmt: skip
