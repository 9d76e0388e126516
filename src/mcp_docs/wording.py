"""Words: a change and its rule as plain English, without markup or colour."""

from __future__ import annotations

from mcp_docs.change import Change
from mcp_docs.jsonvalue import ABSENT, Absent, JsonValue, canonical_text
from mcp_docs.rules import RULES

#: Longest value in a sentence; views link to the whole.
LONGEST = 80


def sentence(change: Change) -> str:
    """Return what changed in one line, the place first: ``limit: is now required``."""
    rule = RULES[change.rule]
    detail = dict(change.detail)
    name = detail.get("name") or change.pointer.rpartition("/")[2]
    words = _worded(rule.words, change).format(
        before=short(change.before), after=short(change.after), name=name
    )
    place = f"{change.path}: " if change.path else ""
    return f"{place}{words}{_linked(detail)}"


def _worded(words: str, change: Change) -> str:
    """Say ``is now`` and ``was dropped`` where there is nothing on one side to become anything."""
    if change.before is ABSENT:
        return words.replace("{before} became {after}", "is now {after}")
    if change.after is ABSENT:
        return words.replace("{before} became {after}", "{before} was dropped")
    return words


def _linked(detail: dict[str, str]) -> str:
    if "renamed_to" in detail:
        return f" (renamed to {detail['renamed_to']})"
    if "renamed_from" in detail:
        return f" (renamed from {detail['renamed_from']})"
    return ""


def why(change: Change) -> str:
    """Return the reason for the change's level."""
    rule = RULES[change.rule]
    return rule.why.get(change.side) or next(iter(rule.why.values()))


def remedy(change: Change) -> str:
    """Return what to do about the change, or how to make it gently."""
    return RULES[change.rule].remedy


def short(value: JsonValue | Absent) -> str:
    """Return a value as JSON, cut to a length that a line can hold; ``nothing`` for no value."""
    if value is ABSENT:
        return "nothing"
    text = canonical_text(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
