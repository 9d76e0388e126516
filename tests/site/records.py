"""Records of a few lines, judged by the real classifier: what the pure parts of the site are tested with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mcp_docs.classifier.interfaces import classify
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.interface import Interface
from mcp_docs.record import Record
from walks import Past, interface, with_input


def tool(name: str, **properties: Any) -> dict[str, Any]:
    """A tool whose input has these properties."""
    return with_input(name, **properties)


def record(steps: Sequence[tuple[str | None, Interface]]) -> Record:
    """A record of one commit a day on one line; a step with a version is tagged with it."""
    past = Past()
    past.line(*(content for _, content in steps))
    for commit, (version, _) in zip(past.commits, steps, strict=True):
        if version is not None:
            past.tag(f"v{version}", commit)
    return build_record(past.walk(), classify, BuildOptions(ruleset="test"))


TEXT = {"type": "string"}
_NEED = {
    "name": "find",
    "inputSchema": {**tool("find", ship=TEXT, flag=TEXT)["inputSchema"], "required": ["ship"]},
}

#: ``find`` changes in 1.1.0 and again in HEAD; ``berths`` goes in 2.0.0 and ``tides`` comes; ``new`` is in HEAD only.
STEPS: tuple[tuple[str | None, Interface], ...] = (
    ("1.0.0", interface(tool("find", ship=TEXT), tool("berths"))),
    ("1.1.0", interface(tool("find", ship=TEXT, flag=TEXT), tool("berths"))),
    ("2.0.0", interface(tool("find", ship=TEXT, flag=TEXT), tool("tides"))),
    (None, interface(_NEED, tool("tides"), tool("new"))),
)
