"""The changelog: every release, newest first, worst changes first, as Markdown or JSON.

The Markdown keeps the headings of Keep a Changelog's order of importance but groups by level,
because the level is what a reader acts on. Rewordings fold into one line with their count.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mcp_docs.advice import for_callers
from mcp_docs.change import ByContract, Level, Proof, Undecided, Witnessed
from mcp_docs.dates import iso_date
from mcp_docs.jsonvalue import JsonObject, canonical_text
from mcp_docs.record import UNRELEASED, Record, Release, ReleasedChange
from mcp_docs.views.markdown import code, demote, escape
from mcp_docs.views.projection import (
    deprecation_json,
    envelope,
    gap_json,
    later_json,
    release_json,
    released_json,
)
from mcp_docs.wording import sentence

HEADINGS = {
    Level.BREAKING: "Breaking",
    Level.REVIEW: "Review",
    Level.MINOR: "Minor",
    Level.PATCH: "Patch",
}


def shown_releases(record: Record) -> tuple[Release, ...]:
    """Return HEAD when it is ahead, then the releases, newest first."""
    pseudo = (record.unreleased,) if record.unreleased else ()
    return (*pseudo, *reversed(record.releases))


def to_json(record: Record) -> JsonObject:
    """Return the whole changelog as JSON."""
    releases = [
        {
            **release_json(release),
            "changes": [{**released_json(c, release.time), **later_json(c)} for c in release.changes],
        }
        for release in shown_releases(record)
    ]
    return {
        **envelope(record),
        "releases": releases,
        "deprecations": [deprecation_json(item) for item in record.deprecations],
        "gaps": [gap_json(gap) for gap in record.gaps],
    }


def to_markdown(record: Record) -> str:
    """Return the whole changelog as Markdown that no text of the server can break out of."""
    lines = [f"# Changelog of {escape(record.title)}", ""]
    for release in shown_releases(record):
        lines += release_markdown(release)
    if record.gaps:
        lines += ["## Left out of this record", ""]
        lines += [f"- {escape(_gap_place(gap.tag, gap.commit))}{escape(gap.message)}" for gap in record.gaps]
        lines.append("")
    return "\n".join(lines)


def release_markdown(release: Release) -> list[str]:
    """Return one release's lines, its notes first."""
    lines = [f"## {_heading(release)}", "", _verdict(release), ""]
    if release.notes:
        lines += [demote(release.notes.strip(), 2), ""]
    for level in sorted(Level, reverse=True):
        listed = [released for released in release.changes if released.change.level is level]
        if listed:
            lines += [f"### {HEADINGS[level]} ({len(listed)})", "", *_level_lines(level, listed), ""]
    return lines


def _heading(release: Release) -> str:
    if release.version == UNRELEASED:
        return "Unreleased"
    return f"{escape(release.version)} ({iso_date(release.time)})"


def _verdict(release: Release) -> str:
    if release.base is None:
        return f"First release on record: {_offer(release)}."
    demanded = f"Changes since {escape(release.base)} demand a **{release.demanded.label}** step"
    if not release.changes:
        return f"No change of the interface since {escape(release.base)}."
    if release.declared is None:
        return f"{demanded}."
    verdict = "**too small**" if release.underbumped else "enough"
    return f"{demanded}; the version declares {release.declared.label}, which is {verdict}."


def _offer(release: Release) -> str:
    interface = release.interface
    counts = (
        ("tool", len(interface.tools)),
        ("resource", len(interface.resources)),
        ("resource template", len(interface.templates)),
        ("prompt", len(interface.prompts)),
    )
    return ", ".join(_count(n, word) for word, n in counts if n) or "nothing yet"


def _level_lines(level: Level, listed: Sequence[ReleasedChange]) -> Iterator[str]:
    wordings = [released for released in listed if level is Level.PATCH and released.change.side == "model"]
    advised: set[str] = set()
    for released in listed:
        if released in wordings:
            continue
        yield from _change_lines(released)
        advice = for_callers(released.change)
        if level is Level.BREAKING and advice not in advised:
            advised.add(advice)
            yield f"  What to do: {escape(advice)}"
    if wordings:
        names = sorted({released.change.key or released.change.kind for released in wordings})
        yield f"- {_count(len(wordings), 'rewording')} in {', '.join(code(name) for name in names)}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _change_lines(released: ReleasedChange) -> Iterator[str]:
    change = released.change
    yield f"- {code(change.key or change.kind)}: {escape(sentence(change))} ({code(change.rule)})"
    proof = proof_text(change.proof)
    if proof:
        yield f"  {proof}"
    if released.announced_in:
        yield f"  Announced in {escape(released.announced_in)}."
    if released.accepted:
        yield f"  **Accepted**: {escape(released.accepted.words)}"
    if released.undone_in and change.level >= Level.REVIEW:
        yield f"  Undone in {escape(released.undone_in)}."


def proof_text(proof: Proof) -> str:
    """Return one Markdown sentence for what stands behind a level; empty when nothing does."""
    match proof:
        case Witnessed("input", value):
            return f"Worked before, fails now: {code(canonical_text(value))}"
        case Witnessed(_, value):
            return f"Could not be returned before, can be now: {code(canonical_text(value))}"
        case ByContract(promise):
            return f"By contract: {escape(promise)}"
        case Undecided(reason):
            return f"Not decided: {escape(reason)}"
    return ""


def _gap_place(tag: str | None, commit: str | None) -> str:
    place = tag or (commit[:10] if commit else "")
    return f"{place}: " if place else ""
