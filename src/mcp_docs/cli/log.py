"""``mcp-docs log``."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from mcp_docs.cli.asides import is_quiet
from mcp_docs.cli.cache import Caching, cache_options
from mcp_docs.cli.options import history_options, open_source, read_record, wants_colour
from mcp_docs.cli.ranges import RangeCommand, range_option, read_range, repo_and_range
from mcp_docs.cli.terminal import shown
from mcp_docs.history.model import Gap
from mcp_docs.jsonvalue import document
from mcp_docs.views import log
from mcp_docs.views.markdown import uncommanded

_COLOURS = {"-": "red", "+": "green", "@": "cyan"}
#: Codes of the gaps that are told beside the log.
_WARNED = frozenset({"lockfile.replaced", "releases.before_tags", "releases.no_tag", "tag.not_captured"})


@click.command("log", cls=RangeCommand)
@history_options
@cache_options
@range_option("Only the revisions that led from A to B, as git log has it.")
@click.option("--patch", "-p", is_flag=True, help="Compare the declarations of each revision as text too.")
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    repo: Path,
    lockfile: str | None,
    config_file: Path | None,
    as_of: int | None,
    *,
    caching: Caching,
    span: str | None,
    patch: bool,
    shape: str,
) -> None:
    """Print each revision of the lockfile with its changes, newest first, like git log.

    A range may stand where REPO does, for the repository here: A..B is all that B has behind it and A has
    not. Its ends are releases, tags, or anything that git takes for a commit; without A it begins with the
    first revision, without B it ends at HEAD. What the two differ in, without what was made and undone
    between them, is told by mcp-docs changelog A..B.

    \b
    Examples:
      mcp-docs log
      mcp-docs log 1.4.0..2.0.0
      mcp-docs log v2.0.0.. --patch
      mcp-docs log ../server --range main..my-branch
      mcp-docs log ../server --lockfile mcp-docs.lock --format json
    """  # noqa: D301 - click reads the character, not its name
    repo, span = repo_and_range(repo, span)
    source = open_source(repo, lockfile, config_file, as_of)
    record, wanted = read_range(source, span, caching) if span else (read_record(source, caching), None)
    _warn(record.gaps)
    found = log.Log(record, wanted, patch)
    if shape == "json":
        click.echo(document(log.to_json(found)).decode().rstrip("\n"))
    elif found.revisions:
        _print(found)
    elif not is_quiet():
        what = f"no revision of {record.lockfile} is in {span}, which goes from the older to the newer"
        click.echo(shown(what), err=True)


def _print(found: log.Log) -> None:
    colour = wants_colour()
    lines = log.to_text(found).rstrip("\n").split("\n")
    click.echo("\n".join(_styled(uncommanded(line), colour=colour) for line in lines), color=colour)


def _warn(gaps: Iterable[Gap]) -> None:
    """Say what keeps revisions from being shown, or makes releases of other commits than was asked for."""
    for gap in gaps:
        if gap.code in _WARNED:
            place = f"{gap.tag}: " if gap.tag else ""
            click.echo(shown(f"warning: {place}{gap.message}"), err=True)


def _styled(line: str, *, colour: bool) -> str:
    mark = _COLOURS.get(line[:1])
    return click.style(line, fg=mark) if colour and mark else line
