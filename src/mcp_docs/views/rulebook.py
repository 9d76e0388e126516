"""The rules as text and JSON: the catalogue, and one rule in full."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping

from mcp_docs.change import Side
from mcp_docs.jsonvalue import ABSENT, JsonObject, canonical_text
from mcp_docs.lint import LINT_RULES
from mcp_docs.report.model import RuleInfo
from mcp_docs.rules import RULES, RULESET_VERSION, Rule
from mcp_docs.rules.model import Example
from mcp_docs.views import lintbook

_WIDTH = 96
_SIDES = {
    "input": "what a caller sends",
    "output": "what a caller receives",
    "model": "what a model reads",
    "meta": "the rest",
}


def to_json() -> JsonObject:
    """Return every rule as JSON: those of changes, and those of ``lint``."""
    return {
        "ruleset": RULESET_VERSION,
        "rules": [rule_json(rule) for rule in RULES.values()],
        "lint_rules": lintbook.rules_json(),
    }


def rule_json(rule: Rule) -> JsonObject:
    """Return one rule as JSON."""
    return {
        "id": rule.id,
        "title": rule.title,
        "area": rule.area,
        "levels": {side: level.label for side, level in rule.levels.items()},
        "proven_level": rule.proven.label,
        "why": _by_side(rule.why),
        "promise": _by_side(rule.promise),
        "remedy": rule.remedy,
        "reference": rule.reference or None,
        "examples": [_example_json(example) for example in rule.examples],
    }


def _by_side(texts: Mapping[Side, str]) -> JsonObject:
    return {str(side): text for side, text in texts.items()}


def _example_json(example: Example) -> JsonObject:
    return {
        "side": example.side,
        "level": example.level.label,
        "before": example.before,
        "after": example.after,
        "has_witness": example.witness is not ABSENT,
        "witness": None if example.witness is ABSENT else example.witness,
    }


def to_text() -> str:
    """Return the catalogue, a line a rule: id, worst level by side (of ``lint`` the severity), title."""
    width = max(len(rule_id) for rule_id in (*RULES, *LINT_RULES))
    lines = []
    for rule in RULES.values():
        levels = ", ".join(f"{side} {level.label}" for side, level in rule.levels.items())
        lines.append(f"{rule.id:<{width}}  {levels:<34}  {rule.title}")
    return "\n".join([*lines, *lintbook.lines(width)])


def explain(rule: Rule) -> str:
    """Return one rule in full."""
    return "\n".join(_explain_lines(rule))


def explain_info(rule: RuleInfo) -> str:
    """Return what a report says of a rule that is about something else than a change."""
    return "\n".join(
        [f"{rule.id}: {rule.title}", "", *_wrapped(rule.text), "", "What to do", *_wrapped(rule.help)]
    )


def _explain_lines(rule: Rule) -> Iterator[str]:
    yield f"{rule.id}: {rule.title}"
    for side, level in rule.levels.items():
        yield ""
        yield f"{side} ({_SIDES[side]}): {level.label} at worst"
        yield from _wrapped(rule.why[side])
        if side in rule.promise:
            yield from _wrapped(f"By contract: {rule.promise[side]}")
    yield ""
    yield f"Where it is proven to break nobody: {rule.proven.label}."
    yield ""
    yield "What to do"
    yield from _wrapped(rule.remedy)
    for example in rule.examples:
        yield ""
        yield f"Example ({example.side}, {example.level.label})"
        yield f"  before  {canonical_text(example.before)}"
        yield f"  after   {canonical_text(example.after)}"
        if example.witness is not ABSENT:
            yield f"  witness {canonical_text(example.witness)}"
    if rule.reference:
        yield ""
        yield f"See {rule.reference}."


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="  ")
