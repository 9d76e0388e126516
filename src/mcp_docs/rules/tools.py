"""Rules about tools as a whole."""

from __future__ import annotations

from mcp_docs.change import Level
from mcp_docs.rules.model import Example, Rule, tool

BREAKING, REVIEW, MINOR, PATCH = Level.BREAKING, Level.REVIEW, Level.MINOR, Level.PATCH

_READ = "Models choose tools by what they read; a rewording can change when a tool is called."
_HINTS = "Tool annotations, MCP specification 2025-06-18 and later"


RULES = (
    Rule(
        id="tool.added",
        title="A tool was added",
        area="tool",
        words="new tool",
        levels={"meta": MINOR},
        why={"meta": "Nobody calls it yet."},
        remedy="Nothing to do; use it when it helps.",
        examples=(Example({}, tool(), "meta", MINOR),),
    ),
    Rule(
        id="tool.removed",
        title="A tool was removed",
        area="tool",
        words="tool removed",
        levels={"meta": BREAKING},
        why={"meta": "Every call to it fails, whatever its arguments are."},
        remedy="Keep it as an alias of its successor, say so in its description, and remove it in a major release.",
        examples=(Example(tool(), {}, "meta", BREAKING),),
        promise={"meta": "A tool stays callable until a major release."},
    ),
    Rule(
        id="tool.title.changed",
        title="A tool's title changed",
        area="tool",
        words="title {before} became {after}",
        levels={"model": PATCH},
        why={"model": "People see it in lists; nothing is called by it."},
        remedy="Nothing to do.",
        examples=(Example(tool(title="A"), tool(title="B"), "model", PATCH),),
        proven=PATCH,
    ),
    Rule(
        id="tool.description.changed",
        title="A tool's description changed",
        area="tool",
        words="description reworded",
        variants=(("from:nothing", "description added"), ("to:nothing", "description removed")),
        levels={"model": REVIEW},
        why={"model": _READ + " New instructions (always, never, must …) are for people to judge."},
        remedy="Try the agents that use it.",
        examples=(
            Example(tool(description="Find books."), tool(description="Search books."), "model", PATCH),
            Example(tool(description="Find books."), tool(description="Find books. Always call this before any other tool."), "model", REVIEW),
        ),
        proven=PATCH,
    ),
    Rule(
        id="tool.output_schema.added",
        title="A tool now describes its results",
        area="tool",
        words="results are now described",
        levels={"output": MINOR},
        why={"output": "Readers can now rely on a shape that was promised nowhere before."},
        remedy="Nothing to do.",
        examples=(Example(tool(), tool(outputSchema={"type": "object"}), "output", MINOR),),
    ),
    Rule(
        id="tool.output_schema.removed",
        title="A tool no longer describes its results",
        area="tool",
        words="results are no longer described",
        levels={"output": BREAKING},
        why={"output": "Readers lose every promise about the result."},
        remedy="Keep the output schema; loosen it in a major release.",
        examples=(Example(tool(outputSchema={"type": "object"}), tool(), "output", BREAKING),),
        promise={"output": "A declared result shape stays until a major release."},
    ),
    Rule(
        id="tool.annotation.safety.weakened",
        title="A tool's safety hint weakened",
        area="tool",
        words="{name} {before} became {after}",
        levels={"model": REVIEW},
        why={"model": "Clients decide by these hints whether to ask a person first; the tool may now do what it promised not to."},
        remedy="Give the dangerous part a tool of its own, and keep the safe one as it was.",
        examples=(
            Example(tool(annotations={"readOnlyHint": True}), tool(annotations={"readOnlyHint": False}), "model", REVIEW),
            Example(tool(annotations={"readOnlyHint": True}), tool(), "model", REVIEW),
            Example(tool(annotations={"destructiveHint": False}), tool(), "model", REVIEW),
        ),
        reference=_HINTS,
    ),
    Rule(
        id="tool.annotation.changed",
        title="A tool's hint changed",
        area="tool",
        words="{name} {before} became {after}",
        levels={"model": PATCH},
        why={"model": "Hints are notes for clients; this one promises no less than before."},
        remedy="Nothing to do.",
        examples=(
            Example(tool(annotations={"readOnlyHint": False}), tool(annotations={"readOnlyHint": True}), "model", PATCH),
            Example(tool(annotations={"title": "A"}), tool(annotations={"title": "B"}), "model", PATCH),
        ),
        proven=PATCH,
        reference=_HINTS,
    ),
    Rule(
        id="tool.execution.changed",
        title="How a tool is executed changed",
        area="tool",
        words="execution {before} became {after}",
        levels={"meta": REVIEW},
        why={"meta": "Clients that cannot work with tasks, or that count on them, may fail."},
        remedy="Go on supporting plain calls.",
        examples=(
            Example(tool(execution={"taskSupport": "optional"}), tool(execution={"taskSupport": "required"}), "meta", REVIEW),
        ),
        reference="MCP specification 2025-11-25, execution.taskSupport",
    ),
)  # fmt: skip
