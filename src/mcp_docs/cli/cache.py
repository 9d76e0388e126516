"""Where commands keep what they worked out: options, and a memory that is open while a command runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mcp_docs.cli.terminal import shown

if TYPE_CHECKING:
    from mcp_docs.site.build import SiteMemory

F = TypeVar("F", bound=Callable[..., Any])


def cache_options(command: F) -> F:
    """Add ``--cache`` and ``--no-cache``, as ``cache`` and ``no_cache``."""
    kept = click.option(
        "--cache",
        type=click.Path(path_type=Path, file_okay=False),
        envvar="MCP_DOCS_CACHE",
        help="Folder for what was judged and rendered, safe to delete, to share and to restore in CI; "
        "without it the user's folder for caches.",
    )
    never = click.option("--no-cache", is_flag=True, help="Work everything out anew.")
    return kept(never(command))


def _usual() -> Path:
    from platformdirs import user_cache_path  # noqa: PLC0415  # only when nobody named a folder

    return user_cache_path("mcp-docs", appauthor=False)


@contextmanager
def remembering(cache: Path | None, *, no_cache: bool) -> Iterator[SiteMemory | None]:
    """Open the cache; when the command is done, write it and say on stderr what was wrong with it."""
    if no_cache:
        yield None
        return
    from mcp_docs.sources.cachefile import CacheFile  # noqa: PLC0415  # SQLite, only where it is used
    from mcp_docs.sources.program import program  # noqa: PLC0415  # with it

    memory = CacheFile(cache or _usual(), program())
    try:
        yield memory
    finally:
        for text in memory.close():
            # A fault, and no aside: somebody who restores the cache in CI has to learn that it is not used.
            click.echo(shown(f"Note: {text}."), err=True)
