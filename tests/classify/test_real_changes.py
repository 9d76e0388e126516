"""What real servers changed: every break has a proof, every proof holds, every line can be read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from mcp_docs.change import ByContract, Change, Level, Undecided, Witnessed
from mcp_docs.classifier.interfaces import classify
from mcp_docs.history.options import HistoryOptions
from mcp_docs.interface import Interface
from mcp_docs.schema.inline import existing
from mcp_docs.sources.git import walk
from mcp_docs.wording import sentence

pytestmark = pytest.mark.shared

HISTORIES = ("github-mcp-server", "kubernetes-mcp-server", "commander-bench")


def steps(folder: Path) -> Iterator[tuple[Interface, Interface]]:
    """Yield each pair of consecutive revisions along the first parents."""
    walked = walk(folder, None, HistoryOptions())
    line, commit = [], walked.commits[walked.head]
    while True:
        revision = walked.revisions.get(commit.id)
        if revision is not None and isinstance(revision.content, Interface):
            line.append(revision.content)
        if not commit.parents:
            break
        commit = walked.commits[commit.parents[0]]
    yield from pairwise(reversed(line))


@pytest.fixture(scope="module", params=HISTORIES)
def changes(
    request: pytest.FixtureRequest, history: Callable[[str], Path]
) -> list[tuple[Interface, Interface, Change]]:
    pairs = steps(history(request.param))
    found = [(old, new, change) for old, new in pairs for change in classify(old, new)]
    assert len(found) > 100
    return found


def test_every_break_is_proven(changes: list[tuple[Interface, Interface, Change]]) -> None:
    for _, _, change in changes:
        if change.level is Level.BREAKING:
            assert isinstance(change.proof, Witnessed | ByContract), change
        if change.level is Level.REVIEW and change.side in ("input", "output"):
            assert isinstance(change.proof, Undecided) or change.rule == "schema.default.changed", change


def test_every_witness_holds(changes: list[tuple[Interface, Interface, Change]]) -> None:
    for old, new, change in changes:
        if not isinstance(change.proof, Witnessed):
            continue
        member, key = f"{change.proof.side}Schema", ("tool", change.key)
        before, after = (Draft202012Validator(side.index[key].data[member]) for side in (old, new))
        accepts, rejects = (before, after) if change.proof.side == "input" else (after, before)
        assert accepts.is_valid(change.proof.value), change
        assert not rejects.is_valid(change.proof.value), change


def test_every_difference_has_a_rule_of_its_own_a_place_and_a_line(
    changes: list[tuple[Interface, Interface, Change]],
) -> None:
    for old, new, change in changes:
        assert change.rule not in ("schema.changed", "schema.keyword.changed"), change
        line = sentence(change)
        assert line
        assert line == " ".join(line.split())
        side = old if change.operation == "removed" or (change.kind, change.key) not in new.index else new
        element = side.get(change.kind, change.key)
        assert element is not None
        assert existing(element.data, change.pointer) == change.pointer, change
