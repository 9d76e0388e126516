"""Rules about versions of the protocol: what a newer one forbids, drops or has moved."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from mcp_docs.interface import Tool
from mcp_docs.jsonvalue import pointer_join
from mcp_docs.lint.model import Found, LintExample, LintRule, Subject, at
from mcp_docs.lint.walk import Node
from mcp_docs.report.model import Severity
from mcp_docs.rules.model import argument, tool

_HEADER: Final = "x-mcp-header"
#: RFC 9110, section 5.6.2.
_TOKEN: Final = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_TYPES: Final = ("string", "integer", "boolean")
_SECRET: Final = re.compile(r"passw|secret|token|api_?key|credential|private_?key", re.IGNORECASE)
#: Names with these words are about a secret and do not hold it.
_NO_SECRET: Final = re.compile(r"(max|min|num|count|limit|page|next|prev|cursor|tokens$)", re.IGNORECASE)
_ICON: Final = ("https:", "data:")


def _headers(subject: Subject) -> Iterator[Found]:
    for each in subject.interface.tools:
        seen: dict[str, str] = {}
        for node in subject.nodes(each, "inputSchema"):
            if _HEADER in node.schema:
                fault = _fault(node, seen)
                if fault:
                    yield _at_header(each, node, f"{_HEADER} {fault}, so clients drop the tool")


def _fault(node: Node, seen: dict[str, str]) -> str:
    name = node.schema[_HEADER]
    kind = node.schema.get("type")
    if not node.plain or not node.keyword:
        return "stands where not only properties lead to"
    if not isinstance(name, str) or not _TOKEN.fullmatch(name):
        return "is not the name of an HTTP header"
    if not isinstance(kind, str) or kind not in _TYPES:
        return "is on an argument that is no string, integer or boolean"
    other = seen.setdefault(name.lower(), node.path)
    return f"{name!r} is also on {other!r}" if other != node.path else ""


def _at_header(each: Tool, node: Node, message: str) -> Found:
    return Found("tool", each.key, pointer_join(node.pointer, _HEADER), message, node.path)


def _secret_headers(subject: Subject) -> Iterator[Found]:
    for each, node in subject.inputs():
        if _HEADER in node.schema and _SECRET.search(node.name) and not _NO_SECRET.search(node.name):
            yield _at_header(
                each,
                node,
                f"the argument {node.name!r} is copied into an HTTP header, which proxies and their logs see",
            )


def _deprecated(subject: Subject) -> Iterator[Found]:
    server = subject.interface.server
    if "logging" in server.mapping("capabilities"):
        yield at(server, "/capabilities/logging", "the capability logging is deprecated since 2026-07-28")
    for each in subject.interface.tools:
        if isinstance(each.data.get("execution"), Mapping):
            yield at(each, "/execution", "execution is no part of the protocol any more since 2026-07-28")


def _icons(subject: Subject) -> Iterator[Found]:
    for each in (subject.interface.server, *subject.interface):
        icons = each.data.get("icons")
        for index, icon in enumerate(icons if isinstance(icons, list) else ()):
            source = icon.get("src") if isinstance(icon, Mapping) else None
            if isinstance(source, str) and not source.lower().startswith(_ICON):
                scheme = source.partition(":")[0][:20]
                yield at(
                    each,
                    pointer_join("/icons", index, "src"),
                    f"the icon's address begins with {scheme!r}, and clients must refuse all but https and data",
                )


def _undescribed_server(subject: Subject) -> Iterator[Found]:
    server = subject.interface.server
    if server.data and not server.version:
        yield at(server, "", "the server reports no version", about="version")


_PORT = {"type": "string", "description": "A port."}

RULES = (
    LintRule(
        id="schema.x_mcp_header.invalid",
        title="A header annotation that makes clients drop the tool",
        area="schema",
        severity=Severity.ERROR,
        why="Clients of 2026-07-28 must leave out a tool whose x-mcp-header is not in order, and say so nowhere but in a log.",
        remedy="Put it on string, integer or boolean properties that properties alone lead to, each with a header name of its own, whatever its case.",
        check=_headers,
        examples=(
            LintExample(argument({**_PORT, "x-mcp-header": "Port Name"}), argument({**_PORT, "x-mcp-header": "Port-Name"})),
            LintExample(
                argument({"type": "number", "description": "Knots.", "x-mcp-header": "Knots"}),
                argument({"type": "integer", "description": "Knots.", "x-mcp-header": "Knots"}),
            ),
            LintExample(
                argument({"type": "array", "description": "Ports.", "items": {**_PORT, "x-mcp-header": "Port"}}),
                argument({"type": "array", "description": "Ports.", "items": _PORT}),
            ),
        ),
        reference="MCP specification 2026-07-28, transports, custom headers (SEP-2243)",
    ),
    LintRule(
        id="schema.x_mcp_header.secret",
        title="A secret is copied into a header",
        area="schema",
        severity=Severity.WARNING,
        why="Values of headers are visible to every proxy on the way and stand in its logs.",
        remedy="Take x-mcp-header away from arguments that hold passwords, keys or tokens.",
        check=_secret_headers,
        examples=(LintExample(
            tool(inputSchema={"type": "object", "properties": {"api_key": {**_PORT, "x-mcp-header": "Key"}}}),
            tool(inputSchema={"type": "object", "properties": {"api_key": _PORT}}),
        ),),
        reference="MCP specification 2026-07-28, transports, custom headers (SEP-2243)",
    ),
    LintRule(
        id="protocol.deprecated",
        title="A part of the protocol that is on its way out",
        area="server",
        severity=Severity.NOTE,
        why="Clients of newer versions ignore it; what is deprecated can be gone a year later.",
        remedy="Keep it as long as older clients count, and let nothing new depend on it.",
        check=_deprecated,
        examples=(
            LintExample({"server": {"name": "s", "version": "1", "capabilities": {"logging": {}}}}, {"server": {"name": "s", "version": "1", "capabilities": {"tools": {}}}}),
            LintExample(tool(execution={"taskSupport": "optional"}), tool()),
        ),
        reference="MCP specification 2026-07-28, deprecated features (SEP-2577) and changes of tools",
    ),
    LintRule(
        id="icon.refused",
        title="An icon that clients must refuse",
        area="server",
        severity=Severity.WARNING,
        why="Any other scheme could make a client read files or run code.",
        remedy="Serve icons over https, or put them into the interface as data.",
        check=_icons,
        examples=(LintExample(tool(icons=[{"src": "http://example.org/a.png"}]), tool(icons=[{"src": "https://example.org/a.png"}])),),
        reference="MCP specification 2025-11-25 and later, icons",
    ),
    LintRule(
        id="server.version.missing",
        title="The server reports no version",
        area="server",
        severity=Severity.NOTE,
        why="Consumers cannot tell which interface they talk to, and no release can be told from the lockfile.",
        remedy="Set the server's version to that of the release; an SDK may put its own there when nothing is set.",
        check=_undescribed_server,
        examples=(LintExample({"server": {"name": "s"}}, {"server": {"name": "s", "version": "1.0.0"}}),),
        reference="MCP specification, Implementation",
    ),
)  # fmt: skip
