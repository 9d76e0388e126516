"""Pages from an older release to the newest, and the one on which any two are compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mcp_docs.change import Change, Level
from mcp_docs.jsonvalue import JsonValue, document
from mcp_docs.record import UNRELEASED, Record, Release
from mcp_docs.site.anytwo import as_bytes, files
from mcp_docs.site.changes import ChangeViews, level_groups
from mcp_docs.site.page import Page, Section
from mcp_docs.site.paths import COMPARE, Addresses
from mcp_docs.site.words import counted, shown_version


class ComparePages:
    """Makes the pages for those who upgrade across several releases."""

    def __init__(self, record: Record, addresses: Addresses, views: ChangeViews) -> None:
        self._record = record
        self._addresses = addresses
        self._views = views

    def __iter__(self) -> Iterator[Page]:
        yield self._index()
        for release in self._record.releases:
            if release.version in self._record.upgrades and self._record.newest:
                yield self._page(release, self._record.newest)

    def files(self) -> Mapping[str, bytes]:
        """Return what a browser reads: the versions, and what differs between any two."""
        versions: list[JsonValue] = [
            [shown_version(r.version), r.slug, self._record.newest is r]
            for r in self._record.by_version.values()
        ]
        return {
            f"{COMPARE}versions.json": document(versions),
            **as_bytes(files(self._record, self._addresses, self._views)),
        }

    def _index(self) -> Page:
        record = self._record
        newest = record.newest
        rows = [
            (
                shown_version(release.version),
                f"{COMPARE}{release.slug}/",
                _counts(changes),
                self._accepted(changes),
            )
            for release in reversed(record.releases)
            if (changes := record.upgrades.get(release.version)) is not None
        ]
        data: Mapping[str, Any] = {
            "newest": shown_version(newest.version) if newest else "",
            "rows": tuple(rows),
            "versions": tuple(shown_version(version) for version in reversed(tuple(record.by_version))),
            "states": f"{COMPARE}states.json",
        }
        return Page(
            path=COMPARE,
            title="Compare releases",
            nav_title="Compare",
            template="compare.html.j2",
            data=data,
            updated=record.as_of,
            description="What changed between any two releases",
            sections=(Section("Any two", "two"), Section("To the newest", "newest")),
        )

    def _accepted(self, changes: Sequence[Change]) -> int:
        return sum(1 for change in changes if self._views.bare(change).accepted)

    def _page(self, old: Release, new: Release) -> Page:
        changes = self._record.upgrades[old.version]
        groups = level_groups([(change, self._views.bare(change)) for change in changes])
        data: Mapping[str, Any] = {
            "old": shown_version(old.version),
            "new": shown_version(new.version),
            "old_page": self._addresses.release(old.version),
            "new_page": self._addresses.release(new.version),
            "verdict": upgrade_verdict(old, changes),
            "tone": groups[0].level if groups else Level.PATCH.label,
            "counts": _counts(changes),
            "accepted": self._accepted(changes),
            "groups": groups,
            "choices": tuple(
                (shown_version(r.version), f"{COMPARE}{r.slug}/")
                for r in reversed(self._record.releases)
                if r.version in self._record.upgrades
            ),
        }
        return Page(
            path=f"{COMPARE}{old.slug}/",
            title=f"From {old.version} to {new.version}",
            nav_title=shown_version(old.version),
            template="upgrade.html.j2",
            data=data,
            updated=new.time,
            description=upgrade_verdict(old, changes),
            searched=False,
            sections=tuple(Section(f"{g.level.capitalize()} ({g.count})", g.level) for g in groups),
            parent=COMPARE,
            listed=False,
            json=f"api/v1/releases/{new.slug}.json",
        )


def _counts(changes: tuple[Change, ...]) -> tuple[tuple[str, int], ...]:
    levels = [change.level for change in changes]
    return tuple((level.label, levels.count(level)) for level in sorted(set(levels), reverse=True))


def upgrade_verdict(old: Release, changes: tuple[Change, ...]) -> str:
    """Say in a sentence what an upgrade from ``old`` to the newest release costs."""
    levels = [change.level for change in changes]
    breaking, review = levels.count(Level.BREAKING), levels.count(Level.REVIEW)
    version = "HEAD" if old.version == UNRELEASED else old.version
    if breaking:
        tail = f", and {counted(review, 'change')} to look at" if review else ""
        return f"Breaks callers of {version}: {counted(breaking, 'breaking change')}{tail}."
    if review:
        return f"No break is proven since {version}, but {counted(review, 'change')} could matter to you."
    return f"Safe to upgrade from {version}: no change breaks a caller."
