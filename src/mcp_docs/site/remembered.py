"""Pages rendered once and kept: what a page shows says whether it must be rendered again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from typing import Any

from mcp_docs.interface import Element
from mcp_docs.jsonvalue import Absent
from mcp_docs.memory import Memory, key_of
from mcp_docs.site.changes import ChangeView
from mcp_docs.site.page import Page
from mcp_docs.site.render import Renderer


class RememberingRenderer:
    """Renders pages as a renderer does, those that an earlier build has rendered excepted.

    Args:
        renderer: renders what is not remembered.
        memory: asked first, and told.
        templates: differ whenever one of the templates does.
    """

    def __init__(self, renderer: Renderer, memory: Memory, templates: str) -> None:
        self.index = renderer.index
        self.block = renderer.block
        self._renderer = renderer
        self._memory = memory
        self._how = f"{templates}\n{renderer.index}".encode()
        self._known: dict[str, bytes | None] = {}
        self._teller = _Teller()

    def body(self, page: Page, shared: Mapping[str, Any]) -> str:
        """Return the HTML of a page's body, see ``Renderer.body``."""
        made = self._remembered(
            "body", page, shared, lambda: self._renderer.body(page, shared).encode("utf-8", "surrogatepass")
        )
        return made.decode("utf-8", "surrogatepass")

    def twin(self, page: Page, shared: Mapping[str, Any]) -> bytes:
        """Return the page as Markdown, see ``Renderer.twin``."""
        return self._remembered("twin", page, shared, lambda: self._renderer.twin(page, shared))

    def _remembered(
        self, part: str, page: Page, shared: Mapping[str, Any], render: Callable[[], bytes]
    ) -> bytes:
        shown = self._shown(page, shared)
        if shown is None:
            return render()
        key = key_of(part, self._how, shown)
        known = self._memory.recall(key)
        if known is None:
            known = render()
            self._memory.keep(key, known)
        return known

    def _shown(self, page: Page, shared: Mapping[str, Any]) -> bytes | None:
        """Return a digest of all that a template can show, or ``None`` for what cannot be told apart."""
        if page.path not in self._known:
            try:
                text = self._teller.encode([page, shared]).encode("utf-8", "surrogatepass")
            except (TypeError, RecursionError):
                self._known[page.path] = None
            else:
                self._known[page.path] = key_of("shown", text)
        return self._known[page.path]


class _Teller(json.JSONEncoder):
    """Says what a value shows, members in their order: pages show them in it.

    What a change shows is said once: the pages of upgrades share nearly all of their changes.
    """

    def __init__(self) -> None:
        super().__init__(ensure_ascii=False, check_circular=False, separators=(",", ":"))
        self._changes: dict[int, tuple[ChangeView, str]] = {}

    def default(self, o: object) -> object:
        """Return what JSON has a word for, and what holds all that the value shows."""
        if isinstance(o, ChangeView):
            return [self._change(o)]
        if isinstance(o, Element):
            return [o.kind, o.data, o.problems]
        if is_dataclass(o) and not isinstance(o, type):
            return _members(o)
        if isinstance(o, Mapping):
            return dict(o)
        if isinstance(o, AbstractSet):
            return sorted(o)
        return ["absent"] if isinstance(o, Absent) else super().default(o)

    def _change(self, view: ChangeView) -> str:
        known = self._changes.get(id(view))
        if known is None:
            text = self.encode(_members(view)).encode("utf-8", "surrogatepass")
            known = self._changes[id(view)] = (view, key_of("change", text).hex())
        return known[1]


def _members(value: Any) -> list[object]:
    kind = type(value)
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(field.name for field in fields(kind))
    return [kind.__name__, *(getattr(value, name) for name in _FIELDS[kind])]


_FIELDS: dict[type, tuple[str, ...]] = {}
