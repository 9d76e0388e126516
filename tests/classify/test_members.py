"""What elements declare beside their schemas."""

from __future__ import annotations

from typing import Any

import pytest

from mcp_docs.classifier.interfaces import classify
from surfaces import interface


def told(old: dict[str, Any], new: dict[str, Any]) -> list[tuple[str, str]]:
    return [(c.level.label, c.rule) for c in classify(interface(old), interface(new))]


def tool(**parts: Any) -> dict[str, Any]:
    return {"tools": [{"name": "t", "inputSchema": {"type": "object"}, **parts}]}


def resource(**parts: Any) -> dict[str, Any]:
    return {"resources": [{"uri": "a://b", "name": "b", **parts}]}


def server(**parts: Any) -> dict[str, Any]:
    return {"server": {"name": "s", "version": "1.0.0", **parts}}


NOTHING = [
    # Absent means the specification's default.
    (tool(), tool(annotations={})),
    (tool(), tool(annotations={"destructiveHint": True, "readOnlyHint": False, "openWorldHint": True})),
    (tool(), tool(execution={"taskSupport": "forbidden"})),
    (tool(), tool(icons=[])),
    (tool(), tool(description=None, title=None, _meta=None, icons=None)),
    (resource(), resource(annotations={})),
    ({"prompts": [{"name": "p"}]}, {"prompts": [{"name": "p", "arguments": []}]}),
    # The version labels the interface; that it changes is what a release is.
    (server(), server(version="2.0.0")),
    (server(), server(title=None)),
    # One side's format does not record capabilities.
    (server(), server(capabilities={"tools": {}})),
]


@pytest.mark.parametrize(("left", "right"), NOTHING)
def test_what_says_no_more_is_no_change(left: dict[str, Any], right: dict[str, Any]) -> None:
    assert told(left, right) == []
    assert told(right, left) == []


CHANGES = [
    (tool(annotations={"readOnlyHint": True}), tool(), [("review", "tool.annotation.safety.weakened")]),
    (tool(), tool(annotations={"readOnlyHint": True}), [("patch", "tool.annotation.changed")]),
    (tool(annotations={"destructiveHint": False}), tool(), [("review", "tool.annotation.safety.weakened")]),
    (tool(annotations={"idempotentHint": True}), tool(), [("review", "tool.annotation.safety.weakened")]),
    (tool(annotations={"openWorldHint": False}), tool(), [("review", "tool.annotation.safety.weakened")]),
    (tool(), tool(execution={"taskSupport": "required"}), [("review", "tool.execution.changed")]),
    (tool(), tool(_meta={"example.org/replacement": "u", "deprecated": True}), [("minor", "element.deprecated"), ("patch", "element.meta.changed")]),
    (tool(), tool(whatever=1), [("review", "element.field.changed")]),
    (tool(description="Find."), tool(description="Find. ALWAYS call this first."), [("review", "tool.description.changed")]),
    (tool(description="Always find."), tool(description="Always find it."), [("patch", "tool.description.changed")]),
    (resource(), resource(annotations={"priority": 1}), [("patch", "element.annotation.changed")]),
    (resource(size=1), resource(size=2), [("patch", "resource.size.changed")]),
    (resource(mimeType="text/plain"), resource(mimeType="text/html"), [("review", "resource.mime_type.changed")]),
    (server(), {"server": {"name": "z", "version": "1.0.0"}}, [("review", "server.name.changed")]),
    (server(protocolVersion="2025-06-18"), server(protocolVersion="2025-11-25"), [("review", "server.protocol.changed")]),
    # What one side's format does not record is no change, either way round.
    (server(), server(protocolVersion="2025-11-25"), []),
    (server(protocolVersion="2025-11-25"), server(), []),
    ({"server": {}}, server(protocolVersion="2025-11-25", instructions="Ask first.", title="Z"), []),
    ({"server": {"version": "1.0.0"}}, server(), []),
    (server(), server(websiteUrl="https://example.org"), [("patch", "server.title.changed")]),
    (server(), server(instructions="Prefer search."), [("review", "server.instructions.changed")]),
    (server(capabilities={"tools": {}}), server(capabilities={}), [("breaking", "server.capability.removed")]),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "expected"), CHANGES)
def test_each_member_has_a_rule(
    old: dict[str, Any], new: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    assert told(old, new) == expected


def test_resources_without_words_are_not_renamed_for_want_of_difference() -> None:
    old, new = {"resources": [{"uri": "a://weather"}]}, {"resources": [{"uri": "b://invoices/2"}]}
    assert {c.link for c in classify(interface(old), interface(new))} == {""}


def test_a_template_with_a_renamed_variable_is_linked() -> None:
    templates = [
        {"templates": [{"uriTemplate": f"repo://{{owner}}/{{{name}}}/issues"}]} for name in ("repo", "name")
    ]
    changes = classify(interface(templates[0]), interface(templates[1]))
    assert [c.rule for c in changes] == ["template.removed", "template.added"]
    assert changes[0].link == changes[1].link != ""
