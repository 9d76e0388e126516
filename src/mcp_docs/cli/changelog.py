"""``mcp-docs changelog``."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mcp_docs.cli.cache import Caching, cache_options
from mcp_docs.cli.options import history_options, open_source, read_record
from mcp_docs.cli.ranges import RangeCommand, range_option, repo_and_range
from mcp_docs.errors import UsageError
from mcp_docs.jsonvalue import document

if TYPE_CHECKING:  # the pipeline imports git
    from mcp_docs.pipeline import Source
    from mcp_docs.record import Record


@click.command("changelog", cls=RangeCommand)
@history_options
@cache_options
@range_option("Compare two versions directly: what somebody who upgrades from A to B must change.")
@click.option("--patch", "-p", is_flag=True, help="With a range: compare the declarations as text too.")
@click.option(
    "--format", "shape", type=click.Choice(["markdown", "json"]), default="markdown", show_default=True
)
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
    """Print the changelog of REPO: every release, newest first, with what each change breaks.

    A range of versions may stand where REPO does, for the repository here; without A it is from the release
    that B grew from, without B to the newest. The steps between are told by mcp-docs log A..B.

    \b
    Examples:
      mcp-docs changelog > CHANGELOG.md
      mcp-docs changelog ../server --format json
      mcp-docs changelog 1.4.0..2.0.0
      mcp-docs changelog 1.4.0.. --patch
      mcp-docs changelog ../server --range 1.4.0..unreleased
    """  # noqa: D301 - click reads the character, not its name
    repo, span = repo_and_range(repo, span)
    if patch and span is None:
        raise UsageError("--patch compares two versions", hint="Name them: mcp-docs changelog A..B --patch.")
    source = open_source(repo, lockfile, config_file, as_of)
    record = read_record(source, caching)
    text = _all(record, shape) if span is None else _between(source, record, span, shape, patch=patch)
    click.echo(text.rstrip("\n"))


def _all(record: Record, shape: str) -> str:
    from mcp_docs.views.changelog import to_json, to_markdown  # noqa: PLC0415  # one of the two

    return to_markdown(record) if shape == "markdown" else document(to_json(record)).decode()


def _between(source: Source, record: Record, span: str, shape: str, *, patch: bool) -> str:
    from mcp_docs.classifier.interfaces import classify  # noqa: PLC0415  # the other
    from mcp_docs.views.upgrade import upgrade, upgrade_json, upgrade_markdown  # noqa: PLC0415  # with it

    found = upgrade(record, span, partial(classify, policy=source.config.policy))
    if shape == "markdown":
        return upgrade_markdown(found, patch=patch)
    return document(upgrade_json(record, found, patch=patch)).decode()
