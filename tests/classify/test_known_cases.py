"""Cases whose answers others worked out: mcp-covenant's own tests, and a spread of plain changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mcp_docs.change import Level, demanded_bump
from mcp_docs.classifier.interfaces import classify
from mcp_docs.policy import Policy
from mcp_docs.rules.differences import DIFFERENCES
from surfaces import interface

pytestmark = pytest.mark.shared


def test_all_cases_of_mcp_covenant_come_out_as_there_or_are_explained(shared: Path) -> None:
    cases = json.loads((shared / "cases" / "covenant.json").read_text())
    assert len(cases) == 68
    explained = {case for difference in DIFFERENCES for case in difference.cases}
    seen = set()
    for case in cases:
        changes = classify(interface(case["surface_old"]), interface(case["surface_new"]))
        bump = demanded_bump(changes).label
        if bump != (case["expected_bump"] or "none"):
            seen.add(case["id"])
            continue
        rules = {change.rule for change in changes}
        assert set(case["asserted"]) <= rules, case["id"]
        assert not set(case["absent"]) & rules, case["id"]
    assert seen == explained


#: What design decisions make of the six cases where strict truth and custom differ.
CONTESTED = {
    "in_optional_added_open": Level.MINOR,
    "in_prop_removed_open": Level.REVIEW,
    "in_format_added": Level.REVIEW,
    "out_ap_false_to_true": Level.MINOR,
    "out_optional_prop_added_closed": Level.MINOR,
    "annotation_readOnlyHint_true_to_false": Level.REVIEW,
}


@pytest.mark.parametrize("profile", ["callers", "strict"])
def test_the_spread_is_right_under_both_profiles(shared: Path, profile: str) -> None:
    cases = json.loads((shared / "cases" / "spread.json").read_text())
    assert len(cases) == 59
    policy = Policy(profile=profile)  # type: ignore[arg-type]
    wrong = []
    for case in cases:
        old, new = interface({"tools": case["tools_old"]}), interface({"tools": case["tools_new"]})
        worst = max((change.level for change in classify(old, new, policy)), default=Level.PATCH)
        if not case["contested"] or profile == "strict":
            right = (worst is Level.BREAKING) == case["breaking"]
        else:
            right = worst is CONTESTED[case["id"]]
        if not right:
            wrong.append((case["id"], worst.label))
    assert wrong == []
