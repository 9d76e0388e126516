"""The page of each release, and the list of all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mcp_docs.change import Bump, Level
from mcp_docs.dates import iso_date
from mcp_docs.interface import ElementKind
from mcp_docs.record import UNRELEASED, Record, Release
from mcp_docs.site.changes import ChangeViews, LevelGroup
from mcp_docs.site.page import Page, Section
from mcp_docs.site.paths import COMPARE, FOLDERS, RELEASES, Addresses
from mcp_docs.site.words import (
    KIND_WORDS,
    bump_verdict,
    bump_word,
    kind_count,
    shown_version,
    verdict,
)
from mcp_docs.views.changelog import release_markdown

_SHORT_COMMIT = 10


@dataclass(frozen=True, slots=True)
class ReleaseView:
    """One release, ready for a template.

    Attributes:
        tone: label of its worst level, or ``patch`` when nothing changed.
        counts: level and number, worst first, levels without changes left out.
        offer: what it offers, in words.
    """

    version: str
    page: str
    date: str
    tag: str
    commit: str
    prerelease: bool
    unreleased: bool
    base: str
    base_page: str
    verdict: str
    tone: str
    declared: str
    demanded: str
    underbumped: bool
    bump_verdict: str
    counts: tuple[tuple[str, int], ...]
    offer: str
    notes: str


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """An element as a release had it.

    Attributes:
        page: its address below the release.
        state: the page of its state there.
    """

    key: str
    page: str
    state: str
    changed: bool


class ReleasePages:
    """Makes the pages of all releases of a record."""

    def __init__(self, record: Record, addresses: Addresses, views: ChangeViews) -> None:
        self._record = record
        self._addresses = addresses
        self._views = views
        self._next = {r.base: r.version for r in record.releases if r.base is not None}

    def __iter__(self) -> Iterator[Page]:
        for release in self._record.by_version.values():
            yield self._page(release)

    def view(self, release: Release) -> ReleaseView:
        """Return the view of one release."""
        levels = sorted({c.change.level for c in release.changes}, reverse=True)
        base = release.base or ""
        return ReleaseView(
            version=shown_version(release.version),
            page=self._addresses.release(release.version),
            date="" if release.version == UNRELEASED else iso_date(release.time),
            tag=release.tag or "",
            commit=release.commit.id[:_SHORT_COMMIT],
            prerelease=release.prerelease and release.version != UNRELEASED,
            unreleased=release.version == UNRELEASED,
            base=base,
            base_page=self._addresses.release(base) if base in self._record.by_version else "",
            verdict=verdict(release),
            tone=levels[0].label if levels else Level.PATCH.label,
            declared=bump_word(release.declared),
            demanded=bump_word(release.demanded),
            underbumped=release.underbumped,
            bump_verdict=bump_verdict(release),
            counts=tuple((level.label, release.count(level)) for level in levels),
            offer=offer(release),
            notes=release.notes,
        )

    def groups(self, release: Release) -> tuple[LevelGroup, ...]:
        """Return a release's changes by level, worst first."""
        return self._views.groups(release.changes)

    def index(self) -> Page:
        """Return the list of all releases, newest first."""
        shown = [self.view(release) for release in reversed(tuple(self._record.by_version.values()))]
        judged, underbumped = honesty(self._record)
        return Page(
            path=RELEASES,
            title="Releases",
            template="releases.html.j2",
            data={
                "releases": tuple(shown),
                "judged": judged,
                "underbumped": underbumped,
                "source": self._record.source,
            },
            updated=self._record.as_of,
            description="Every release, with the bump it declared and the one it needed",
            json="api/v1/releases.json",
        )

    def _page(self, release: Release) -> Page:
        groups = self.groups(release)
        later = self._next.get(release.version)
        shown = shown_version(release.version)
        data: Mapping[str, Any] = {
            "release": self.view(release),
            "groups": groups,
            "catalogue": tuple(self._catalogue(release)),
            "later": shown_version(later) if later else "",
            "later_page": self._addresses.release(later) if later else "",
            "newest": release is self._record.newest,
            "upgrade": f"{COMPARE}{release.slug}/" if release.version in self._record.upgrades else "",
            "feed": f"api/v1/releases/{release.slug}.json",
            "markdown": "\n".join(release_markdown(release)[2:]),
        }
        return Page(
            path=self._addresses.release(release.version),
            title=shown if release.version == UNRELEASED else f"Release {shown}",
            nav_title=shown,
            template="release.html.j2",
            data=data,
            updated=release.time,
            description=verdict(release),
            sections=(*_sections(groups), Section("Everything in this version", "catalogue")),
            parent=RELEASES,
            json=f"api/v1/releases/{release.slug}.json",
        )

    def _catalogue(self, release: Release) -> Iterator[tuple[str, str, tuple[CatalogueEntry, ...]]]:
        changed = {(c.change.kind, c.change.key) for c in release.changes}
        for kind, elements in by_kind(release):
            entries = tuple(
                CatalogueEntry(key, page, state, (kind, key) in changed)
                for key in elements
                if (page := self._addresses.within(release, kind, key)) is not None
                and (state := self._addresses.at(release, kind, key)) is not None
            )
            yield KIND_WORDS[kind][1], kind_count(kind, len(entries)), entries


def by_kind(release: Release) -> Iterator[tuple[ElementKind, Sequence[str]]]:
    """Yield each kind that a release has elements of, with their keys in order."""
    interface = release.interface
    for kind in FOLDERS:
        keys = [key for found, key in interface.index if found == kind]
        if keys:
            yield kind, keys


def offer(release: Release) -> str:
    """Return what a release offers, such as ``12 tools, 1 prompt``."""
    return ", ".join(kind_count(kind, len(keys)) for kind, keys in by_kind(release)) or "nothing yet"


def _sections(groups: Sequence[LevelGroup]) -> Iterator[Section]:
    for group in groups:
        yield Section(f"{group.level.capitalize()} ({group.count})", group.level)


def honesty(record: Record) -> tuple[int, int]:
    """Return how many releases declare a semver step, and how many of them too small a one."""
    judged = [
        release
        for release in record.releases
        if release.declared is not None and release.demanded > Bump.NONE
    ]
    return len(judged), sum(1 for release in judged if release.underbumped)


def broke_quietly(record: Record) -> tuple[Release, ...]:
    """Return the releases that broke callers though their version declares no major step, oldest first."""
    return tuple(
        release
        for release in record.releases
        if release.declared is not None and release.declared < Bump.MAJOR and release.count(Level.BREAKING)
    )
