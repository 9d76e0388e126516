"""The JSON shapes of the record's values, shared by the feed, the changelog and the log.

Every key is always present; what is not there is ``null``. A flag and a value never share a key.
Times are RFC 3339 in UTC.
"""

from __future__ import annotations

from mcp_docs.dates import iso_time
from mcp_docs.errors import Where
from mcp_docs.history.model import Commit, Gap
from mcp_docs.interface import Element, Problem
from mcp_docs.jsonvalue import JsonObject
from mcp_docs.record import Deprecation, Record, Release, ReleasedChange, RevisionLog
from mcp_docs.views.changejson import acceptance_json, change_json

#: Version of all JSON shapes together, semver: a minor step only adds, readers ignore unknown keys.
SCHEMA_VERSION = "1.0.0"


def commit_json(commit: Commit | None) -> JsonObject | None:
    """Return id, time and subject; no author, whose address is nobody's business here."""
    if commit is None:
        return None
    return {"id": commit.id, "time": iso_time(commit.time), "subject": commit.subject}


def released_json(released: ReleasedChange, published: int) -> JsonObject:
    """Return a change as a release first showed it: nothing in it changes afterwards.

    Args:
        released: the change.
        published: time of the release, seconds since 1970-01-01 UTC.
    """
    return {
        "id": released.id,
        "published": iso_time(published),
        "release": released.release,
        "commit": commit_json(released.commit),
        "announced_in": released.announced_in,
        "earlier_id": released.earlier_id,
        **change_json(released.change),
    }


def later_json(released: ReleasedChange) -> JsonObject:
    """Return what may still become true of a change after its release, apart from what never changes."""
    return {"undone_in": released.undone_in, "accepted": acceptance_json(released.accepted)}


def element_json(element: Element) -> JsonObject:
    """Return an element's identity and digest."""
    return {
        "kind": element.kind,
        "name": element.key,
        "digest": f"sha256:{element.digest}",
        "problems": [problem_json(problem) for problem in element.problems],
    }


def problem_json(problem: Problem) -> JsonObject:
    """Return a quarantined part."""
    return {
        "code": problem.code,
        "message": problem.message,
        "pointer": problem.pointer,
        "line": problem.line,
        "column": problem.column,
    }


def counts_json(release: Release) -> JsonObject:
    """Return how many changes of each level the release lists."""
    levels = [released.change.level.label for released in release.changes]
    return {level: levels.count(level) for level in ("breaking", "review", "minor", "patch")}


def release_json(release: Release) -> JsonObject:
    """Return a release without its changes."""
    return {
        "version": release.version,
        "slug": release.slug,
        "tag": release.tag,
        "commit": commit_json(release.commit),
        "time": iso_time(release.time),
        "prerelease": release.prerelease,
        "base": release.base,
        "audit_base": release.audit_base,
        "declared_bump": release.declared.label if release.declared is not None else None,
        "demanded_bump": release.demanded.label,
        "underbumped": release.underbumped,
        "counts": counts_json(release),
        "digest": f"sha256:{release.interface.digest}",
        "notes": release.notes or None,
    }


def where_json(where: Where | None) -> JsonObject | None:
    """Return a place in a file."""
    return {"file": where.file, "line": where.line, "column": where.column} if where else None


def gap_json(gap: Gap) -> JsonObject:
    """Return a gap."""
    return {
        "code": gap.code,
        "message": gap.message,
        "commit": gap.commit,
        "tag": gap.tag,
        "element": gap.element,
        "where": where_json(gap.where),
    }


def deprecation_json(item: Deprecation) -> JsonObject:
    """Return a promise to remove something, and where it stands."""
    return {
        "element": {"kind": item.kind, "name": item.key},
        "pointer": item.pointer,
        "path": item.path,
        "source": item.source,
        "announced_in": item.announced_in,
        "announced_at": iso_time(item.announced_at) if item.announced_at is not None else None,
        "sunset": item.sunset,
        "replacement": item.replacement,
        "note": item.note or None,
        "removed_in": item.removed_in,
        "state": item.state,
        "reinstated_in": item.reinstated_in,
        "moves": [
            {"release": move.version, "before": move.before, "after": move.after, "earlier": move.earlier}
            for move in item.moves
        ],
    }


def revision_json(revision: RevisionLog) -> JsonObject:
    """Return one revision with its changes."""
    return {
        "commit": commit_json(revision.commit),
        "base": revision.base.id if revision.base else None,
        "releases": list(revision.releases),
        "gap": gap_json(revision.gap) if revision.gap else None,
        "changes": [change_json(change) for change in revision.changes],
    }


def envelope(record: Record) -> JsonObject:
    """Return the members that every growing file of the feed begins with."""
    return {
        "schema_version": SCHEMA_VERSION,
        "ruleset": record.ruleset,
        "generated_at": iso_time(record.as_of),
        "server": record.server,
    }
