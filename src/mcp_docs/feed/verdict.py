"""The answer of ``affected`` in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from mcp_docs.report.model import Finding

#: A consumer, and the id of its clause.
_Demand: TypeAlias = tuple[str, str]


def verdict(contracts: int, findings: Sequence[Finding], last: str) -> str:
    """Say whether a version breaks contracts, and what of it was broken before.

    Args:
        contracts: how many there are.
        findings: of all of them.
        last: the version wanted.
    """
    broken = [f for f in findings if f.level == "broken"]
    unused = sum(f.level == "unused" for f in findings)
    more = f"; {unused} more break what it does not use" if unused else ""
    never = sum(f.level == "never-offered" for f in findings)
    more += (
        f"; {never} {'demand is' if never == 1 else 'demands are'} of what was never offered" if never else ""
    )
    if not broken:
        who = "the contract" if contracts == 1 else f"any of {contracts} contracts"
        return f"{last} breaks nothing of {who}{_doubt(findings)}{more}"
    already = _demands(f for f in broken if f.data["broken_before"])
    demands = _demands(f for f in broken if not f.data["broken_before"])
    more = _doubt(findings, " more") + more
    if not demands:
        told = f"{_named_in(already)} is broken already: {_counted(already)}"
        return f"{told}; {last} neither mends nor breaks more{more}"
    if already:
        more = f"; {len(already)} more {'was' if len(already) == 1 else 'were'} broken already{more}"
    return f"{last} breaks {_named_in(demands)}: {_counted(demands)}{more}"


def _demands(findings: Iterable[Finding]) -> Sequence[_Demand]:
    """Return consumer and clause of each demand that findings are about."""
    return [*dict.fromkeys((str(f.data["consumer"]), str(f.data["clause"])) for f in findings)]


def _named_in(demands: Sequence[_Demand]) -> str:
    return ", ".join(dict.fromkeys(consumer for consumer, _ in demands))


def _counted(demands: Sequence[_Demand]) -> str:
    return f"{len(demands)} demand{'' if len(demands) == 1 else 's'}"


def _doubt(findings: Sequence[Finding], more: str = "") -> str:
    count = sum(finding.level == "unproven" for finding in findings)
    what = "" if more else " demand" if count == 1 else " demands"
    return f"; {count}{more}{what} {'is' if count == 1 else 'are'} not promised" if count else ""
