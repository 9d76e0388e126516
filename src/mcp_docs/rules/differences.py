"""Where our answer differs from mcp-covenant 0.1.0 on purpose; a page of the documentation is made of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """One kind of change that is judged otherwise.

    Attributes:
        what: the change.
        there: what mcp-covenant says.
        here: what this program says.
        why: the reason.
        cases: ids of those among mcp-covenant's own tests whose bump differs.
    """

    what: str
    there: str
    here: str
    why: str
    cases: tuple[str, ...] = ()


DIFFERENCES = (
    Difference(
        "An input object that was closed is opened",
        "nothing",
        "minor",
        "More calls are accepted; a change that consumers can use is not passed over in silence.",
        ("additional_properties_false_to_true_produces_no_ap_change",),
    ),
    Difference(
        "A result object that was open is closed",
        "nothing",
        "patch",
        "It breaks nobody, but the promise changed, and the changelog says what changed.",
        ("output_additional_properties_tightening_emits_nothing",),
    ),
    Difference(
        "An optional argument is removed",
        "minor",
        "breaking from a closed object, review from an open one",
        "A closed object refuses it, which a witness shows; an open one ignores it in silence, which is for people to judge.",
    ),
    Difference(
        "An optional argument of a prompt is removed",
        "minor",
        "review, which demands the same step",
        "Whoever sends it is no longer heard; whether that matters is for people to judge.",
    ),
    Difference(
        "A tool or an argument is renamed",
        "a removal and an addition",
        "the same, joined by a link",
        "It breaks all the same, and readers are told where the thing went.",
    ),
    Difference(
        "A schema is null, or no JSON Schema",
        "nothing, or the rules for what is left of it",
        "breaking: the schema is malformed",
        "Clients refuse a tool without a sound schema; its parts promise nothing.",
    ),
    Difference(
        "An integer argument becomes a number; a number in a result becomes an integer",
        "breaking",
        "minor",
        "Every integer is a number, so that no value breaks.",
    ),
    Difference(
        "A reference is written out, a definition renamed, 1 becomes 1.0 in an enum",
        "breaking",
        "nothing",
        "The same values are accepted; only the spelling differs.",
    ),
    Difference(
        "Bounds, lengths, patterns, constants, references, alternatives, schemas of undeclared members",
        "nothing",
        "breaking with a witness, where one exists",
        "A call that worked before fails now.",
    ),
    Difference(
        "Hints, icons, metadata, capabilities, instructions, resource templates, defaults",
        "nothing: they are not recorded",
        "judged by rules of their own",
        "Clients and models act on them.",
    ),
    Difference(
        "A resource's media type changes",
        "minor",
        "review, which demands the same step",
        "A reader that parses the old type may fail, and no proof says so.",
    ),
)
