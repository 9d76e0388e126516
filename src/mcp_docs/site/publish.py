"""One call from a repository to its published site: what ``build``, ``serve`` and the plugin share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mcp_docs.config import address_of_flag
from mcp_docs.errors import ConfigError, Where
from mcp_docs.feed.source import INDEX, FeedSource, digest_of
from mcp_docs.history.identity import NAMELESS
from mcp_docs.memory import Memory
from mcp_docs.pipeline import Source, load_record, open_repository, state_key
from mcp_docs.record import Record
from mcp_docs.site.beside import beside
from mcp_docs.site.build import BuildResult, SiteMemory, build_site, is_current, refuse_foreign
from mcp_docs.site.templates import templates_digest
from mcp_docs.site.words import counted
from mcp_docs.sources.feeds import open_feed
from mcp_docs.texts import shorten

if TYPE_CHECKING:
    from mcp_docs.site.joined import JoinedSite

#: Beginnings of the codes of gaps that the configuration is at fault for.
_TOLD = ("deprecation.", "lockfile.replaced", "releases.")

_NO_NAME: Final = (
    f"no lockfile records the server's name, so the site calls it {NAMELESS}; to give it one, write "
    'title = "…" into mcp-docs.toml'
)
#: Characters of the names of tags in one hint.
_TAGS_SHOWN: Final = 80
_NO_ADDRESS: Final = (
    "links in the feeds are relative, which many feed readers cannot follow, and the page for what is not "
    "there has its style at the root of a host alone; before you publish the site, name its address: "
    "--base-url, or base_url in mcp-docs.toml"
)


@dataclass(frozen=True, slots=True)
class Report:
    """What a build did.

    Attributes:
        summary: one sentence.
        problems: what a strict build fails for, a sentence each.
        notes: faults of the configuration that only the record shows, a clause each.
        hints: what the site could be better for, a clause each; nothing is wrong.
    """

    summary: str
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()


def publish(
    source: Source,
    output: Path,
    *,
    base_url: str | None,
    strict: bool,
    stage: Callable[[str], None],
    previous: str | None = None,
    earlier: Path | None = None,
    memory: SiteMemory | None = None,
) -> Report:
    """Build the site, the changelog and the feed of a repository into ``output``.

    Does nothing when ``output`` holds what would be built; a strict build always looks for problems.

    Args:
        source: from ``open_repository``.
        output: absent, empty, or a folder that an earlier build has made; replaced as a whole.
        base_url: absolute address of the site; goes before the configuration's.
        strict: look for broken links and for faults in the record.
        stage: told what is going on.
        previous: folder or address of the site as it was published last, for the feed's amendments.
        earlier: a site to take unchanged files from; ``None`` takes ``output`` itself.
        memory: holds what earlier builds have judged and rendered.

    Raises:
        McpDocsError: when the history cannot be read or the site cannot be written.
    """
    refuse_foreign(output)
    address = site_address(source, base_url)
    before = open_feed(previous) if previous else None
    key = site_key(source, address, *published_before(before))
    if not strict and is_current(output, key, memory):
        return Report(f"{output} is up to date.")
    record = load_record(source, stage, between=True, memory=memory)
    stage("writing the site")
    how: dict[str, Any] = {"base_url": address, "templates": user_templates(source), "strict": strict}
    with beside(partial(further_files, record, address, before)) as further:
        built = build_site(record, output, key=key, further=further, earlier=earlier, memory=memory, **how)
    return replace(_report(record, built, output, strict=strict), hints=_hints(record, address))


def _hints(record: Record, address: str) -> tuple[str, ...]:
    nameless = (_NO_NAME,) if record.server == record.title == NAMELESS else ()
    return (*feed_hints(address), *nameless, *_unrecorded(record))


def _unrecorded(record: Record) -> Iterator[str]:
    """Yield what to do about tags of releases whose commits have no lockfile."""
    count, named = _tags(record, "tag.not_captured")
    if count:
        what = f"{counted(count, 'release')} could not be captured ({named})"
        yield f"{what}; mcp-docs backfill tries again, and what exclude in mcp-docs.toml names is left out"
    count, named = _tags(record, "tag.no_lockfile")
    if count:
        yield (
            f"{counted(count, 'tag')} without a lockfile ({named}): mcp-docs backfill records them; "
            "if that was done, this clone lacks its tags: "
            "git fetch origin 'refs/tags/mcp-docs/*:refs/tags/mcp-docs/*'"
        )


def _tags(record: Record, code: str) -> tuple[int, str]:
    """Return how many tags have a gap, and their names, cut when they are very many."""
    tags = [gap.tag for gap in record.gaps if gap.code == code and gap.tag]
    return len(tags), shorten(", ".join(tags), _TAGS_SHOWN)


def feed_hints(address: str) -> tuple[str, ...]:
    """Return what a site without an address lacks."""
    return () if address else (_NO_ADDRESS,)


def published_before(feed: FeedSource | None) -> tuple[str, ...]:
    """Return what a site's key has to say of the feed that was published before it."""
    return (digest_of(feed.object(INDEX)),) if feed else ()


def _report(record: Record, built: BuildResult, output: Path, *, strict: bool) -> Report:
    counts = (len(record.releases), "release"), (built.pages, "page"), (built.files, "file")
    summary = f"Wrote {output}: {', '.join(counted(number, word) for number, word in counts)}."
    told = (gap for gap in record.gaps if gap.code.startswith(_TOLD))
    notes = tuple(gap.message for gap in told if not (strict and gap.is_fault))
    problems = (*built.problems, *_faults(record)) if strict else built.problems
    return Report(summary, problems, notes)


def _faults(record: Record) -> Iterator[str]:
    for gap in record.gaps:
        if gap.is_fault:
            place = gap.tag or (gap.commit or "")[:10] or gap.element or record.lockfile
            yield f"{place}: {gap.message}"


def site_address(source: Source, base_url: str | None) -> str:
    """Return the absolute address of a site, or nothing: the flag's, else the configuration's.

    Raises:
        UsageError: the flag's is none.
    """
    if base_url is None:
        return source.config.base_url
    return address_of_flag(base_url)


def further_files(record: Record, base_url: str, previous: FeedSource | None = None) -> Mapping[str, bytes]:
    """Return what stands beside the pages: the feed, and the changelog as Markdown."""
    from mcp_docs.feed.files import feed_files  # noqa: PLC0415  # only when there is something to build
    from mcp_docs.views.changelog import to_markdown  # noqa: PLC0415  # with it

    changelog = to_markdown(record).encode("utf-8", "backslashreplace")
    return {"changelog.md": changelog, **feed_files(record, base_url=base_url, previous=previous)}


def joined_site(
    repo: Path,
    *,
    lockfile: str | None,
    config_file: Path | None,
    section: str,
    base_url: str,
    index: str,
    memory: Memory | None = None,
) -> JoinedSite:
    """Read a repository for the MkDocs plugin.

    Args:
        repo: a folder inside the repository.
        lockfile: goes before the configuration's.
        config_file: instead of ``mcp-docs.toml`` in ``repo``.
        section: folder for our pages, without slashes at its ends; empty for the root.
        base_url: address of the whole site.
        index: what a folder's address ends with, see ``paths.relative``.
        memory: holds what earlier builds have judged and rendered.

    Raises:
        McpDocsError: when either cannot be read.
    """
    from mcp_docs.site.joined import JoinedSite  # noqa: PLC0415  # MkDocs, which a current site does not need
    from mcp_docs.site.pages import make_site  # noqa: PLC0415  # with it
    from mcp_docs.site.rendering import remembering_renderer  # noqa: PLC0415  # with it

    _refuse_outside(section)
    source = open_repository(repo, lockfile=lockfile, config_file=config_file)
    record = load_record(source, between=True, memory=memory)
    folder = f"{section}/" if section else ""
    address = f"{base_url.rstrip('/')}/{folder}" if base_url else ""
    site = make_site(record, address)
    return JoinedSite(
        site,
        remembering_renderer(user_templates(source), index, memory),
        folder,
        lambda: {**site.files(), **further_files(record, address)},
    )


def _refuse_outside(section: str) -> None:
    if section and any(part in {"", ".", ".."} or "\\" in part for part in section.split("/")):
        hint = "Write a path below the site, such as section: interface, or leave section out."
        raise ConfigError(f"section: {section!r} is no folder inside the site", hint=hint)


def user_templates(source: Source) -> Path | None:
    """Return the folder of the user's own templates.

    Raises:
        ConfigError: when the configuration names one that does not exist.
    """
    if source.config.templates is None:
        return None
    folder = source.repo / source.config.templates
    if not os.path.isdir(folder):  # noqa: PTH112  # Path.is_dir fails over a name that is too long
        raise ConfigError(
            "templates: is no folder",
            where=Where(shorten(source.config.templates)),
            hint="Make it, or leave the key templates out: the built-in ones are used then.",
        )
    return folder


def site_key(source: Source, base_url: str, *extra: str) -> str:
    """Return what differs whenever the site of ``source`` could; see ``pipeline.state_key``."""
    return state_key(source, base_url, templates_digest(user_templates(source)), *extra)
