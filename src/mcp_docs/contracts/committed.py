"""The contracts that a repository holds: a faulty file is a stated gap, and the others count."""

from __future__ import annotations

from collections.abc import Mapping

from mcp_docs.contracts.cases import is_case_file
from mcp_docs.contracts.model import Contract
from mcp_docs.contracts.read import contracts_of
from mcp_docs.contracts.text import load
from mcp_docs.errors import ContractError
from mcp_docs.history.model import Gap


def committed_contracts(files: Mapping[str, bytes]) -> tuple[tuple[Contract, ...], tuple[Gap, ...]]:
    """Read all contracts, in the order of their files, and say which files cannot be read.

    Args:
        files: bytes by path; files of cases, which belong to ``verify``, are passed over.
    """
    contracts: list[Contract] = []
    gaps = []
    for file, data in files.items():
        try:
            text = load(data, file)
            contracts += () if is_case_file(text) else contracts_of(text)
        except ContractError as error:
            gaps.append(
                Gap("contract.unreadable", f"a contract is left out: {error.what}", where=error.where)
            )
    return tuple(contracts), tuple(gaps)
