"""Where commands keep what they worked out: options, and a memory that is open while a command runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mcp_docs.cli.options import packing
from mcp_docs.cli.terminal import shown

if TYPE_CHECKING:
    from mcp_docs.site.build import SiteMemory

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Caching:
    """How a command remembers.

    Attributes:
        cache: folder, or ``None`` for the user's.
        no_cache: whether it does not.
    """

    cache: Path | None = None
    no_cache: bool = False

    @contextmanager
    def memory(self) -> Iterator[SiteMemory | None]:
        """Open the cache; on leaving, write it and say on stderr what was wrong with it."""
        if self.no_cache:
            yield None
            return
        from mcp_docs.sources.caching import open_cache  # noqa: PLC0415  # SQLite, only where it is used

        memory = open_cache(self.cache)
        try:
            yield memory
        finally:
            for text in memory.close():
                # A fault, and no aside: who restores the cache in CI has to learn that it is not used.
                click.echo(shown(f"Note: {text}."), err=True)


def cache_options(command: F) -> F:
    """Add ``--cache`` and ``--no-cache``, as one ``caching``."""
    kept = click.option(
        "--cache",
        type=click.Path(path_type=Path, file_okay=False),
        envvar="MCP_DOCS_CACHE",
        help="Folder for what was judged and rendered, safe to delete, to share and to restore in CI; "
        "without it the user's folder for caches.",
    )
    never = click.option("--no-cache", is_flag=True, help="Work everything out anew.")
    return kept(never(packing("caching", Caching, "cache", "no_cache")(command)))
