"""Verdicts against an independent judge: ``jsonschema`` on values that were found another way."""

from __future__ import annotations

import jsonschema
import pytest
from randomschemas import Generator
from schemagen import VALUES
from verdictchecks import uncontradicted

from mcp_docs.schema.budget import Budget
from mcp_docs.schema.compiler import Compiler
from mcp_docs.schema.containment import decide
from mcp_docs.schema.evaluate import Evaluator
from mcp_docs.schema.formula import Space
from mcp_docs.schema.keywords import KEYWORDS
from mcp_docs.schema.source import Source

PAIRS = 250
library = jsonschema.Draft202012Validator


@pytest.mark.parametrize("seed", range(6))
def test_no_value_contradicts_a_verdict(seed: int) -> None:
    draw = Generator(seed)
    outcomes = set()
    for _ in range(PAIRS):
        one, two = draw.pair()
        values = [*VALUES, *(draw.value() for _ in range(15))]
        outcomes.add(uncontradicted(one, two, library, values))
    assert {"breaking", "compatible"} <= outcomes


@pytest.mark.parametrize("seed", range(100, 103))
def test_formulas_mean_what_the_schema_says(seed: int) -> None:
    draw = Generator(seed)
    for _ in range(PAIRS):
        schema, _ = draw.pair()
        compiler = Compiler(Space(Budget(1_000_000)), KEYWORDS)
        formula = compiler.schema(Source(schema).start())
        negation = compiler.space.negation(formula)
        judge = Evaluator(compiler)
        validator = library(schema)
        for value in (draw.value() for _ in range(20)):
            expected = validator.is_valid(value)
            assert judge.holds(formula, value) == expected, (schema, value)
            assert judge.holds(negation, value) != expected, (schema, value)


@pytest.mark.parametrize("seed", range(200, 203))
def test_hardly_any_random_pair_is_left_unproven(seed: int) -> None:
    draw = Generator(seed)
    verdicts = [decide(*draw.pair(), profile="strict") for _ in range(PAIRS)]
    assert sum(verdict.outcome == "unproven" for verdict in verdicts) <= PAIRS // 50
