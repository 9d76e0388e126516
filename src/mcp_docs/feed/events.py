"""Entries of releases and of promises: what happened, at the time at which it did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mcp_docs.advice import for_callers
from mcp_docs.dates import iso_date
from mcp_docs.feed.entries import Entry, html_text
from mcp_docs.feed.uris import deprecation_id, release_id, tag_uri
from mcp_docs.record import UNRELEASED, Deprecation, Record, Release
from mcp_docs.semver import parse_version
from mcp_docs.sunsets import sunset_time
from mcp_docs.views.markdown import visible
from mcp_docs.views.projection import counts_json, deprecation_json, release_json
from mcp_docs.wording import sentence

_MOST = 50


def release_entries(record: Record) -> Sequence[Entry]:
    """Return an entry for each release, in release order."""
    return [_release(release) for release in record.releases]


def _release(release: Release) -> Entry:
    counts = {level: number for level, number in counts_json(release).items() if number}
    told = ", ".join(f"{number} {level}" for level, number in counts.items()) or "no change of the interface"
    loud = "BREAKING: " if "breaking" in counts else ""
    return Entry(
        uri=tag_uri(release_id(release)),
        title=visible(f"{loud}{release.version}: {told}"),
        path=f"{release.slug}/",
        published=release.time,
        updated=release.time,
        summary=visible(f"{release.version}: {told}"),
        html="".join(_release_html(release)),
        tags=(("release", visible(release.version)), *(("level", level) for level in counts)),
        data={key: value for key, value in release_json(release).items() if key != "notes"},
    )


def _release_html(release: Release) -> Iterator[str]:
    if release.base is None:
        yield "<p>The first release on record.</p>"
        return
    declared = release.declared.label if release.declared is not None else "no"
    verdict = ", which is less than there is" if release.underbumped else ""
    yield (
        f"<p>Against {html_text(release.base)}. The changes demand a {release.demanded.label} step; "
        f"the version declares {declared}{verdict}.</p>"
    )
    if release.changes:
        yield "<ul>"
        for released in release.changes[:_MOST]:
            change = released.change
            todo = f" {html_text(for_callers(change))}" if change.level.label == "breaking" else ""
            name = html_text(change.key or change.kind)
            text = f"<strong>{name}</strong>: {html_text(sentence(change))}{todo}"
            yield f"<li>{change.level.label}: {text}</li>"
        yield "</ul>"
        if len(release.changes) > _MOST:
            yield f"<p>and {len(release.changes) - _MOST} more.</p>"


def deprecation_entries(record: Record) -> Sequence[Entry]:
    """Return an entry for each thing that happened to a promise, by time.

    What HEAD has and no release is left out, and so is what lies in the future.
    """
    found = [entry for item in record.deprecations for entry in _promise(record, item)]
    return sorted(found, key=lambda entry: (entry.published, entry.uri))


def _promise(record: Record, item: Deprecation) -> Iterator[Entry]:
    first = item.moves[0].before if item.moves else item.sunset
    ends = f", and may go at {first}" if first else ""
    if item.announced_in:
        yield from _event(
            record,
            item,
            "DEPRECATED",
            f"is deprecated{ends}",
            item.announced_in,
            key=f"announced {first or ''}",
        )
    for move in item.moves:
        before, after = (end or "no certain time" for end in (move.before, move.after))
        words = f"may go at {after}, and was promised until {before}"
        label = "SUNSET MOVED EARLIER" if move.earlier else "SUNSET MOVED"
        yield from _event(record, item, label, words, move.version, key=f"moved {move.after}")
    if item.reinstated_in:
        yield from _event(record, item, "REINSTATED", "is no longer deprecated", item.reinstated_in)
    if item.removed_in:
        yield from _event(record, item, "REMOVED", f"was {item.state}", item.removed_in)
    if item.state == "overdue":
        yield from _overdue(record, item)


def _overdue(record: Record, item: Deprecation) -> Iterator[Entry]:
    """Yield the entry of a promise that is due and not kept, at the time at which it fell due."""
    moment, target = sunset_time(item.sunset or ""), parse_version(item.sunset or "")
    if target is not None:
        reached = [
            r
            for r in record.releases
            if (version := parse_version(r.version)) and version.version.finalize_version() >= target.version
        ]
        moment = min((release.time for release in reached), default=None)
    if moment is not None and moment <= record.as_of:
        words = f"is still there, and was to go at {item.sunset}"
        yield _entry(record, item, "OVERDUE", words, moment, "", key=f"overdue {item.sunset}")


def _event(
    record: Record, item: Deprecation, label: str, words: str, version: str, *, key: str = ""
) -> Iterator[Entry]:
    release = record.by_version.get(version)
    if release is not None and version != UNRELEASED:
        said = f"{words} (in {version})"
        yield _entry(record, item, label, said, release.time, version, key=key or label.lower())


def _entry(
    record: Record, item: Deprecation, label: str, words: str, time: int, version: str, *, key: str
) -> Entry:
    name = f"{item.key} {item.path}".strip()
    lines = [f"<strong>{html_text(name)}</strong> {html_text(words)}."]
    if item.replacement:
        lines.append(f"Use {html_text(item.replacement)} instead.")
    if item.note:
        lines.append(html_text(item.note))
    return Entry(
        uri=tag_uri(deprecation_id(record, item, key, version or iso_date(time))),
        title=visible(f"{label}: {name} {words}"),
        path="deprecations/",
        published=time,
        updated=time,
        summary=visible(f"{name} {words}"),
        html="".join(f"<p>{line}</p>" for line in lines),
        tags=(("kind", item.kind), ("element", visible(item.key)), ("event", label.lower())),
        data={
            key: value
            for key, value in deprecation_json(item).items()
            if key in ("element", "pointer", "path", "source", "announced_in", "replacement", "note")
        },
    )
