"""Consumers' contracts against every release: where each first broke, and where it works again.

A release breaks a contract when the release that it grew from keeps it and it does not. Time does
not count: a patch of an old line, later than the break and without it, breaks and mends nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from mcp_docs.consumer import Consumer, ConsumerEvent, Judgement
from mcp_docs.contracts.judge import judge
from mcp_docs.contracts.model import Clause, Contract
from mcp_docs.record import Release


def consumers(
    contracts: Sequence[Contract], releases: Sequence[Release], *, named: bool
) -> tuple[Consumer, ...]:
    """Judge every contract against every release.

    Args:
        contracts: by name, as they are shown.
        releases: in release order, HEAD last when it is ahead.
        named: whether the consumers may be named; else they are numbered, and their files not told.
    """
    return tuple(
        _consumer(contract, releases, contract.consumer if named else f"consumer {number}", named=named)
        for number, contract in enumerate(contracts, start=1)
    )


def _consumer(contract: Contract, releases: Sequence[Release], name: str, *, named: bool) -> Consumer:
    judgements = tuple(_judgement(version, clauses) for version, clauses in _judged(contract, releases))
    return Consumer(
        name=name,
        provider=contract.provider,
        file=contract.file if named else "",
        judgements=judgements,
        events=_events(releases, {item.version: item for item in judgements}),
    )


def _judged(contract: Contract, releases: Sequence[Release]) -> Iterator[tuple[str, tuple[Clause, ...]]]:
    """Yield each version with its clauses; equal interfaces are judged once."""
    known: dict[str, tuple[Clause, ...]] = {}
    for release in releases:
        if release.interface.digest not in known:
            known[release.interface.digest] = judge(contract, release.interface)
        yield release.version, known[release.interface.digest]


def _judgement(version: str, clauses: Sequence[Clause]) -> Judgement:
    return Judgement(
        version=version,
        kept=tuple(clause for clause in clauses if clause.state == "kept"),
        broken=tuple(clause for clause in clauses if clause.state == "broken"),
        unproven=tuple(clause for clause in clauses if clause.state == "unproven"),
    )


def _events(releases: Sequence[Release], found: Mapping[str, Judgement]) -> tuple[ConsumerEvent, ...]:
    events = []
    worked: dict[str, bool] = {}  # whether a version, or one that it grew from, kept the contract
    for release in releases:
        now, before = found[release.version], found.get(release.base or "")
        had_worked = worked.get(release.base or "", False)
        worked[release.version] = had_worked or now.works
        if before is not None and before.works and not now.works:
            events.append(ConsumerEvent(release.version, "broke", now.broken))
        elif before is not None and now.works and not before.works:
            what: Literal["works again", "works"] = "works again" if had_worked else "works"
            events.append(ConsumerEvent(release.version, what, before.broken))
    return tuple(events)
