"""Verdicts on schemas of every dialect, against the library's own validator of that dialect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jsonschema
import pytest
from randomschemas import Generator
from schemagen import VALUES
from verdictchecks import uncontradicted

DIALECTS: Mapping[int, tuple[str, Any]] = {
    4: ("http://json-schema.org/draft-04/schema#", jsonschema.Draft4Validator),
    6: ("http://json-schema.org/draft-06/schema#", jsonschema.Draft6Validator),
    7: ("http://json-schema.org/draft-07/schema#", jsonschema.Draft7Validator),
    2019: ("https://json-schema.org/draft/2019-09/schema", jsonschema.Draft201909Validator),
}
PAIRS = 150
#: Keywords that came later than the dialect; left as they are they would say nothing, which is dull.
_LATER = {
    4: {"const", "contains", "propertyNames", "if", "then", "else", "dependentSchemas"},
    6: {"if", "then", "else", "dependentSchemas"},
    7: {"dependentSchemas"},
    2019: set[str](),
}


_DATA = ("enum", "const", "required", "type", "dependentRequired")
_NAMED = ("properties", "patternProperties", "dependentSchemas", "$defs")


def translated(schema: Any, dialect: int) -> Any:
    """Return a schema of 2020-12 as one of an older dialect, which may mean something else."""
    if isinstance(schema, bool) and dialect == 4:
        return {} if schema else {"not": {}}
    if isinstance(schema, list):
        return [translated(item, dialect) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result: dict[str, Any] = {}
    for word, part in schema.items():
        if word not in _LATER[dialect]:
            result |= _spelt(word, _inside(word, part, dialect), schema, dialect)
    return result


def _inside(word: str, part: Any, dialect: int) -> Any:
    if word in _DATA or (isinstance(part, bool) and word in ("additionalProperties", "uniqueItems")):
        return part
    if word in _NAMED:
        return {name: translated(inner, dialect) for name, inner in part.items()}
    return translated(part, dialect)


def _spelt(word: str, part: Any, schema: Mapping[str, Any], dialect: int) -> dict[str, Any]:
    if word == "prefixItems":
        return {"items": part}
    if word == "items" and "prefixItems" in schema:
        return {"additionalItems": part}
    if word == "dependentRequired" and dialect <= 7:
        return {"dependencies": part}
    if word.startswith("exclusive") and dialect == 4:
        return {word[9:].lower(): part, word: True}
    return {word: part}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("beside", [False, True])
def test_no_value_contradicts_a_verdict_in_an_older_dialect(dialect: int, beside: bool) -> None:
    uri, library = DIALECTS[dialect]
    draw = Generator(dialect)
    outcomes = set()
    for _ in range(PAIRS):
        sides = [translated(schema, dialect) for schema in draw.pair()]
        if beside and all(isinstance(side, dict) for side in sides):
            # Up to draft 7 whatever stands beside a reference is ignored.
            sides = [
                {"$ref": "#/definitions/s", "definitions": {"s": {"type": "string"}}, **side}
                for side in sides
            ]
        one, two = ({"$schema": uri, **side} if isinstance(side, dict) else side for side in sides)
        if not all(isinstance(side, dict) for side in (one, two)):
            continue
        values = [*VALUES, *(draw.value() for _ in range(10))]
        outcomes.add(uncontradicted(one, two, library, values))
    assert "compatible" in outcomes
    assert beside or "breaking" in outcomes
