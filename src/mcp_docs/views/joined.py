"""The JSON shapes of what joins releases: the matrix, consumers, what is to come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from mcp_docs.change import Change, Level
from mcp_docs.consumer import Consumer
from mcp_docs.contracts.model import Clause
from mcp_docs.dates import iso_date
from mcp_docs.jsonvalue import JsonObject
from mcp_docs.record import Deprecation, Pair, Record, ReleasedChange
from mcp_docs.sunsets import sunset_time
from mcp_docs.views.changejson import proof_json
from mcp_docs.views.projection import released_json
from mcp_docs.wording import sentence


def matrix_json(record: Record) -> JsonObject:
    """Return the matrix; a change that is the worst of several pairs stands in it once."""
    worst: dict[str, Change] = {}
    for pair in record.matrix.pairs:
        if pair.worst:
            worst.setdefault(pair.worst.fingerprint, pair.worst)
    numbers = {fingerprint: number for number, fingerprint in enumerate(worst)}
    ids = _ids(record)
    return {
        "releases": list(record.matrix.releases),
        "supported": list(record.matrix.supported),
        "left_out": record.matrix.left_out,
        "changes": [_worst_json(change, ids.get(fingerprint)) for fingerprint, change in worst.items()],
        "pairs": [_pair_json(pair, numbers) for pair in record.matrix.pairs],
    }


def _ids(record: Record) -> dict[str, str]:
    """Return for each fingerprint the id of the first released change that has it."""
    found: dict[str, str] = {}
    for release in record.releases:
        for released in release.changes:
            found.setdefault(released.change.fingerprint, released.id)
    return found


def _worst_json(change: Change, released: str | None) -> JsonObject:
    return {
        "fingerprint": change.fingerprint,
        "id": released,
        "element": {"kind": change.kind, "name": change.key},
        "pointer": change.pointer,
        "path": change.path,
        "rule": change.rule,
        "level": change.level.label,
        "text": sentence(change),
        "proof": proof_json(change.proof),
    }


def _pair_json(pair: Pair, numbers: dict[str, int]) -> JsonObject:
    return {
        "from": pair.old,
        "to": pair.new,
        "level": pair.level.label if pair.level else None,
        "demanded_bump": pair.demanded.label,
        "breaking": pair.breaking,
        "review": pair.review,
        "kinds": {kind: level.label for kind, level in sorted(pair.kinds.items())},
        "worst": numbers[pair.worst.fingerprint] if pair.worst else None,
    }


def consumer_json(consumer: Consumer) -> JsonObject:
    """Return one consumer against every release."""
    return {
        "name": consumer.name,
        "provider": consumer.provider or None,
        "file": consumer.file or None,
        "first_broke_in": consumer.first_broke_in,
        "works_again_in": consumer.works_again_in,
        "events": [
            {"release": event.version, "what": event.what, "clauses": [clause_json(c) for c in event.clauses]}
            for event in consumer.events
        ],
        "releases": [
            {
                "release": item.version,
                "works": item.works,
                "kept": len(item.kept),
                "broken": [clause.id for clause in item.broken],
                "unproven": [clause.id for clause in item.unproven],
            }
            for item in consumer.judgements
        ],
    }


def clause_json(clause: Clause) -> JsonObject:
    """Return one demand and what is the matter with it."""
    return {
        "clause": clause.id,
        "kind": clause.kind,
        "element": clause.element,
        "pointer": clause.pointer,
        "state": clause.state,
        "message": clause.message or None,
        "has_value": clause.value is not None,
        "value": clause.value,
    }


def upcoming(record: Record) -> Iterator[JsonObject]:
    """Yield what is announced or made and not released yet, in the shape of GitHub's upcoming changes."""
    for item in record.deprecations:
        if item.state in ("announced", "due", "overdue"):
            yield _promise(item)
    head = record.unreleased
    for released in head.changes if head else ():
        change = released.change
        yield {
            "source": "unreleased",
            "element": {"kind": change.kind, "name": change.key},
            "location": f"{change.kind}:{change.key}{change.pointer}",
            "description": sentence(change),
            "reason": "It is committed and not released.",
            "criticality": _CRITICALITY[change.level.label],
            "date": None,
            "version": None,
            "replacement": None,
            "state": None,
            "change": released_json(released, head.time) if head else None,
        }


_CRITICALITY = {"breaking": "breaking", "review": "dangerous", "minor": "safe", "patch": "safe"}


def _promise(item: Deprecation) -> JsonObject:
    moment = sunset_time(item.sunset or "")
    return {
        "source": "deprecation",
        "element": {"kind": item.kind, "name": item.key},
        "location": f"{item.kind}:{item.key}{item.pointer}",
        "description": f"{item.path or item.key} will be removed",
        "reason": item.note or None,
        "criticality": "breaking",
        "date": iso_date(moment) if moment is not None and moment >= 0 else None,
        "version": item.sunset if item.sunset and moment is None else None,
        "replacement": item.replacement,
        "state": item.state,
        "change": None,
    }


#: Names of consumers by version, element and side.
Broken: TypeAlias = Mapping[tuple[str, str, str], tuple[str, ...]]


def broken_consumers(record: Record) -> Broken:
    """Return which consumers each release broke, by version, element and side."""
    found: dict[tuple[str, str, str], dict[str, None]] = {}
    for consumer in record.consumers:
        for event in consumer.events:
            for clause in event.clauses if event.what == "broke" else ():
                side = {"input": "input", "reads": "output"}.get(clause.kind, "meta")
                found.setdefault((event.version, clause.element, side), {})[consumer.name] = None
    return {key: tuple(names) for key, names in found.items()}


def consumers_broken(broken: Broken, released: ReleasedChange) -> Iterator[str]:
    """Yield the consumers whose contract this release broke at the element and on the side of a change."""
    change = released.change
    if change.level is Level.BREAKING:
        yield from broken.get((released.release, f"{change.kind}:{change.key}", change.side), ())
