"""``mcp-docs changelog``."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from mcp_docs.cli.options import history_options, open_source, read_record
from mcp_docs.jsonvalue import document


@click.command("changelog")
@history_options
@click.option(
    "--range",
    "span",
    metavar="A..B",
    help="Compare two versions directly: what somebody who upgrades from A to B must change.",
)
@click.option(
    "--format", "shape", type=click.Choice(["markdown", "json"]), default="markdown", show_default=True
)
def command(
    repo: Path,
    lockfile: str | None,
    config_file: Path | None,
    as_of: int | None,
    *,
    span: str | None,
    shape: str,
) -> None:
    """Print the changelog of REPO: every release, newest first, with what each change breaks.

    A range of versions may stand where REPO does, for the repository here.

    \b
    Examples:
      mcp-docs changelog > CHANGELOG.md
      mcp-docs changelog ../server --format json
      mcp-docs changelog 1.4.0..2.0.0
      mcp-docs changelog ../server --range 1.4.0..unreleased
    """  # noqa: D301 - click reads the character, not its name
    if span is None and _is_range(repo):
        repo, span = Path(), str(repo)
    source = open_source(repo, lockfile, config_file, as_of)
    record = read_record(source)
    if span is None:
        from mcp_docs.views.changelog import to_json, to_markdown  # noqa: PLC0415  # one of the two

        text = to_markdown(record) if shape == "markdown" else document(to_json(record)).decode()
    else:
        from mcp_docs.classifier.interfaces import classify  # noqa: PLC0415  # the other
        from mcp_docs.views.upgrade import upgrade, upgrade_json, upgrade_markdown  # noqa: PLC0415  # with it

        found = upgrade(record, span, partial(classify, policy=source.config.policy))
        text = (
            upgrade_markdown(found) if shape == "markdown" else document(upgrade_json(record, found)).decode()
        )
    click.echo(text.rstrip("\n"))


def _is_range(repo: Path) -> bool:
    """Tell whether REPO is none but a range of versions: ``1.4.0..2.0.0``, and not ``../server``."""
    text = str(repo)
    return ".." in text.strip(".") and "/" not in text and "\\" not in text and not repo.exists()
