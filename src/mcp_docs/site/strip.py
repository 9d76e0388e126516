"""The releases as runs in which one element stayed the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from mcp_docs.change import Level
from mcp_docs.record import UNRELEASED, Lifecycle, Record, Release, State
from mcp_docs.site.paths import Addresses
from mcp_docs.site.words import counted, shown_version


@dataclass(frozen=True, slots=True)
class Run:
    """Consecutive releases with one state of an element, or without it.

    Attributes:
        first: version the run begins with.
        last: version it ends with; empty for the run that lasts, so that a page which nothing new concerns
            stays as it is when a release comes.
        before: how many releases come before it.
        width: how many releases, or ``None`` for the run that lasts: as many as there are from its first on,
            which the site's style sheet knows.
        page: page of the state, or ``None`` where the element is absent.
        asked: folder of its first version where the page is one that other runs of the same state share, and
            is not this run's own; else empty.
        mark: ``added``, ``removed``, ``absent``, ``same`` where it was only written differently, or the label
            of the worst level with which it began.
    """

    first: str
    last: str
    before: int
    width: int | None
    page: str | None
    asked: str
    mark: str

    @property
    def words(self) -> str:
        """Which releases they are."""
        if self.first in (self.last, shown_version(UNRELEASED)):
            return self.first
        return f"{self.first} to {self.last}" if self.last else f"{self.first} and later"


def strip(record: Record, addresses: Addresses, life: Lifecycle) -> tuple[Run, ...]:
    """Return the runs of one element, in release order, HEAD last."""
    states = {state.element.digest: state for state in life.states}
    worst: dict[str, Level] = {}
    for released in life.changes:
        level = released.change.level
        worst[released.release] = max(level, worst.get(released.release, level))
    grouped: list[tuple[State | None, list[Release]]] = []
    for release in record.by_version.values():
        element = release.interface.get(life.kind, life.key)
        state = states.get(element.digest) if element else None
        if grouped and grouped[-1][0] is state:
            grouped[-1][1].append(release)
        else:
            grouped.append((state, [release]))
    runs: list[Run] = []
    before = 0
    own = _own_runs(life, grouped)
    for number, (state, releases) in enumerate(grouped):
        began = number > 0 and grouped[number - 1][0] is not None
        run = _run(addresses, life, state, releases, worst, before=before, began=began)
        runs.append(run if state is None or number in own else replace(run, asked=releases[0].slug))
        before += len(releases)
    return (*runs[:-1], *(replace(run, last="", width=None) for run in runs[-1:]))


def strip_words(runs: Sequence[Run]) -> str:
    """Count what a strip draws, such as ``4 states over the releases; 1 came back later``."""
    shown = [run for run in runs if run.page is not None]
    held = Counter(run.page for run in shown)
    back = sum(1 for times in held.values() if times > 1)
    rewritten = len({run.page for run in shown if run.mark == "same"})
    only = "differs only in how it is" if rewritten == 1 else "differ only in how they are"
    notes = (
        f"{counted(len(held), 'state')} over the releases",
        f"{back} came back later" if back else "",
        f"{rewritten} {only} written" if rewritten else "",
    )
    return "; ".join(note for note in notes if note)


def _own_runs(life: Lifecycle, grouped: Sequence[tuple[State | None, object]]) -> frozenset[int]:
    """Return the places of the runs that their states' pages are of.

    These are the last one of the newest state, whose page is at no version's address, and of each other
    the first.
    """
    first: dict[int, int] = {}
    for number, (state, _) in enumerate(grouped):
        if state is life.newest:
            first[id(state)] = number
        elif state is not None:
            first.setdefault(id(state), number)
    return frozenset(first.values())


def _run(
    addresses: Addresses,
    life: Lifecycle,
    state: State | None,
    releases: Sequence[Release],
    worst: dict[str, Level],
    *,
    before: int,
    began: bool,
) -> Run:
    if state is None:
        mark = "removed" if began else "absent"
    else:
        level = worst.get(releases[0].version)
        mark = (level.label if level else "same") if began else "added"
    return Run(
        first=shown_version(releases[0].version),
        last=shown_version(releases[-1].version),
        before=before,
        width=len(releases),
        page=addresses.state(life, state) if state else None,
        asked="",
        mark=mark,
    )
