"""``mcp-docs rules``."""

from __future__ import annotations

import click

from mcp_docs.cli.asides import quiet_option
from mcp_docs.jsonvalue import document
from mcp_docs.views import rulebook


@click.command("rules")
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
@quiet_option
def command(shape: str) -> None:
    """List every rule: of changes with its worst level on each side, of lint with its severity.

    \b
    Examples:
      mcp-docs rules
      mcp-docs rules --format json > rules.json
    """  # noqa: D301 - click reads the character, not its name
    text = rulebook.to_text() if shape == "text" else document(rulebook.to_json()).decode()
    click.echo(text.rstrip("\n"))
