"""Classification with a memory: a pair of interfaces that was judged once is not judged again."""

from __future__ import annotations

from collections.abc import Callable

from mcp_docs.change import Bump, Change, demanded_bump
from mcp_docs.interface import Interface

Classify = Callable[[Interface, Interface], tuple[Change, ...]]


class Comparer:
    """Compares interfaces and remembers the answers by digest.

    Args:
        classify: a pure function from two interfaces to their changes.
    """

    def __init__(self, classify: Classify) -> None:
        self._classify = classify
        self._known: dict[tuple[str, str], tuple[Change, ...]] = {}

    def compare(self, old: Interface, new: Interface) -> tuple[Change, ...]:
        """Return the changes from one interface to another; none for equal digests."""
        if old.digest == new.digest:
            return ()
        pair = (old.digest, new.digest)
        if pair not in self._known:
            self._known[pair] = self._classify(old, new)
        return self._known[pair]

    def bump(self, old: Interface, new: Interface) -> Bump:
        """Return the step that the changes demand."""
        return demanded_bump(self.compare(old, new))
