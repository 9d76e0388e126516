"""The MkDocs plugin: ``plugins: [mcp-docs]`` puts the record into a site that exists."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from mcp_docs.site.adopted import PluginOptions, cache_for, joined_for, told
from mcp_docs.site.joined import JoinedSite, RecordPage

if TYPE_CHECKING:
    from mcp_docs.sources.cachefile import CacheFile

_LOG = get_plugin_logger("mcp-docs")


class McpDocsPlugin(BasePlugin[PluginOptions]):  # type: ignore[no-untyped-call]  # MkDocs has no types
    """Adds the record's pages; each hook is one call."""

    def __init__(self, joined: JoinedSite | None = None) -> None:
        self._given = joined
        self._joined = joined
        self._cache: CacheFile | None = None

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Read the history, unless the pages were given."""
        with told(self._given):
            if self._given is None:
                self._cache = cache_for(config, self.config)
            self._joined = self._given or joined_for(config, self.config, self._cache)
        self._joined.configure(config)
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig, **_: Any) -> Files:
        """Add pages, assets and navigation."""
        with told(self._given):
            self._site.add_files(files, config)
        return files

    def on_nav(self, nav: Navigation, **_: object) -> Navigation:
        """Show in which section each of our pages is."""
        self._site.adopt(nav)
        return nav

    def on_page_markdown(self, markdown: str, *, page: Page, **_: object) -> str:
        """Take the blocks out of a page that people wrote, before any Markdown sees them."""
        if isinstance(page, RecordPage) or "mcp-docs" not in markdown:
            return markdown
        with told(self._given):
            return self._site.mark(markdown, page.file)

    def on_page_content(self, html: str, *, page: Page, **_: object) -> str:
        """Put the body into one of our pages: what a search may find of it."""
        if not isinstance(page, RecordPage):
            return self._site.fill(html)
        with told(self._given):
            return self._site.searchable(page)

    @event_priority(-100)
    def on_page_context(self, context: Any, *, page: Page, **_: object) -> Any:
        """Put the rest in, after the search plugin has looked."""
        if isinstance(page, RecordPage):
            self._site.complete(page)
        return context

    def on_post_page(self, output: str, *, page: Page, **_: object) -> str:
        """Take our finished pages, where MkDocs is not to write them."""
        return self._site.written(page, output) if isinstance(page, RecordPage) else output

    def on_env(self, env: Any, **_: object) -> Any:
        """Take the theme's templates."""
        self._site.frame(env)
        return env

    def on_post_build(self, *, config: MkDocsConfig, **_: Any) -> None:
        """Write redirects and feed."""
        with told(self._given):
            self._site.finish(Path(config.site_dir), config.site_url or "")
        self._save()

    def on_build_error(self, **_: Any) -> None:
        """Keep what was worked out before something failed."""
        self._save()

    def _save(self) -> None:
        if self._cache is not None:
            for text in self._cache.close():
                # No warning: --strict fails for those, and the site is whole.
                _LOG.info("Note: %s", text)

    @property
    def _site(self) -> JoinedSite:
        assert self._joined is not None  # noqa: S101  # on_config ran first
        return self._joined
