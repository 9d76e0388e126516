"""The page of each rule: why, what to do, an example that is run as a test, where it occurred here."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from mcp_docs.change import Level, Side
from mcp_docs.jsonvalue import ABSENT, JsonObject, JsonValue
from mcp_docs.record import Record, ReleasedChange
from mcp_docs.rules import RULES
from mcp_docs.rules.model import Example, Rule
from mcp_docs.site import paths
from mcp_docs.site.changes import ChangeView, ChangeViews
from mcp_docs.site.page import Page, Section
from mcp_docs.site.words import counted

#: Occurrences that a rule's page lists; the feed has them all.
OCCURRENCES = 100
_SIDES: Mapping[Side, str] = {
    "input": "in what callers send",
    "output": "in what callers receive",
    "model": "in what models read",
    "meta": "elsewhere",
}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a rule says on one side of the interface."""

    where: str
    level: str
    why: str
    promise: str


@dataclass(frozen=True, slots=True)
class ShownExample:
    """One example: JSON of both sides, the level that comes of it, and the proof."""

    before: str
    after: str
    level: str
    where: str
    witness: str | None


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule in the catalogue."""

    id: str
    title: str
    page: str
    levels: tuple[str, ...]
    count: int


def rule_pages(record: Record, views: ChangeViews) -> tuple[Page, ...]:
    """Return the catalogue of rules and a page for each."""
    occurred: dict[str, list[ReleasedChange]] = {}
    for release in reversed(tuple(record.by_version.values())):
        for released in release.changes:
            occurred.setdefault(released.change.rule, []).append(released)
    pages = tuple(_page(record, rule, occurred.get(rule.id, []), views) for rule in RULES.values())
    return (_catalogue(record, {name: len(found) for name, found in occurred.items()}), *pages)


def _catalogue(record: Record, counts: Mapping[str, int]) -> Page:
    areas: dict[str, list[RuleLine]] = {}
    for rule in RULES.values():
        levels = tuple(level.label for level in sorted(set(rule.levels.values()), reverse=True))
        line = RuleLine(rule.id, rule.title, f"{paths.RULES}{rule.id}/", levels, counts.get(rule.id, 0))
        areas.setdefault(rule.area, []).append(line)
    return Page(
        path=paths.RULES,
        title="Rules",
        template="rules.html.j2",
        data={
            "areas": tuple((area, tuple(lines)) for area, lines in areas.items()),
            "ruleset": record.ruleset,
        },
        updated=record.as_of,
        description=f"The {counted(len(RULES), 'rule')} by which changes are judged",
        sections=tuple(Section(area.capitalize(), area) for area in areas),
    )


def _told_last(record: Record, occurred: Iterable[ReleasedChange]) -> int:
    """Return when a rule's page last had something new to tell, in seconds."""
    began = [release.time for release in record.releases[:1]]
    return max((record.by_version[c.release].time for c in occurred), default=(*began, record.as_of)[0])


def _page(record: Record, rule: Rule, occurred: list[ReleasedChange], views: ChangeViews) -> Page:
    shown: tuple[ChangeView, ...] = views.views(occurred[:OCCURRENCES])
    return Page(
        path=f"{paths.RULES}{rule.id}/",
        title=rule.id,
        template="rule.html.j2",
        data={
            "rule": rule,
            "judgements": tuple(_judgements(rule)),
            "examples": tuple(_example(example) for example in rule.examples),
            "occurred": shown,
            "more": len(occurred) - len(shown),
            "proven": rule.proven.label
            if rule.proven is not max(rule.levels.values(), default=Level.PATCH)
            else "",
        },
        updated=_told_last(record, occurred),
        description=rule.title,
        sections=(Section("Why", "why"), Section("Example", "example"), Section("Occurrences here", "here")),
        parent=paths.RULES,
    )


def _judgements(rule: Rule) -> Iterator[Judgement]:
    for side, level in rule.levels.items():
        yield Judgement(_SIDES[side], level.label, rule.why.get(side, ""), rule.promise.get(side, ""))


def _example(example: Example) -> ShownExample:
    before, after = _differing(example.before, example.after)
    witness = None if example.witness is ABSENT else json.dumps(example.witness, ensure_ascii=False)
    return ShownExample(
        _indented(before), _indented(after), example.level.label, _SIDES[example.side], witness
    )


def _differing(before: JsonObject, after: JsonObject) -> tuple[JsonObject, JsonObject]:
    """Leave out of both surfaces the lists that are the same on both sides."""
    same = {name for name in before if name in after and before[name] == after[name] and len(before) > 1}
    return (
        {name: value for name, value in before.items() if name not in same},
        {name: value for name, value in after.items() if name not in same},
    )


def _indented(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
