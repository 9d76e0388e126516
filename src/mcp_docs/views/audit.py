"""The audit: when each break shipped, who made it, whether it was announced, accepted, undone.

One list of breaks, and what can be counted from it: nothing is judged here that the record does not
already say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from mcp_docs.change import Level
from mcp_docs.consumer import Consumer
from mcp_docs.dates import iso_date
from mcp_docs.errors import UsageError
from mcp_docs.history.model import Gap
from mcp_docs.record import UNRELEASED, Record, Release, ReleasedChange
from mcp_docs.rules import RULES
from mcp_docs.texts import did_you_mean
from mcp_docs.views.joined import broken_consumers, consumers_broken

_DAY = 86_400
_UNKNOWN = frozenset({"tag.not_captured", "tag.unreadable"})
_EXAMPLES = "Name tool:search, search, /inputSchema/properties/limit, tool.removed or a consumer."


@dataclass(frozen=True, slots=True)
class Break:
    """A change that breaks somebody, or may, with its place in history.

    Attributes:
        released: the change.
        release: the first release that shipped it; HEAD when none has.
        last_good: the release before it on its line, which is without it.
        notice_days: days from the release that announced it to the one that shipped it, or ``None``.
        consumers: the committed contracts that the same release broke at the same element.
        returned_in: for an element that went, the next release that has it again, or ``None``. Such a removal
            need not be undone: what came back may break those who knew it before.
    """

    released: ReleasedChange
    release: Release
    last_good: str | None
    notice_days: int | None
    consumers: tuple[str, ...] = ()
    returned_in: str | None = None


@dataclass(frozen=True, slots=True)
class Year:
    """What was released in one year."""

    year: str
    releases: int
    breaking: int
    review: int
    underbumped: int


@dataclass(frozen=True, slots=True)
class Audit:
    """The answer to one question.

    Attributes:
        query: what was asked for, or empty for everything.
        breaks: newest release first, worst first.
        underbumped: releases that promised less change than there was, oldest first; of those that
            the question is about.
        consumers: whose contracts the question is about, or all.
        years: totals over all that was selected, oldest first.
        unknown: gaps, by tag, of releases whose interface could not be captured or read; where everything
            is asked for.
    """

    query: str
    breaks: tuple[Break, ...]
    underbumped: tuple[Release, ...]
    consumers: tuple[Consumer, ...]
    years: tuple[Year, ...]
    unknown: tuple[Gap, ...] = ()


def audit(record: Record, query: str = "") -> Audit:
    """Answer when something broke.

    Args:
        record: the record.
        query: ``tool:search`` or a plain name, a JSON Pointer inside elements, a rule's id or a pattern of
            ids, or the name of a consumer; empty for everything.

    Raises:
        UsageError: the record has nothing of that name.
    """
    consumers = tuple(c for c in record.consumers if not query or c.name == query)
    names = {consumer.name for consumer in consumers}
    found = [
        item for item in _breaks(record) if not query or _is_about(item, query) or names & {*item.consumers}
    ]
    if query and not found and not consumers and not _is_known(record, query):
        raise UsageError(
            f"the record knows no element, place, rule or consumer {query!r}",
            hint=did_you_mean(query, _names(record), _EXAMPLES),
        )
    about = {item.release.version for item in found}
    underbumped = tuple(r for r in record.releases if r.underbumped and (not query or r.version in about))
    unknown = () if query else tuple(gap for gap in record.gaps if gap.code in _UNKNOWN)
    return Audit(query, tuple(found), underbumped, consumers, _years(record, found), unknown)


def _breaks(record: Record) -> Sequence[Break]:
    head = (record.unreleased,) if record.unreleased else ()
    broken = broken_consumers(record)
    returns = _returns(record)
    return [
        Break(
            released,
            release,
            release.base,
            _notice_days(record, release, released),
            tuple(consumers_broken(broken, released)),
            returns.get(released.id),
        )
        for release in (*head, *reversed(record.releases))
        for released in release.changes
        if released.change.level >= Level.REVIEW
    ]


def _returns(record: Record) -> Mapping[str, str]:
    """Return the release that added an element again, by the id of the change that removed it."""
    order = {version: number for number, version in enumerate(record.by_version)}
    found: dict[str, str] = {}
    for life in record.lifecycles:
        waiting: list[str] = []
        whole = [c for c in life.changes if not c.change.pointer and c.change.operation != "changed"]
        for released in sorted(whole, key=lambda c: order[c.release]):
            if released.change.operation == "removed":
                waiting.append(released.id)
            elif released.release != UNRELEASED:
                found.update(dict.fromkeys(waiting, released.release))
                waiting.clear()
    return found


def _notice_days(record: Record, release: Release, released: ReleasedChange) -> int | None:
    announced = record.by_version.get(released.announced_in or "")
    return (release.time - announced.time) // _DAY if announced else None


def _is_about(item: Break, query: str) -> bool:
    change = item.released.change
    if query.startswith("/"):
        return change.pointer == query or change.pointer.startswith(query + "/")
    named = query in (
        change.key,
        f"{change.kind}:{change.key}",
        change.kind if change.kind == "server" else "",
    )
    return named or fnmatchcase(change.rule, query) or query in (item.released.id, change.path)


def _names(record: Record) -> tuple[str, ...]:
    """Return what a question can be about by its full name."""
    elements = (name for life in record.lifecycles for name in (life.key, f"{life.kind}:{life.key}"))
    return (*elements, "server", *RULES, *(consumer.name for consumer in record.consumers))


def _is_known(record: Record, query: str) -> bool:
    """Tell whether there is such a thing, about which nothing broke."""
    return query in _names(record) or query.startswith("/") or any(fnmatchcase(rule, query) for rule in RULES)


def _years(record: Record, found: Sequence[Break]) -> tuple[Year, ...]:
    releases: dict[str, list[Release]] = {}
    for release in record.releases:
        releases.setdefault(iso_date(release.time)[:4], []).append(release)
    return tuple(
        Year(
            year,
            len(group),
            _count(found, group, Level.BREAKING),
            _count(found, group, Level.REVIEW),
            sum(release.underbumped for release in group),
        )
        for year, group in sorted(releases.items())
    )


def _count(found: Sequence[Break], releases: Sequence[Release], level: Level) -> int:
    versions = {release.version for release in releases}
    return sum(item.release.version in versions and item.released.change.level is level for item in found)
