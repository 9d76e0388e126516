"""From one version to another, compared directly: what somebody who upgrades must change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mcp_docs.advice import for_callers
from mcp_docs.change import Bump, Change, Level, demanded_bump
from mcp_docs.errors import UsageError
from mcp_docs.interface import Interface
from mcp_docs.jsonvalue import JsonObject
from mcp_docs.record import Record, Release
from mcp_docs.versions import find_version, near_versions, parse_span
from mcp_docs.views.changejson import change_json
from mcp_docs.views.changelog import HEADINGS, proof_text
from mcp_docs.views.markdown import code, escape, literal
from mcp_docs.views.projection import envelope, release_json
from mcp_docs.views.textdiff import ElementDiff, diff_json, interface_diff
from mcp_docs.wording import sentence

Classify = Callable[[Interface, Interface], Sequence[Change]]


@dataclass(frozen=True, slots=True)
class Upgrade:
    """Two versions and what differs, worst first."""

    old: Release
    new: Release
    changes: tuple[Change, ...]

    @property
    def demanded(self) -> Bump:
        """The step that the changes demand together."""
        return demanded_bump(self.changes)

    @property
    def diffs(self) -> Iterator[ElementDiff]:
        """How the declarations of each element differ as text."""
        return interface_diff(self.old.interface, self.new.interface)


def upgrade(record: Record, span: str, classify: Classify) -> Upgrade:
    """Compare two versions.

    Args:
        record: that has them.
        span: ``A..B``; without A the release that B grew from, without B the newest release.
        classify: from two interfaces to their changes.

    Raises:
        UsageError: the record has no such version, or the two are not told apart.
    """
    ends = parse_span(span)
    newest = record.newest or record.unreleased
    new = find_release(record, ends.last) if ends.last else newest
    grown_from = record.by_version.get((new.base if new else None) or "")
    old = find_release(record, ends.first) if ends.first else grown_from
    if old is None or new is None:
        raise UsageError(f"{span!r} names no two releases", hint="Write A..B, such as 1.4.0..2.0.0.")
    return Upgrade(old, new, tuple(classify(old.interface, new.interface)))


def find_release(record: Record, name: str) -> Release:
    """Return a release by its version, as ``versions.find_version`` understands it, or its tag.

    Raises:
        UsageError: there is none.
    """
    versions = tuple(record.by_version)
    version = find_version(name, versions, record.newest.version if record.newest else None)
    tagged = (release for release in record.releases if release.tag == name)
    found = record.by_version[version] if version else next(tagged, None)
    if found is None:
        hint = near_versions(name, versions)
        raise UsageError(f"there is no release {name!r}", hint=hint)
    return found


def upgrade_json(record: Record, found: Upgrade, *, patch: bool = False) -> JsonObject:
    """Return the comparison as JSON, with the declarations compared as text where ``patch`` asks for it."""
    return {
        **envelope(record),
        "from": release_json(found.old),
        "to": release_json(found.new),
        "demanded_bump": found.demanded.label,
        "changes": [change_json(change) for change in found.changes],
        "patch": diff_json(found.diffs) if patch else None,
    }


def upgrade_markdown(found: Upgrade, *, patch: bool = False) -> str:
    """Return the comparison as Markdown that no text of the server can break out of.

    Args:
        found: two versions and what differs.
        patch: whether the declarations are compared as text too.
    """
    return "\n".join((*_lines(found), *(_patch(found) if patch else ()))) + "\n"


def _lines(found: Upgrade) -> Iterator[str]:
    yield f"# From {escape(found.old.version)} to {escape(found.new.version)}"
    yield ""
    if not found.changes:
        yield "Nothing differs."
        return
    breaking = sum(change.level is Level.BREAKING for change in found.changes)
    told = f"{breaking} of {len(found.changes)} changes break somebody" if breaking else "Nothing breaks"
    yield f"{told}; together they demand a **{found.demanded.label}** step."
    yield ""
    yield "The two are compared directly: what was made and undone between them is not here."
    for level in sorted(Level, reverse=True):
        listed = [change for change in found.changes if change.level is level]
        if listed:
            yield ""
            yield f"## {HEADINGS[level]} ({len(listed)})"
            yield ""
            for change in listed:
                yield from _change(change)


def _patch(found: Upgrade) -> Iterator[str]:
    diffs = tuple(found.diffs)
    if diffs:
        yield ""
        yield f"## As text ({len(diffs)})"
    for diff in diffs:
        yield ""
        yield "```diff"  # no line of JSON behind a mark of the difference can close it
        yield from (literal(line) for line in diff.lines)
        yield "```"


def _change(change: Change) -> Iterator[str]:
    yield f"- {code(change.key or change.kind)}: {escape(sentence(change))} ({code(change.rule)})"
    proof = proof_text(change.proof)
    if proof:
        yield f"  {proof}"
    advice = for_callers(change)
    if advice:
        yield f"  What to do: {escape(advice)}"
