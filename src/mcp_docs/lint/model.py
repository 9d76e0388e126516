"""What a lint rule is: one record with its check, from which page, ``explain`` and test come too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from mcp_docs.acceptances import AcceptanceProblem
from mcp_docs.errors import Where
from mcp_docs.history.options import DeprecationNotice
from mcp_docs.interface import Element, ElementKind, Interface, Tool
from mcp_docs.jsonvalue import JsonObject
from mcp_docs.lint.reading import texts
from mcp_docs.lint.walk import Node, nodes
from mcp_docs.report.model import Severity

Area = Literal["file", "tool", "schema", "text", "resource", "prompt", "server", "promise", "size"]
SchemaMember = Literal["inputSchema", "outputSchema"]


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that a check found.

    Attributes:
        kind: of the element, or ``None`` for the file as a whole.
        key: of the element.
        pointer: RFC 6901, inside the element's data.
        message: what is wrong there, one sentence of plain text without a full stop.
        path: the pointer for a reader, or empty.
        about: what tells it from another finding of the same rule at the same place.
        where: the place, when the element does not say it.
    """

    kind: ElementKind | None
    key: str
    pointer: str
    message: str
    path: str = ""
    about: str = ""
    where: Where | None = None


@dataclass(frozen=True, slots=True)
class Budgets:
    """How large tools may be, in estimated tokens; 0 is no limit.

    Attributes:
        tool: of one tool.
        total: of all tools together.
    """

    tool: int = 2000
    total: int = 0


@dataclass(frozen=True)
class Subject:
    """All that checks may look at.

    Attributes:
        interface: what is judged.
        budgets: for sizes.
        notices: announced removals from the configuration.
        acceptances: what is wrong with the acceptances.
        acceptances_file: where they stand.
    """

    interface: Interface
    budgets: Budgets = field(default_factory=Budgets)
    notices: tuple[DeprecationNotice, ...] = ()
    acceptances: tuple[AcceptanceProblem, ...] = ()
    acceptances_file: str = ""
    _nodes: dict[tuple[str, str], tuple[Node, ...]] = field(default_factory=dict)

    def nodes(self, tool: Tool, member: SchemaMember) -> tuple[Node, ...]:
        """Return every schema within a tool's schema, the root first; none when it is quarantined."""
        name = (tool.key, member)
        if name not in self._nodes:
            schema = tool.schema(member)
            self._nodes[name] = tuple(nodes(schema, member)) if isinstance(schema, Mapping) else ()
        return self._nodes[name]

    def inputs(self) -> Iterator[tuple[Tool, Node]]:
        """Yield each schema of what callers send, with its tool."""
        for tool in self.interface.tools:
            for node in self.nodes(tool, "inputSchema"):
                yield tool, node

    def schemas(self) -> Iterator[tuple[Tool, Node]]:
        """Yield each schema of what callers send and receive, with its tool."""
        yield from self.inputs()
        for tool in self.interface.tools:
            for node in self.nodes(tool, "outputSchema"):
                yield tool, node

    @cached_property
    def texts(self) -> tuple[tuple[Element, str, str], ...]:
        """Every text that a model may be shown, between its element and its pointer."""
        elements = (self.interface.server, *self.interface)
        return tuple((element, *found) for element in elements for found in texts(element.data))


Check = Callable[[Subject], Iterable[Found]]


@dataclass(frozen=True, slots=True)
class LintExample:
    """A pair of interfaces, each as ``mcp_docs.rules.model`` writes them.

    Attributes:
        fires: an interface in which the rule finds exactly one thing.
        silent: the same interface mended.
    """

    fires: JsonObject
    silent: JsonObject


@dataclass(frozen=True, slots=True)
class LintRule:
    """A kind of finding in one interface.

    Attributes:
        id: dotted, stable; an id of mcp-covenant where it has one for the case.
        title: names the kind, a phrase.
        area: what part of an interface it is about.
        severity: unless the configuration says otherwise.
        why: why it matters.
        remedy: what to do.
        check: finds it.
        examples: each is a test; none only where no interface shows the fault.
        reference: where the reasoning can be checked: a specification and its section.
    """

    id: str
    title: str
    area: Area
    severity: Severity
    why: str
    remedy: str
    check: Check
    examples: tuple[LintExample, ...] = ()
    reference: str = ""


def at(element: Element, pointer: str, message: str, path: str = "", about: str = "") -> Found:
    """Return a finding in an element."""
    return Found(element.kind, element.key, pointer, message, path, about)


def at_node(tool: Tool, node: Node, message: str, about: str = "") -> Found:
    """Return a finding in a schema of a tool."""
    return Found("tool", tool.key, node.pointer, message, node.path, about)
