"""Rules about the names of tools."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mcp_docs.lint.model import Found, LintExample, LintRule, Subject, at
from mcp_docs.report.model import Severity
from mcp_docs.rules.model import tool

_VALID = re.compile(r"[A-Za-z0-9_.-]{1,128}")
_PORTABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")
_ODD = re.compile(r"[^A-Za-z0-9_.-]")
_LONGEST = 128
_PORTABLE_LENGTH = 64


def _invalid(subject: Subject) -> Iterator[Found]:
    for each in subject.interface.tools:
        if not _VALID.fullmatch(each.key):
            odd = "".join(dict.fromkeys(_ODD.findall(each.key)))[:20]
            faults = [f"holds {odd!r}"] if odd else []
            if len(each.key) > _LONGEST:
                faults.append(f"has {len(each.key)} characters, {len(each.key) - _LONGEST} too many")
            yield at(each, "/name", f"the name {' and '.join(faults)}")


def _not_portable(subject: Subject) -> Iterator[Found]:
    for each in subject.interface.tools:
        if _VALID.fullmatch(each.key) and not _PORTABLE.fullmatch(each.key):
            long = len(each.key) > _PORTABLE_LENGTH
            what = f"has {len(each.key)} characters" if long else "holds a dot"
            yield at(
                each, "/name", f"the name {what}, which interfaces to models do not take in a function's name"
            )


def _case(subject: Subject) -> Iterator[Found]:
    first: dict[str, str] = {}
    for each in subject.interface.tools:
        other = first.setdefault(each.key.casefold(), each.key)
        if other != each.key:
            yield at(each, "/name", f"the name differs from {other!r} by nothing but upper and lower case")


RULES = (
    LintRule(
        id="tool.invalid_name",
        title="A tool's name is outside of the specification",
        area="tool",
        severity=Severity.WARNING,
        why="Clients build function names, file names and headers from it, and may drop the tool or rename it.",
        remedy="Use 1 to 128 of A-Z, a-z, 0-9, underscore, hyphen and dot. A rename breaks callers: keep the old name as an alias for a while.",
        check=_invalid,
        examples=(
            LintExample({"tools": [{"name": "get time", "inputSchema": {"type": "object"}}]}, {"tools": [{"name": "get.time", "inputSchema": {"type": "object"}}]}),
            LintExample({"tools": [{"name": "t" * 129, "inputSchema": {"type": "object"}}]}, tool()),
        ),
        reference="MCP specification 2025-11-25, tools, tool names",
    ),
    LintRule(
        id="tool.name.not_portable",
        title="A tool's name has to be rewritten for models",
        area="tool",
        severity=Severity.NOTE,
        why="The specification allows it, but widely used model interfaces take at most 64 of letters, digits, underscore and hyphen as a function's name, so clients rewrite it, each in its own way.",
        remedy="Name new tools with at most 64 of letters, digits, underscore and hyphen; leave room for the prefix that clients put in front.",
        check=_not_portable,
        examples=(LintExample({"tools": [{"name": "time.get", "inputSchema": {"type": "object"}}]}, {"tools": [{"name": "time_get", "inputSchema": {"type": "object"}}]}),),
    ),
    LintRule(
        id="tool.name.case",
        title="Two tools' names are equal but for case",
        area="tool",
        severity=Severity.WARNING,
        why="Models mix them up, and so does whatever keeps tools in files or case-blind tables.",
        remedy="Give one of them another word.",
        check=_case,
        examples=(LintExample(
            {"tools": [{"name": "getUser", "inputSchema": {"type": "object"}}, {"name": "getuser", "inputSchema": {"type": "object"}}]},
            {"tools": [{"name": "getUser", "inputSchema": {"type": "object"}}, {"name": "getUsers", "inputSchema": {"type": "object"}}]},
        ),),
        reference="MCP specification 2025-11-25, tools, tool names",
    ),
)  # fmt: skip
