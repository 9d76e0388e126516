"""The matrix: each release against each later one, compared directly."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from mcp_docs import load_history
from mcp_docs.change import Bump, Level, demanded_bump
from mcp_docs.classifier.interfaces import classify
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.history.compare import Comparer
from mcp_docs.history.matrix import LIMIT, build_matrix
from mcp_docs.history.options import HistoryOptions
from mcp_docs.policy import DEFAULT
from mcp_docs.record import Record
from mcp_docs.semver import demanded_step, parse_version
from walks import Past, interface, toy_classify

STRING = interface(
    {"name": "book", "inputSchema": {"type": "object", "properties": {"who": {"type": "string"}}}}
)
NOTHING = interface({"name": "book", "inputSchema": {"type": "object", "properties": {}}})
OBJECT = interface(
    {"name": "book", "inputSchema": {"type": "object", "properties": {"who": {"type": "object"}}}}
)


def record_of(past: Past, head: str | None = None, **options: object) -> Record:
    chosen = HistoryOptions(**options)  # type: ignore[arg-type]
    return build_record(past.walk(head), partial(classify, policy=DEFAULT), BuildOptions(history=chosen))


def test_steps_that_are_each_compatible_can_add_up_to_a_break() -> None:
    past = Past()
    past.line(STRING, NOTHING, OBJECT)
    for version, commit in (("1.0.0", "a"), ("1.1.0", "b"), ("1.2.0", "c")):
        past.tag(f"v{version}", commit)
    pairs = {(pair.old, pair.new): pair for pair in record_of(past).matrix.pairs}
    levels = {pair: (found.level, found.demanded) for pair, found in pairs.items()}
    assert levels == {
        ("1.0.0", "1.1.0"): (Level.REVIEW, Bump.MINOR),
        ("1.1.0", "1.2.0"): (Level.MINOR, Bump.MINOR),
        ("1.0.0", "1.2.0"): (Level.BREAKING, Bump.MAJOR),
    }
    worst = pairs["1.0.0", "1.2.0"].worst
    assert worst is not None
    assert (worst.rule, worst.path) == ("schema.type.changed", "who")
    assert pairs["1.0.0", "1.2.0"].kinds == {"tool": Level.BREAKING}


def maintained() -> Past:
    past = Past()
    past.commit("a", content=STRING)
    past.commit("b", "a", content=NOTHING)
    past.commit("fix", "a", content=STRING)
    past.commit("head", "b", content=OBJECT)
    for version, commit in (("1.0.0", "a"), ("2.0.0", "b"), ("1.0.1", "fix")):
        past.tag(f"v{version}", commit)
    return past


def test_a_patch_of_an_old_line_is_upgraded_from_and_nobody_upgrades_to_it_from_a_new_one() -> None:
    matrix = record_of(maintained(), "head").matrix
    assert matrix.releases == ("1.0.0", "2.0.0", "1.0.1", "unreleased")
    assert [(pair.old, pair.new) for pair in matrix.pairs] == [
        ("1.0.0", "2.0.0"),
        ("1.0.0", "1.0.1"),
        ("1.0.0", "unreleased"),
        ("2.0.0", "unreleased"),
        ("1.0.1", "2.0.0"),
        ("1.0.1", "unreleased"),
    ]


def test_upgrades_are_judged_to_supported_versions_and_to_head() -> None:
    matrix = record_of(maintained(), "head", supported=("2.*",)).matrix
    assert matrix.supported == ("2.0.0", "unreleased")
    assert {pair.new for pair in matrix.pairs} == {"2.0.0", "unreleased"}
    assert "1.0.1" in {pair.old for pair in matrix.pairs}


def test_only_the_newest_releases_are_compared_and_the_rest_is_counted() -> None:
    past = Past()
    past.commit("c0", content=interface("x"))
    past.tag("v1.0.0", "c0")
    for number in range(1, LIMIT + 5):
        past.commit(f"c{number}", f"c{number - 1}")
        past.tag(f"v1.{number}.0", f"c{number}")
    releases = past.record().releases
    matrix = build_matrix(releases, Comparer(toy_classify), ("*",))
    assert (len(matrix.releases), matrix.left_out) == (LIMIT, 5)
    assert matrix.releases[-1] == f"1.{LIMIT + 4}.0"
    assert len(matrix.pairs) == LIMIT * (LIMIT - 1) // 2
    assert {pair.level for pair in matrix.pairs} == {None}


@pytest.mark.shared
@pytest.mark.parametrize("name", ["kubernetes-mcp-server", "commander-bench"])
def test_every_pair_is_what_the_whole_interfaces_give(name: str, history: Callable[[str], Path]) -> None:
    record = load_history(history(name))
    assert record.matrix.pairs
    for pair in record.matrix.pairs:
        old, new = record.by_version[pair.old].interface, record.by_version[pair.new].interface
        changes = classify(old, new, DEFAULT)
        levels = [change.level for change in changes]
        assert (pair.breaking, pair.review) == (levels.count(Level.BREAKING), levels.count(Level.REVIEW))
        assert pair.level == max(levels, default=None)
        assert pair.demanded is demanded_step(demanded_bump(changes), parse_version(pair.new))
