"""Rules about what a schema says beside its constraints, to people, models and tools."""

from __future__ import annotations

from mcp_docs.change import Level
from mcp_docs.rules.model import Example, Rule, argument

REVIEW, MINOR, PATCH = Level.REVIEW, Level.MINOR, Level.PATCH

_READ = "Models choose tools and arguments by what they read; a rewording can change what they do."

RULES = (
    Rule(
        id="schema.description.changed",
        title="The description of an argument or a field changed",
        area="schema",
        words="description reworded",
        variants=(("from:nothing", "description added"), ("to:nothing", "description removed")),
        levels={"model": REVIEW},
        why={"model": _READ + " New instructions (always, never, must …) are for people to judge."},
        remedy="Try the agents that use it.",
        examples=(
            Example(argument({"description": "A name."}), argument({"description": "The name."}), "model", PATCH),
            Example(argument({"description": "A name."}), argument({"description": "Always send the full name."}), "model", REVIEW),
        ),
        proven=PATCH,
    ),
    Rule(
        id="schema.title.changed",
        title="The title of an argument or a field changed",
        area="schema",
        words="title {before} became {after}",
        levels={"model": PATCH},
        why={"model": _READ},
        remedy="Nothing to do.",
        examples=(Example(argument({"title": "Name"}), argument({"title": "Full name"}), "model", PATCH),),
        proven=PATCH,
    ),
    Rule(
        id="schema.default.changed",
        title="A default changed",
        area="schema",
        words="default {before} became {after}",
        levels={"input": REVIEW, "output": PATCH},
        why={
            "input": "Callers that leave the argument out get other behaviour, and no validator tells them.",
            "output": "A default in a result is a note.",
        },
        remedy="Send the argument where its value matters.",
        examples=(Example(argument({"default": 10}), argument({"default": 50}), "input", REVIEW),),
        proven=PATCH,
        reference="JSON Schema Validation 2020-12, 9.2",
    ),
    Rule(
        id="schema.deprecated.changed",
        title="An argument or a field was marked deprecated, or no longer is",
        area="schema",
        words="is no longer deprecated",
        variants=(
            ("to:true", "is now deprecated"),
        ),
        levels={"input": MINOR, "output": MINOR},
        why={"input": "It works as before; its end is announced.", "output": "It is sent as before; its end is announced."},
        remedy="Move to the replacement before the announced end.",
        examples=(Example(argument({}), argument({"deprecated": True}), "input", MINOR),),
        reference="JSON Schema Validation 2020-12, 9.3; semver.org 2.0.0, 7",
    ),
    Rule(
        id="schema.examples.changed",
        title="Examples changed",
        area="schema",
        words="examples changed",
        levels={"model": PATCH},
        why={"model": _READ},
        remedy="Nothing to do.",
        examples=(Example(argument({"examples": ["a"]}), argument({"examples": ["b"]}), "model", PATCH),),
        proven=PATCH,
        reference="JSON Schema Validation 2020-12, 9.5",
    ),
    Rule(
        id="schema.header.changed",
        title="The HTTP header of an argument changed",
        area="schema",
        words="x-mcp-header {before} became {after}",
        levels={"input": REVIEW, "output": REVIEW},
        why={
            "input": "Clients send the argument in this header too, and proxies may route by it.",
            "output": "The header means nothing in a result.",
        },
        remedy="Accept the old header beside the new one.",
        examples=(Example(argument({"x-mcp-header": "Region"}), argument({"x-mcp-header": "Area"}), "input", REVIEW),),
        proven=REVIEW,
        reference="MCP specification 2026-07-28, x-mcp-header",
    ),
    Rule(
        id="schema.access.changed",
        title="Whether a value can be read or written changed",
        area="schema",
        words="{name} {before} became {after}",
        levels={"input": REVIEW, "output": REVIEW},
        why={
            "input": "Validators enforce nothing here; a server may ignore or refuse a value that is read-only.",
            "output": "Validators enforce nothing here; a value that is write-only may be missing from results.",
        },
        remedy="Say in the release notes what the server does.",
        examples=(Example(argument({}), argument({"readOnly": True}), "input", REVIEW),),
        proven=REVIEW,
        reference="JSON Schema Validation 2020-12, 9.4",
    ),
)  # fmt: skip
