"""``mcp-docs serve``."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mcp_docs.cli.asides import confirm
from mcp_docs.cli.cache import Caching, cache_options
from mcp_docs.cli.options import history_options, open_source
from mcp_docs.cli.terminal import shown

if TYPE_CHECKING:
    from mcp_docs.pipeline import Source


@click.command("serve")
@history_options
@cache_options
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one."
)
def command(
    repo: Path,
    lockfile: str | None,
    config_file: Path | None,
    as_of: int | None,
    *,
    caching: Caching,
    host: str,
    port: int,
) -> None:
    """Build the site of REPO into a temporary folder, serve it, and build again when REPO changes.

    \b
    Example:
      mcp-docs serve ../server --port 8080
    """  # noqa: D301 - click reads the character, not its name
    from mcp_docs.site.serve import serve  # noqa: PLC0415  # MkDocs and git, only when they are needed

    def opened() -> Source:
        return open_source(repo, lockfile, config_file, as_of)

    with tempfile.TemporaryDirectory(prefix="mcp-docs-") as folder:
        serve(
            opened,
            Path(folder) / "site",
            remembering=caching.memory,
            host=host,
            port=port,
            say=lambda text: click.echo(shown(text)),
            confirm=confirm,
        )
