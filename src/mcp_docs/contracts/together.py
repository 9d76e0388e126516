"""Contracts and cases together: by the schemas, and by what calls show where there is a server to call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mcp_docs.contracts.calls import Call, case_calls, contract_calls
from mcp_docs.contracts.casejudge import judge_cases, merged
from mcp_docs.contracts.cases import CaseFile
from mcp_docs.contracts.judge import judge
from mcp_docs.contracts.model import Clause, Contract
from mcp_docs.contracts.report import Judged
from mcp_docs.interface import Interface

#: Makes some calls and returns what they show.
Caller = Callable[[Sequence[Call]], tuple[Clause, ...]]


@dataclass(frozen=True, slots=True)
class Demands:
    """All that was read: contracts and case files, each in the order in which they were named."""

    contracts: tuple[Contract, ...] = ()
    cases: tuple[CaseFile, ...] = ()


def judge_all(demands: Demands, interface: Interface, caller: Caller | None = None) -> tuple[Judged, ...]:
    """Judge contracts, then cases; with a caller also by what its calls show."""
    judged = []
    for contract in demands.contracts:
        clauses = judge(contract, interface)
        if caller is not None:
            clauses = merged(clauses, caller(contract_calls(contract)))
        judged.append(Judged(contract.consumer, contract.file, clauses))
    for file in demands.cases:
        clauses = judge_cases(file, interface)
        if caller is not None:
            clauses = merged(clauses, caller(case_calls(file)))
        judged.append(Judged(file.file, file.file, clauses))
    return tuple(judged)
