"""How a build renders: what an earlier build has is taken, the rest is shared with a process beside."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from mcp_docs.memory import Memory
from mcp_docs.site.ahead import PARTS, AheadRenderer, Renders, Task, later_half, render
from mcp_docs.site.beside import beside
from mcp_docs.site.pages import Site
from mcp_docs.site.remembered import RememberedPages, RememberingRenderer
from mcp_docs.site.render import renderer
from mcp_docs.site.templates import templates_digest

#: Makes files by their paths.
Files = Callable[[], Mapping[str, bytes]]


@contextmanager
def rendering(site: Site, templates: Path | None, memory: Memory | None) -> Iterator[tuple[Renders, Files]]:
    """Begin what takes long; what is yielded renders the pages, and makes the files beside them.

    Args:
        site: what to show.
        templates: a user's templates, which go before the built-in ones.
        memory: holds what earlier builds have rendered.

    Raises:
        ConfigError: when ``templates`` is no folder.
    """
    plain = renderer(templates)
    remembered = _remembered(plain, templates, memory) if memory else None
    later = later_half(_unknown(site, remembered))

    def work() -> tuple[Mapping[Task, bytes], Mapping[str, bytes]]:
        return render(plain, site.pages, site.shared, later), site.files()

    with beside(work) as made:
        ahead = AheadRenderer(plain, later, lambda: made()[0])
        yield RememberingRenderer(ahead, remembered) if remembered else ahead, lambda: made()[1]


def remembering_renderer(templates: Path | None, index: str, memory: Memory | None) -> Renders:
    """Return what renders one page after the other, as :func:`rendering` does.

    Args:
        templates: as there.
        index: what a folder's address ends with.
        memory: as there.

    Raises:
        ConfigError: when ``templates`` is no folder.
    """
    plain = renderer(templates, index)
    return RememberingRenderer(plain, _remembered(plain, templates, memory)) if memory else plain


def _remembered(plain: Renders, templates: Path | None, memory: Memory) -> RememberedPages:
    return RememberedPages(memory, f"{templates_digest(templates)}\n{plain.index}")


def _unknown(site: Site, remembered: RememberedPages | None) -> Sequence[Task]:
    if remembered:
        return remembered.unknown(site.pages, site.shared)
    return [(part, page.path) for part in PARTS for page in site.pages]
