"""Every rule proves itself: its example gives exactly its change, and its witness holds."""

from __future__ import annotations

import re

import pytest
from jsonschema import Draft202012Validator

from mcp_docs.change import ByContract, Level, Witnessed
from mcp_docs.classifier.interfaces import classify
from mcp_docs.errors import UsageError
from mcp_docs.jsonvalue import ABSENT
from mcp_docs.rules import RULES, Example, Rule, find_rule
from mcp_docs.wording import remedy, sentence, why
from surfaces import interface

EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.id}-{example.side}-{number}")
    for rule in RULES.values()
    for number, example in enumerate(rule.examples)
]


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_the_example_gives_exactly_its_change(rule: Rule, example: Example) -> None:
    changes = classify(interface(example.before), interface(example.after))
    assert [(c.rule, c.side, c.level.label) for c in changes] == [
        (rule.id, example.side, example.level.label)
    ]
    change = changes[0]
    assert sentence(change)
    assert why(change) == rule.why[example.side]
    assert remedy(change) == rule.remedy
    assert change.level <= rule.levels[example.side]


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_an_example_compared_with_itself_is_silent(rule: Rule, example: Example) -> None:
    for surface in (example.before, example.after):
        assert classify(interface(surface), interface(surface)) == (), rule.id


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_a_break_has_a_witness_that_holds_or_the_words_of_a_promise(rule: Rule, example: Example) -> None:
    old, new = interface(example.before), interface(example.after)
    for change in classify(old, new):
        if change.level is not Level.BREAKING:
            continue
        if isinstance(change.proof, ByContract):
            assert change.proof.promise in {*rule.promise.values()}
            assert example.witness is ABSENT or change.rule == "schema.property.removed"
            continue
        assert isinstance(change.proof, Witnessed)
        member = f"{change.side}Schema"
        before, after = old.tools[0].data[member], new.tools[0].data[member]
        accepts, rejects = (before, after) if change.side == "input" else (after, before)
        witnesses = [change.proof.value] + ([] if example.witness is ABSENT else [example.witness])
        for witness in witnesses:
            assert Draft202012Validator(accepts).is_valid(witness)
            assert not Draft202012Validator(rejects).is_valid(witness)


def test_ids_are_dotted_and_texts_are_sentences() -> None:
    for rule_id, rule in RULES.items():
        assert rule_id == rule.id
        assert re.fullmatch(r"[a-z]+(\.[a-zA-Z_]+)+", rule_id)
        assert rule.levels.keys() == rule.why.keys()
        assert rule.title
        assert not rule.title.endswith(".")
        for text in (*rule.why.values(), rule.remedy, *rule.promise.values()):
            assert text.endswith("."), f"{rule_id}: {text}"


def test_every_rule_has_an_example_or_is_the_last_resort() -> None:
    assert [rule.id for rule in RULES.values() if not rule.examples] == ["schema.changed"]


#: The ids of mcp-covenant 0.1.0's 28 rules for the same cases.
COVENANT = """
tool.added tool.removed tool.title.changed tool.description.changed tool.output_schema.added tool.output_schema.removed
schema.type.changed schema.enum.value.removed schema.enum.value.added schema.enum.removed schema.enum.added
schema.additionalProperties.restricted schema.property.added schema.property.required.added
schema.property.required.relaxed schema.property.removed resource.added resource.removed resource.description.changed
resource.mime_type.changed prompt.added prompt.removed prompt.description.changed prompt.arg.description.changed
prompt.arg.added prompt.arg.required.added prompt.arg.required.relaxed prompt.arg.removed
""".split()


def test_the_ids_of_mcp_covenant_are_kept() -> None:
    assert len(COVENANT) == 28
    assert set(COVENANT) <= set(RULES)


def test_an_unknown_id_is_an_error_that_names_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"tool\.remvoed") as caught:
        find_rule("tool.remvoed")
    assert "tool.removed" in str(caught.value)


@pytest.mark.parametrize("rule_id", ["schema.union.removed", "schema.opened"])
def test_what_only_accepts_more_calls_is_not_explained_as_a_refusal(rule_id: str) -> None:
    rule = RULES[rule_id]
    assert (rule.levels["input"], rule.levels["output"]) == (Level.MINOR, Level.BREAKING)
    assert "refused" not in rule.why["input"]


def test_no_reason_speaks_of_a_witness_that_a_proven_change_lacks() -> None:
    assert not [rule.id for rule in RULES.values() for why in rule.why.values() if "witness shows one" in why]
