"""A server's tools as a client should hold them: every question has an answer, and none is a crash.

A tool that is unknown, was removed, or whose schema is malformed is an answer with a reason. One bad
tool never takes the others with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from mcp_docs.interface import Interface, Tool
from mcp_docs.jsonvalue import JsonObject
from mcp_docs.readers import read_pages
from mcp_docs.sdkmodels import plain
from mcp_docs.texts import nearest

if TYPE_CHECKING:  # loaded only where two catalogues are compared
    from mcp_docs.change import Change

State = Literal["callable", "unknown", "removed", "malformed", "invalid"]


@dataclass(frozen=True, slots=True)
class Lookup:
    """What is known of a tool, or of one call of it.

    Attributes:
        state: ``callable``; ``unknown``: it was never listed; ``removed``: it was listed before;
            ``malformed``: what is listed cannot be called; ``invalid``: the arguments are rejected.
        reason: why it is not callable, one sentence; empty if it is.
        tool: as it is listed, or ``None``.
    """

    state: State
    reason: str = ""
    tool: Tool | None = None

    def __bool__(self) -> bool:
        return self.state == "callable"


class UncallableError(LookupError):
    """A call that must not be made; ``lookup`` says why."""

    def __init__(self, name: str, lookup: Lookup) -> None:
        super().__init__(f"{name}: {lookup.reason}")
        self.lookup = lookup


@dataclass(frozen=True)
class Catalogue:
    """The tools of one server at one time, and the names of those that it had before.

    Attributes:
        interface: what is listed, malformed parts quarantined.
        removed: names that were listed before and are no longer.
    """

    interface: Interface = field(default_factory=Interface)
    removed: frozenset[str] = frozenset()

    @classmethod
    def of(cls, tools: Iterable[Any]) -> Catalogue:
        """Return the catalogue of what ``tools/list`` answered.

        Args:
            tools: the tools as JSON objects, or as an SDK's models of them. Anything else among
                them is left out, as one problem of ``interface``.
        """
        page = ",".join(_text(tool) for tool in tools)
        return cls(read_pages({}, [f'{{"tools":[{page}]}}'.encode("utf-8", "replace")], "catalogue"))

    def updated(self, tools: Iterable[Any]) -> Catalogue:
        """Return the catalogue after the server listed its tools anew; what is missing now was removed."""
        newer = Catalogue.of(tools).interface
        names = {tool.key for tool in newer.tools}
        before = self.removed | {tool.key for tool in self.interface.tools}
        return Catalogue(newer, frozenset(before - names))

    def changes_to(self, newer: Catalogue) -> tuple[Change, ...]:
        """Return the classified changes from this catalogue to a newer one: what a client may log."""
        from mcp_docs.classifier.interfaces import classify  # noqa: PLC0415 - the prover, only here

        return tuple(classify(self.interface, newer.interface))

    def look(self, name: str, arguments: Mapping[str, Any] | None = None) -> Lookup:
        """Say whether a tool, or a call of it with these arguments, can be called; never raises.

        Arguments that no schema can be asked about (it refers to another document) count as valid.
        """
        tool = self.interface.get("tool", name)
        if not isinstance(tool, Tool):
            return self._missing(name)
        faults = _faults(tool)
        if faults:
            return Lookup("malformed", f"the tool is malformed: {faults[0]}", tool)
        if arguments is not None:
            from mcp_docs.contracts.judge import judged_input  # noqa: PLC0415 - validation, only here

            state, reason = judged_input(tool, arguments)
            if state == "broken":
                return Lookup("invalid", reason, tool)
        return Lookup("callable", tool=tool)

    def is_callable(self, name: str) -> bool:
        """Tell whether a tool is listed and sound."""
        return bool(self.look(name))

    def issues_for(self, name: str) -> tuple[str, ...]:
        """Return all that is wrong with a tool; empty for a sound one."""
        tool = self.interface.get("tool", name)
        if isinstance(tool, Tool):
            return _faults(tool)
        return (self._missing(name).reason,)

    def prepare_call(self, name: str, arguments: Mapping[str, Any]) -> JsonObject:
        """Return the parameters of ``tools/call``.

        Raises:
            UncallableError: the call must not be made.
        """
        found = self.look(name, arguments)
        if not found:
            raise UncallableError(name, found)
        return {"name": name, "arguments": dict(arguments)}

    def _missing(self, name: str) -> Lookup:
        if name in self.removed:
            return Lookup("removed", "the server had this tool before, and lists it no longer")
        near = nearest(name, (tool.key for tool in self.interface.tools))
        hint = f"; the nearest is {near}" if near else ""
        return Lookup("unknown", f"the server lists no such tool{hint}")


def _faults(tool: Tool) -> tuple[str, ...]:
    """Return what keeps a client from calling the tool: faults of its input, or of all of it."""
    found = [
        f"{problem.pointer.removeprefix('/') or 'the tool'}: {problem.message}"
        for problem in tool.problems
        if problem.pointer.split("/")[1:2] in ([], ["inputSchema"])
    ]
    if not found and tool.input_schema is None:
        found.append("inputSchema: it is missing")
    return tuple(found)


def _text(tool: object) -> str:
    """Return one entry of a list as JSON; ``null`` for what has none."""
    try:
        return json.dumps(plain(tool))
    except (TypeError, ValueError, RecursionError):
        name = tool.get("name") if isinstance(tool, Mapping) else None
        return json.dumps({"name": name, "inputSchema": None}) if isinstance(name, str) else "null"
