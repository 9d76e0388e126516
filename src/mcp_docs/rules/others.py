"""Rules about resources, resource templates and prompts."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_docs.change import Level
from mcp_docs.jsonvalue import JsonObject, JsonValue
from mcp_docs.rules.model import Area, Example, Rule

BREAKING, REVIEW, MINOR, PATCH = Level.BREAKING, Level.REVIEW, Level.MINOR, Level.PATCH

_READ = "People and models choose by what they read."


def resource(**parts: JsonValue) -> JsonObject:
    """Return a surface with one resource."""
    return {"resources": [{"uri": "a://b", **parts}]}


def template(**parts: JsonValue) -> JsonObject:
    """Return a surface with one resource template."""
    return {"templates": [{"uriTemplate": "a://{b}", **parts}]}


def prompt(*arguments: JsonObject, **parts: JsonValue) -> JsonObject:
    """Return a surface with one prompt."""
    listed: Sequence[JsonValue] = list(arguments)
    return {"prompts": [{"name": "p", "arguments": listed, **parts}]}


def _whole(area: Area, noun: str, present: JsonObject, promise: str) -> tuple[Rule, ...]:
    """Return the rules about coming and going, which are the same for each kind."""
    return (
        Rule(
            id=f"{area}.added",
            title=f"A {noun} was added",
            area=area,
            words=f"new {noun}",
            levels={"meta": MINOR},
            why={"meta": "Nobody depends on it yet."},
            remedy="Nothing to do; use it when it helps.",
            examples=(Example({}, present, "meta", MINOR),),
        ),
        Rule(
            id=f"{area}.removed",
            title=f"A {noun} was removed",
            area=area,
            words=f"{noun} removed",
            levels={"meta": BREAKING},
            why={"meta": "Whoever asks for it gets an error."},
            remedy="Keep the old one beside its successor until a major release.",
            examples=(Example(present, {}, "meta", BREAKING),),
            promise={"meta": promise},
        ),
    )


def _text(rule: str, area: Area, what: str, before: JsonObject, after: JsonObject) -> Rule:
    """Return the rule about a text that people and models read."""
    noun = what.partition(" ")[0]
    return Rule(
        id=rule,
        title=f"The {what} changed",
        area=area,
        words=f"{noun} reworded",
        variants=(("from:nothing", f"{noun} added"), ("to:nothing", f"{noun} removed")),
        levels={"model": REVIEW if "description" in what else PATCH},
        why={"model": _READ},
        remedy="Nothing to do.",
        examples=(Example(before, after, "model", PATCH),),
        proven=PATCH,
    )


RULES = (
    *_whole("resource", "resource", resource(), "A resource stays readable at its uri until a major release."),
    _text("resource.description.changed", "resource", "description of a resource", resource(description="A"), resource(description="B")),
    _text("resource.title.changed", "resource", "title of a resource", resource(title="A"), resource(title="B")),
    Rule(
        id="resource.name.changed",
        title="A resource's name changed",
        area="resource",
        words="name {before} became {after}",
        levels={"meta": REVIEW},
        why={"meta": "Clients address a resource by its uri, but some find it by its name."},
        remedy="Look it up by its uri.",
        examples=(Example(resource(name="a"), resource(name="b"), "meta", REVIEW),),
        proven=REVIEW,
    ),
    Rule(
        id="resource.mime_type.changed",
        title="A resource's media type changed",
        area="resource",
        words="media type {before} became {after}",
        levels={"output": REVIEW},
        why={"output": "Readers that parse the old type may fail; the protocol does not say whether the content changed."},
        remedy="Offer the new type at a uri of its own.",
        examples=(Example(resource(mimeType="text/plain"), resource(mimeType="text/html"), "output", REVIEW),),
        proven=REVIEW,
    ),
    Rule(
        id="resource.size.changed",
        title="A resource's size changed",
        area="resource",
        words="size {before} became {after}",
        levels={"meta": PATCH},
        why={"meta": "It is a note about the content of the day."},
        remedy="Nothing to do.",
        examples=(Example(resource(size=1), resource(size=2), "meta", PATCH),),
        proven=PATCH,
    ),
    *_whole("template", "resource template", template(), "A resource template stays usable with its variables until a major release."),
    _text("template.description.changed", "template", "description of a resource template", template(description="A"), template(description="B")),
    _text("template.title.changed", "template", "title of a resource template", template(title="A"), template(title="B")),
    Rule(
        id="template.name.changed",
        title="A resource template's name changed",
        area="template",
        words="name {before} became {after}",
        levels={"meta": REVIEW},
        why={"meta": "Clients expand its uriTemplate, but some find it by its name."},
        remedy="Look it up by its uriTemplate.",
        examples=(Example(template(name="a"), template(name="b"), "meta", REVIEW),),
        proven=REVIEW,
    ),
    Rule(
        id="template.mime_type.changed",
        title="A resource template's media type changed",
        area="template",
        words="media type {before} became {after}",
        levels={"output": REVIEW},
        why={"output": "Readers that parse the old type may fail."},
        remedy="Offer the new type under a template of its own.",
        examples=(Example(template(mimeType="text/plain"), template(mimeType="text/html"), "output", REVIEW),),
        proven=REVIEW,
    ),
    *_whole("prompt", "prompt", prompt(), "A prompt stays available until a major release."),
    _text("prompt.description.changed", "prompt", "description of a prompt", prompt(description="A"), prompt(description="B")),
    _text("prompt.title.changed", "prompt", "title of a prompt", prompt(title="A"), prompt(title="B")),
    Rule(
        id="prompt.arg.added",
        title="A prompt takes a new optional argument",
        area="prompt",
        words="new optional argument",
        levels={"input": MINOR},
        why={"input": "Who does not know it leaves it out."},
        remedy="Nothing to do; use it when it helps.",
        examples=(Example(prompt(), prompt({"name": "x"}), "input", MINOR),),
    ),
    Rule(
        id="prompt.arg.required.added",
        title="A prompt's argument became required",
        area="prompt",
        words="is now required",
        variants=(
            ("to:something", "new required argument"),
        ),
        levels={"input": BREAKING},
        why={"input": "Who leaves it out gets an error."},
        remedy="Keep it optional and fill in a default.",
        examples=(
            Example(prompt(), prompt({"name": "x", "required": True}), "input", BREAKING),
            Example(prompt({"name": "x"}), prompt({"name": "x", "required": True}), "input", BREAKING),
        ),
        promise={"input": "A prompt that could be had without an argument can be had without it until a major release."},
    ),
    Rule(
        id="prompt.arg.required.relaxed",
        title="A prompt's argument became optional",
        area="prompt",
        words="is now optional",
        levels={"input": MINOR},
        why={"input": "Every request that worked still works."},
        remedy="Nothing to do.",
        examples=(Example(prompt({"name": "x", "required": True}), prompt({"name": "x"}), "input", MINOR),),
    ),
    Rule(
        id="prompt.arg.removed",
        title="A prompt's argument was removed",
        area="prompt",
        words="argument removed",
        levels={"input": BREAKING},
        why={"input": "Who had to send it still does; an optional one is silently ignored, which is for people to judge."},
        remedy="Go on accepting it until a major release.",
        examples=(
            Example(prompt({"name": "x", "required": True}), prompt(), "input", BREAKING),
            Example(prompt({"name": "x"}), prompt(), "input", REVIEW),
        ),
        proven=REVIEW,
        promise={"input": "A required argument of a prompt stays: callers were made to send it."},
    ),
    Rule(
        id="prompt.arg.description.changed",
        title="The description of a prompt's argument changed",
        area="prompt",
        words="description reworded",
        variants=(("from:nothing", "description added"), ("to:nothing", "description removed")),
        levels={"model": REVIEW},
        why={"model": _READ},
        remedy="Nothing to do.",
        examples=(Example(prompt({"name": "x", "description": "A"}), prompt({"name": "x", "description": "B"}), "model", PATCH),),
        proven=PATCH,
    ),
    Rule(
        id="prompt.arg.title.changed",
        title="The title of a prompt's argument changed",
        area="prompt",
        words="title {before} became {after}",
        levels={"model": PATCH},
        why={"model": _READ},
        remedy="Nothing to do.",
        examples=(Example(prompt({"name": "x", "title": "A"}), prompt({"name": "x", "title": "B"}), "model", PATCH),),
        proven=PATCH,
    ),
)  # fmt: skip
