"""Rules about the annotations by which clients decide whether to ask a person first."""

from __future__ import annotations

from collections.abc import Iterator

from mcp_docs.lint.model import Found, LintExample, LintRule, Subject, at
from mcp_docs.recorded import RECORDED
from mcp_docs.report.model import Severity
from mcp_docs.rules.model import tool

#: Formats whose writers leave annotations out.
_WITHOUT = tuple(
    name for name, kinds in RECORDED.items() if (members := kinds["tool"]) and "annotations" not in members
)
_REFERENCE = "MCP specification 2025-03-26 and later, ToolAnnotations"


def _contradictory(subject: Subject) -> Iterator[Found]:
    for each in subject.interface.tools:
        # Only what is declared: by default a tool is destructive, which means nothing for a read-only one.
        if each.hint("readOnlyHint") and each.annotations.get("destructiveHint") is True:
            yield at(each, "/annotations", "the tool says that it only reads and that it destroys")


def _missing(subject: Subject) -> Iterator[Found]:
    tools = subject.interface.tools
    if subject.interface.source_format in _WITHOUT and not any("annotations" in each.data for each in tools):
        return  # the file would not hold them, so nothing is known
    for each in tools:
        said = each.annotations
        if not each.hint("readOnlyHint") and not isinstance(said.get("destructiveHint"), bool):
            without = (
                "no annotations"
                if "annotations" not in each.data
                else "neither readOnlyHint: true nor a destructiveHint"
            )
            yield at(
                each,
                "",
                f"the tool has {without}, so clients must take it for destructive",
                about="annotations",
            )


def _titles(subject: Subject) -> Iterator[Found]:
    for each in subject.interface.tools:
        inner = each.annotations.get("title")
        if each.title and isinstance(inner, str) and inner and inner != each.title:
            yield at(
                each,
                "/annotations/title",
                f"the title {inner!r} is never shown: the tool's own, {each.title!r}, goes first",
            )


RULES = (
    LintRule(
        id="tool.annotation.contradictory",
        title="A tool's hints contradict each other",
        area="tool",
        severity=Severity.WARNING,
        why="One client runs it without asking, another asks each time; one of them is wrong.",
        remedy="Say readOnlyHint: true only of tools that change nothing; destructiveHint means something only where readOnlyHint is false.",
        check=_contradictory,
        examples=(LintExample(
            tool(annotations={"readOnlyHint": True, "destructiveHint": True}),
            tool(annotations={"readOnlyHint": True}),
        ),),
        reference=_REFERENCE,
    ),
    LintRule(
        id="tool.annotation.missing",
        title="A tool does not say whether it changes anything",
        area="tool",
        severity=Severity.NOTE,
        why="By the specification's defaults it then counts as destructive, and clients ask a person before each call.",
        remedy="Add readOnlyHint: true, or destructiveHint with the truth.",
        check=_missing,
        examples=(
            LintExample(tool(), tool(annotations={"readOnlyHint": True})),
            LintExample(tool(annotations={"readOnlyHint": False}), tool(annotations={"readOnlyHint": False, "destructiveHint": True})),
        ),
        reference=_REFERENCE,
    ),
    LintRule(
        id="tool.annotation.title_hidden",
        title="A tool has two different titles",
        area="tool",
        severity=Severity.NOTE,
        why="Clients show the tool's own title; the one among the annotations is for older ones, which then show something else.",
        remedy="Make both the same.",
        check=_titles,
        examples=(LintExample(tool(title="Ships", annotations={"title": "Boats"}), tool(title="Ships", annotations={"title": "Ships"})),),
        reference="MCP specification 2025-06-18 and later, BaseMetadata",
    ),
)  # fmt: skip
