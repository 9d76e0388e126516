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
            text = told([page, shared])
            self._known[page.path] = None if text is None else key_of("shown", text)
        return self._known[page.path]


def told(value: object) -> bytes | None:
    """Return bytes that differ for values that differ; ``None`` where a part is no plain value."""
    try:
        return _ENCODE(value).encode("utf-8", "surrogatepass")
    except (TypeError, RecursionError):
        return None


def _plain(value: object) -> object:
    """Return what JSON has a word for, and what holds all that the value shows."""
    if isinstance(value, Element):
        return [value.kind, value.data, value.problems]
    if is_dataclass(value) and not isinstance(value, type):
        return [type(value).__name__, *(getattr(value, field) for field in _fields(type(value)))]
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, AbstractSet):
        return sorted(value)
    if isinstance(value, Absent):
        return ["absent"]
    raise TypeError(f"{type(value).__name__} is no plain value")


_FIELDS: dict[type, tuple[str, ...]] = {}


def _fields(kind: type) -> tuple[str, ...]:
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(field.name for field in fields(kind))
    return _FIELDS[kind]


# Members in their order: pages show them in it. Lists and tuples are one to a template.
_ENCODE = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, separators=(",", ":"), default=_plain
).encode
