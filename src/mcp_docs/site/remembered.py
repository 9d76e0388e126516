"""Pages rendered once and kept: what a page shows says whether it must be rendered again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from typing import Any

from mcp_docs.interface import Element
from mcp_docs.jsonvalue import Absent
from mcp_docs.memory import Memory, key_of
from mcp_docs.site.ahead import PARTS, Part, Renders, Task
from mcp_docs.site.changes import ChangeView
from mcp_docs.site.page import Page


class RememberedPages:
    """What earlier builds have rendered.

    Args:
        memory: asked, and told.
        how: differs whenever the same page would be rendered otherwise.
    """

    def __init__(self, memory: Memory, how: str) -> None:
        self._memory = memory
        self._how = how.encode()
        self._known: dict[str, bytes | None] = {}
        self._recalled: dict[Task, bytes | None] = {}
        self._teller = _Teller()

    def unknown(self, pages: Sequence[Page], shared: Mapping[str, Any]) -> Sequence[Task]:
        """Return what must be rendered, in the order in which a build needs it."""
        return [(part, page.path) for part in PARTS for page in pages if not self._knows(part, page, shared)]

    def _knows(self, part: Part, page: Page, shared: Mapping[str, Any]) -> bool:
        key = self._key(part, page, shared)
        # Kept until it is needed: to ask twice is to unpack twice.
        found = self._recalled[part, page.path] = None if key is None else self._memory.recall(key)
        return found is not None

    def made(self, part: Part, page: Page, shared: Mapping[str, Any], render: Callable[[], bytes]) -> bytes:
        """Return a part of a page; ``render`` is only asked for one that no earlier build has rendered."""
        key = self._key(part, page, shared)
        if key is None:
            return render()
        task = (part, page.path)
        known = self._recalled.pop(task) if task in self._recalled else self._memory.recall(key)
        if known is None:
            known = render()
            self._memory.keep(key, known)
        return known

    def _key(self, part: Part, page: Page, shared: Mapping[str, Any]) -> bytes | None:
        shown = self._shown(page, shared)
        return None if shown is None else key_of(part, self._how, shown)

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


class RememberingRenderer:
    """Renders pages as a renderer does, those that an earlier build has rendered excepted.

    Args:
        renderer: renders what is not remembered.
        remembered: what is.
    """

    def __init__(self, renderer: Renders, remembered: RememberedPages) -> None:
        self.index = renderer.index
        self.block = renderer.block
        self._renderer = renderer
        self._remembered = remembered

    def body(self, page: Page, shared: Mapping[str, Any]) -> str:
        """Return the HTML of a page's body, see ``Renderer.body``."""
        made = self._remembered.made(
            "body", page, shared, lambda: self._renderer.body(page, shared).encode("utf-8", "surrogatepass")
        )
        return made.decode("utf-8", "surrogatepass")

    def twin(self, page: Page, shared: Mapping[str, Any]) -> bytes:
        """Return the page as Markdown, see ``Renderer.twin``."""
        return self._remembered.made("twin", page, shared, lambda: self._renderer.twin(page, shared))


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
