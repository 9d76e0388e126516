"""The pages for those who have to know: when each break shipped, and what the consumers felt of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from markupsafe import Markup

from mcp_docs.change import Level
from mcp_docs.consumer import Consumer
from mcp_docs.dates import iso_date
from mcp_docs.record import Pair, Record
from mcp_docs.site import paths
from mcp_docs.site.changes import ChangeView, ChangeViews
from mcp_docs.site.page import Page, Section
from mcp_docs.site.paths import Addresses, relative
from mcp_docs.site.promises import promise
from mcp_docs.site.releases import ReleasePages, broke_quietly, honesty
from mcp_docs.site.svg import matrix_svg
from mcp_docs.site.words import KIND_WORDS, kind_count, shown_version
from mcp_docs.views.audit import Audit, Year, audit

#: Columns of the drawn matrix at most, the newest; the table has every row.
DRAWN = 80


@dataclass(frozen=True, slots=True)
class Break:
    """One break with the last release that was good."""

    change: ChangeView
    last_good: str
    last_good_page: str
    consumers: tuple[str, ...]
    returned_in: str
    returned_page: str


@dataclass(frozen=True, slots=True)
class YearView:
    """What was released in one year.

    Attributes:
        removed: which elements went, as the filter of the breaks names them, how many of each kind, and
            how many of these a later release has again.
    """

    year: str
    releases: int
    breaks: int
    underbumped: int
    removed: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a release can be upgraded.

    Attributes:
        safe: how many later releases break nothing.
        broken: how many do.
        furthest: the newest release that breaks nothing, or empty.
        first_break: the first release that breaks, or empty.
        page: of the upgrade to the newest, or empty.
    """

    version: str
    page: str
    safe: int
    broken: int
    furthest: str
    first_break: str


class AuditPages:
    """Makes the audit page and, where contracts are on record, the page of consumers."""

    def __init__(
        self, record: Record, addresses: Addresses, views: ChangeViews, releases: ReleasePages
    ) -> None:
        self._record = record
        self._addresses = addresses
        self._views = views
        self._releases = releases

    def __iter__(self) -> Iterator[Page]:
        yield self._audit()
        if self._record.consumers:
            yield self._consumers()

    def _audit(self) -> Page:
        record = self._record
        found = audit(record)
        judged, underbumped = honesty(record)
        shown = [promise(record, self._addresses, item) for item in record.deprecations]
        breaks = tuple(self._breaks(found))
        data: Mapping[str, Any] = {
            "breaks": breaks,
            "quiet": tuple(self._releases.view(release) for release in reversed(broke_quietly(record))),
            "underbumped": tuple(self._releases.view(release) for release in reversed(found.underbumped)),
            "judged": judged,
            "count": underbumped,
            "years": tuple(_year(year, breaks) for year in reversed(found.years)),
            "early": tuple(p for p in shown if p.state in {"removed early", "removed without notice"}),
            "reaches": tuple(self._reaches()),
            "matrix": self._matrix(),
            "left_out": record.matrix.left_out,
            "gaps": len(record.gaps),
            "as_of": iso_date(record.as_of),
        }
        return Page(
            path=paths.AUDIT,
            title="Audit",
            template="audit.html.j2",
            data=data,
            updated=record.as_of,
            description="When each break shipped, and whether its version said so",
            sections=(
                Section("Breaks", "breaks"),
                Section("Broke without a major step", "quiet"),
                Section("Too small a step", "underbumped"),
                Section("By year", "years"),
                Section("Who can upgrade to what", "matrix"),
            ),
        )

    def _breaks(self, found: Audit) -> Iterator[Break]:
        for item in found.breaks:
            if item.released.change.level is Level.BREAKING:
                good = item.last_good or ""
                page = self._addresses.release(good) if good in self._record.by_version else ""
                back = item.returned_in or ""
                again = self._addresses.release(back) if back else ""
                yield Break(self._views.view(item.released), good, page, item.consumers, back, again)

    def _pairs(self) -> Mapping[str, list[Pair]]:
        found: dict[str, list[Pair]] = {}
        for pair in self._record.matrix.pairs:
            found.setdefault(pair.old, []).append(pair)
        return found

    def _reaches(self) -> Iterator[Reach]:
        known = self._pairs()
        for version in reversed(self._record.matrix.releases):
            pairs = known.get(version, [])
            good = [pair.new for pair in pairs if pair.level is not Level.BREAKING]
            bad = [pair.new for pair in pairs if pair.level is Level.BREAKING]
            if pairs:
                yield Reach(
                    version=shown_version(version),
                    page=self._upgrade(version),
                    safe=len(good),
                    broken=len(bad),
                    furthest=shown_version(good[-1]) if good else "",
                    first_break=shown_version(bad[0]) if bad else "",
                )

    def _upgrade(self, version: str) -> str:
        slug = self._record.by_version[version].slug
        return f"{paths.COMPARE}{slug}/" if version in self._record.upgrades else ""

    def _matrix(self) -> Markup:
        matrix = self._record.matrix
        columns = matrix.supported[-DRAWN:]
        levels = {
            (pair.old, pair.new): pair.level.label if pair.level else "none"
            for pair in matrix.pairs
            if pair.new in columns
        }
        rows = [version for version in matrix.releases if any((version, new) in levels for new in columns)]
        # What is asked for most, newest to newest, stands where a box that scrolls begins.
        newest = rows[: -DRAWN - 1 : -1]
        return matrix_svg([(version, self._link(version)) for version in newest], columns[::-1], levels)

    def _link(self, version: str) -> str:
        page = self._upgrade(version)
        return relative(paths.AUDIT, page, "index.html") if page else ""

    def _consumers(self) -> Page:
        record = self._record
        return Page(
            path=paths.CONSUMERS,
            title="Consumers",
            template="consumers.html.j2",
            data={"consumers": tuple(self._consumer(item) for item in record.consumers)},
            updated=record.as_of,
            description="Which releases keep the contracts of known consumers",
        )

    def _consumer(self, consumer: Consumer) -> Mapping[str, Any]:
        last = consumer.judgements[-1] if consumer.judgements else None
        return {
            "name": consumer.name,
            "file": consumer.file,
            "works": last is not None and last.works,
            "last": shown_version(last.version) if last else "",
            "broken": last.broken if last else (),
            "unproven": len(last.unproven) if last else 0,
            "first": shown_version(consumer.judgements[0].version) if last else "",
            "runs": tuple(self._runs(consumer)),
            "events": tuple(
                (shown_version(e.version), self._addresses.release(e.version), e.what, e.clauses)
                for e in reversed(consumer.events)
            ),
        }

    def _runs(self, consumer: Consumer) -> Iterator[tuple[str, str, bool, int]]:
        """Yield neighbours in release order that keep, or break, a contract: versions, page, number."""
        for works, group in groupby(consumer.judgements, key=lambda judgement: judgement.works):
            found = [judgement.version for judgement in group]
            first, last = shown_version(found[0]), shown_version(found[-1])
            span = first if first == last else f"{first} to {last}"
            yield span, self._addresses.release(found[0]), works, len(found)


def _year(year: Year, breaks: Sequence[Break]) -> YearView:
    gone = [item for item in breaks if item.change.date[:4] == year.year]
    removed = []
    for kind in KIND_WORDS:
        what = f"{kind} removed"
        found = [item for item in gone if item.change.what == what]
        if found:
            back = sum(1 for item in found if item.returned_in)
            removed.append((what, kind_count(kind, len(found)), back))
    return YearView(year.year, year.releases, year.breaking, year.underbumped, tuple(removed))
