"""``mcp-docs verify``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mcp_docs.cli.asides import quiet_option
from mcp_docs.cli.options import Reporting, config_option, report_options
from mcp_docs.cli.serveroptions import ServerChoice, ServerCommand, server_options
from mcp_docs.cli.sides import Project, named_side
from mcp_docs.contracts.report import Judged, report_of
from mcp_docs.contracts.together import Demands, judge_all
from mcp_docs.errors import ServerError, UsageError
from mcp_docs.jsonvalue import JsonObject
from mcp_docs.sources.contractfiles import FOLDER, read_demands
from mcp_docs.sources.settings import folder_reader, read_config
from mcp_docs.texts import did_you_mean

if TYPE_CHECKING:  # what only calls need
    from mcp_docs.contracts.answer import Answer
    from mcp_docs.sources.live import Session, Target


@click.command("verify", cls=ServerCommand)
@click.argument("contracts", nargs=-1, metavar="[CONTRACT]...")
@click.option(
    "--lockfile",
    metavar="FILE",
    help="Judge by the schemas in this lockfile or folder, or REV:PATH of the repository here.",
)
@click.option(
    "--allow-writes", is_flag=True, help="Also call tools that are not marked readOnlyHint. They may write."
)
@server_options
@config_option
@click.option("--provider", metavar="NAME", help="Only contracts whose providerName is this.")
@quiet_option
@report_options("verify")
def command(
    contracts: tuple[str, ...],
    lockfile: str | None,
    server: ServerChoice,
    allow_writes: bool,
    config_file: Path | None,
    provider: str | None,
    reporting: Reporting,
) -> int:
    """Judge consumers' contracts and cases by a lockfile's schemas, or by calling a server.

    CONTRACT is a file (JSON or YAML), a folder, a pattern in quotes or an http(s) address; without
    one, the configuration's folder. Only tools that a contract or a case names are called.

    \b
    Examples:
      mcp-docs verify contracts --lockfile mcp-docs.lock
      mcp-docs verify agent.json --lockfile v1.2.0:mcp-docs.lock --format markdown
      mcp-docs verify contracts cases.yaml --env MODE=fixture -- python server.py
    """  # noqa: D301 - click reads the character, not its name
    target = server.target()
    if (lockfile is None) == (target is None):
        raise UsageError(
            "name one of --lockfile FILE, --http URL or -- COMMAND to verify against",
            hint="For example: mcp-docs verify contracts --lockfile mcp-docs.lock.",
        )
    config, _ = read_config(folder_reader(Path()), config_file)
    demands = _demands(contracts, config.contracts or FOLDER, provider)
    if target is not None:
        subject, judged = _by_calls(demands, target, server.timeout, allow_writes=allow_writes)
    else:
        judged = judge_all(demands, named_side(Project(Path(), None, config), lockfile or "")[0].interface)
        subject = f"{lockfile}, by its schemas"
    return reporting.put(report_of("verify", subject, judged, reporting.fatal(config)))


def _by_calls(
    demands: Demands, target: Target, timeout: float, *, allow_writes: bool
) -> tuple[str, tuple[Judged, ...]]:
    from mcp_docs.contracts.calls import make_calls  # noqa: PLC0415 - only where calls are made
    from mcp_docs.sources.live import connect  # noqa: PLC0415 - the same

    with connect(target, timeout=timeout) as session:
        interface = session.interface
        secrets = target.secrets.names
        judged = judge_all(
            demands,
            interface,
            lambda calls: make_calls(
                calls, interface, partial(_send, session), allow_writes=allow_writes, secrets=secrets
            ),
        )
    return f"{interface.server.key or 'the server'}, by its schemas and by calls", judged


def _send(session: Session, name: str, arguments: JsonObject) -> Answer:
    """Make one call; that no answer came in time is an answer, and the next call can be made."""
    from mcp_docs.contracts.answer import REQUEST_TIMEOUT, Answer  # noqa: PLC0415 - only where calls are made

    try:
        return session.call_tool(name, arguments)
    except ServerError as error:
        if error.code != "timeout":
            raise
        return Answer({}, {"code": REQUEST_TIMEOUT, "message": error.what})


def _demands(names: Sequence[str], folder: str, provider: str | None) -> Demands:
    if not names and not Path(folder).is_dir():
        raise UsageError(
            f"no contract is named, and there is no folder {folder}",
            hint="Name contract files, folders, patterns or addresses: mcp-docs verify CONTRACT...",
        )
    found = read_demands(names or (folder,))
    if provider is None:
        return found
    chosen = tuple(contract for contract in found.contracts if contract.provider == provider)
    if not chosen and not found.cases:
        others = sorted({contract.provider or "(none)" for contract in found.contracts})
        hint = did_you_mean(provider, others, f"There are contracts with {', '.join(others)}.")
        raise UsageError(f"no contract is with {provider!r}", hint=hint)
    return Demands(chosen, found.cases)
