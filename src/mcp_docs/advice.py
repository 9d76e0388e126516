"""What a caller does about a change, in one sentence; ``wording.remedy`` speaks to maintainers."""

from __future__ import annotations

from collections.abc import Mapping

from mcp_docs.change import Change, Level
from mcp_docs.wording import cut_inside

#: Rules for which the operation and the side say too little; ``{name}`` is the place, ``{key}`` the element.
_BY_RULE: Mapping[str, str] = {
    "schema.property.required.added": "Send {name} in every call.",
    "schema.additionalProperties.restricted": "Send only arguments that are declared.",
    "schema.enum.value.removed": "Stop sending the choice that is gone.",
    "schema.enum.added": "Send one of the listed values only.",
    "schema.default.changed": "Send {name} wherever its value matters to you.",
    "schema.description.changed": "Nothing in code; try your agents, which read this text.",
    "tool.description.changed": "Nothing in code; try your agents, which read this text.",
    "tool.annotation.safety.weakened": "Ask for confirmation before this tool is called, if you do not yet.",
    "tool.output_schema.removed": "Check each result yourself: nothing describes it any more.",
    "tool.output_schema.added": "Nothing; results can be checked now.",
    "element.malformed": "Do not rely on the part that is malformed.",
    "element.deprecated": "Move to the replacement before the announced end.",
    "schema.deprecated.changed": "Move to the replacement before the announced end.",
    "prompt.arg.required.added": "Give {name} whenever you get the prompt.",
    "server.instructions.changed": "Nothing in code; try your agents, which read the instructions.",
}
_REMOVED: Mapping[str, str] = {
    "tool": "Stop calling {key} before you upgrade.",
    "prompt": "Stop using the prompt {key} before you upgrade.",
    "resource": "Stop reading {key} before you upgrade.",
    "template": "Stop building addresses from {key} before you upgrade.",
}
_BY_SIDE: Mapping[str, str] = {
    "input": "Check what you send for {name}: some values that worked are refused.",
    "output": "Check what you read of {name}: values can come that could not before.",
    "model": "Nothing in code; try your agents, which read this.",
    "meta": "Check whether you rely on it.",
}


def for_callers(change: Change) -> str:
    """Return what somebody who uses the server does about a change; empty where there is nothing to do."""
    if change.level < Level.REVIEW:
        return ""
    return _template(change).format(name=cut_inside(_name(change)), key=cut_inside(change.key))


def _template(change: Change) -> str:
    detail = dict(change.detail)
    whole = not change.pointer and change.operation == "removed"
    renamed = detail.get("renamed_to")
    if renamed:
        verb = "Use" if whole else "Send" if change.side == "input" else "Read"
        old = "{key}" if whole else "{name}"
        return f"{verb} {_literal(cut_inside(renamed))} instead of {old}."
    if whole and change.kind in _REMOVED:
        return _REMOVED[change.kind]
    if change.operation == "removed" and change.rule.endswith(("property.removed", "arg.removed")):
        return "Do without {name}." if change.side == "output" else "Stop sending {name}."
    known = _BY_RULE.get(change.rule)
    if known and not (change.side == "output" and change.rule.startswith("schema.")):
        return known
    return _BY_SIDE[change.side]


def _literal(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _name(change: Change) -> str:
    place = change.path.removeprefix("output: ")
    return place or {"input": "the arguments", "output": "the result"}.get(change.side, change.key)
