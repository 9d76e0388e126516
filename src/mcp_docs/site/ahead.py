"""Pages that are rendered beside the build, the last ones first needed last."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Literal, Protocol

from mcp_docs.site.page import Page

Part = Literal["body", "twin"]
#: What to render: a part of the page at a path.
Task = tuple[Part, str]
#: What HTML costs beside Markdown.
_COST: Mapping[Part, int] = {"body": 5, "twin": 2}


PARTS: Final[tuple[Part, ...]] = ("body", "twin")


class Renders(Protocol):
    """Renders pages, see ``render.Renderer``."""

    @property
    def index(self) -> str:
        """What a folder's address ends with."""

    def body(self, page: Page, shared: Mapping[str, Any]) -> str:
        """Return the HTML of a page's body."""

    def twin(self, page: Page, shared: Mapping[str, Any]) -> bytes:
        """Return the page as Markdown."""

    def block(self, template: str, here: str, section: str, values: Mapping[str, Any]) -> str:
        """Return HTML for a page that people wrote."""


def later_half(tasks: Sequence[Task]) -> Sequence[Task]:
    """Return the end of a list of tasks that costs as much as its beginning."""
    left = sum(_COST[part] for part, _ in tasks) / 2
    for number, (part, _) in enumerate(tasks):
        left -= _COST[part]
        if left <= 0:
            return tasks[number + 1 :]
    return ()


def render(
    renderer: Renders, pages: Sequence[Page], shared: Mapping[str, Any], tasks: Sequence[Task]
) -> Mapping[Task, bytes]:
    """Render parts of pages; raises as ``Renderer.body``."""
    by_path = {page.path: page for page in pages}
    made: dict[Task, bytes] = {}
    for part, path in tasks:
        if part == "body":
            made[part, path] = renderer.body(by_path[path], shared).encode("utf-8", "surrogatepass")
        else:
            made[part, path] = renderer.twin(by_path[path], shared)
    return made


class AheadRenderer:
    """Renders pages as a renderer does, those excepted that were rendered beside.

    Args:
        renderer: renders the rest.
        beside: what was.
        made: waits for it.
    """

    def __init__(
        self, renderer: Renders, beside: Sequence[Task], made: Callable[[], Mapping[Task, bytes]]
    ) -> None:
        self.index = renderer.index
        self.block = renderer.block
        self._renderer = renderer
        self._beside = frozenset(beside)
        self._made = made

    def body(self, page: Page, shared: Mapping[str, Any]) -> str:
        """Return the HTML of a page's body, see ``Renderer.body``."""
        if ("body", page.path) in self._beside:
            return self._made()["body", page.path].decode("utf-8", "surrogatepass")
        return self._renderer.body(page, shared)

    def twin(self, page: Page, shared: Mapping[str, Any]) -> bytes:
        """Return the page as Markdown, see ``Renderer.twin``."""
        if ("twin", page.path) in self._beside:
            return self._made()["twin", page.path]
        return self._renderer.twin(page, shared)
