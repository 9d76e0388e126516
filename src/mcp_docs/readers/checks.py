"""What is wrong with an element, as far as its own data shows.

Each check yields problems with pointers into the element. ``null`` in an optional member counts as
absence, since typed SDKs write it for members that are not set; only a schema must not be ``null``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mcp_docs.interface import HINT_DEFAULTS, ElementKind, Problem
from mcp_docs.jsonvalue import JsonObject, JsonValue, pointer_join
from mcp_docs.schema import validity

#: Characters of a validator's message that are kept.
_SHOWN: Final = 200
_DISPLAY: Final = ("title", "description")
_TEXTS: Mapping[ElementKind, tuple[str, ...]] = {
    "server": ("name", "version", "protocolVersion", "instructions", "websiteUrl", *_DISPLAY),
    "tool": _DISPLAY,
    "resource": ("name", "mimeType", *_DISPLAY),
    "template": ("name", "mimeType", *_DISPLAY),
    "prompt": _DISPLAY,
}
_OBJECTS: Mapping[ElementKind, tuple[str, ...]] = {
    "server": ("capabilities", "_meta"),
    "tool": ("annotations", "execution", "_meta"),
    "resource": ("annotations", "_meta"),
    "template": ("annotations", "_meta"),
    "prompt": ("_meta",),
}


def problems_of(kind: ElementKind, data: JsonObject, spoilt: Sequence[Problem] = ()) -> tuple[Problem, ...]:
    """Return what is wrong with an element whose key is sound.

    Args:
        kind: kind of the element.
        data: its object.
        spoilt: problems of the text that the data no longer shows. A schema in which there is one
            is not as the server sent it, so it is not judged again.
    """
    return tuple(_problems(kind, data, spoilt))


def _problems(kind: ElementKind, data: JsonObject, spoilt: Sequence[Problem]) -> Iterator[Problem]:
    for name in _TEXTS[kind]:
        yield from _text(data, name, "")
    for name in _OBJECTS[kind]:
        if not isinstance(data.get(name), Mapping | None):
            yield Problem("member.not_object", f"{name} is not an object", pointer_join("", name))
    yield from _icons(data.get("icons"))
    if kind == "tool":
        yield from _hints(data.get("annotations"))
        for name in ("inputSchema", "outputSchema"):
            if not any(f"{problem.pointer}/".startswith(f"/{name}/") for problem in spoilt):
                yield from _schema(data, name)
    if kind == "prompt":
        yield from _arguments(data.get("arguments"))


def _text(data: JsonObject, name: str, pointer: str) -> Iterator[Problem]:
    if not isinstance(data.get(name), str | None):
        yield Problem("member.not_string", f"{name} is not a string", pointer_join(pointer, name))


def _icons(icons: JsonValue) -> Iterator[Problem]:
    if icons is None:
        return
    if not isinstance(icons, list):
        yield Problem("member.not_list", "icons is not an array", "/icons")
        return
    for index, icon in enumerate(icons):
        if not isinstance(icon, Mapping) or not isinstance(icon.get("src"), str):
            yield Problem("icon.no_src", "an icon has no src", pointer_join("/icons", index))


def _hints(annotations: JsonValue) -> Iterator[Problem]:
    if not isinstance(annotations, Mapping):
        return
    yield from _text(annotations, "title", "/annotations")
    for name in HINT_DEFAULTS:
        if not isinstance(annotations.get(name), bool | None):
            yield Problem("hint.not_boolean", f"{name} is neither true nor false", f"/annotations/{name}")


def _schema(data: JsonObject, name: str) -> Iterator[Problem]:
    pointer = f"/{name}"
    if name not in data:
        if name == "inputSchema":
            yield Problem("schema.missing", "the tool has no inputSchema", pointer)
        return
    schema = data[name]
    if schema is None:
        yield Problem("schema.null", f"{name} is null", pointer)
    elif not isinstance(schema, bool | Mapping):
        yield Problem("schema.not_object", f"{name} is neither an object nor a boolean", pointer)
    elif fault := validity.problem(schema):
        message, inner = fault
        # The validator's words hold the faulty value, of any length and with anything in it.
        yield Problem(
            "schema.invalid", f"{name} is not a valid JSON Schema: {message[:_SHOWN]}", pointer + inner
        )
    elif keyword := _foreign(schema):
        what = f"{name} lists members under {keyword!r}, a notation of its own that JSON Schema ignores"
        yield Problem("schema.foreign", what, pointer)


#: Keywords that say nothing of members; with nothing but these a schema describes none.
_MEMBERLESS: Final = frozenset(
    {"type", "title", "description", "$schema", "$id", "$comment", "additionalProperties"}
)


def _foreign(schema: JsonValue) -> str | None:
    """Return the keyword under which an object's members stand that no JSON Schema knows, if so.

    Such a schema is formally valid, since unknown keywords are, and accepts every object: taken at
    its word it would promise nothing of what its author meant.
    """
    if not isinstance(schema, Mapping) or schema.get("type") != "object":
        return None
    unknown = schema.keys() - _MEMBERLESS
    if len(unknown) != 1:
        return None
    (keyword,) = unknown
    members = schema[keyword]
    listed = isinstance(members, list) and members and all(_is_member(member) for member in members)
    return keyword if listed else None


def _is_member(value: JsonValue) -> bool:
    return (
        isinstance(value, Mapping)
        and isinstance(value.get("name"), str)
        and isinstance(value.get("type"), str)
    )


def _arguments(arguments: JsonValue) -> Iterator[Problem]:
    if arguments is None:
        return
    if not isinstance(arguments, list):
        yield Problem("member.not_list", "arguments is not an array", "/arguments")
        return
    seen: set[str] = set()
    for index, argument in enumerate(arguments):
        yield from _argument(argument, pointer_join("/arguments", index), seen)


def _argument(argument: JsonValue, pointer: str, seen: set[str]) -> Iterator[Problem]:
    name = argument.get("name") if isinstance(argument, Mapping) else None
    if not isinstance(argument, Mapping) or not isinstance(name, str) or not name:
        yield Problem("argument.no_name", "an argument is no object with a name", pointer)
        return
    if name in seen:
        yield Problem("argument.duplicate_name", "an argument has the name of an earlier one", pointer)
    seen.add(name)
    for text in _DISPLAY:
        yield from _text(argument, text, pointer)
    if not isinstance(argument.get("required"), bool | None):
        yield Problem(
            "argument.required_not_boolean", "required is neither true nor false", f"{pointer}/required"
        )
