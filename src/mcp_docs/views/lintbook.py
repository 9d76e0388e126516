"""The rules of ``lint`` as text, JSON and Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from mcp_docs.jsonvalue import JsonObject, canonical_text
from mcp_docs.lint import LINT_RULES
from mcp_docs.lint.model import LintRule
from mcp_docs.texts import shorten
from mcp_docs.views.markdown import escape, visible

_WIDTH = 96
#: Characters of an example that text shows; the JSON has the whole.
_SHOWN = 400


def rules_json() -> list[JsonObject]:
    """Return every rule as JSON."""
    return [_rule_json(rule) for rule in LINT_RULES.values()]


def _rule_json(rule: LintRule) -> JsonObject:
    return {
        "id": rule.id,
        "title": rule.title,
        "area": rule.area,
        "severity": rule.severity.label,
        "why": rule.why,
        "remedy": rule.remedy,
        "reference": rule.reference or None,
        "examples": [{"fires": example.fires, "silent": example.silent} for example in rule.examples],
    }


def lines(width: int) -> Iterator[str]:
    """Yield a line a rule, as the catalogue of the rules of changes has them.

    Args:
        width: of the column of ids.
    """
    for rule in LINT_RULES.values():
        yield f"{rule.id:<{width}}  {f'lint {rule.severity.label}':<34}  {rule.title}"


def explain(rule: LintRule) -> str:
    """Return one rule in full."""
    return "\n".join(_explain_lines(rule))


def _explain_lines(rule: LintRule) -> Iterator[str]:
    yield f"{rule.id}: {rule.title}"
    yield ""
    yield f"mcp-docs lint: {rule.severity.label}"
    yield from _wrapped(rule.why)
    yield ""
    yield "What to do"
    yield from _wrapped(rule.remedy)
    for example in rule.examples:
        yield ""
        yield "Example"
        yield f"  found    {_short(example.fires)}"
        yield f"  mended   {_short(example.silent)}"
    if rule.reference:
        yield ""
        yield f"See {rule.reference}."
    yield ""
    yield "Set its severity in mcp-docs.toml"
    yield "  [lint.rules]"
    yield f'  "{rule.id}" = "off"   # or note, warning, error'


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="  ")


def _short(value: JsonObject) -> str:
    # Some examples are about what does not show.
    return shorten(visible(canonical_text(value)), _SHOWN)


def to_markdown() -> str:
    """Return all rules as tables, one for each part of an interface."""
    areas: dict[str, list[LintRule]] = {}
    for rule in LINT_RULES.values():
        areas.setdefault(rule.area, []).append(rule)
    return "\n\n".join(_table(area, rules) for area, rules in areas.items())


def _table(area: str, rules: list[LintRule]) -> str:
    rows = [
        f"| `{rule.id}` | {rule.severity.label} | {_cell(rule)} | {escape(rule.remedy)} |" for rule in rules
    ]
    head = ["| rule | default | what it finds, and why it matters | what to do |", "|---|---|---|---|"]
    return "\n".join([f"### {area.capitalize()}", "", *head, *rows])


def _cell(rule: LintRule) -> str:
    return f"**{escape(rule.title)}.** {escape(rule.why)}"
