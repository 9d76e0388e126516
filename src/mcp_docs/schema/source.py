"""A schema document: its dialect, its references, and names by which equal parts are known as equal."""

from __future__ import annotations

import marshal
import re
from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Final

from mcp_docs.jsonvalue import JsonValue
from mcp_docs.schema.budget import Unmodelled

DIALECTS: Final[Mapping[str, int]] = {
    "http://json-schema.org/draft-04/schema": 4,
    "http://json-schema.org/draft-06/schema": 6,
    "http://json-schema.org/draft-07/schema": 7,
    "https://json-schema.org/draft/2019-09/schema": 2019,
    "https://json-schema.org/draft/2020-12/schema": 2020,
}
_URI: Final = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
_NAMING: Final = (b"$id", b"$anchor", b"$dynamicAnchor", b"$dynamicRef", b"$recursive")
_CLOSING: Final = (b"additionalProperties", b"unevaluatedProperties")
_UNDECLARED: Final = frozenset(word.decode() for word in _CLOSING)
_ESCAPED: Final = re.compile(r"%([0-9A-Fa-f]{2})")
#: Keywords whose members are data, in which nothing is a schema.
_DATA: Final = {"const", "enum", "default", "examples"}


def dialect_of(schema: JsonValue) -> int:
    """Return 4, 6, 7, 2019 or 2020, as ``$schema`` says; 2020 if it says nothing.

    Raises:
        Unmodelled: ``$schema`` names a dialect that is not known.
    """
    uri = schema.get("$schema") if isinstance(schema, Mapping) else None
    if uri is None:
        return 2020
    dialect = DIALECTS.get(uri.removesuffix("#")) if isinstance(uri, str) else None
    if dialect is None:
        raise Unmodelled(f"the dialect $schema {str(uri)[:80]!r} is not known")
    return dialect


class TooDeep(Unmodelled):
    """A value is nested more deeply than can be looked at."""


def packed(value: JsonValue) -> bytes:
    """Return bytes that differ for values that differ (and for some orders and spellings).

    Raises:
        TooDeep: the value is nested too deeply.
    """
    try:
        return marshal.dumps(value, 2)  # type: ignore[arg-type] # JSON values are all marshallable
    except ValueError:
        raise TooDeep("the schema is nested too deeply to be analysed") from None


def unpacked(data: bytes) -> Any:
    """Return the JSON value that ``packed`` made the bytes of; bytes from elsewhere are not for this."""
    return marshal.loads(data)  # noqa: S302 - our own bytes, made in this process


def resolve_uri(base: str, reference: str) -> str:
    """Resolve ``reference`` against ``base`` (RFC 3986 §5.2), without touching any network."""
    scheme, authority, path, query, fragment = _parts(reference)
    if scheme is None:
        scheme, base_authority, base_path, base_query, _ = _parts(base)
        if authority is None:
            authority = base_authority
            if path == "":
                path, query = base_path, base_query if query is None else query
            elif not path.startswith("/"):
                head = base_path[: base_path.rfind("/") + 1]
                path = (head or ("/" if authority is not None else "")) + path
    result = f"{scheme}:" if scheme is not None else ""
    result += f"//{authority}" if authority is not None else ""
    result += _without_dots(path) if "." in path and not path.startswith("urn") else path
    result += f"?{query}" if query is not None else ""
    return result + (f"#{fragment}" if fragment else "")


def _parts(uri: str) -> tuple[str | None, str | None, str, str | None, str | None]:
    found = _URI.fullmatch(uri)
    scheme, authority, path, query, fragment = found.groups() if found else (None, None, uri, None, None)
    return scheme, authority, path or "", query, fragment


def _without_dots(path: str) -> str:
    kept: list[str] = []
    parts = path.split("/")
    for index, part in enumerate(parts):
        if part == "..":
            if len(kept) > 1:
                kept.pop()
        elif part != ".":
            kept.append(part)
            continue
        if index == len(parts) - 1:
            kept.append("")
    return "/".join(kept)


#: How closed objects are read: as they are; or open, as a reader does who ignores what it does not
#: know. Where that is not exact, ``AT_LEAST`` accepts nothing that such a reader may reject, and
#: ``AT_MOST`` everything that it may accept.
CLOSED: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2


def closes(argument: JsonValue) -> bool:
    """Tell whether a schema for the members that are not declared forbids them all."""
    return argument is False or argument in ({"not": {}}, {"not": True})


class Place:
    """A schema within a source: its value, its base URI, its dynamic scope, and how it is read."""

    __slots__ = ("base", "mode", "scope", "source", "value")

    def __init__(
        self, source: Source, value: JsonValue, base: str, scope: tuple[str, ...], mode: int = CLOSED
    ) -> None:
        self.source = source
        self.value = value
        self.base = base
        self.scope = scope
        self.mode = mode

    def inner(self, value: JsonValue) -> Place:
        """Return the place of a subschema."""
        if self.source.simple or not isinstance(value, Mapping):
            return Place(self.source, value, self.base, self.scope, self.mode)
        return self.source.enter(value, self.base, self.scope, self.mode)

    def read(self, mode: int) -> Place:
        """Return the same place, read in another mode."""
        return Place(self.source, self.value, self.base, self.scope, mode)


class Source:
    """One root schema."""

    def __init__(self, root: JsonValue, data: bytes | None = None) -> None:
        self.root = root
        self.dialect = dialect_of(root)
        #: the whole document, packed
        self.data = data = packed(root) if data is None else data
        self.id_keyword = "id" if self.dialect == 4 else "$id"  # noqa: PLR2004 - draft 4
        #: references are pointers from the root, and nothing has a name of its own
        self.simple = not self._named(data)
        self._resources: dict[str, JsonValue] = {}
        self._anchors: dict[tuple[str, str], tuple[JsonValue, bool]] = {}
        self._reach: dict[str, tuple[bytes, frozenset[str]] | None] = {}
        self._closures: dict[bytes, frozenset[tuple[str, bytes]] | None] = {}
        self._closing: dict[bytes, bool] = {}
        if not self.simple:
            self._index()

    def _named(self, data: bytes) -> bool:
        return any(word in data for word in _NAMING) or (self.id_keyword == "id" and b"id" in data)

    def start(self) -> Place:
        """Return the place of the root."""
        if self.simple:
            return Place(self, self.root, "", ())
        return self.enter(self.root, "", ("",))

    def enter(self, value: JsonValue, base: str, scope: tuple[str, ...], mode: int = CLOSED) -> Place:
        """Return the place of ``value``, which may begin a resource of its own."""
        name = self._own_id(value)
        if name is not None:
            base = resolve_uri(base, name).partition("#")[0]
        return Place(self, value, base, scope if base in scope else (*scope, base), mode)

    def _own_id(self, value: JsonValue) -> str | None:
        if not isinstance(value, Mapping) or (self.dialect <= 7 and "$ref" in value):  # noqa: PLR2004
            return None
        name = value.get(self.id_keyword)
        return name if isinstance(name, str) and not name.startswith("#") else None

    def _index(self) -> None:
        todo: list[tuple[JsonValue, str]] = [(self.root, "")]
        self._resources[""] = self.root
        while todo:
            value, base = todo.pop()
            if isinstance(value, Mapping):
                name = self._own_id(value)
                if isinstance(value.get("$schema"), str) and dialect_of(value) != self.dialect:
                    raise Unmodelled("a part of the schema is of another dialect than the whole")
                if name is not None:
                    base = resolve_uri(base, name).partition("#")[0]
                    self._resources.setdefault(base, value)
                for anchor, dynamic in self._own_anchors(value):
                    self._anchors.setdefault((base, anchor), (value, dynamic))
                todo.extend((inner, base) for word, inner in value.items() if word not in _DATA)
            elif isinstance(value, list):
                todo.extend((inner, base) for inner in value)

    def _own_anchors(self, value: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
        if self.dialect <= 7:  # noqa: PLR2004 - up to draft 7 a fragment in $id is an anchor
            name = value.get(self.id_keyword)
            if isinstance(name, str) and name.startswith("#") and "$ref" not in value:
                yield name[1:], False
            return
        for word in ("$anchor", "$dynamicAnchor"):
            if isinstance(value.get(word), str):
                yield value[word], word == "$dynamicAnchor"

    def refer(self, place: Place, reference: JsonValue, *, dynamic: bool = False) -> Place:
        """Return the place that a ``$ref`` (or ``$dynamicRef``) leads to.

        Raises:
            Unmodelled: it leads out of the document, or nowhere.
        """
        if not isinstance(reference, str):
            raise Unmodelled("a $ref is not a string")
        uri, _, fragment = resolve_uri(place.base, reference).partition("#")
        if self.simple:
            if uri:
                raise Unmodelled(f"the $ref {reference[:80]!r} leads out of the document and is not fetched")
            return Place(self, self._pointed(self.root, fragment, reference), "", (), place.mode)
        root = self._resources.get(uri)
        if root is None:
            raise Unmodelled(f"the $ref {reference[:80]!r} leads out of the document and is not fetched")
        fragment = _unescaped(fragment)
        if fragment and not fragment.startswith("/"):
            return self._anchored(place, uri, fragment, reference, dynamic=dynamic)
        target, base = self._walk(root, uri, fragment, reference)
        scope = place.scope if uri in place.scope else (*place.scope, uri)
        return self.enter(target, base, scope, place.mode)

    def _anchored(self, place: Place, uri: str, anchor: str, reference: str, *, dynamic: bool) -> Place:
        found = self._anchors.get((uri, anchor))
        if found is None:
            raise Unmodelled(f"the $ref {reference[:80]!r} leads nowhere")
        target, is_dynamic = found
        if dynamic and is_dynamic:
            for base in place.scope:
                outer = self._anchors.get((base, anchor))
                if outer is not None and outer[1]:
                    target, uri = outer[0], base
                    break
        scope = place.scope if uri in place.scope else (*place.scope, uri)
        return Place(self, target, uri, scope, place.mode)

    def _walk(self, root: JsonValue, base: str, pointer: str, reference: str) -> tuple[JsonValue, str]:
        value = root
        tokens = pointer.split("/")[1:]
        for token in tokens:
            value = _step(value, token.replace("~1", "/").replace("~0", "~"), reference)
            name = self._own_id(value) if token is not tokens[-1] else None
            if name is not None:
                base = resolve_uri(base, name).partition("#")[0]
        return value, base

    def _pointed(self, value: JsonValue, pointer: str, reference: str) -> JsonValue:
        pointer = _unescaped(pointer)
        if pointer and not pointer.startswith("/"):
            raise Unmodelled(f"the $ref {reference[:80]!r} leads nowhere")
        for token in pointer.split("/")[1:]:
            value = _step(value, token.replace("~1", "/").replace("~0", "~"), reference)
        return value

    def name_of(self, place: Place) -> Hashable:
        """Return a name that only schemas with the same meaning share."""
        data = packed(place.value)
        free = b"$ref" not in data and (self.simple or not self._named(data))
        mode = place.mode
        if mode and not (
            self._is_closing(data, place.value) if free else self._is_closing(self.data, self.root)
        ):
            mode = CLOSED  # it means the same in every mode
        if free:
            return (self.dialect, data, mode)
        if not self.simple:
            return (self.dialect, data, mode, id(self), place.base, place.scope)
        if data not in self._closures:
            self._closures[data] = self._closure(place.value)
        return (self.dialect, data, mode, self._closures[data] or id(self))

    def _is_closing(self, data: bytes, value: JsonValue) -> bool:
        """Tell whether a schema, packed as ``data``, is closed somewhere."""
        if not any(word in data for word in _CLOSING):
            return False
        if data not in self._closing:
            self._closing[data] = any(closes(argument) for argument in _undeclared(value))
        return self._closing[data]

    def _closure(self, value: JsonValue) -> frozenset[tuple[str, bytes]] | None:
        """Return all that is reachable by references, or ``None`` if one of them is unknown."""
        found: dict[str, bytes] = {}
        todo = list(references(value))
        while todo:
            reference = todo.pop()
            if reference in found:
                continue
            reach = self._reached(reference)
            if reach is None:
                return None
            found[reference] = reach[0]
            todo.extend(reach[1])
        return frozenset(found.items())

    def _reached(self, reference: str) -> tuple[bytes, frozenset[str]] | None:
        if reference not in self._reach:
            try:
                value = self.refer(self.start(), reference).value
                self._reach[reference] = packed(value), frozenset(references(value))
            except Unmodelled:
                self._reach[reference] = None
        return self._reach[reference]


def _undeclared(value: JsonValue) -> Iterator[JsonValue]:
    """Yield what is demanded of undeclared members anywhere inside a schema."""
    todo = [value]
    while todo:
        part = todo.pop()
        if isinstance(part, Mapping):
            yield from (part[word] for word in _UNDECLARED & part.keys())
            todo.extend(part.values())
        elif isinstance(part, list):
            todo.extend(part)


def references(value: JsonValue) -> Iterator[str]:
    """Yield what the references inside a schema say."""
    todo = [value]
    while todo:
        part = todo.pop()
        if isinstance(part, Mapping):
            for word, inner in part.items():
                if word in ("$ref", "$dynamicRef") and isinstance(inner, str):
                    yield inner
                else:
                    todo.append(inner)
        elif isinstance(part, list):
            todo.extend(part)


def _step(value: JsonValue, token: str, reference: str) -> JsonValue:
    if isinstance(value, Mapping) and token in value:
        return value[token]
    if isinstance(value, list) and token.isdecimal() and int(token) < len(value):
        inner: JsonValue = value[int(token)]
        return inner
    raise Unmodelled(f"the $ref {reference[:80]!r} leads nowhere")


def _unescaped(fragment: str) -> str:
    if "%" not in fragment:
        return fragment
    data = bytearray()
    at = 0
    for found in _ESCAPED.finditer(fragment):
        data += fragment[at : found.start()].encode("utf-8", "surrogatepass") + bytes.fromhex(found.group(1))
        at = found.end()
    data += fragment[at:].encode("utf-8", "surrogatepass")
    return data.decode("utf-8", "replace")
