"""The corpus of pairs with known answers, and the changes of one tool that span the rules."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from mcp_docs.schema.containment import decide
from mcp_docs.schema.validate import is_valid
from mcp_docs.schema.verdict import Breaking

pytestmark = pytest.mark.shared

WEAK = {"2-tools+sampled", "unverified", "unknown", None}
DIRECTIONS: tuple[Any, ...] = ("input", "output")


def test_corpus(shared: Path) -> None:
    lines = (shared / "cases" / "subset-corpus.public.jsonl").read_text(encoding="utf-8").strip().split("\n")
    counts: Counter[str] = Counter()
    wrong = []
    for record in map(json.loads, lines):
        for direction in DIRECTIONS:
            if (record["evidence"].get(direction) or {}).get("kind") in WEAK:
                continue
            expected = "breaking" if record[f"{direction}_breaking"] else "compatible"
            verdict = decide(record["old"], record["new"], direction=direction, profile="strict")
            if verdict.outcome not in (expected, "unproven"):
                wrong.append((record["id"], direction, verdict))
            counts[expected] += 1
            counts[f"{expected} {verdict.outcome}"] += 1
    assert wrong == []
    assert counts["breaking breaking"] >= 0.98 * counts["breaking"]
    unproven = counts["breaking unproven"] + counts["compatible unproven"]
    assert unproven <= 0.05 * (counts["breaking"] + counts["compatible"])


def changes(shared: Path) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((shared / "cases" / "spread.json").read_text(encoding="utf-8"))
    return [
        case
        for case in cases
        if isinstance(case["schema_old"], dict) and isinstance(case["schema_new"], dict)
    ]


def test_changes_that_nobody_contests(shared: Path) -> None:
    checked = 0
    for case in changes(shared):
        if case["contested"] or case["id"] == "tool_renamed":  # a rename is no matter of schemas
            continue
        for profile in ("strict", "callers"):
            verdict = decide(
                case["schema_old"], case["schema_new"], direction=case["direction"], profile=profile
            )
            assert verdict.outcome == ("breaking" if case["breaking"] else "compatible"), (
                case["id"],
                profile,
            )
            checked += 1
    assert checked >= 90


def test_changes_that_are_contested_go_by_the_profile(shared: Path) -> None:
    for case in changes(shared):
        if not case["contested"]:
            continue
        pair = case["schema_old"], case["schema_new"]
        strict = decide(*pair, direction=case["direction"], profile="strict")
        assert strict.outcome == ("breaking" if case["breaking"] else "compatible"), case["id"]
        # What callers and readers are promised by schema alone; the rest of a promise is by contract.
        assert decide(*pair, direction=case["direction"]).outcome == "compatible", case["id"]


def test_witnesses_hold_on_both_sides(shared: Path) -> None:
    for case in changes(shared):
        verdict = decide(case["schema_old"], case["schema_new"], direction=case["direction"])
        if isinstance(verdict, Breaking):
            sides = [case["schema_old"], case["schema_new"]]
            accepting, rejecting = sides if case["direction"] == "input" else reversed(sides)
            assert is_valid(accepting, verdict.witness)
            assert not is_valid(rejecting, verdict.witness)
