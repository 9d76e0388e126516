"""``mcp-docs verify``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mcp_docs.cli.options import fatal_levels, put_report, report_options
from mcp_docs.contracts.casejudge import judge_cases, merged
from mcp_docs.contracts.judge import judge
from mcp_docs.contracts.model import Clause
from mcp_docs.contracts.report import LEVELS, Judged, report_of
from mcp_docs.errors import UsageError
from mcp_docs.interface import Interface
from mcp_docs.sources.contractfiles import FOLDER, Demands, read_demands

if TYPE_CHECKING:
    from mcp_docs.contracts.calls import Call

#: Makes some calls and returns what they show; ``None`` where there is no server to call.
Caller = Callable[[Sequence["Call"]], tuple[Clause, ...]]


@click.command("verify")
@click.argument("contracts", nargs=-1, metavar="[CONTRACT]...")
@click.option(
    "--lockfile",
    metavar="FILE",
    envvar="MCP_DOCS_LOCKFILE",
    help="Judge by the schemas in this lockfile or folder, or REV:PATH of the repository here.",
)
@click.option("--provider", metavar="NAME", help="Only contracts whose providerName is this.")
@report_options(LEVELS, "broken")
def command(
    contracts: tuple[str, ...],
    lockfile: str | None,
    provider: str | None,
    shape: str,
    output: Path | None,
    fail_on: str,
) -> int:
    """Judge consumers' contracts and cases by a lockfile's schemas.

    CONTRACT is a file (JSON or YAML), a folder, a pattern in quotes or an http(s) address; without
    one, the folder contracts.

    \b
    Examples:
      mcp-docs verify contracts --lockfile mcp-docs.lock
      mcp-docs verify agent.json --lockfile v1.2.0:mcp-docs.lock --format markdown
    """  # noqa: D301 - click reads the character, not its name
    demands = _demands(contracts, provider)
    if lockfile is None:
        raise UsageError(
            "there is nothing to verify against", hint="Name a lockfile: mcp-docs verify --lockfile FILE."
        )
    judged = judge_all(demands, load_lockfile(lockfile))
    fatal = fatal_levels(LEVELS, fail_on)
    report = report_of("verify", f"{lockfile}, by its schemas", judged, fatal)
    return put_report(report, shape, output)


def _demands(names: Sequence[str], provider: str | None) -> Demands:
    if not names and not Path(FOLDER).is_dir():
        raise UsageError(
            f"no contract is named, and there is no folder {FOLDER}",
            hint="Name contract files, folders, patterns or addresses: mcp-docs verify CONTRACT...",
        )
    found = read_demands(names or (FOLDER,))
    if provider is None:
        return found
    chosen = tuple(contract for contract in found.contracts if contract.provider == provider)
    if not chosen and not found.cases:
        others = ", ".join(sorted({contract.provider or "(none)" for contract in found.contracts}))
        raise UsageError(f"no contract is with {provider!r}", hint=f"There are contracts with {others}.")
    return Demands(chosen, found.cases)


def load_lockfile(name: str) -> Interface:
    """Return the interface in a file, a folder or, as ``REV:PATH``, in a commit."""
    from mcp_docs.sources.files import load_interface  # noqa: PLC0415 - a live server needs none

    return load_interface(name)


def judge_all(demands: Demands, interface: Interface, caller: Caller | None = None) -> tuple[Judged, ...]:
    """Judge contracts, then cases; with a caller also by what its calls show."""
    from mcp_docs.contracts.calls import case_calls, contract_calls  # noqa: PLC0415 - only where calls are

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
