"""``mcp-docs check``."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import click

from mcp_docs.acceptances import Acceptance, acceptance_of, expired_acceptance, similar_acceptance
from mcp_docs.cli.asides import quiet_option
from mcp_docs.cli.options import Reporting, project_options, report_options, today_option
from mcp_docs.cli.serveroptions import ServerChoice, ServerCommand, server_options
from mcp_docs.cli.sides import BaselineKind, Project, Sides, live_side, resolve
from mcp_docs.config import Config
from mcp_docs.gate.check import Comparison, check_report
from mcp_docs.report.model import Report
from mcp_docs.semver import parse_version
from mcp_docs.sources.settings import folder_reader, read_acceptances, read_config

_STEPS = ("major", "minor", "patch", "none")


def _step_or_version(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    if value is None or value in _STEPS or parse_version(value):
        return value
    raise click.BadParameter(f"{value!r} is neither a version such as 1.4.0 nor one of {', '.join(_STEPS)}")


@click.command("check", cls=ServerCommand)
@click.argument("old", required=False)
@click.argument("new", required=False)
@click.option(
    "--baseline",
    type=click.Choice(["release", "committed", "lockfile"]),
    default="release",
    show_default=True,
    help="Without OLD: the release that HEAD grew from, what HEAD has, or what is on disk.",
)
@click.option(
    "--declared",
    metavar="VERSION",
    callback=_step_or_version,
    help="The version that NEW will be released as, or its step (major, minor, patch, none); without it "
    "the versions in the lockfiles.",
)
@server_options
@project_options
@today_option(", else the clock's")
@quiet_option
@report_options("check")
def command(
    old: str | None,
    new: str | None,
    baseline: str,
    declared: str | None,
    server: ServerChoice,
    repo: Path,
    lockfile: str | None,
    config_file: Path | None,
    as_of: int | None,
    reporting: Reporting,
) -> int:
    """Classify every change of the interface, and fail when one breaks somebody.

    OLD and NEW are lockfiles, folders with one tool per file, or REV:PATH in git. Without NEW it is the
    live server behind -- or --http, else the lockfile on disk; without OLD the release that HEAD grew from.

    \b
    Examples:
      mcp-docs check
      mcp-docs check old.lock new.lock --fail-on review
      mcp-docs check v1.2.0:mcp-docs.lock HEAD:mcp-docs.lock --format markdown
      mcp-docs check --baseline committed --declared 2.0.0
      mcp-docs check --baseline lockfile -- python server.py
    """  # noqa: D301 - click reads the character, not its name
    live = live_side(server.target(), server.timeout)
    reader = folder_reader(repo)
    config, _ = read_config(reader, config_file)
    acceptances, _ = read_acceptances(reader, config.acceptances)
    sides = resolve(Project(repo, lockfile, config), old, new, cast("BaselineKind", baseline), live)
    today = sides.today(as_of)
    fatal = reporting.fatal(config)
    return reporting.put(_judge(sides, config, acceptances, today, declared, fatal))


def _judge(
    sides: Sides,
    config: Config,
    acceptances: tuple[Acceptance, ...],
    today: int,
    declared: str | None,
    fatal: frozenset[str],
) -> Report:
    from mcp_docs.classifier.interfaces import classify  # noqa: PLC0415  # long to load; arguments come first

    changes = classify(sides.old.interface, sides.new.interface, config.policy)
    return check_report(
        Comparison(
            old=sides.old,
            new=sides.new,
            changes=changes,
            accept=lambda change: acceptance_of(acceptances, change, today),
            said=declared,
            fatal=fatal,
            similar=lambda change: similar_acceptance(acceptances, change),
            expired=lambda change: expired_acceptance(acceptances, change, today),
        )
    )
