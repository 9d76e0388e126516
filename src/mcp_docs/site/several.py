"""The sites of a project with several lockfiles: one below the folder of each, and a page over all."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from mcp_docs.errors import FeedError, NoHistoryError
from mcp_docs.feed.source import FeedSource
from mcp_docs.fleet.member import Member, read_member
from mcp_docs.fleet.merged import make_fleet
from mcp_docs.history.slugs import assign_slugs
from mcp_docs.pipeline import Source
from mcp_docs.site.build import SiteMemory, is_current, refuse_foreign, replace_folder
from mcp_docs.site.fleet import fleet_site
from mcp_docs.site.publish import Report, feed_hints, publish, published_before, site_address, site_key
from mcp_docs.site.staging import Staging
from mcp_docs.site.words import counted
from mcp_docs.sources.feeds import open_feed

#: Names that the page over all needs for itself.
_RESERVED: Final = frozenset({"feeds", "fleet", "index", "schemas", "servers"})
_TITLE: Final = "MCP servers"


def publish_several(
    sources: Mapping[str, Source],
    output: Path,
    *,
    base_url: str | None,
    strict: bool,
    stage: Callable[[str], None],
    previous: str | None = None,
    memory: SiteMemory | None = None,
) -> Report:
    """Build each server's site into a folder of its name, and the page that compares them.

    A site that is up to date is taken over as it is. All of ``output`` is replaced at once.

    Args:
        sources: by name, from ``open_targets``; one whose lockfile has no history yet is left out.
        output: as for ``publish``.
        base_url: absolute address of the whole; goes before the configuration's.
        strict: as for ``publish``.
        stage: told what is going on.
        previous: folder or address of the whole as it was published last; a server that is not in it is new.
        memory: as for ``publish``.

    Raises:
        McpDocsError: when a history cannot be read, or the sites cannot be written.
    """
    refuse_foreign(output)
    address = site_address(next(iter(sources.values())), base_url)
    run = _Run(sources, output, f"{address.rstrip('/')}/" if address else "", strict, stage, previous, memory)
    key = run.key()
    if not strict and is_current(output, key, memory):
        return Report(f"{output} is up to date.")
    files = replace_folder(output, key, run.fill, memory=memory)
    summary = f"Wrote {output}: {counted(len(run.members), 'server')}, {counted(files, 'file')}."
    hints = (*feed_hints(address), *run.hints)
    return Report(summary, tuple(run.problems), tuple(run.notes), hints)


class _Run:
    """One build of several sites."""

    def __init__(
        self,
        sources: Mapping[str, Source],
        output: Path,
        address: str,
        strict: bool,  # private
        stage: Callable[[str], None],
        previous: str | None,
        memory: SiteMemory | None,
    ) -> None:
        self._sources = sources
        self._output = output
        self._address = address
        self._strict = strict
        self._stage = stage
        self._memory = memory
        self._slugs = assign_slugs(sources, _RESERVED)
        self._before = {name: _before(previous, slug) for name, slug in self._slugs.items()}
        self._keys = {
            name: site_key(source, self._home(name), *published_before(before and before[1]))
            for (name, source), before in zip(sources.items(), self._before.values(), strict=True)
        }
        self.members: list[Member] = []
        self.problems: list[str] = []
        self.notes: list[str] = []
        self.hints: list[str] = []

    def key(self) -> str:
        """Return what differs whenever one of the sites could."""
        parts = "\n".join(f"{slug} {self._keys[name]}" for name, slug in self._slugs.items())
        return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()

    def fill(self, staging: Staging) -> None:
        """Make each site, and the page over all."""
        folder = staging.folder
        for name, source in self._sources.items():
            try:
                self._site(name, source, folder / self._slugs[name])
            except NoHistoryError as error:
                if len(self._sources) == 1:
                    raise
                self.notes.append(f"{name} is left out: {error.what}")
        if not self.members:
            raise NoHistoryError("no target's lockfile is in the history", hint="Commit them first.")
        staging.adopt()
        for path, data in fleet_site(make_fleet(_TITLE, self.members, (), self._address)).items():
            staging.put(path, data)

    def _site(self, name: str, source: Source, folder: Path) -> None:
        there = self._output / self._slugs[name]
        if not self._strict and is_current(there, self._keys[name], self._memory):
            # Files of a finished site are never written again, so both may be the same ones.
            shutil.copytree(there, folder, copy_function=_link)
        else:
            report = publish(
                source,
                folder,
                base_url=self._home(name),
                strict=self._strict,
                previous=before[0] if (before := self._before[name]) else None,
                earlier=there,
                memory=self._memory,
                stage=lambda text: self._stage(f"{name}: {text}"),
            )
            self.problems += [f"{name}: {problem}" for problem in report.problems]
            self.notes += [f"{name}: {note}" for note in report.notes]
            whole = feed_hints(self._address)  # said once
            self.hints += [f"{name}: {hint}" for hint in report.hints if hint not in whole]
        self.members.append(self._member(name, source, folder))

    def _member(self, name: str, source: Source, folder: Path) -> Member:
        home = f"{self._slugs[name]}/"
        member = replace(read_member(open_feed(str(folder)), home), home=home)
        # Configurations of one server call themselves the same.
        return member if source.config.title else replace(member, title=f"{member.title} ({name})")

    def _home(self, name: str) -> str:
        return f"{self._address}{self._slugs[name]}/" if self._address else ""


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # a file system without links
        shutil.copy2(source, target)


def _before(previous: str | None, slug: str) -> tuple[str, FeedSource] | None:
    """Return where a server's feed was published last, and the feed, or ``None`` for a server that is new."""
    if previous is None:
        return None
    name = f"{previous.rstrip('/')}/{slug}"
    try:
        return name, open_feed(name)
    except FeedError:
        return None
