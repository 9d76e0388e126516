"""``mcp-docs backfill``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mcp_docs.cli.asides import Progress, confirm, quiet_option
from mcp_docs.cli.options import folder_options
from mcp_docs.cli.serveroptions import Seconds, ServerCommand, env_option, server_of, timeout_option
from mcp_docs.cli.terminal import shown
from mcp_docs.errors import UsageError
from mcp_docs.texts import shorten

if TYPE_CHECKING:  # imports git and an HTTP client
    from mcp_docs.sources.backfill import Outcome


#: What comes after a backfill.
_NEXT = """Next: mcp-docs build makes the site, from your own branch and these releases.
  To share them: git push origin 'refs/tags/mcp-docs/*'
  To go on: mcp-docs snapshot -- COMMAND, and commit the lockfile; it is compared with the newest of them."""
#: Releases grow from each other, so those after one that is captured late are written again.
_MOVED = "Written again, since they or a release before them are new or have moved ({count}):"
_FORCE = """  If they were pushed: git push --force origin 'refs/tags/mcp-docs/*', and so the branch.
  Whoever has fetched them: git fetch --tags --force"""


@click.command(
    "backfill",
    cls=ServerCommand,
    options_metavar="[OPTIONS] -- COMMAND",
    epilog="After -- stands the server's command; it runs in the release's checkout.",
)
@click.option(
    "--setup", default="", metavar="COMMAND", help="Shell command that builds or installs the server."
)
@click.option(
    "--branch", default="mcp-docs-history", show_default=True, metavar="NAME", help="Branch for the commits."
)
@click.option("--tags", multiple=True, metavar="PATTERN", help="Tags that are releases, if not all versions.")
@click.option("--since", default="", metavar="TAG", help="Leave out releases from before this one.")
@env_option
@click.option("--protocol", metavar="VERSION", help="The protocol version to insist on.")
@timeout_option
@click.option(
    "--setup-timeout",
    type=Seconds(),
    default=600.0,
    show_default=True,
    metavar="SECONDS",
    help="Patience with the setup of one release.",
)
@folder_options
@quiet_option
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> int:
    """Make a lockfile's history for a project that never had one.

    Each release is checked out into a folder of its own, set up and started in the same folder as
    --repo is of the repository, and recorded in a commit on a branch, with a tag mcp-docs/TAG. Your
    checkout, index, hooks and configuration are left alone. Run it again to take up where it stopped,
    or to try again what failed (exit code 1). Setup and server find MCP_DOCS_TAG and MCP_DOCS_VERSION
    in their environment.

    \b
    Examples:
      mcp-docs backfill -- python server.py
      mcp-docs backfill --setup "go build -o server ." -- ./server stdio
      mcp-docs backfill --setup "npm ci" --since v1.0.0 -- node index.js
      mcp-docs backfill -- python server.py && mcp-docs build
    """  # noqa: D301 - click reads the character, not its name
    given = server_of(ctx, None, options.pop("env"), {})
    if given is None:
        raise UsageError("there is no command after --", hint="For example: mcp-docs backfill -- ./server")
    from mcp_docs.pipeline import read_settings  # noqa: PLC0415  # imports git
    from mcp_docs.sources.backfill import Job, backfill  # noqa: PLC0415  # with it

    config, data = read_settings(options["repo"], options.pop("config_file"))
    job = Job(target=given, config=config, settings=data, **options)
    with Progress() as progress:
        outcome = backfill(job, progress.stage)
    return _tell(outcome, job.branch)


def _tell(outcome: Outcome, branch: str) -> int:
    for label, error in outcome.failed.items():
        click.echo(shown(f"mcp-docs: {label}: {error}"), err=True)
    for label in outcome.recorded:
        confirm(f"{label}: recorded")
    made = f"{branch}: {len(outcome.recorded)} recorded, {len(outcome.kept)} kept"
    confirm(f"{made}, {len(outcome.failed)} failed")
    if outcome.moved:
        names = shorten(", ".join(outcome.moved), 200)
        confirm(f"{_MOVED.format(count=len(outcome.moved))} {shown(names)}\n{_FORCE}")
    if outcome.recorded or outcome.kept:
        confirm(_NEXT)
    return int(bool(outcome.failed))
