"""``mcp-docs audit``."""

from __future__ import annotations

from pathlib import Path

import click

from mcp_docs.cli.asides import quiet_option
from mcp_docs.cli.cache import Caching, cache_options
from mcp_docs.cli.options import open_source, project_options, put_text, read_record
from mcp_docs.jsonvalue import document


@click.command("audit")
@click.argument("query", required=False, default="", metavar="[ELEMENT|POINTER|RULE|CONSUMER]")
@project_options
@cache_options
@click.option(
    "--format",
    "shape",
    type=click.Choice(["text", "json", "csv", "markdown"]),
    default="text",
    show_default=True,
    envvar="MCP_DOCS_FORMAT",
)
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write it there, whole or not at all.",
)
@quiet_option
def command(
    query: str,
    repo: Path,
    lockfile: str | None,
    config_file: Path | None,
    *,
    caching: Caching,
    shape: str,
    output: Path | None,
) -> None:
    """Tell when something broke: in which commit and release, announced or not, accepted, undone since.

    Without an argument it is everything that broke or may break somebody, and the releases whose version
    promises less change than there was. ELEMENT is a name or tool:NAME; POINTER a place in elements,
    such as /inputSchema/properties/limit; RULE an id or a pattern of ids; CONSUMER the name in a contract.

    \b
    Examples:
      mcp-docs audit
      mcp-docs audit search
      mcp-docs audit 'schema.property.*' --format markdown
      mcp-docs audit --repo ../server --format csv -o audit.csv
    """  # noqa: D301 - click reads the character, not its name
    from mcp_docs.views.audit import audit  # noqa: PLC0415  # arguments come first
    from mcp_docs.views.auditformats import audit_csv, audit_json, audit_markdown, audit_text  # noqa: PLC0415

    record = read_record(open_source(repo, lockfile, config_file, None), caching)
    found = audit(record, query)
    if shape == "json":
        text = document(audit_json(record, found)).decode("utf-8")
    else:
        text = {"text": audit_text, "csv": audit_csv, "markdown": audit_markdown}[shape](found)
    put_text(text, output)
