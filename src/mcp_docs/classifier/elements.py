"""Comparing what elements declare beside their schemas, member by member."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcp_docs.change import Change, Level, Side
from mcp_docs.classifier.draft import change_of
from mcp_docs.classifier.instructions import rewording_level
from mcp_docs.interface import HINT_DEFAULTS, Element, Prompt, Tool
from mcp_docs.jsonvalue import ABSENT, Absent, JsonObject, JsonValue, pointer_join
from mcp_docs.schema.normal import equal
from mcp_docs.sunsets import declared_sunset, is_earlier, without_sunset

#: Members that other comparisons read; the rest of an element's members are reported as changed.
_ELSEWHERE = {
    "name",
    "uri",
    "uriTemplate",
    "inputSchema",
    "outputSchema",
    "annotations",
    "_meta",
    "arguments",
}
#: Member to rule, where the rule's id is not ``KIND.MEMBER.changed``.
_RULES = {
    ("resource", "mimeType"): "resource.mime_type.changed",
    ("template", "mimeType"): "template.mime_type.changed",
    ("resource", "name"): "resource.name.changed",
    ("template", "name"): "template.name.changed",
    ("resource", "size"): "resource.size.changed",
    ("tool", "execution"): "tool.execution.changed",
}


def member_changes(old: Element, new: Element) -> Iterator[Change]:
    """Yield the changes of an element's own members: texts, icons, metadata, unknown fields."""
    named = {"name"} if new.kind in ("resource", "template") else set()
    for member in sorted((old.data.keys() | new.data.keys()) - (_ELSEWHERE - named)):
        before, after = _part(old, member), _part(new, member)
        if not equal(before, after):
            yield _member(new, member, before, after)
    yield from _meta_changes(old, new)
    if isinstance(old, Tool) and isinstance(new, Tool):
        yield from _hint_changes(old, new)
    else:
        yield from _note_changes(old, new)
    if isinstance(old, Prompt) and isinstance(new, Prompt):
        yield from _argument_changes(old, new)


def _part(element: Element, member: str) -> JsonValue | Absent:
    """Return a member; what says no more than its absence is absent: ``null``, no icons, no tasks."""
    value = element.data.get(member)
    said = {**NO_TASKS, **value} if member == "execution" and isinstance(value, Mapping) else value
    nothing = (
        said is None or (member == "icons" and value == []) or (member == "execution" and said == NO_TASKS)
    )
    return ABSENT if nothing else value


#: How a tool is executed that does not say how: specification 2025-11-25, ``execution.taskSupport``.
NO_TASKS: JsonObject = {"taskSupport": "forbidden"}


def _member(new: Element, member: str, before: JsonValue | Absent, after: JsonValue | Absent) -> Change:
    pointer = pointer_join("", member)
    if member == "description":
        level = rewording_level(before, after)
        return change_of(
            f"{new.kind}.description.changed", new, "model", before, after, pointer=pointer, level=level
        )
    if member == "title":
        return change_of(f"{new.kind}.title.changed", new, "model", before, after, pointer=pointer)
    if member == "icons":
        return change_of("element.icons.changed", new, "meta", before, after, pointer=pointer)
    rule = _RULES.get((new.kind, member))
    if rule is None:
        return _field(new, member, before, after, pointer)
    side: Side = "output" if member == "mimeType" else "meta"
    return change_of(rule, new, side, before, after, pointer=pointer)


def _field(
    new: Element, name: str, before: JsonValue | Absent, after: JsonValue | Absent, pointer: str
) -> Change:
    detail = (("name", name),)
    return change_of("element.field.changed", new, "meta", before, after, pointer=pointer, detail=detail)


def _meta_changes(old: Element, new: Element) -> Iterator[Change]:
    was, says = declared_sunset(old), declared_sunset(new)
    moved = says[0] if was and says and is_earlier(says[1], was[1]) else ""
    if was and says and moved:
        yield change_of("element.sunset.earlier", new, "meta", was[1], says[1], pointer=moved)
    for name in sorted(old.meta.keys() | new.meta.keys()):
        before, after = old.meta.get(name, ABSENT), new.meta.get(name, ABSENT)
        if equal(before, after):
            continue
        pointer = pointer_join("/_meta", name)
        if _inside(moved, pointer) and equal(without_sunset(before), without_sunset(after)):
            continue
        if _announces(name, after) and not _announces(name, before):
            yield change_of("element.deprecated", new, "meta", before, after, pointer=pointer)
        else:
            detail = (("name", name),)
            yield change_of(
                "element.meta.changed", new, "meta", before, after, pointer=pointer, detail=detail
            )


def _inside(pointer: str, place: str) -> bool:
    return (pointer + "/").startswith(place + "/")


def _announces(name: str, value: JsonValue | Absent) -> bool:
    return name.rpartition("/")[2] in ("deprecated", "deprecation") and value not in (ABSENT, None, False)


def _hint_changes(old: Tool, new: Tool) -> Iterator[Change]:
    for name in sorted(old.annotations.keys() | new.annotations.keys()):
        before, after = old.annotations.get(name, ABSENT), new.annotations.get(name, ABSENT)
        pointer, detail = pointer_join("/annotations", name), (("name", name),)
        if name in HINT_DEFAULTS:
            # Absent means the specification's default, so that writing the default out is no change.
            said, says = old.hint(name), new.hint(name)
            if said == says:
                continue
            rule = (
                "tool.annotation.safety.weakened" if _weaker(name, says=says) else "tool.annotation.changed"
            )
            yield change_of(rule, new, "model", said, says, pointer=pointer, detail=detail)
        elif not equal(before, after):
            yield change_of(
                "tool.annotation.changed", new, "model", before, after, pointer=pointer, detail=detail
            )


def _note_changes(old: Element, new: Element) -> Iterator[Change]:
    """Yield the changes of a resource's annotations: whom it is for, how much it matters, its age."""
    before, after = old.mapping("annotations"), new.mapping("annotations")
    for name in sorted(before.keys() | after.keys()):
        said, says = before.get(name, ABSENT), after.get(name, ABSENT)
        if not equal(said, says):
            pointer, detail = pointer_join("/annotations", name), (("name", name),)
            yield change_of(
                "element.annotation.changed", new, "meta", said, says, pointer=pointer, detail=detail
            )


def _weaker(name: str, *, says: bool) -> bool:
    """Tell whether a hint that now says this promises less safety than its opposite."""
    return says != (name in ("readOnlyHint", "idempotentHint"))


def _argument_changes(old: Prompt, new: Prompt) -> Iterator[Change]:
    before, after = _arguments(old), _arguments(new)
    for name, (number, argument) in before.items():
        if name not in after:
            level = Level.BREAKING if argument.get("required") is True else Level.REVIEW
            pointer = f"/arguments/{number}"
            yield change_of(
                "prompt.arg.removed", new, "input", argument, ABSENT, pointer=pointer, path=name, level=level
            )
    for name, (number, argument) in after.items():
        pointer = f"/arguments/{number}"
        required = argument.get("required") is True
        if name not in before:
            rule = "prompt.arg.required.added" if required else "prompt.arg.added"
            yield change_of(rule, new, "input", ABSENT, argument, pointer=pointer, path=name)
        else:
            yield from _one_argument(new, before[name][1], argument, pointer, name)


def _one_argument(
    new: Prompt, old: JsonObject, argument: JsonObject, pointer: str, name: str
) -> Iterator[Change]:
    was, required = old.get("required") is True, argument.get("required") is True
    if was != required:
        rule = "prompt.arg.required.added" if required else "prompt.arg.required.relaxed"
        yield change_of(rule, new, "input", was, required, pointer=f"{pointer}/required", path=name)
    for member in sorted((old.keys() | argument.keys()) - {"name", "required"}):
        before, after = old.get(member, ABSENT), argument.get(member, ABSENT)
        if equal(before, after):
            continue
        place = pointer_join(pointer, member)
        if member == "description":
            level = rewording_level(before, after)
            yield change_of(
                "prompt.arg.description.changed",
                new,
                "model",
                before,
                after,
                pointer=place,
                path=name,
                level=level,
            )
        elif member == "title":
            yield change_of("prompt.arg.title.changed", new, "model", before, after, pointer=place, path=name)
        else:
            yield _field(new, f"{name}: {member}", before, after, place)


def _arguments(prompt: Prompt) -> Mapping[str, tuple[int, JsonObject]]:
    """Return the arguments by name with their numbers; of two with one name the first counts."""
    found: dict[str, tuple[int, JsonObject]] = {}
    for number, argument in enumerate(prompt.arguments):
        name = argument.get("name")
        if isinstance(name, str):
            found.setdefault(name, (number, argument))
    return found
