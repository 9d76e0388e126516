"""The page of one state of a tool, prompt, resource or resource template."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mcp_docs.change import Level
from mcp_docs.dates import iso_date
from mcp_docs.interface import Element, Prompt, Tool
from mcp_docs.jsonvalue import JsonValue
from mcp_docs.record import UNRELEASED, Lifecycle, Record, Release, ReleasedChange, State
from mcp_docs.site.badges import Badge, badges
from mcp_docs.site.changes import ChangeView, ChangeViews
from mcp_docs.site.dependents import dependents
from mcp_docs.site.examples import forms
from mcp_docs.site.page import Page, Section
from mcp_docs.site.paths import FOLDERS, Addresses
from mcp_docs.site.promises import promises_of
from mcp_docs.site.schemarows import Description, describe
from mcp_docs.site.strip import Run, strip, strip_words
from mcp_docs.site.text import summary
from mcp_docs.site.words import KIND_WORDS, joined, shown_version

#: Changes listed in full on an element's page; older ones are counted, with links to their releases.
HISTORY_LENGTH = 60
#: Changes that matter up to which each is explained where it stands; of more, explanations are folded.
EXPLAINED = 4
#: Longest raw JSON on a page, in characters.
RAW_LENGTH = 24_000
_HINTS = (
    ("readOnlyHint", "Read-only", "Changes things"),
    ("destructiveHint", "Destructive", "Not destructive"),
    ("idempotentHint", "Idempotent", "Not idempotent"),
    ("openWorldHint", "Open world", "Closed world"),
)


@dataclass(frozen=True, slots=True)
class Hint:
    """A safety hint as a client must read it.

    Attributes:
        word: what it comes to.
        name: of the annotation.
        declared: whether the server says so, or the specification's default does.
        good: whether it makes a call safer.
    """

    word: str
    name: str
    declared: bool
    good: bool


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a tool: what goes in, or what comes out."""

    anchor: str
    title: str
    described: Description | None
    badges: Mapping[str, Badge]
    empty: str


@dataclass(frozen=True, slots=True)
class Step:
    """The changes that one release made to an element."""

    release: str
    page: str
    date: str
    changes: tuple[ChangeView, ...]


@dataclass(frozen=True, slots=True)
class _History:
    """The changes that a page tells of, newest first.

    Attributes:
        shown: in full, up to the last release that has the state.
        older: of the same time, counted only.
        next: what ended an older state.
        later: all that came after its last release, with ``next``.
    """

    shown: Sequence[ReleasedChange]
    older: Sequence[ReleasedChange]
    next: Sequence[ReleasedChange] = ()
    later: Sequence[ReleasedChange] = ()


class ElementPages:
    """Makes the pages of all elements of a record."""

    def __init__(self, record: Record, addresses: Addresses, views: ChangeViews) -> None:
        self._record = record
        self._addresses = addresses
        self._views = views

    def __iter__(self) -> Iterator[Page]:
        for life in self._record.lifecycles:
            runs = strip(self._record, self._addresses, life)
            for state in life.states:
                yield self._page(life, state, runs)

    def _page(self, life: Lifecycle, state: State, runs: Sequence[Run]) -> Page:
        newest = state is life.newest
        element = state.element
        sides = tuple(self._sides(life, state))
        data = {**self._told(life, state, runs), "sides": sides, "newest": newest}
        return Page(
            path=self._addresses.state(life, state),
            title=life.key if newest else f"{life.key} in {shown_version(state.releases[0])}",
            nav_title=life.key,
            template="element.html.j2",
            data=data,
            description=summary(element.description or "") or f"{life.kind} {life.key}",
            searched=newest,
            updated=self._updated(state),
            sections=tuple(_sections(data, sides)),
            parent=f"{FOLDERS[life.kind]}/",
            listed=newest,
            json=self._addresses.declared(life, state),
        )

    def _told(self, life: Lifecycle, state: State, runs: Sequence[Run]) -> Mapping[str, Any]:
        """Return what the template shows beside the schemas."""
        element, told = state.element, self._history(life, state)
        own = [run for run in runs if run.page == self._addresses.state(life, state)]
        promises = promises_of(self._record, self._addresses, life)
        return {
            "kind": life.kind,
            "kind_word": KIND_WORDS[life.kind][0].capitalize(),
            "folder": f"{FOLDERS[life.kind]}/",
            "key": life.key,
            "slug": life.slug,
            "element": element,
            "facts": tuple(_facts(element)),
            "hints": tuple(_hints(element)),
            "arguments": element.arguments if isinstance(element, Prompt) else (),
            "newest_page": self._addresses.state(life, life.newest),
            "held": "" if state is life.newest else joined([run.words for run in own]),
            "ahead": state.releases[0] == UNRELEASED,
            "release": shown_version(state.releases[0]),
            "release_page": self._addresses.release(state.releases[0]),
            "until": shown_version(state.releases[-1]),
            "life": self._life(life),
            "strip_words": strip_words(runs),
            "runs": tuple((run, run in own) for run in runs),
            "promises": promises,
            # Only where it says something: a page that names the day changes with every commit.
            "as_of": iso_date(self._record.as_of) if any(p.left is not None for p in promises) else "",
            "steps": self._steps(told.shown),
            "next_steps": self._steps(told.next),
            "later": len({change.release for change in told.later}),
            "explained_folded": sum(c.change.level >= Level.REVIEW for c in (*told.shown, *told.next))
            > EXPLAINED,
            "older": self._older(told.older),
            "examples": forms(element) if state is life.newest else (),
            "raw": tuple(_raw(element)),
            "renamed": self._renamed(life),
            "dependents": dependents(self._record, self._addresses, life) if state is life.newest else (),
        }

    def _updated(self, state: State) -> int:
        return self._record.by_version[state.releases[0]].time

    def _sides(self, life: Lifecycle, state: State) -> Iterator[Side]:
        if not isinstance(state.element, Tool):
            return
        last = self._addresses.order(state.releases[-1])
        shown = [c for c in life.changes if self._addresses.order(c.release) <= last]
        for anchor, member, title, empty in (
            ("input", "inputSchema", "Input", "Takes no arguments."),
            ("output", "outputSchema", "Output", "Declares no fields."),
        ):
            schema = state.element.schema(member)
            described = describe(schema, f"/{member}") if schema is not None else None
            marks = badges(described, shown, self._views) if described else {}
            if member in state.element.data:
                yield Side(anchor, title, described, marks, empty)

    def _history(self, life: Lifecycle, state: State) -> _History:
        """Return a newest state's whole history; of an older one what it was until then, and what came next.

        Of an older one's past only what made it and what interrupted it is shown, so that the pages of a life
        do not grow with the square of its length.
        """
        if state is life.newest:
            return _History(life.changes[:HISTORY_LENGTH], life.changes[HISTORY_LENGTH:])
        near: set[str] = set()
        held = False
        for version in self._record.by_version:
            # Each time that it came, and each time that it went.
            if held is not (version in state.releases):
                near.add(version)
                held = not held
        last = self._addresses.order(state.releases[-1])
        until = [change for change in life.changes if self._addresses.order(change.release) <= last]
        later = [change for change in life.changes if self._addresses.order(change.release) > last]
        return _History(
            shown=[change for change in until if change.release in near],
            older=[change for change in until if change.release not in near],
            next=[change for change in later if change.release in near],
            later=later,
        )

    def _steps(self, changes: Sequence[ReleasedChange]) -> tuple[Step, ...]:
        grouped: dict[str, list[ReleasedChange]] = {}
        for change in changes:
            grouped.setdefault(change.release, []).append(change)
        return tuple(
            Step(
                shown_version(version),
                self._addresses.release(version),
                _date(self._record.by_version[version]),
                self._views.views(found),
            )
            for version, found in grouped.items()
        )

    def _older(self, changes: Sequence[ReleasedChange]) -> tuple[tuple[str, str, int], ...]:
        counts: dict[str, int] = {}
        for change in changes:
            counts[change.release] = counts.get(change.release, 0) + 1
        return tuple((shown_version(v), self._addresses.release(v), n) for v, n in counts.items())

    def _life(self, life: Lifecycle) -> Mapping[str, Any]:
        """Return since, last change and removal, each with its page."""
        coming = next((c for c in life.changes if c.release == UNRELEASED), None)
        newest = next((c for c in life.changes if c.release != UNRELEASED), None)
        broke = next(
            (c for c in life.changes if c.change.level is Level.BREAKING and c.release != UNRELEASED), None
        )
        last = life.newest.releases[-1]
        return {
            "since": shown_version(life.since),
            "since_page": self._addresses.release(life.since),
            "released": life.since != UNRELEASED,
            "changed": self._views.view(newest) if newest else None,
            "coming": self._views.view(coming) if coming else None,
            "broke": self._views.view(broke) if broke and broke is not newest else None,
            "removed": life.removed_in or "",
            "removed_page": self._addresses.release(life.removed_in) if life.removed_in else "",
            "last": shown_version(last) if life.removed_in else "",
            "last_page": self._addresses.release(last) if life.removed_in else "",
            "absent_in_newest": self._absent(life),
            "leaving": self._leaving(life),
        }

    def _renamed(self, life: Lifecycle) -> tuple[str, str | None]:
        """Return the new name of an element that went, and the page of that; empty where none is known."""
        for released in life.changes:
            name = dict(released.change.detail).get("renamed_to")
            if name and not released.change.pointer:
                return name, self._addresses.element(life.kind, name)
        return "", None

    def _absent(self, life: Lifecycle) -> bool:
        newest = self._record.newest
        return (
            newest is not None
            and life.since != UNRELEASED
            and newest.interface.get(life.kind, life.key) is None
        )

    def _leaving(self, life: Lifecycle) -> bool:
        """Tell whether HEAD has already dropped what the newest release still has."""
        head = self._record.unreleased
        return head is not None and not self._absent(life) and head.interface.get(life.kind, life.key) is None


def _date(release: Release) -> str:
    return "" if release.version == UNRELEASED else iso_date(release.time)


def _hints(element: Element) -> Iterator[Hint]:
    if not isinstance(element, Tool):
        return
    read_only = element.hint("readOnlyHint")
    for name, yes, no in _HINTS:
        if read_only and name in {"destructiveHint", "idempotentHint"}:
            continue  # the specification gives them a meaning only for tools that change things
        value = element.hint(name)
        good = value is (name in {"readOnlyHint", "idempotentHint"})
        yield Hint(yes if value else no, name, name in element.annotations, good)


def _facts(element: Element) -> Iterator[tuple[str, str]]:
    """Yield label and value of the plain members that a reader may want."""
    for member, label in (
        ("name", "Name"),
        ("uri", "URI"),
        ("uriTemplate", "URI template"),
        ("mimeType", "Media type"),
    ):
        value = element.text(member)
        if value and not (member == "name" and element.key_field == "name"):
            yield label, value
    size = element.data.get("size")
    if isinstance(size, int) and not isinstance(size, bool):
        yield "Size", f"{size} bytes"
    icons = element.data.get("icons")
    if isinstance(icons, Sequence) and not isinstance(icons, str) and icons:
        yield "Icons", str(len(icons))


def _raw(element: Element) -> Iterator[tuple[str, str]]:
    """Yield title and JSON of each raw part."""
    data = dict(element.data)
    for member, title in (("inputSchema", "Input schema"), ("outputSchema", "Output schema")):
        if member in data:
            yield title, _cut(_indented(data.pop(member)))
    data.pop("description", None)
    if set(data) - {"name", "title"}:
        yield "Everything else", _cut(_indented(data))


def _cut(text: str) -> str:
    return text if len(text) <= RAW_LENGTH else text[:RAW_LENGTH] + "\n…"


def _indented(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def _sections(data: Mapping[str, Any], sides: Sequence[Side]) -> Iterator[Section]:
    if data["arguments"]:
        yield Section("Arguments", "input")
    yield from (Section(side.title, side.anchor) for side in sides)
    if data["examples"]:
        yield Section("Example", "example")
    if data["raw"]:
        yield Section("As declared", "schema")
    if data["dependents"]:
        yield Section("Consumers", "consumers")
    yield Section("History", "history")
    if data["next_steps"]:
        yield Section("What came next", "next")
