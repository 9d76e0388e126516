"""The audit of the pinned packages: a package that nobody was asked about is never called clean."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scripts import script

Judge = Callable[[dict[str, Any] | None], tuple[int, list[str]]]

CLEAN = {"name": "click", "version": "8.5.1", "vulns": []}
WEAK = {
    "name": "jinja2",
    "version": "2.10",
    "vulns": [
        {"id": "PYSEC-2019-217", "fix_versions": ["2.10.1"], "aliases": [], "description": ""},
        {"id": "PYSEC-0000-1", "fix_versions": [], "aliases": [], "description": ""},
    ],
}
UNASKED = {"name": "mcp", "skip_reason": "Dependency not found on PyPI and could not be audited: mcp (2.3.0)"}


@pytest.fixture(scope="module")
def judge(project: Path) -> Judge:
    made: Judge = script(project / ".ci" / "audit.py").judge
    return made


@pytest.mark.parametrize(
    ("packages", "code"),
    [([CLEAN], 0), ([CLEAN, WEAK], 1), ([UNASKED, WEAK], 1), ([CLEAN, UNASKED], 3), ([], 3)],
)
def test_the_worst_counts(packages: list[dict[str, Any]], code: int, judge: Judge) -> None:
    assert judge({"dependencies": packages, "fixes": []})[0] == code


def test_no_answer_is_no_verdict(judge: Judge) -> None:
    assert judge(None)[0] == 3


def test_each_weakness_is_named_with_the_version_that_mends_it(judge: Judge) -> None:
    assert judge({"dependencies": [WEAK]})[1] == [
        "jinja2 2.10: PYSEC-2019-217, mended in 2.10.1",
        "jinja2 2.10: PYSEC-0000-1, mended in no version yet",
    ]
