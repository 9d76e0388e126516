"""Rules about any element, and about the server itself."""

from __future__ import annotations

from mcp_docs.change import Level
from mcp_docs.jsonvalue import JsonObject, JsonValue
from mcp_docs.rules.model import Example, Rule, tool

BREAKING, REVIEW, MINOR, PATCH = Level.BREAKING, Level.REVIEW, Level.MINOR, Level.PATCH


def server(**parts: JsonValue) -> JsonObject:
    """Return a surface of a server and nothing else."""
    return {"server": {"name": "s", **parts}}


RULES = (
    Rule(
        id="element.icons.changed",
        title="Icons changed",
        area="element",
        words="icons changed",
        levels={"meta": PATCH},
        why={"meta": "They are shown to people; nothing depends on them."},
        remedy="Nothing to do.",
        examples=(Example(tool(), tool(icons=[{"src": "https://example.org/a.png"}]), "meta", PATCH),),
        proven=PATCH,
    ),
    Rule(
        id="element.meta.changed",
        title="Metadata changed",
        area="element",
        words="_meta {name} {before} became {after}",
        levels={"meta": PATCH},
        why={"meta": "Metadata has a meaning only for those who agreed on it."},
        remedy="Nothing to do.",
        examples=(Example(tool(_meta={"example.org/owner": "a"}), tool(_meta={"example.org/owner": "b"}), "meta", PATCH),),
        proven=PATCH,
    ),
    Rule(
        id="element.annotation.changed",
        title="An annotation of a resource changed",
        area="element",
        words="{name} {before} became {after}",
        levels={"meta": PATCH},
        why={"meta": "Annotations say for whom a resource is, how much it matters and how old it is; clients may sort by them."},
        remedy="Nothing to do.",
        examples=(
            Example(
                {"resources": [{"uri": "a://b", "annotations": {"priority": 0.5}}]},
                {"resources": [{"uri": "a://b", "annotations": {"priority": 1}}]},
                "meta",
                PATCH,
            ),
        ),
        proven=PATCH,
        reference="MCP specification 2025-06-18 and later, Annotations",
    ),
    Rule(
        id="element.deprecated",
        title="An element was announced to go",
        area="element",
        words="is now deprecated",
        levels={"meta": MINOR},
        why={"meta": "It works as before; its end is announced."},
        remedy="Move to the replacement before the announced end.",
        examples=(Example(tool(), tool(_meta={"deprecated": True}), "meta", MINOR),),
        reference="semver.org 2.0.0, 7",
    ),
    Rule(
        id="element.sunset.earlier",
        title="An announced end was moved to an earlier date or version",
        area="element",
        words="may now go at {after}, and was promised until {before}",
        levels={"meta": REVIEW},
        why={"meta": "Who planned the move by the first date has less time than was promised."},
        remedy="Keep the date that was announced; a later one harms nobody.",
        examples=(
            Example(
                tool(_meta={"deprecated": {"sunset": "2027-06-30"}}),
                tool(_meta={"deprecated": {"sunset": "2027-01-31"}}),
                "meta",
                REVIEW,
            ),
        ),
        proven=REVIEW,
        reference="RFC 8594, The Sunset HTTP Header Field, 1",
    ),
    Rule(
        id="element.field.changed",
        title="A field changed that is not modelled",
        area="element",
        words="{name} {before} became {after}",
        levels={"meta": REVIEW},
        why={"meta": "The field is not part of the protocol that this program knows; what it means is for people to judge."},
        remedy="Say in the release notes what the field does.",
        examples=(Example(tool(), tool(surprise=1), "meta", REVIEW),),
        proven=REVIEW,
    ),
    Rule(
        id="element.malformed",
        title="A part is malformed",
        area="element",
        words="malformed: {told}",
        levels={"input": BREAKING, "output": BREAKING, "meta": REVIEW},
        why={
            "input": "Clients refuse a tool whose schema is none, and some refuse the whole list with it.",
            "output": "Clients refuse a tool whose schema is none, and some refuse the whole list with it.",
            "meta": "Clients may refuse the element or ignore the part.",
        },
        remedy="Send what the protocol asks for, and check the lockfile before each release.",
        examples=(Example(tool(), {"tools": [{"name": "t", "inputSchema": None}]}, "input", BREAKING),),
        promise={
            "input": "The schema of a tool's arguments is a JSON Schema.",
            "output": "The schema of a tool's results is a JSON Schema.",
        },
    ),
    Rule(
        id="element.mended",
        title="A malformed part was mended",
        area="element",
        words="{name} is sound again",
        levels={"input": MINOR, "output": MINOR, "meta": MINOR},
        why={
            "input": "The tool can be called again.",
            "output": "Results are described again.",
            "meta": "The part can be used again.",
        },
        remedy="Nothing to do.",
        examples=(Example({"tools": [{"name": "t", "inputSchema": None}]}, tool(), "input", MINOR),),
    ),
    Rule(
        id="server.name.changed",
        title="The server's name changed",
        area="server",
        words="name {before} became {after}",
        levels={"meta": REVIEW},
        why={"meta": "Clients may keep settings and permissions under the name."},
        remedy="Tell users to move their settings.",
        examples=(Example(server(), {"server": {"name": "z"}}, "meta", REVIEW),),
        proven=REVIEW,
    ),
    Rule(
        id="server.title.changed",
        title="What the server says of itself changed",
        area="server",
        words="{name} {before} became {after}",
        levels={"model": PATCH},
        why={"model": "It is shown to people."},
        remedy="Nothing to do.",
        examples=(Example(server(title="A"), server(title="B"), "model", PATCH),),
        proven=PATCH,
    ),
    Rule(
        id="server.instructions.changed",
        title="The server's instructions changed",
        area="server",
        words="instructions reworded",
        variants=(("from:nothing", "instructions added"), ("to:nothing", "instructions removed")),
        levels={"model": REVIEW},
        why={"model": "Models read them before anything else; new instructions (always, never, must …) are for people to judge."},
        remedy="Try the agents that use the server.",
        examples=(
            Example(server(instructions="Dates are in UTC."), server(instructions="Times are in UTC."), "model", PATCH),
            Example(server(instructions="Dates are in UTC."), server(instructions="Never ask twice."), "model", REVIEW),
        ),
        proven=PATCH,
    ),
    Rule(
        id="server.capability.added",
        title="A capability was added",
        area="server",
        words="capability {name} is new",
        levels={"meta": MINOR},
        why={"meta": "Clients that do not know it do not use it."},
        remedy="Nothing to do; use it when it helps.",
        examples=(Example(server(capabilities={}), server(capabilities={"prompts": {}}), "meta", MINOR),),
    ),
    Rule(
        id="server.capability.removed",
        title="A capability was removed",
        area="server",
        words="capability {name} was removed",
        levels={"meta": BREAKING},
        why={"meta": "Requests that need it fail."},
        remedy="Keep it until a major release, even if its lists are empty.",
        examples=(Example(server(capabilities={"prompts": {}}), server(capabilities={}), "meta", BREAKING),),
        promise={"meta": "A declared capability stays until a major release."},
    ),
    Rule(
        id="server.capability.changed",
        title="A capability changed",
        area="server",
        words="capability {name} {before} became {after}",
        levels={"meta": REVIEW},
        why={"meta": "Clients may count on notifications or subscriptions that it announced."},
        remedy="Say in the release notes what clients lose.",
        examples=(
            Example(server(capabilities={"tools": {"listChanged": True}}), server(capabilities={"tools": {}}), "meta", REVIEW),
        ),
        proven=REVIEW,
    ),
    Rule(
        id="server.protocol.changed",
        title="The protocol version changed",
        area="server",
        words="protocol version {before} became {after}",
        levels={"meta": REVIEW},
        why={"meta": "Clients that speak only the old version may not connect; servers mostly speak several."},
        remedy="Go on speaking the old version beside the new one.",
        examples=(Example(server(protocolVersion="2025-06-18"), server(protocolVersion="2025-11-25"), "meta", REVIEW),),
        proven=REVIEW,
    ),
)  # fmt: skip
