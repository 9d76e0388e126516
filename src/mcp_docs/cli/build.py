"""``mcp-docs build``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mcp_docs.cli.asides import Progress, confirm, is_quiet, next_step
from mcp_docs.cli.cache import Caching, cache_options
from mcp_docs.cli.options import history_options, open_source
from mcp_docs.cli.terminal import shown

if TYPE_CHECKING:  # MkDocs and git
    from mcp_docs.pipeline import Source
    from mcp_docs.site.publish import Report


@click.command("build")
@history_options
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path),
    default="site",
    show_default=True,
    help="Folder to write.",
)
@click.option(
    "--base-url", metavar="URL", envvar="MCP_DOCS_BASE_URL", help="Absolute address the site will have."
)
@click.option(
    "--previous",
    metavar="DIR|URL",
    envvar="MCP_DOCS_PREVIOUS",
    help="The site as it was published last: what its feed published stays, what is judged anew is amended.",
)
@cache_options
@click.option(
    "--strict", is_flag=True, help="Fail (exit 1) for a broken link or a faulty revision, tag or element."
)
def command(
    repo: Path,
    lockfile: str | None,
    config_file: Path | None,
    as_of: int | None,
    *,
    output: Path,
    base_url: str | None,
    previous: str | None,
    caching: Caching,
    strict: bool,
) -> int:
    """Build the site, the changelog and the feed of REPO.

    REPO may be a working tree or a bare repository. The output folder is replaced as a whole, and
    only when the build succeeds; nothing else that it may hold is ever touched. A project whose
    targets have lockfiles of their own gets a site for each, and a page that compares them.

    \b
    Examples:
      mcp-docs build
      mcp-docs build ../server -o public --base-url https://example.org/mcp/
      mcp-docs build --previous https://example.org/mcp/
    """  # noqa: D301 - click reads the character, not its name
    from mcp_docs.pipeline import open_targets  # noqa: PLC0415  # as the next
    from mcp_docs.site.publish import publish  # noqa: PLC0415  # MkDocs and git, only when they are needed

    several = {} if lockfile else open_targets(repo, config_file=config_file, as_of=as_of)
    with Progress() as progress, caching.memory() as memory:
        how: dict[str, Any] = {"base_url": base_url, "previous": previous, "strict": strict, "memory": memory}
        if several:
            report = _publish_several(several, output, stage=progress.stage, **how)
        else:
            source = open_source(repo, lockfile, config_file, as_of)
            report = publish(source, output, stage=progress.stage, **how)
    _tell(report)
    next_step(f"open {output / 'index.html'}, or mcp-docs serve; keep the folder out of git (.gitignore).")
    return 1 if strict and report.problems else 0


def _publish_several(sources: Mapping[str, Source], output: Path, **how: Any) -> Report:
    from mcp_docs.site.several import publish_several  # noqa: PLC0415  # Jinja and lxml, for a catalogue alone

    return publish_several(sources, output, **how)


def _tell(report: Report) -> None:
    confirm(report.summary)
    for note in report.notes:
        click.echo(shown(f"Note: {note}."), err=True)
    for problem in report.problems:
        click.echo(shown(f"  {problem}"), err=True)
    for hint in () if is_quiet() else report.hints:
        click.echo(shown(f"Note: {hint}."), err=True)
