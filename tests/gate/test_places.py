"""Every change of real histories has a place in the lockfile, and it is the changed part's own."""

from __future__ import annotations

import itertools
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from mcp_docs.classifier.interfaces import classify
from mcp_docs.side import Side, Spot, find_spots
from mcp_docs.sources.revision import Revision, load_revision

pytestmark = pytest.mark.shared
LOCK = "mcp-covenant.lock"


def revisions(repo: Path, step: int) -> list[Revision]:
    log = ["git", "-C", str(repo), "log", "--first-parent", "--reverse", "--format=%H", "--", LOCK]
    commits = subprocess.run(log, check=True, capture_output=True, text=True).stdout.split()
    return [load_revision(repo, commit, (LOCK,)) for commit in commits[::step]]


@pytest.mark.parametrize(("name", "step"), [("kubernetes-mcp-server", 5), ("github-mcp-server", 20)])
def test_each_change_is_placed_at_the_changed_part(
    name: str, step: int, history: Callable[[str], Path]
) -> None:
    read = revisions(history(name), step)
    exact = 0
    for old, new in itertools.pairwise(read):
        side = Side("new", new.interface, None, new.path, new.files, new.commit)
        changes = classify(old.interface, new.interface)
        spots = [Spot(change.kind, change.key, change.pointer) for change in changes]
        places = find_spots(side, spots)
        lines = new.files[LOCK].decode("utf-8").splitlines()
        for change, spot in zip(changes, spots, strict=True):
            place = places[spot]
            assert place.file == LOCK
            text = lines[(place.line or 0) - 1][(place.column or 0) - 1 :]
            last = spot.pointer.rpartition("/")[2]
            if change.operation != "removed" and last and not last.isdecimal() and "~" not in last:
                assert text.startswith(f'"{last}"'), (spot, text[:60])
                exact += 1
    assert exact > 20
