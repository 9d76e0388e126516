"""The pages about the whole: home, lists, server, changelog, deprecations, gaps, rules, feeds."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from mcp_docs.change import Level
from mcp_docs.dates import iso_date
from mcp_docs.history.model import Gap
from mcp_docs.interface import ElementKind
from mcp_docs.record import UNRELEASED, Lifecycle, Record, Release
from mcp_docs.site import paths
from mcp_docs.site.changes import ChangeViews
from mcp_docs.site.page import Page, Section
from mcp_docs.site.paths import FOLDERS, Addresses
from mcp_docs.site.promises import promise, timeline
from mcp_docs.site.releases import ReleasePages, broke_quietly, honesty
from mcp_docs.site.text import summary
from mcp_docs.site.words import KIND_WORDS, counted, kind_count, shown_version

#: Releases on one page of the changelog; the newest are on ``/changelog/`` itself.
CHANGELOG_PAGE = 20
#: Lines of one level that the changelog shows of a release; the release's page has them all.
CHANGELOG_LINES = 25
_SHORT_COMMIT = 10
_RAW_LENGTH = 20_000


@dataclass(frozen=True, slots=True)
class Listed:
    """An element in a list."""

    key: str
    title: str
    page: str
    summary: str
    since: str
    removed: str
    removed_on: str
    new: bool
    deprecated: bool
    changed: str
    level: str


class OverviewPages:
    """Makes the pages about the whole record."""

    def __init__(
        self,
        record: Record,
        addresses: Addresses,
        views: ChangeViews,
        releases: ReleasePages,
        base_url: str = "",
    ) -> None:
        self._record = record
        self._base_url = base_url
        self._addresses = addresses
        self._views = views
        self._releases = releases
        self._deprecated = {
            (d.kind, d.key)
            for d in record.deprecations
            if not d.pointer and d.state in {"announced", "due", "overdue"}
        }

    def __iter__(self) -> Iterator[Page]:
        yield self._home()
        yield from self._lists()
        yield self._server()
        yield self._releases.index()
        yield from self._changelog()
        yield self._deprecations()
        yield self._gaps()
        yield self._feeds()

    def _simple(
        self, path: str, title: str, template: str, data: Mapping[str, Any], description: str = ""
    ) -> Page:
        return Page(path, title, template, data, self._record.as_of, description=description)

    def listed(self, kind: ElementKind, *, present: bool) -> tuple[Listed, ...]:
        """Return the elements of a kind that the newest release (or HEAD) has, or has no more."""
        lives = (life for life in self._record.lifecycles if life.kind == kind)
        return tuple(self._listed(life) for life in lives if self._present(life) is present)

    def _present(self, life: Lifecycle) -> bool:
        newest, head = self._record.newest, self._record.unreleased
        shown = [release for release in (newest, head) if release]
        return any(release.interface.get(life.kind, life.key) for release in shown)

    def _listed(self, life: Lifecycle) -> Listed:
        element = life.newest.element
        last = next(iter(life.changes), None)
        return Listed(
            key=life.key,
            title=element.title or "",
            page=self._addresses.state(life, life.newest),
            summary=summary(element.description or ""),
            since=shown_version(life.since),
            removed=life.removed_in or shown_version(life.newest.releases[-1]),
            removed_on=self._removed_on(life),
            new=life.since == UNRELEASED,
            deprecated=(life.kind, life.key) in self._deprecated,
            changed=shown_version(last.release) if last else "",
            level=last.change.level.label if last else "",
        )

    def _removed_on(self, life: Lifecycle) -> str:
        release = self._record.by_version.get(life.removed_in or "")
        return iso_date(release.time) if release and release.version != UNRELEASED else ""

    def _home(self) -> Page:
        record = self._record
        newest = record.newest
        judged, underbumped = honesty(record)
        live = [promise(record, self._addresses, d) for d in record.deprecations]
        shown = newest or record.unreleased
        server = shown.interface.server if shown else None
        data = {
            "newest": self._releases.view(newest) if newest else None,
            "unreleased": self._releases.view(record.unreleased) if record.unreleased else None,
            "newest_breaking": self._worst(newest),
            "kinds": tuple(self._kinds()),
            "releases": len(record.releases),
            "changes": sum(len(release.changes) for release in record.releases),
            "breaking": sum(release.count(Level.BREAKING) for release in record.releases),
            "first": iso_date(record.releases[0].time) if record.releases else "",
            "judged": judged,
            "underbumped": underbumped,
            "promises": tuple(p for p in live if p.live),
            "gaps": len(record.gaps),
            "as_of": iso_date(record.as_of),
            "removed": tuple(self._removed()),
            "quiet": len(broke_quietly(record)),
            "about": summary(server.description or server.text("instructions") or "", 280) if server else "",
        }
        return Page(
            "",
            record.title,
            "home.html.j2",
            data,
            record.as_of,
            "Overview",
            f"{record.title}: interface reference",
        )

    def _worst(self, release: Release | None) -> tuple[Any, ...]:
        changes = release.changes if release else ()
        return self._views.views(c for c in changes if c.change.level is Level.BREAKING)[:5]

    def _removed(self) -> Iterator[tuple[str, str, str, int]]:
        """Yield what is gone of each kind, counted, where that is listed, the last year and its number."""
        for kind, folder in FOLDERS.items():
            gone = self.listed(kind, present=False)
            if gone:
                year = max(item.removed_on[:4] for item in gone)
                last = sum(1 for item in gone if item.removed_on[:4] == year)
                yield kind_count(kind, len(gone)), f"{folder}/", year, last

    def _kinds(self) -> Iterator[tuple[str, str, str, tuple[Listed, ...]]]:
        for kind, folder in FOLDERS.items():
            listed = self.listed(kind, present=True)
            if listed:
                yield KIND_WORDS[kind][1].capitalize(), kind_count(kind, len(listed)), f"{folder}/", listed

    def _lists(self) -> Iterator[Page]:
        for kind, folder in FOLDERS.items():
            here, gone = self.listed(kind, present=True), self.listed(kind, present=False)
            if here or gone:
                many = KIND_WORDS[kind][1].capitalize()
                data = {"many": many, "here": here, "gone": tuple(_by_year(kind, gone)), "kind": kind}
                yield self._simple(
                    f"{folder}/",
                    many,
                    "list.html.j2",
                    data,
                    f"{kind_count(kind, len(here))} of {self._record.title}",
                )

    def _server(self) -> Page:
        shown = self._record.newest or self._record.unreleased
        server = shown.interface.server if shown else None
        raw = dict(server.data) if server else {}
        instructions = raw.pop("instructions", "")
        changes = [
            c
            for release in reversed(tuple(self._record.by_version.values()))
            for c in release.changes
            if c.change.kind == "server"
        ]
        data = {
            "server": server,
            "version": shown_version(shown.version) if shown else "",
            "instructions": instructions if isinstance(instructions, str) else "",
            "raw": json.dumps(raw, ensure_ascii=False, indent=2)[:_RAW_LENGTH] if raw else "",
            "changes": self._views.views(changes),
        }
        return self._simple(
            paths.SERVER, "Server", "server.html.j2", data, f"What {self._record.title} says of itself"
        )

    def _changelog(self) -> Iterator[Page]:
        shown = tuple(reversed(tuple(self._record.by_version.values())))
        # Pages are cut from the oldest end, so that a full one never changes again.
        first = len(shown) % CHANGELOG_PAGE or CHANGELOG_PAGE
        if len(shown) > CHANGELOG_PAGE and first < CHANGELOG_PAGE:
            first += CHANGELOG_PAGE
        chunks = [
            shown[:first],
            *(shown[n : n + CHANGELOG_PAGE] for n in range(first, len(shown), CHANGELOG_PAGE)),
        ]
        names = [f"{paths.CHANGELOG}{len(chunks) - n}/" if n else paths.CHANGELOG for n in range(len(chunks))]
        for number, chunk in enumerate(chunks):
            yield self._changelog_page(names, number, chunk)

    def _changelog_page(self, names: Sequence[str], number: int, chunk: Sequence[Release]) -> Page:
        listed = tuple((self._releases.view(release), self._releases.groups(release)) for release in chunk)
        title = "Changelog" if number == 0 else f"Changelog, {_span(chunk)}"
        data = {
            "listed": listed,
            "lines": CHANGELOG_LINES,
            "newer": names[number - 1] if number else None,
            "older": names[number + 1] if number + 1 < len(names) else None,
            "span": _span(chunk),
            "first": number == 0,
            "choices": self._upgrades(),
            "missing": tuple(_uncaptured(self._record)) if number == 0 else (),
            "few": _FEW_MISSING,
        }
        return Page(
            path=names[number],
            title=title,
            template="changelog.html.j2",
            data=data,
            updated=chunk[0].time if chunk else self._record.as_of,
            description=f"Changes of {self._record.title}, release by release",
            searched=False,
            sections=tuple(Section(view.version, f"v-{view.page.rstrip('/')}") for view, _ in listed),
        )

    def _upgrades(self) -> tuple[tuple[str, str], ...]:
        releases, known = reversed(self._record.releases), self._record.upgrades
        return tuple((r.version, f"{paths.COMPARE}{r.slug}/") for r in releases if r.version in known)

    def _deprecations(self) -> Page:
        shown = [promise(self._record, self._addresses, item) for item in self._record.deprecations]
        data = {
            "live": tuple(item for item in shown if item.live),
            "past": tuple(item for item in shown if not item.live),
            "as_of": iso_date(self._record.as_of),
            "timeline": timeline(self._record),
        }
        return self._simple(
            paths.DEPRECATIONS,
            "Deprecations",
            "deprecations.html.j2",
            data,
            "What is going to be removed, and what was",
        )

    def _gaps(self) -> Page:
        gaps = [_gap(gap) for gap in self._record.gaps]
        grouped: dict[str, list[Mapping[str, str]]] = {}
        for gap in gaps:
            grouped.setdefault(gap["group"], []).append(gap)
        data = {"groups": tuple((name, tuple(found)) for name, found in grouped.items()), "count": len(gaps)}
        return self._simple(
            paths.GAPS,
            "Left out of the record",
            "gaps.html.j2",
            data,
            "What these pages do not show, and why",
        )

    def _ask(self) -> str:
        """Return the command that asks whether an upgrade breaks a consumer, as far as it is known."""
        used = next((r.base for r in reversed(self._record.releases) if r.base and not r.prerelease), None)
        feed, first = shlex.quote(self._base_url or "ADDRESS"), shlex.quote(used or "VERSION")
        return f"mcp-docs affected --feed {feed} --contract my.contract.json --from {first}"

    def _feeds(self) -> Page:
        data = {
            "count": counted(sum(len(r.changes) for r in self._record.releases), "change"),
            "ask": self._ask(),
            "subscriptions": _SUBSCRIPTIONS,
            "documents": _DOCUMENTS,
            "elements": tuple(
                (f"feeds/{FOLDERS[life.kind]}/{life.slug}/breaking.atom", KIND_WORDS[life.kind][0], life.key)
                for life in self._record.lifecycles
            ),
        }
        return self._simple(
            paths.FEEDS, "Feeds", "feeds.html.j2", data, "Subscribe to changes, or read them by program"
        )


def _by_year(kind: ElementKind, gone: Sequence[Listed]) -> Iterator[tuple[str, str, tuple[Listed, ...]]]:
    """Yield year, count and elements that went in it, newest first; no year for what went on a side line."""
    newest_first = sorted(gone, key=lambda item: item.removed_on, reverse=True)
    for year, found in groupby(newest_first, key=lambda item: item.removed_on[:4]):
        listed = tuple(found)
        yield year, kind_count(kind, len(listed)), listed


_SUBSCRIPTIONS = (
    ("feeds/all.atom", "Every change of every release, as Atom"),
    ("feeds/all.json", "The same as JSON Feed"),
    ("feeds/breaking.atom", "Breaking changes alone, as Atom"),
    ("feeds/breaking.json", "The same as JSON Feed"),
    ("feeds/deprecations.atom", "What is announced to go, is moved, goes, or is overdue, as Atom"),
    ("feeds/deprecations.json", "The same as JSON Feed"),
    ("feeds/releases.atom", "One entry a release, as Atom"),
    ("feeds/releases.json", "The same as JSON Feed"),
    ("api/v1/deprecations.ics", "The days on which something may go, for a calendar"),
)
_DOCUMENTS = (
    ("api/v1/index.json", "Where to begin: counts, newest release, links to everything else"),
    ("api/v1/releases.json", "All releases, each with the bump it declared and the one it needed"),
    ("api/v1/matrix.json", "Each release against each later one, compared directly"),
    ("api/v1/deprecations.json", "Promises to remove something, and what became of them"),
    ("api/v1/upcoming.json", "What is announced, or made and not released yet"),
    ("api/v1/consumers.json", "Consumers' contracts against every release"),
    ("api/v1/audit.json", "When each break shipped, whether it was announced, accepted, undone"),
    ("api/v1/audit.csv", "The same for a spreadsheet"),
    ("api/v1/modified.csv", "When each change was last modified, newest first: what to fetch again"),
    ("api/v1/all.ndjson", "Every change, one a line"),
    ("changelog.md", "The changelog as one Markdown file"),
)
_NOT_CAPTURED = "tag.not_captured"
#: Releases without an interface that the changelog names; the page of gaps has them all.
_FEW_MISSING = 5
_GAP_GROUPS = {
    _NOT_CAPTURED: "Releases that could not be captured",
    "releases": "What was asked for and is not there",
    "tag": "Tags that are no release",
    "revision": "Commits that could not be read",
    "deprecation": "Configured deprecations of nothing that was ever there",
}


def _uncaptured(record: Record) -> Iterator[tuple[str, str]]:
    """Yield the tag of each release that could not be captured, and why."""
    for gap in record.gaps:
        if gap.code == _NOT_CAPTURED:
            yield gap.tag or "", gap.reason


def _gap(gap: Gap) -> Mapping[str, str]:
    area = gap.code.partition(".")[0]
    known = _GAP_GROUPS.get(gap.code) or _GAP_GROUPS.get(area)
    return {
        "group": known or ("Parts of an element that are not valid" if gap.element else "Other"),
        "subject": gap.tag or (gap.element or "").partition(":")[2] or (gap.commit or "")[:_SHORT_COMMIT],
        "message": gap.message,
        "where": str(gap.where) if gap.where else "",
        "code": gap.code,
    }


def _span(chunk: Sequence[Release]) -> str:
    if not chunk:
        return ""
    newest, oldest = shown_version(chunk[0].version), shown_version(chunk[-1].version)
    return newest if newest == oldest else f"{oldest} to {newest}"
