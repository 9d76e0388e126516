"""What a rule is: one record, from which the check, its page, ``explain`` and its test come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from mcp_docs.change import Level, Side
from mcp_docs.jsonvalue import ABSENT, Absent, JsonObject, JsonValue

Area = Literal["schema", "tool", "resource", "template", "prompt", "server", "element"]


@dataclass(frozen=True, slots=True)
class Example:
    """A pair of interfaces that a rule fires on, and what must come of it.

    Attributes:
        before: the surface before: ``tools``, ``prompts``, ``resources``, ``templates``, ``server``.
        after: the same after.
        side: of the change that the example shows.
        level: of that change.
        witness: a value that proves the break, where the level is breaking and one exists.
    """

    before: JsonObject
    after: JsonObject
    side: Side
    level: Level
    witness: JsonValue | Absent = ABSENT


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of change.

    Attributes:
        id: dotted, stable; an id of mcp-covenant where it has one for the case.
        title: names the kind, a phrase.
        area: what part of an interface it is about.
        words: what changed, after the place; ``{before}``, ``{after}``, ``{name}`` are filled in.
        variants: other words for some cases: the facts that must hold, and the words; the first counts.
        levels: the level that the rule gives at its worst, by side. A proof may lower it.
        why: the reason for the level, by side.
        remedy: what to do, or how to make the change gently.
        examples: at least one; each is a test.
        proven: the level where the change is proven to break nobody.
        promise: for what no value can prove: the promise that is broken, by side.
        reference: where the reasoning can be checked: a specification and its section.
    """

    id: str
    title: str
    area: Area
    words: str
    levels: Mapping[Side, Level]
    why: Mapping[Side, str]
    remedy: str
    examples: tuple[Example, ...]
    variants: tuple[tuple[str, str], ...] = ()
    proven: Level = Level.MINOR
    promise: Mapping[Side, str] = field(default_factory=dict)
    reference: str = ""


def tool(**parts: JsonValue) -> JsonObject:
    """Return a surface with one tool named ``t``; its input is an open object unless given."""
    return {"tools": [{"name": "t", "inputSchema": {"type": "object"}, **parts}]}


def argument(schema: JsonValue, **beside: JsonValue) -> JsonObject:
    """Return a surface with one tool that takes an argument ``x`` of ``schema``."""
    return tool(inputSchema={"type": "object", "properties": {"x": schema}, **beside})


def result(schema: JsonValue, **beside: JsonValue) -> JsonObject:
    """Return a surface with one tool whose result has a required field ``x`` of ``schema``."""
    body = {"type": "object", "properties": {"x": schema}, "required": ["x"], **beside}
    return tool(outputSchema=body)
