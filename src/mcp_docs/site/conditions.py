"""What a schema demands of several members together, in words: conditionals, dependencies, alternatives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mcp_docs.jsonvalue import JsonObject, JsonValue, canonical_text
from mcp_docs.site.words import joined

#: Longest clause; beyond it the raw schema speaks.
_LONGEST = 200


def conditions(schema: JsonObject) -> tuple[str, ...]:
    """Return a sentence for each demand that concerns several members of an object.

    What cannot be put into a short sentence is named by its keyword, so that nobody takes the rows for
    all there is.
    """
    found = [text if len(text) <= _LONGEST else _see(text.split(" ", 1)[0]) for text in _all(schema)]
    return tuple(dict.fromkeys(found))


def _all(schema: JsonObject) -> Iterator[str]:
    yield from _alternatives(schema)
    for name, needed in _members(schema.get("dependentRequired")):
        if _names(needed):
            yield f"With {name}, also give {joined(_names(needed))}."
    for name, inner in _members(schema.get("dependentSchemas")):
        yield _sentence(f"With {name}", inner)
    for name, inner in _members(schema.get("dependencies")):
        names = _names(inner)
        yield f"With {name}, also give {joined(names)}." if names else _sentence(f"With {name}", inner)
    yield from _conditional(schema)
    if isinstance(refused := schema.get("not"), Mapping):
        names = _only_required(refused)
        yield f"Never give {_together(names)}." if names else _see("not")
    for inner in _list(schema.get("allOf")):
        if isinstance(inner, Mapping) and not inner.keys() & {"properties", "$ref"}:
            yield from _all(inner)


def _alternatives(schema: JsonObject) -> Iterator[str]:
    for keyword, opening in (("oneOf", "Give exactly one of these"), ("anyOf", "Give at least one of these")):
        branches = _list(schema.get(keyword))
        names = [_only_required(branch) for branch in branches]
        if branches and all(names):
            yield f"{opening}: {'; '.join(joined(found) for found in names)}."


def _conditional(schema: JsonObject) -> Iterator[str]:
    test = schema.get("if")
    if not isinstance(test, Mapping):
        return
    when = _when(test)
    for keyword, opening in (("then", f"When {when}"), ("else", f"Unless {when}")):
        if isinstance(inner := schema.get(keyword), Mapping) and inner:
            yield _sentence(opening, inner) if when else _see("if")


def _when(test: JsonObject) -> str:
    """Return the clause for an ``if``; empty when it says more than values and presence of members."""
    if test.keys() - {"properties", "required"}:
        return ""
    clauses = []
    given = _names(test.get("required"))
    for name, inner in _members(test.get("properties")):
        value = _value(inner)
        if not value:
            return ""
        clauses.append(f"{name} is {value}")
        given = [other for other in given if other != name]
    clauses += [f"{name} is given" for name in given]
    return joined(clauses)


def _value(schema: JsonValue) -> str:
    if not isinstance(schema, Mapping) or schema.keys() - {"const", "enum", "type"}:
        return ""
    if "const" in schema:
        return canonical_text(schema["const"])
    return joined([canonical_text(value) for value in _list(schema.get("enum"))], "or")


def _sentence(opening: str, inner: JsonValue) -> str:
    """Say what a subschema demands: members to give, not to give, and values; else see the schema."""
    if not isinstance(inner, Mapping) or inner.keys() - {"required", "not", "properties", "type"}:
        return f"{opening}, more is demanded: see the schema."
    parts = []
    if names := _names(inner.get("required")):
        parts.append(f"give {joined(names)}")
    if isinstance(refused := inner.get("not"), Mapping):
        parts.append(f"do not give {_together(_only_required(refused))}")
    for name, schema in _members(inner.get("properties")):
        if schema is False:
            parts.append(f"do not give {name}")
        elif value := _value(schema):
            parts.append(f"{name} is {value}")
        elif isinstance(schema, Mapping) and schema:
            parts.append(f"{name} is restricted further")
    return f"{opening}, {joined(parts)}." if parts else f"{opening}, more is demanded: see the schema."


def _together(names: Sequence[str]) -> str:
    if not names:
        return "what the schema refuses"
    return names[0] if len(names) == 1 else f"{joined(names)} together"


def _only_required(schema: JsonValue) -> list[str]:
    """Return the names that a schema requires when that, beside types, is all it says."""
    if not isinstance(schema, Mapping) or schema.keys() - {"required", "type"}:
        return []
    return _names(schema.get("required"))


def _members(value: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    if isinstance(value, Mapping):
        yield from value.items()


def _list(value: JsonValue) -> Sequence[JsonValue]:
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()


def _names(value: JsonValue) -> list[str]:
    return [name for name in _list(value) if isinstance(name, str)]


def _see(keyword: str) -> str:
    return f"More is demanded by {keyword}: see the schema."
