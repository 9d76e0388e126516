"""``mcp-docs changelog``."""

from __future__ import annotations

from pathlib import Path

import click

from mcp_docs.cli.options import history_options, open_source, read_record
from mcp_docs.jsonvalue import document
from mcp_docs.views import changelog


@click.command("changelog")
@history_options
@click.option(
    "--format", "shape", type=click.Choice(["markdown", "json"]), default="markdown", show_default=True
)
def command(
    repo: Path, lockfile: str | None, config_file: Path | None, as_of: int | None, *, quiet: bool, shape: str
) -> None:
    """Print the changelog of REPO: every release, newest first, with what each change breaks.

    \b
    Examples:
      mcp-docs changelog > CHANGELOG.md
      mcp-docs changelog ../server --format json
    """  # noqa: D301 - click reads the character, not its name
    record = read_record(open_source(repo, lockfile, config_file, as_of), quiet=quiet)
    text = (
        changelog.to_markdown(record) if shape == "markdown" else document(changelog.to_json(record)).decode()
    )
    click.echo(text.rstrip("\n"))
