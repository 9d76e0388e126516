"""A JSON Schema as rows that a person can read: names, types in words, limits, defaults, nesting.

It describes and judges nothing: what cannot be put into words is still in the raw schema below.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mcp_docs.interface import Schema
from mcp_docs.jsonvalue import JsonObject, JsonValue, pointer_join, pointer_split
from mcp_docs.site.conditions import conditions
from mcp_docs.site.schemawords import Choice, choices, implied, kinds, limits
from mcp_docs.site.words import joined

#: Rows of one schema; beyond them the raw schema speaks. Keeps a page small.
LONGEST = 250
DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Row:
    """One described place in a schema.

    Attributes:
        pointer: where it is used, RFC 6901 inside the element's data.
        origin: where it is defined; differs from ``pointer`` behind a ``$ref``.
        name: of the property, or of the alternative.
        path: for a reader, ``filters[].name``.
        type: in words.
        facts: label and value of each limit, the value as JSON.
        choices: the values that it may have, where they are few.
        conditions: what is demanded of its members together, a sentence each.
        same: pointer of the row that shows the same definition with its members; then there are no children.
        same_path: the same for a reader; empty for the whole.
    """

    pointer: str
    origin: str
    name: str
    path: str
    type: str
    required: bool
    deprecated: bool
    description: str
    facts: tuple[tuple[str, str], ...]
    choices: tuple[Choice, ...]
    conditions: tuple[str, ...]
    same: str
    same_path: str
    children: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Description:
    """A whole schema in rows.

    Attributes:
        closed: whether names that are not listed are rejected.
        conditions: what is demanded of the members together, a sentence each.
        cut: whether rows were left out because there are too many.
    """

    type: str
    rows: tuple[Row, ...]
    closed: bool
    conditions: tuple[str, ...]
    cut: bool

    def __iter__(self) -> Iterator[Row]:
        return _flat(self.rows)


def _flat(rows: Sequence[Row]) -> Iterator[Row]:
    for row in rows:
        yield row
        yield from _flat(row.children)


def describe(schema: Schema, pointer: str) -> Description:
    """Return the rows of ``schema``, which stands at ``pointer`` in its element's data."""
    reader = _Reader(schema, pointer)
    root = reader.resolve(schema, pointer)
    reader.shown[root.origin] = (pointer, "")
    children = reader.children(root, _Place(pointer, root.origin, "", 0, (root.origin,)))
    return Description(
        type=reader.words(schema, pointer),
        rows=children,
        closed=root.schema.get("additionalProperties") is False
        or root.schema.get("unevaluatedProperties") is False,
        conditions=conditions(root.schema),
        cut=reader.left <= 0,
    )


@dataclass(frozen=True, slots=True)
class _Resolved:
    schema: JsonObject
    origin: str


@dataclass(frozen=True, slots=True)
class _Place:
    pointer: str
    origin: str
    path: str
    depth: int
    trail: tuple[str, ...]


class _Reader:
    """Walks one schema.

    Attributes:
        left: how many rows it may still make.
        shown: pointer and path of the row below which each definition is shown, by where it stands.
    """

    def __init__(self, root: Schema, pointer: str) -> None:
        self._root = root
        self._pointer = pointer
        self.left = LONGEST
        self.shown: dict[str, tuple[str, str]] = {}

    def resolve(self, schema: JsonValue, origin: str) -> _Resolved:
        """Follow local ``$ref``s; what stands beside one goes before what it leads to."""
        if not isinstance(schema, Mapping):
            return _Resolved({}, origin)
        merged: JsonObject = schema
        seen: set[str] = set()
        while isinstance(reference := merged.get("$ref"), str) and reference not in seen:
            seen.add(reference)
            target = self._target(reference)
            if not isinstance(target, Mapping):
                break
            origin = self._pointer + reference[1:]
            merged = {**target, **{k: v for k, v in merged.items() if k != "$ref"}}
            if "$ref" in target:
                merged = {**merged, "$ref": target["$ref"]}
        return _Resolved(merged, origin)

    def _target(self, reference: str) -> JsonValue:
        if not reference.startswith("#/") and reference != "#":
            return None
        value: JsonValue = self._root
        for token in pointer_split(reference[1:]):
            if isinstance(value, Mapping):
                value = value.get(token)
            elif isinstance(value, Sequence) and not isinstance(value, str) and token.isdigit():
                value = value[int(token)] if int(token) < len(value) else None
            else:
                return None
        return value

    def children(self, resolved: _Resolved, at: _Place) -> tuple[Row, ...]:
        """Return the rows below one schema: properties, items' properties, alternatives."""
        if at.depth > DEEPEST:
            return ()
        return tuple(row for row in self._below(resolved, at) if row is not None)

    def _below(self, resolved: _Resolved, at: _Place) -> Iterator[Row | None]:
        schema = resolved.schema
        yield from self._properties(resolved, at)
        for keyword, mark in (("items", "[]"), ("additionalProperties", ".*")):
            inner = schema.get(keyword)
            if isinstance(inner, Mapping):
                yield from self._through(inner, at, resolved.origin, keyword, mark)
        for keyword in ("allOf", "anyOf", "oneOf"):
            yield from self._alternatives(schema.get(keyword), at, resolved.origin, keyword)

    def _properties(self, resolved: _Resolved, at: _Place) -> Iterator[Row | None]:
        properties = resolved.schema.get("properties")
        required = resolved.schema.get("required")
        listed = required if isinstance(required, Sequence) and not isinstance(required, str) else ()
        names = {name for name in listed if isinstance(name, str)}
        if not isinstance(properties, Mapping):
            return
        for name in sorted(properties, key=lambda name: name not in names):
            place = replace(
                at,
                pointer=pointer_join(at.pointer, "properties", name),
                origin=pointer_join(resolved.origin, "properties", name),
                path=f"{at.path}.{name}" if at.path else name,
            )
            yield self._row(properties[name], place, name, required=name in names)

    def _through(
        self, inner: JsonObject, at: _Place, origin: str, keyword: str, mark: str
    ) -> Iterator[Row | None]:
        """Yield the rows of an item or of a free member as children of the array or map itself."""
        resolved = self.resolve(inner, pointer_join(origin, keyword))
        if resolved.origin in at.trail:
            return
        place = _Place(
            pointer_join(at.pointer, keyword),
            resolved.origin,
            at.path + mark,
            at.depth + 1,
            (*at.trail, resolved.origin),
        )
        yield from self._below(resolved, place)

    def _alternatives(
        self, branches: JsonValue, at: _Place, origin: str, keyword: str
    ) -> Iterator[Row | None]:
        if not isinstance(branches, Sequence) or isinstance(branches, str):
            return
        rich = [
            (number, branch)
            for number, branch in enumerate(branches)
            if self._has_members(branch, pointer_join(origin, keyword, number), at)
        ]
        for number, branch in rich:
            resolved = self.resolve(branch, pointer_join(origin, keyword, number))
            place = replace(
                at,
                pointer=pointer_join(at.pointer, keyword, number),
                origin=resolved.origin,
                depth=at.depth + 1,
                trail=(*at.trail, resolved.origin),
            )
            if len(rich) == 1 or keyword == "allOf":
                yield from self._below(resolved, place)
            else:
                yield self._row(branch, place, f"option {number + 1}", required=False)

    def _has_members(self, branch: JsonValue, origin: str, at: _Place | None) -> bool:
        resolved = self.resolve(branch, origin)
        known = ("properties", "items", "allOf", "anyOf", "oneOf")
        trail = at.trail if at else ()
        return resolved.origin not in trail and any(keyword in resolved.schema for keyword in known)

    def _row(self, schema: JsonValue, at: _Place, name: str, *, required: bool) -> Row | None:
        if self.left <= 0:
            return None
        self.left -= 1
        resolved = self.resolve(schema, at.origin)
        inner = replace(at, origin=resolved.origin, depth=at.depth + 1, trail=(*at.trail, resolved.origin))
        known = self._only_branch(resolved.schema)
        same = self._shown_before(schema, at)
        return Row(
            pointer=at.pointer,
            origin=resolved.origin,
            name=name,
            path=at.path,
            type=self.words(schema, at.origin),
            required=required,
            deprecated=known.get("deprecated") is True,
            description=_text(known.get("description")) or _text(known.get("title")),
            facts=tuple(limits(known)),
            choices=choices(known, self._item(known)),
            conditions=() if same else conditions(known),
            same=same[0] if same else "",
            same_path=same[1] if same else "",
            children=() if same else self.children(resolved, inner),
        )

    def _shown_before(self, schema: JsonValue, at: _Place) -> tuple[str, str] | None:
        """Return where a shared definition with members is shown already; else note that it is here."""
        origin = self._definition(schema, at.origin)
        if not origin:
            return None
        if origin in self.shown:
            return self.shown[origin]
        self.shown[origin] = (at.pointer, at.path)
        return None

    def _definition(self, schema: JsonValue, origin: str) -> str:
        """Return where the shared definition stands whose members a row would show; empty for none."""
        resolved = self.resolve(schema, origin)
        if resolved.origin != origin:
            return resolved.origin if self._has_members(resolved.schema, resolved.origin, None) else ""
        for keyword in ("items", "additionalProperties"):
            if isinstance(inner := resolved.schema.get(keyword), Mapping):
                return self._definition(inner, pointer_join(origin, keyword))
        for keyword in ("anyOf", "oneOf"):
            branches = resolved.schema.get(keyword)
            if isinstance(branches, Sequence) and not isinstance(branches, str):
                places = [pointer_join(origin, keyword, number) for number in range(len(branches))]
                found = list(filter(None, map(self._definition, branches, places)))
                return found[0] if len(found) == 1 else ""
        return ""

    def _only_branch(self, schema: JsonObject) -> JsonObject:
        """Return a schema with what its only alternative beside null says: that has limits too."""
        for keyword in ("anyOf", "oneOf"):
            branches = schema.get(keyword)
            if not isinstance(branches, Sequence) or isinstance(branches, str):
                continue
            resolved = [self.resolve(branch, "").schema for branch in branches]
            rest = [branch for branch in resolved if kinds(branch) != ["null"]]
            if len(rest) == 1 and len(rest) < len(resolved):
                return {**rest[0], **schema}
        return schema

    def _item(self, schema: JsonObject) -> JsonObject:
        return self.resolve(schema.get("items"), "").schema

    def words(self, schema: JsonValue, origin: str, depth: int = 0) -> str:
        """Return a schema's type in words, such as ``array of string`` or ``integer or null``."""
        if isinstance(schema, bool):
            return "any value" if schema else "no value"
        known = self.resolve(schema, origin).schema
        found = kinds(known)
        if not found:
            return self._compound(known, origin, depth) or implied(known)
        return joined([self._one(kind, known, origin, depth) for kind in found], "or")

    def _one(self, kind: str, schema: JsonObject, origin: str, depth: int) -> str:
        if kind == "array" and isinstance(schema.get("items"), Mapping) and depth < DEEPEST:
            return f"array of {self.words(schema['items'], origin, depth + 1)}"
        if kind == "object" and isinstance(inner := schema.get("additionalProperties"), Mapping) and inner:
            return f"map to {self.words(inner, origin, depth + 1)}" if depth < DEEPEST else "map"
        form = schema.get("format")
        return f"{kind} ({form})" if kind == "string" and isinstance(form, str) else kind

    def _compound(self, schema: JsonObject, origin: str, depth: int) -> str:
        for keyword in ("anyOf", "oneOf"):
            branches = schema.get(keyword)
            if isinstance(branches, Sequence) and not isinstance(branches, str) and depth < DEEPEST:
                found = [self.words(branch, origin, depth + 1) for branch in branches]
                return joined(list(dict.fromkeys(found)), "or")
        return ""


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""
