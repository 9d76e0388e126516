"""What the plugin needs of a user's ``mkdocs.yml``: where the repository is, and how to say what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from mcp_docs.errors import McpDocsError

if TYPE_CHECKING:
    from mcp_docs.site.joined import JoinedSite


def joined_for(
    mkdocs: MkDocsConfig, *, repo: str, lockfile: str | None, config: str | None, section: str
) -> JoinedSite:
    """Read the repository that a user's site names, relative to its ``mkdocs.yml``.

    Args:
        mkdocs: the user's configuration.
        repo: a folder inside the repository.
        lockfile: goes before the repository's configuration.
        config: instead of ``mcp-docs.toml`` in ``repo``.
        section: folder of the site for our pages; empty for its root.

    Raises:
        McpDocsError: when it cannot be read.
    """
    from mcp_docs.site.publish import joined_site  # noqa: PLC0415  # imports git, which a given site does not need

    base = Path(mkdocs.config_file_path or "mkdocs.yml").parent
    return joined_site(
        base / repo,
        lockfile=lockfile,
        config_file=base / config if config else None,
        section=section.strip("/"),
        base_url=mkdocs.site_url or "",
        index="" if mkdocs.use_directory_urls else "index.html",
    )


@contextmanager
def told() -> Iterator[None]:
    """Turn our errors into MkDocs' own, which it shows without a traceback."""
    try:
        yield
    except McpDocsError as error:
        raise PluginError(f"mcp-docs: {error}") from None
