"""Our pages inside a running MkDocs build, our own or a user's.

Only HTML that our templates made reaches a page, after MkDocs' own Markdown step; no text of a
lockfile passes Python-Markdown, macros or snippets. MkDocs' templates do not escape titles, so they
are handed over as ``Markup``, escaped here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Link, Navigation, Section
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import AnchorLink, TableOfContents

from mcp_docs.dates import iso_date
from mcp_docs.errors import OUR_FAULT, OutputError
from mcp_docs.memory import Memory
from mcp_docs.site.ahead import Renders
from mcp_docs.site.blocks import Blocks
from mcp_docs.site.compiled import compiled_templates
from mcp_docs.site.documents import TWIN
from mcp_docs.site.frames import FRAMED, Frames
from mcp_docs.site.navorder import attach, order
from mcp_docs.site.page import Page
from mcp_docs.site.pages import Site
from mcp_docs.site.paths import HOME
from mcp_docs.site.redirects import redirect_page
from mcp_docs.site.render import assets
from mcp_docs.site.searched import SearchedPages
from mcp_docs.site.sidebar import PLACEHOLDER, Sidebar
from mcp_docs.site.text import visible_lines

#: What MkDocs counts as a warning, which a strict build fails for.
_LOG = get_plugin_logger("mcp-docs")
ASSETS = "assets/mcp-docs/"
#: The script of a site that is ours alone: a search from a disk, near names on a page that is not there.
_FOR_ALONE = "mcp-alone.js"
#: MkDocs stamps the packed sitemap with the newest date; a gzip file (RFC 1952) has 32 bits for it.
_LAST_GZIP_SECOND = 2**32 - 1
_BETWEEN_TAGS = re.compile(r">\s*\n\s*<")
#: Parts of a page that a search would only be crowded by: history, examples, raw schemas, catalogues.
_UNSEARCHED_MARK = re.compile(r"(<section\b[^>]*?) data-search-exclude\b")
_UNSEARCHED = re.compile(r"<section\b[^>]*\sdata-search-exclude\b.*?</section>", re.DOTALL)


class RecordPage(MkDocsPage):
    """An MkDocs page whose body is ours: Python-Markdown never sees it."""

    def __init__(self, page: Page, file: File, config: MkDocsConfig) -> None:
        super().__init__(shown(page.nav_title or page.title), file, config)
        self.ours = page
        self.update_date = iso_date(min(page.updated, _LAST_GZIP_SECOND))
        self.edit_url = None
        if self.canonical_url:
            self.canonical_url = self.canonical_url.removesuffix("index.html")

    def read_source(self, config: MkDocsConfig) -> None:  # noqa: ARG002  # MkDocs' signature
        """Give MkDocs no Markdown, and the metadata that its templates read."""
        self.markdown = ""
        self.meta = {"title": shown(self.ours.title), "description": shown(self.ours.description)}
        if not self.ours.searched:
            self.meta["search"] = {"exclude": True}

    def render(self, config: MkDocsConfig, files: Files) -> None:  # noqa: ARG002  # MkDocs' signature
        """Give MkDocs the table of contents; the body follows in ``on_page_content``."""
        self.content = ""
        self.toc = TableOfContents([AnchorLink(shown(s.title), s.anchor, 2) for s in self.ours.sections])
        self.present_anchor_ids = {section.anchor for section in self.ours.sections}


def shown(text: str) -> Markup:
    """Return text for templates that do not escape: escaped, hidden characters shown, on one line."""
    return Markup(escape(" ".join(visible_lines(text).split())))  # noqa: S704  # escaped just here


@dataclass
class JoinedSite:
    """A site on its way through one MkDocs build.

    Attributes:
        section: folder for all our pages, with a final slash, or empty for the root.
        files: makes further files by path below the section: feed, changelog, what stands beside the pages.
        put: takes each file by its path, where the site is ours alone, so that its navigation lists every
            element; ``None`` in a user's, into which MkDocs writes.
        memory: holds what a search finds on pages.
    """

    site: Site
    renderer: Renders
    section: str = ""
    files: Callable[[], Mapping[str, bytes]] = dict
    put: Callable[[str, bytes], None] | None = None
    memory: Memory | None = None
    _pages: list[RecordPage] = field(default_factory=list)
    _bodies: dict[str, str] = field(default_factory=dict)
    _blocks: Blocks | None = None
    _searched: SearchedPages | None = None
    _automatic: bool = False
    _assets: Mapping[str, bytes] = field(init=False)

    def __post_init__(self) -> None:
        """Make what only the record's size decides."""
        self._assets = assets(len(self.site.record.by_version))

    @property
    def alone(self) -> bool:
        """Whether the site is ours alone."""
        return self.put is not None

    @property
    def _shown_assets(self) -> Mapping[str, bytes]:
        return {name: data for name, data in self._assets.items() if self.alone or name != _FOR_ALONE}

    def configure(self, config: MkDocsConfig) -> None:
        """Add our style sheets and scripts to every page."""
        for name in self._shown_assets:
            wanted = config.extra_css if name.endswith(".css") else config.extra_javascript
            wanted.append(ASSETS + name)
        if self.alone and self.memory is not None:
            self._searched = SearchedPages(self.memory, config)

    def add_files(self, files: Files, config: MkDocsConfig) -> None:
        """Add our pages and assets, and the navigation.

        Raises:
            OutputError: when a page of the user's stands where one of ours would.
        """
        theirs = {} if self.alone else _addresses(files)
        for page in self.site.pages:
            uri = f"{self.section}{page.path}index.md"
            file = File.generated(config, uri, content="", inclusion=InclusionLevel.NOT_IN_NAV)
            _refuse_taken(theirs.get(file.dest_uri), file)
            self._pages.append(RecordPage(page, file, config))
            files.append(file)
        for name, data in self._shown_assets.items():
            files.append(
                File.generated(config, ASSETS + name, content=data, inclusion=InclusionLevel.INCLUDED)
            )
        self._add_nav(files, config)

    def _add_nav(self, files: Files, config: MkDocsConfig) -> None:
        """Put our navigation in: as a section of a user's, which otherwise stays as it is."""
        ours: Any = [{item.title: f"{self.section}{item.path}index.md"} for item in self.site.nav]
        if not self.section:
            config.nav = [*ours, *(config.nav or [])]
        elif config.nav is None:
            self._automatic = True
            for item in self.site.nav:
                file = files.get_file_from_path(f"{self.section}{item.path}index.md")
                if file is not None:
                    file.inclusion = InclusionLevel.INCLUDED
        elif not any(uri.startswith(self.section) for uri in _uris(config.nav)):
            config.nav = [*config.nav, {"Interface": ours}]

    def mark(self, markdown: str, file: File) -> str:
        """Put marks into a user's Markdown where it asks for blocks.

        Raises:
            ConfigError: when it asks for what does not exist.
        """
        if self._blocks is None:
            self._blocks = Blocks(self.site.pages, self.site.latest, self._block, _LOG.warning)
        return self._blocks.mark(markdown, file.src_uri, file.dest_uri)

    def fill(self, html: str) -> str:
        """Put blocks in the places of their marks."""
        return self._blocks.fill(html) if self._blocks else html

    def _block(self, template: str, here: str, values: Mapping[str, Any]) -> str:
        return self.renderer.block(template, here, self.section, {**self.site.shared, **values})

    def adopt(self, nav: Navigation) -> None:
        """Turn our pages that have others below them into sections, and give each page its own.

        Only where the site is ours alone: a user's navigation stays as it is, but that our pages know where
        they belong; where it is MkDocs' own, it gets our order of our pages.
        """
        if self._automatic:
            uris = (f"{self.section}{item.path}index.md" for item in self.site.nav)
            order(nav, {uri: place for place, uri in enumerate(uris)})
        if not self.alone:
            parents = {page.ours.path: page.ours.parent for page in self._pages}
            attach({page.ours.path: page for page in self._pages}, parents)
            return
        below = {item.path for item in self.site.nav if item.children}
        children = [page for page in self._pages if page.ours.parent in below]
        sections: dict[str, Section] = {}
        for place, item in enumerate(nav.items):
            if isinstance(item, RecordPage) and item.ours.path in below:
                section = Section(item.title, [item, Link(PLACEHOLDER, "#")])
                item.parent = sections[item.ours.path] = nav.items[place] = section
        for page in children:
            page.parent = sections[page.ours.parent]

    def searchable(self, page: RecordPage) -> str:
        """Return what a search should find of a page; the whole follows in :meth:`complete`."""
        body = self.renderer.body(page.ours, self.site.shared)
        self._bodies[page.ours.path] = _UNSEARCHED_MARK.sub(r"\1", body)
        if not page.ours.searched:
            return ""
        html = _UNSEARCHED.sub("", body)
        if self._searched is not None:
            self._searched.before(page, page.ours, html)
        return html

    def complete(self, page: RecordPage) -> None:
        """Put the whole body into a page, after the search plugin has read its part."""
        page.content = self._way(page.ours, page.file.dest_uri) + self._bodies.pop(page.ours.path)
        if self._searched is not None:
            self._searched.after(page, page.ours)

    def _way(self, page: Page, here: str) -> str:
        """Return the way back from a page: a user's theme may show nothing of where it is."""
        if self.alone or not page.path:
            return ""
        titles = {item.path: item.title for item in self.site.nav}
        titles[HOME] = self.site.record.title
        ways = [(titles[path], path) for path in dict.fromkeys((HOME, page.parent)) if path in titles]
        return self._block("way.html.j2", here, {"ways": ways})

    def frame(self, environment: Any) -> None:
        """Let our pages share what the theme puts around them, where the theme is our choice."""
        environment.auto_reload = False  # asking the disk for each page costs more than the page
        if not self.alone:
            return
        environment.bytecode_cache = compiled_templates()
        load = environment.get_template
        frames = Frames(load("main.html"), Sidebar(self.site.nav, self.renderer.index), trim)
        environment.get_template = lambda name, *rest: frames if name == FRAMED else load(name, *rest)
        for page in self._pages:
            page.meta["template"] = FRAMED

    def written(self, page: RecordPage, html: str) -> str:
        """Take a finished page, where the site is ours alone; return what is left for MkDocs to write."""
        if self.put is None:
            return html
        self.put(page.file.dest_uri, html.encode("utf-8", "xmlcharrefreplace"))
        return ""

    def finish(self, folder: Path, base_url: str) -> None:
        """Make what does not pass through MkDocs: redirects, the feed and the like.

        Raises:
            OutputError: when a file would overwrite one that the build has made.
        """
        put = self.put or partial(_write_new, folder)
        home = base_url.rstrip("/") + "/" + self.section if base_url else ""
        for here, there in self.site.redirects.items():
            data = redirect_page(here, there, index=self.renderer.index, base_url=home)
            put(f"{self.section}{here}index.html", data)
        for name, data in self.files().items():
            put(f"{self.section}{name}", data)
        index = folder / "search" / "search_index.json"
        if self.alone and index.is_file():
            # Opened from a disk, a page may not fetch a file, but it may run one.
            put("search/search_index.js", b"var __index = " + index.read_bytes())
        for page in self.site.pages:
            put(f"{self.section}{page.path}{TWIN}", self.renderer.twin(page, self.site.shared))


def trim(html: str) -> str:
    """Drop the space between tags outside the article; a page of a theme is mostly that."""
    before, opening, rest = html.partition("<article")
    article, closing, after = rest.rpartition("</article>")
    if not closing:
        return html
    return _BETWEEN_TAGS.sub(">\n<", before) + opening + article + closing + _BETWEEN_TAGS.sub(">\n<", after)


def _uris(nav: object) -> Iterator[str]:
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, Mapping):
        for value in nav.values():
            yield from _uris(value)
    elif isinstance(nav, Iterable):
        for value in nav:
            yield from _uris(value)


def _addresses(files: Files) -> Mapping[str, File]:
    """Return what a user's site has by its address: ``guide.md`` and ``guide/index.md`` share one."""
    return {file.dest_uri: file for file in files if file.inclusion is not InclusionLevel.EXCLUDED}


def _refuse_taken(theirs: File | None, ours: File) -> None:
    if theirs is not None:
        also = "" if theirs.src_uri == ours.src_uri else f", which has the address of our {ours.src_uri}"
        raise OutputError(
            f"the site already has a page at {theirs.src_uri}{also}",
            hint="Give the plugin a section of its own: plugins: [{mcp-docs: {section: interface}}].",
        )


def _write_new(folder: Path, name: str, data: bytes) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise OutputError(f"two files of the site would be at {name!r}", hint=OUR_FAULT) from None
