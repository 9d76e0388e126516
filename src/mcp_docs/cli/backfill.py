"""``mcp-docs backfill``."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mcp_docs.cli.asides import Progress, confirm, quiet_option
from mcp_docs.cli.options import folder_options
from mcp_docs.cli.serveroptions import Seconds, ServerCommand, env_option, server_of, timeout_option
from mcp_docs.cli.terminal import shown
from mcp_docs.errors import McpDocsError, UsageError
from mcp_docs.texts import shorten

if TYPE_CHECKING:  # imports git and an HTTP client
    from mcp_docs.sources.backfill import Outcome
    from mcp_docs.sources.live import Target
    from mcp_docs.targets import TargetSpec


_BRANCH = "mcp-docs-history"
#: What comes after a backfill.
_NEXT = """Next: mcp-docs build makes the site, from your own branch and these releases.
  To share them: git push origin 'refs/tags/mcp-docs/*'
  To go on: mcp-docs snapshot {target}, and commit the lockfile; it is compared with the newest of them."""
#: The checkout in which a release failed is gone when its failure is read.
_BY_HAND = """To see what {tag} lacks, run setup and command in a checkout of it:
  git worktree add {folder} {tag}
  Afterwards: git worktree remove --force {folder}"""
_FAILED = """What failed is tried again by the next run. A release that can never be captured is left out
  for good by mcp-docs.toml, under [releases]: exclude = ["{tag}"]"""
_NOTHING = "Nothing was recorded. Mend the command, or give --setup what the server needs, and run it again."
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
    "--target", default="", metavar="NAME", help="Whose releases these are, where targets have lockfiles."
)
@click.option(
    "--branch",
    metavar="NAME",
    help=f"Branch for the commits; without it {_BRANCH}, or {_BRANCH}-NAME for a target.",
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
      mcp-docs backfill --target weather -- ./weather stdio
      mcp-docs backfill -- python server.py && mcp-docs build
    """  # noqa: D301 - click reads the character, not its name
    given = server_of(ctx, None, options.pop("env"), {})
    from mcp_docs.history.backfill import TagNames  # noqa: PLC0415  # with the next
    from mcp_docs.pipeline import target_settings  # noqa: PLC0415  # imports git
    from mcp_docs.sources.backfill import Job, backfill  # noqa: PLC0415  # with it

    repo, name = options["repo"], options.pop("target")
    config, data, spec = target_settings(repo, options.pop("config_file"), name)
    names = TagNames(name)
    options["branch"] = options["branch"] or "-".join(filter(None, (_BRANCH, names.folder)))
    job = Job(target=given or _own_command(spec), config=config, settings=data, names=names, **options)
    with Progress() as progress:
        outcome = backfill(job, progress.stage)
    _tell_failures(outcome, repo)
    _tell(outcome, job.branch, shlex.quote(name) if name else "-- COMMAND")
    return int(bool(outcome.failed))


def _own_command(spec: TargetSpec | None) -> Target:
    """Return the server that a target's own command starts, in a release's checkout."""
    if spec is None or not spec.command:
        raise UsageError("there is no command after --", hint="For example: mcp-docs backfill -- ./server")
    from mcp_docs.sources.live import resolve_target  # noqa: PLC0415  # loads an HTTP client

    return resolve_target(spec, Path())


def _tell_failures(outcome: Outcome, repo: Path) -> None:
    """Tell the first release that failed in some way whole, and name those that failed in the same."""
    alike: dict[str, list[str]] = {}
    for label, error in outcome.failed.items():
        alike.setdefault(error.what, []).append(label)
    for labels in alike.values():
        _tell_alike(labels, outcome.failed)
    first = next(iter(outcome.failed), "").split(", ")[-1]
    if first and not all(_is_no_program(error) for error in outcome.failed.values()):
        folder = shlex.quote(f"../{first.replace('/', '-')}")
        there = "" if repo == Path() else f"-C {shlex.quote(str(repo))} "
        text = _BY_HAND.format(tag=shlex.quote(first), folder=folder)
        click.echo(shown(text.replace("git worktree", f"git {there}worktree")), err=True)


def _tell_alike(labels: list[str], failed: Mapping[str, McpDocsError]) -> None:
    error = failed[labels[0]]
    if 1 < len(labels) == len(failed):
        told = f"mcp-docs: all {len(labels)} failed in the same way: {error}"
        click.echo(shown(f"{told}\n  Those are {shorten(', '.join(labels), 200)}."), err=True)
        return
    click.echo(shown(f"mcp-docs: {labels[0]}: {error}"), err=True)
    if others := labels[1:]:
        click.echo(shown(f"  So it is with {shorten(', '.join(others), 200)}."), err=True)


def _is_no_program(error: McpDocsError) -> bool:
    """Tell whether the server was never started, of which no checkout shows more."""
    return getattr(error, "code", "") == "not-started"


def _tell(outcome: Outcome, branch: str, target: str) -> None:
    for label in outcome.own:
        confirm(f"{label}: kept, it has a lockfile of its own")
    for label in outcome.recorded:
        confirm(f"{label}: recorded")
    made = f"{branch}: {len(outcome.recorded)} recorded, {len(outcome.kept) + len(outcome.own)} kept"
    confirm(f"{made}, {len(outcome.failed)} failed")
    if outcome.moved:
        names = shorten(", ".join(outcome.moved), 200)
        confirm(f"{_MOVED.format(count=len(outcome.moved))} {shown(names)}\n{_FORCE}")
    some = outcome.recorded or outcome.kept or outcome.own
    if outcome.failed:
        label = next(iter(outcome.failed)).split(", ")[-1]
        confirm(shown(_FAILED.format(tag=label)) if some else _NOTHING)
    if some:
        confirm(_NEXT.format(target=target))
