"""Where a ``$ref`` of a schema leads, without touching any network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mcp_docs.jsonvalue import JsonObject, JsonValue, pointer_split
from mcp_docs.lint.walk import Node
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.source import Place, Source, resolve_uri


@dataclass
class References:
    """Follows references; a document is indexed once, whoever asks."""

    _sources: dict[int, tuple[JsonObject, Source | None]] = field(default_factory=dict)

    def target(self, node: Node, reference: JsonValue) -> JsonObject | bool | None:
        """Return the schema that ``reference`` leads to from ``node``, or ``None`` if to none."""
        place = self._place(node)
        if place is None or not isinstance(reference, str):
            return None
        try:
            value = place.source.refer(place, reference).value
        except Unmodelled:
            return None
        return value if isinstance(value, (bool, Mapping)) else None

    def leaves(self, node: Node, reference: str) -> str | None:
        """Return what ``reference`` names outside of the document; ``None`` if it stays inside."""
        place = self._place(node)
        if place is None or self.target(node, reference) is not None:
            return None
        return resolve_uri(place.base, reference).partition("#")[0] or None

    def is_known(self, node: Node) -> bool:
        """Tell whether references of this document can be followed at all: its dialect is known."""
        return self._place(node) is not None

    def _place(self, node: Node) -> Place | None:
        source = self._source(node.root)
        if source is None:
            return None
        place = source.start()
        if source.simple:
            return place
        value: JsonValue = node.root
        for token in pointer_split(node.pointer)[1:]:
            value = value[int(token)] if isinstance(value, list) else value[token]  # type: ignore[call-overload,index]
            if isinstance(value, Mapping):
                place = source.enter(value, place.base, place.scope)
        return place

    def _source(self, root: JsonObject) -> Source | None:
        if id(root) not in self._sources:
            try:
                self._sources[id(root)] = root, Source(root)
            except Unmodelled:
                self._sources[id(root)] = root, None
        return self._sources[id(root)][1]
