"""Which members of an object are evaluated by a schema, for ``unevaluatedProperties``.

The library works this out with Python's backtracking patterns; this does it with a given search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any


def evaluated_names(
    judge: Any,
    instance: Mapping[str, Any],
    schema: Any,
    search: Callable[[str, str], bool],
    step: Callable[[], None],
) -> set[str]:
    """Return the names of the members of ``instance`` that ``schema`` evaluates.

    Args:
        judge: a ``jsonschema`` validator at the place of ``schema``.
        instance: an object.
        schema: the schema; its own ``unevaluatedProperties`` counts where the members satisfy it.
        search: whether a pattern matches somewhere in a text.
        step: called for each schema that is looked into.
    """
    step()
    if not isinstance(schema, Mapping):
        return set()
    names: set[str] = instance.keys() & schema.get("properties", {}).keys()
    for pattern in schema.get("patternProperties", {}):
        names |= {name for name in instance if search(pattern, name)}
    for word in ("additionalProperties", "unevaluatedProperties"):
        if word in schema:
            names |= {name for name, value in instance.items() if _valid(judge.descend(value, schema[word]))}
    for inner_judge, inner in _applied(judge, instance, schema):
        names |= evaluated_names(inner_judge, instance, inner, search, step)
    return names


def _applied(judge: Any, instance: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the schemas that are applied to the same object and accept it."""
    for word in ("$ref", "$dynamicRef"):
        if word in schema:
            # The library offers no public way to follow a reference from within a keyword.
            resolved = judge._resolver.lookup(schema[word])  # noqa: SLF001
            yield judge.evolve(schema=resolved.contents, _resolver=resolved.resolver), resolved.contents
    for word in ("allOf", "oneOf", "anyOf"):
        for part in schema.get(word, ()):
            if _valid(judge.descend(instance, part)):
                yield judge, part
    for name, part in schema.get("dependentSchemas", {}).items():
        if name in instance:
            yield judge, part
    if "if" in schema:
        if _valid(judge.descend(instance, schema["if"])):
            yield judge, schema["if"]
            yield judge, schema.get("then", True)
        else:
            yield judge, schema.get("else", True)


def _valid(found: Iterator[Any]) -> bool:
    return next(found, None) is None
