"""``mcp-docs lint``."""

from __future__ import annotations

from pathlib import Path

import click

from mcp_docs.acceptances import AcceptanceProblem, acceptance_problems
from mcp_docs.cli.asides import quiet_option
from mcp_docs.cli.options import Reporting, project_options, report_options, today_option
from mcp_docs.cli.sides import Project, named_side, working_side
from mcp_docs.errors import NoHistoryError
from mcp_docs.lint.judge import lint_report
from mcp_docs.lint.model import Subject
from mcp_docs.lint.options import lint_policy
from mcp_docs.side import Side
from mcp_docs.sources.settings import folder_reader, read_acceptances, read_config, source_date_epoch


@click.command("lint")
@click.argument("subject", metavar="[LOCKFILE|REV:PATH]", required=False)
@project_options
@today_option()
@quiet_option
@report_options("lint")
def command(
    subject: str | None,
    repo: Path,
    lockfile: str | None,
    config_file: Path | None,
    as_of: int | None,
    reporting: Reporting,
) -> int:
    """Find what is wrong with one interface: faults that clients trip over, and what models stumble on.

    It is the lockfile on disk, or the one that is named: a file, a folder with one tool per file, or
    REV:PATH in git. Severities and budgets are set under [lint] in mcp-docs.toml.

    \b
    Examples:
      mcp-docs lint
      mcp-docs lint v1.2.0:mcp-docs.lock --fail-on warning
      mcp-docs lint --format sarif --output lint.sarif
    """  # noqa: D301 - click reads the character, not its name
    config, _ = read_config(folder_reader(repo), config_file)
    policy = lint_policy(config.lint)
    project = Project(repo, lockfile, config)
    side = working_side(project) if subject is None else named_side(project, subject)[0]
    problems = _acceptances(project, config_file, side, as_of) if subject is None else ()
    judged = Subject(
        side.interface,
        policy.budgets,
        config.deprecations,
        problems,
        config.acceptances,
    )
    return reporting.put(lint_report(side, judged, policy, reporting.fatal(config)))


def _acceptances(
    project: Project, config_file: Path | None, side: Side, as_of: int | None
) -> tuple[AcceptanceProblem, ...]:
    """Return what is wrong with the acceptances; the history is read only where there are some."""
    acceptances, _ = read_acceptances(folder_reader(project.repo), project.config.acceptances)
    if not acceptances:
        return ()
    from mcp_docs.classifier.interfaces import classify  # noqa: PLC0415  # long to load
    from mcp_docs.pipeline import load_record, open_repository  # noqa: PLC0415  # imports git

    today = as_of if as_of is not None else source_date_epoch()
    try:
        source = open_repository(project.repo, lockfile=project.path, config_file=config_file, as_of=today)
        record = load_record(source, matrix=False)
    except NoHistoryError:
        return ()  # what is not committed yet cannot be told stale
    ahead = record.unreleased
    base = record.by_version.get(ahead.base or "") if ahead else record.newest
    if base is None:
        return ()
    waiting = classify(base.interface, side.interface, project.config.policy)
    shipped = [change.change for release in record.releases for change in release.changes]
    return tuple(acceptance_problems(acceptances, waiting, shipped, record.as_of))
