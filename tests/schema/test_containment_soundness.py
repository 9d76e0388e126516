"""Verdicts against an independent judge: ``jsonschema`` on values that were found another way."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from randomschemas import Generator
from schemagen import VALUES

from mcp_docs.schema.budget import Budget
from mcp_docs.schema.compiler import Compiler
from mcp_docs.schema.containment import decide
from mcp_docs.schema.evaluate import Evaluator
from mcp_docs.schema.formula import Space
from mcp_docs.schema.keywords import KEYWORDS
from mcp_docs.schema.source import Source
from mcp_docs.schema.verdict import Breaking, Compatible

PAIRS = 250


def library(schema: Any) -> Any:
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("seed", range(6))
def test_no_value_contradicts_a_verdict(seed: int) -> None:
    draw = Generator(seed)
    outcomes = set()
    for _ in range(PAIRS):
        one, two = draw.pair()
        verdict = decide(one, two, profile="strict")
        outcomes.add(verdict.outcome)
        small, large = library(one), library(two)
        if isinstance(verdict, Breaking):
            assert small.is_valid(verdict.witness), (one, two, verdict)
            assert not large.is_valid(verdict.witness), (one, two, verdict)
        if isinstance(verdict, Compatible):
            for value in [*VALUES, *(draw.value() for _ in range(15))]:
                assert not small.is_valid(value) or large.is_valid(value), (one, two, value)
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
