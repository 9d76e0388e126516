"""Plausible example instances: what a reader takes for a value that somebody would really send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mcp_docs.jsonvalue import ABSENT, Absent, JsonValue
from mcp_docs.schema.budget import Budget, OutOfBudget, Unmodelled
from mcp_docs.schema.compiler import Compiler
from mcp_docs.schema.formula import Space
from mcp_docs.schema.keywords import KEYWORDS
from mcp_docs.schema.prover.outcome import Found
from mcp_docs.schema.prover.solver import Solver, hints
from mcp_docs.schema.prover.strings import FORMATS
from mcp_docs.schema.source import Place, Source

_STEPS: Final = 20_000
_MAX_DEPTH: Final = 12


def example(schema: JsonValue, *, minimal: bool = True) -> JsonValue | Absent:
    """Return a valid instance of ``schema``, always the same one.

    Defaults, examples and enumerated values that the schema names come first, then what the type,
    the format and the name of a member suggest. The result is checked against the whole schema.

    Args:
        schema: a JSON Schema.
        minimal: leave out members that are not required; else give those that are declared.

    Returns:
        the instance, or ``ABSENT`` if none was found within a fixed amount of work.
    """
    try:
        source = Source(schema)
        solver = Solver(Compiler(Space(Budget(_STEPS)), KEYWORDS))
        goal = [solver.compiler.schema(source.start())]
        guess = _Guess(minimal=minimal).value(source.start(), "", 0)
        if solver.satisfies(guess, goal):
            return guess
        if not minimal:
            guess = _Guess(minimal=True).value(source.start(), "", 0)
            if solver.satisfies(guess, goal):
                return guess
        outcome = solver.solve(goal)
    except (Unmodelled, OutOfBudget, RecursionError):
        return ABSENT
    return outcome.value if isinstance(outcome, Found) else ABSENT


def likely(schema: JsonValue, name: str, source: Source) -> JsonValue:
    """Return a value that probably satisfies ``schema``, a part of ``source``; it is not checked.

    Raises:
        Unmodelled: a reference leads nowhere.
    """
    return _Guess(minimal=True).value(source.start().inner(schema), name, 0)


class _Guess:
    """Guesses values from what schemas say most directly."""

    def __init__(self, *, minimal: bool) -> None:
        self.minimal = minimal

    def value(self, place: Place, name: str, depth: int) -> JsonValue:
        """Return a likely value for the member ``name``."""
        schema = place.value
        if not isinstance(schema, Mapping) or depth > _MAX_DEPTH:
            return name or "text"
        if "const" in schema:
            constant: JsonValue = schema["const"]
            return constant
        members = schema.get("enum")
        if isinstance(members, list) and members:
            first: JsonValue = members[0]
            return first
        for hint in hints(schema):
            if hint is not None or self._allows_null(schema):
                return hint
        return self._applied(place, schema, name, depth)

    @staticmethod
    def _allows_null(schema: Mapping[str, Any]) -> bool:
        return schema.get("type") == "null"

    def _applied(  # noqa: PLR0911 - one per kind of schema
        self, place: Place, schema: Mapping[str, Any], name: str, depth: int
    ) -> JsonValue:
        if "$ref" in schema:
            return self.value(place.source.refer(place, schema["$ref"]), name, depth + 1)
        for word in ("anyOf", "oneOf", "allOf"):
            options = schema.get(word)
            if isinstance(options, list) and options and "properties" not in schema:
                return self.value(place.inner(options[0]), name, depth + 1)
        named = schema.get("type")
        kind = named[0] if isinstance(named, list) and named else named
        if kind == "object" or (kind is None and "properties" in schema):
            return self._object(place, schema, depth)
        if kind == "array":
            return self._array(place, schema, name, depth)
        if kind in ("integer", "number"):
            return _number(schema)
        if kind == "boolean":
            return True
        return None if kind == "null" else _text(schema, name)

    def _object(self, place: Place, schema: Mapping[str, Any], depth: int) -> JsonValue:
        properties = schema.get("properties")
        properties = properties if isinstance(properties, Mapping) else {}
        required = schema.get("required")
        names = [name for name in properties if not self.minimal or name in (required or ())]
        names += [name for name in required or () if name not in properties]
        return {name: self.value(place.inner(properties.get(name, True)), name, depth + 1) for name in names}

    def _array(self, place: Place, schema: Mapping[str, Any], name: str, depth: int) -> JsonValue:
        prefix = schema.get("prefixItems")
        parts = list(prefix) if isinstance(prefix, list) else []
        least = schema.get("minItems", 0)
        wanted = max(int(least) if isinstance(least, int) else 0, 0 if self.minimal else 1)
        inner = schema.get("items", True)
        parts += [inner] * (min(wanted, 20) - len(parts))
        if isinstance(inner, list):
            return []
        return [self.value(place.inner(part), name.removesuffix("s"), depth + 1) for part in parts]


def _number(schema: Mapping[str, Any]) -> JsonValue:
    bounds = [schema.get(word) for word in ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")]
    low, above, high, below = (
        bound if isinstance(bound, int | float) and not isinstance(bound, bool) else None for bound in bounds
    )
    if low is not None and low > 1:
        return low
    if above is not None and above >= 1:
        return above + 1
    if high is not None and high < 1:
        return high
    if below is not None and below <= 1:
        return below - 1
    step = schema.get("multipleOf")
    return step if isinstance(step, int | float) and step not in (0, 1) else 1


def _text(schema: Mapping[str, Any], name: str) -> JsonValue:
    form = schema.get("format")
    if isinstance(form, str) and form in FORMATS:
        return FORMATS[form]
    text = name or "text"
    least, most = schema.get("minLength"), schema.get("maxLength")
    if isinstance(least, int) and 0 < least - len(text) <= 1_000:  # noqa: PLR2004 - longer ones are for the solver
        text += "a" * (least - len(text))
    return text[:most] if isinstance(most, int) and most >= 0 else text
