"""The frozen model of what an MCP server declares.

An *interface* is all that a client can discover. An *element* is one tool, resource, resource
template or prompt, or the server itself. Each element keeps the JSON object that the server sent,
whole, so that unknown fields survive; the typed accessors read from it and answer ``None`` where a
part is missing or malformed. Malformed parts are *quarantined*: the element stays, and its
``problems`` say what is wrong and where.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Literal, TypeAlias

from mcp_docs.jsonvalue import JsonObject, digest

ElementKind = Literal["server", "tool", "resource", "template", "prompt"]
Schema: TypeAlias = "bool | JsonObject"

KINDS: tuple[ElementKind, ...] = ("server", "tool", "resource", "template", "prompt")

#: Defaults of the tool annotations, from the specification (`ToolAnnotations`, since 2025-03-26).
HINT_DEFAULTS: Mapping[str, bool] = {
    "readOnlyHint": False,
    "destructiveHint": True,
    "idempotentHint": False,
    "openWorldHint": True,
}


@dataclass(frozen=True, slots=True)
class Problem:
    """A part of a lockfile that could not be taken at its word.

    Attributes:
        code: a stable dotted id, for example ``schema.null`` or ``tool.duplicate_name``.
        message: what is wrong, one sentence without a full stop.
        pointer: RFC 6901 pointer of the part: inside the element where the element owns the
            problem, else inside the file.
        line: 1-based line in the file, where known.
        column: 1-based column in the file, where known.
        file: name of the file within a folder that is read as one lockfile; else ``None``.
    """

    code: str
    message: str
    pointer: str = ""
    line: int | None = None
    column: int | None = None
    file: str | None = None


@dataclass(frozen=True)
class Element:
    """One discoverable thing; ``kind`` and ``key`` together identify it within an interface.

    Attributes:
        data: the object as the server sent it. Never changed in place.
        problems: quarantined parts of this element; empty for a sound one.
    """

    kind: ClassVar[ElementKind]
    key_field: ClassVar[str]

    data: JsonObject
    problems: tuple[Problem, ...] = ()

    @cached_property
    def key(self) -> str:
        """The name, uri or uriTemplate by which clients address the element."""
        value = self.data.get(self.key_field)
        return value if isinstance(value, str) else ""

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the canonical text of ``data``; equal digests mean nothing changed."""
        return digest(self.data)

    @property
    def title(self) -> str | None:
        """The display name, if the server gives one."""
        return self.text("title")

    @property
    def description(self) -> str | None:
        """What the element is for, in the server's words."""
        return self.text("description")

    @property
    def meta(self) -> JsonObject:
        """The ``_meta`` object; empty when absent or malformed."""
        return self.mapping("_meta")

    def text(self, name: str) -> str | None:
        """Return the member ``name`` when it is a string."""
        value = self.data.get(name)
        return value if isinstance(value, str) else None

    def mapping(self, name: str) -> JsonObject:
        """Return the member ``name`` when it is an object, else an empty one."""
        value = self.data.get(name)
        return value if isinstance(value, Mapping) else {}

    def has_problem_at(self, pointer: str) -> bool:
        """Tell whether the part at ``pointer``, or something inside it, is quarantined."""
        return any(p.pointer == pointer or p.pointer.startswith(pointer + "/") for p in self.problems)


class Server(Element):
    """The server itself: identity, protocol version, capabilities, instructions.

    ``data`` holds ``name``, ``version``, ``title`` … as in ``serverInfo``, and beside them
    ``protocolVersion``, ``capabilities`` and ``instructions``.
    """

    kind: ClassVar[ElementKind] = "server"
    key_field = "name"

    @property
    def version(self) -> str | None:
        """The version that the server reports, if any."""
        return self.text("version") or None


class Tool(Element):
    """A tool: what a caller sends (``inputSchema``) and receives (``outputSchema``)."""

    kind: ClassVar[ElementKind] = "tool"
    key_field = "name"

    @property
    def input_schema(self) -> Schema | None:
        """The input schema, or ``None`` when it is missing or quarantined."""
        return self.schema("inputSchema")

    @property
    def output_schema(self) -> Schema | None:
        """The output schema, or ``None`` when it is missing or quarantined."""
        return self.schema("outputSchema")

    @property
    def annotations(self) -> JsonObject:
        """The annotations as declared, without the specification's defaults."""
        return self.mapping("annotations")

    def schema(self, name: str) -> Schema | None:
        """Return the schema in member ``name`` unless it is missing or quarantined."""
        value = self.data.get(name)
        if isinstance(value, (bool, Mapping)) and not self.has_problem_at("/" + name):
            return value
        return None

    def hint(self, name: str) -> bool:
        """Return a hint as a client must read it: declared, else the specification's default."""
        value = self.annotations.get(name)
        return value if isinstance(value, bool) else HINT_DEFAULTS[name]


class Resource(Element):
    """A resource, identified by its uri."""

    kind: ClassVar[ElementKind] = "resource"
    key_field = "uri"


class ResourceTemplate(Element):
    """A resource template, identified by its uriTemplate (RFC 6570)."""

    kind: ClassVar[ElementKind] = "template"
    key_field = "uriTemplate"


class Prompt(Element):
    """A prompt and its arguments."""

    kind: ClassVar[ElementKind] = "prompt"
    key_field = "name"

    @property
    def arguments(self) -> tuple[JsonObject, ...]:
        """The well-formed arguments, in the server's order."""
        value = self.data.get("arguments")
        if not isinstance(value, Sequence) or isinstance(value, str):
            return ()
        return tuple(item for item in value if isinstance(item, Mapping))


ELEMENT_TYPES: Mapping[ElementKind, type[Element]] = {
    cls.kind: cls for cls in (Server, Tool, Resource, ResourceTemplate, Prompt)
}


@dataclass(frozen=True)
class Interface:
    """All that a client can discover of one server at one time.

    Elements are sorted by key, keys are unique within a kind; both are the readers' duty.

    Attributes:
        problems: faults of the file as a whole, such as an entry that has no name.
        source_format: the name of the reader that understood the file.
    """

    server: Server = field(default_factory=lambda: Server({}))
    tools: tuple[Tool, ...] = ()
    resources: tuple[Resource, ...] = ()
    templates: tuple[ResourceTemplate, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    problems: tuple[Problem, ...] = ()
    source_format: str = ""

    @cached_property
    def index(self) -> Mapping[tuple[ElementKind, str], Element]:
        """Every element but the server, by kind and key, in canonical order."""
        listed: tuple[Element, ...] = (*self.tools, *self.resources, *self.templates, *self.prompts)
        return {(element.kind, element.key): element for element in listed}

    @cached_property
    def digest(self) -> str:
        """SHA-256 over the elements' digests and the server's object."""
        return digest([self.server.digest, *(f"{kind}:{e.digest}" for (kind, _), e in self.index.items())])

    @property
    def all_problems(self) -> tuple[tuple[Element | None, Problem], ...]:
        """Everything that the reader quarantined, with its element; ``None`` for the file as a whole."""
        inner = [(element, p) for element in (self.server, *self) for p in element.problems]
        return (*((None, p) for p in self.problems), *inner)

    def __iter__(self) -> Iterator[Element]:
        return iter(self.index.values())

    def get(self, kind: ElementKind, key: str) -> Element | None:
        """Return the element, or ``None``; the server is addressed by its kind alone."""
        return self.server if kind == "server" else self.index.get((kind, key))
