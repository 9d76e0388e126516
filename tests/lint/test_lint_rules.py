"""Every lint rule proves itself: it finds one thing in the faulty example and nothing in the mended one."""

from __future__ import annotations

import re

import pytest

from mcp_docs.lint import LINT_RULES, LintExample, LintRule
from mcp_docs.lint.model import Subject
from mcp_docs.report.model import Severity
from mcp_docs.rules import RULES
from surfaces import interface

EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.id}-{number}")
    for rule in LINT_RULES.values()
    for number, example in enumerate(rule.examples)
]


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_a_rule_finds_the_fault_of_its_example_and_nothing_when_it_is_mended(
    rule: LintRule, example: LintExample
) -> None:
    found = tuple(rule.check(Subject(interface(example.fires))))
    assert len(found) == 1, found
    assert found[0].message
    assert not found[0].message.endswith(".")
    assert tuple(rule.check(Subject(interface(example.silent)))) == ()


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_what_is_mended_has_no_error_of_another_rule(rule: LintRule, example: LintExample) -> None:
    mended = Subject(interface(example.silent))
    errors = [r.id for r in LINT_RULES.values() if r.severity is Severity.ERROR and tuple(r.check(mended))]
    assert errors == [], rule.id


def test_texts_are_sentences_and_ids_are_no_ids_of_changes() -> None:
    assert not LINT_RULES.keys() & RULES.keys()
    for rule_id, rule in LINT_RULES.items():
        assert rule_id == rule.id
        assert re.fullmatch(r"[a-z]+(\.[a-z_]+)+", rule_id)
        assert not rule.title.endswith(".")
        for text in (rule.why, rule.remedy):
            assert text.endswith("."), f"{rule_id}: {text}"


def test_rules_that_no_interface_shows_are_the_only_ones_without_an_example() -> None:
    # Faults of the text, of the acceptances, and a budget that is set: each has a test of its own.
    assert [rule.id for rule in LINT_RULES.values() if not rule.examples] == [
        "json.ambiguous",
        "lockfile.incomplete",
        "acceptance.duplicate",
        "acceptance.expired",
        "acceptance.stale",
        "interface.size",
    ]


#: The ids of mcp-covenant 0.1.0's nine rules.
COVENANT = """
tool.duplicate_name tool.invalid_name tool.missing_description tool.input_schema.not_object
tool.input_schema.not_object_type tool.required_not_in_properties tool.param.missing_description
prompt.missing_description resource.missing_label
""".split()


def test_the_ids_of_mcp_covenant_are_kept() -> None:
    assert len(COVENANT) == 9
    assert set(COVENANT) <= set(LINT_RULES)
