"""All rules. A new one is one record in one of these modules, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mcp_docs.errors import UsageError
from mcp_docs.rules import general, others, schema_objects, schema_values, schema_words, tools
from mcp_docs.rules.model import Example, Rule
from mcp_docs.texts import near_names

__all__ = ["RULES", "RULESET_VERSION", "Example", "Rule", "find_rule"]

#: Version of the rules' judgement: it changes when an old change would be judged differently.
RULESET_VERSION = "1"

RULES: Mapping[str, Rule] = {
    rule.id: rule
    for module in (tools, schema_values, schema_objects, schema_words, others, general)
    for rule in module.RULES
}


def find_rule(rule_id: str, also: Iterable[str] = ()) -> Rule:
    """Return a rule.

    Args:
        rule_id: its id.
        also: further ids that may have been meant.

    Raises:
        UsageError: when there is none of that id, with the nearest ones.
    """
    if rule_id in RULES:
        return RULES[rule_id]
    near = near_names(rule_id, (*RULES, *also), most=3)
    hint = f"Did you mean {' or '.join(near)}? " if near else ""
    raise UsageError(f"there is no rule {rule_id!r}", hint=f"{hint}mcp-docs rules lists them all.")
