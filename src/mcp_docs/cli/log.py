"""``mcp-docs log``."""

from __future__ import annotations

from pathlib import Path

import click

from mcp_docs.cli.options import history_options, open_source, read_record
from mcp_docs.jsonvalue import document
from mcp_docs.views import log


@click.command("log")
@history_options
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    repo: Path, lockfile: str | None, config_file: Path | None, as_of: int | None, *, shape: str
) -> None:
    """Print each revision of the lockfile with its changes, newest first, like git log.

    \b
    Examples:
      mcp-docs log
      mcp-docs log ../server --lockfile mcp-docs.lock --format json
    """  # noqa: D301 - click reads the character, not its name
    record = read_record(open_source(repo, lockfile, config_file, as_of))
    text = log.to_text(record) if shape == "text" else document(log.to_json(record)).decode()
    click.echo(text.rstrip("\n"))
