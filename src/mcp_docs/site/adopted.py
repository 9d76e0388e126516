"""What the plugin needs of a user's ``mkdocs.yml``: where the repository is, and how to say what is wrong."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from mcp_docs.errors import McpDocsError

if TYPE_CHECKING:
    from mcp_docs.memory import Memory
    from mcp_docs.site.joined import JoinedSite
    from mcp_docs.sources.cachefile import CacheFile


class PluginOptions(Config):  # type: ignore[no-untyped-call]  # MkDocs has no types
    """What ``mkdocs.yml`` may say; everything else is in the repository's ``mcp-docs.toml``."""

    repo = config_options.Type(str, default=".")
    lockfile = config_options.Optional(config_options.Type(str))
    config = config_options.Optional(config_options.Type(str))
    section = config_options.Type(str, default="interface")
    cache = config_options.Type((str, bool), default=True)


def cache_for(mkdocs: MkDocsConfig, options: PluginOptions) -> CacheFile | None:
    """Open the cache that the environment names, or ``mkdocs.yml``: a folder relative to it, or none."""
    from mcp_docs.sources.caching import VARIABLE, open_cache  # noqa: PLC0415  # a given site has its own

    if options.cache is False:
        return None
    named = os.environ.get(VARIABLE)
    if named is None and options.cache and isinstance(options.cache, str):
        named = str(_base(mkdocs) / options.cache)
    return open_cache(Path(named) if named else None)


def joined_for(mkdocs: MkDocsConfig, options: PluginOptions, memory: Memory | None) -> JoinedSite:
    """Read the repository that a user's site names, relative to its ``mkdocs.yml``.

    Args:
        mkdocs: the user's configuration.
        options: the plugin's part of it: ``repo``, a folder inside the repository; ``lockfile``, before the
            repository's configuration; ``config``, instead of ``mcp-docs.toml`` in ``repo``; ``section``,
            the site's folder for our pages, empty for its root.
        memory: from :func:`cache_for`.

    Raises:
        McpDocsError: when it cannot be read.
    """
    from mcp_docs.site.publish import joined_site  # noqa: PLC0415  # imports git, which a given site does not need

    base = _base(mkdocs)
    return joined_site(
        base / options.repo,
        lockfile=options.lockfile,
        config_file=base / options.config if options.config else None,
        section=options.section.strip("/"),
        base_url=mkdocs.site_url or "",
        index="" if mkdocs.use_directory_urls else "index.html",
        memory=memory,
    )


def _base(mkdocs: MkDocsConfig) -> Path:
    return Path(mkdocs.config_file_path or "mkdocs.yml").parent


@contextmanager
def told(given: JoinedSite | None) -> Iterator[None]:
    """Turn our errors into MkDocs' own, which it shows without a traceback.

    Args:
        given: the site that our own command gave the plugin; then the command tells of errors itself.
    """
    try:
        yield
    except McpDocsError as error:
        if given is not None:
            raise
        error.hint = _by_keys(error.hint) if error.hint else None
        raise PluginError(f"mcp-docs: {error}") from None


def _by_keys(hint: str) -> str:
    """Name the plugin's options in ``mkdocs.yml`` where a hint names arguments of a command."""
    from mcp_docs.sources.git import NAME_LOCKFILE  # noqa: PLC0415  # imports git, see above
    from mcp_docs.sources.gitcommand import NAME_REPOSITORY  # noqa: PLC0415  # the same

    repository = "Name a folder of a git repository in `repo:` of the plugin, relative to mkdocs.yml."
    lockfile = "Name it in `lockfile:` of the plugin, relative to `repo:`"
    return hint.replace(NAME_REPOSITORY, repository).replace(NAME_LOCKFILE, lockfile)
