"""Classification with a memory: a pair of interfaces that was judged once is not judged again."""

from __future__ import annotations

from collections.abc import Callable

from mcp_docs.change import Bump, Change, demanded_bump
from mcp_docs.interface import Interface

Classify = Callable[[Interface, Interface], tuple[Change, ...]]


class Comparer:
    """Compares interfaces and remembers the answers by digest and by what is quarantined.

    Args:
        classify: a pure function from two interfaces to their changes.
    """

    def __init__(self, classify: Classify) -> None:
        self._classify = classify
        self._names: dict[int, tuple[Interface, object]] = {}
        self._known: dict[tuple[object, object], tuple[Change, ...]] = {}

    def compare(self, old: Interface, new: Interface) -> tuple[Change, ...]:
        """Return the changes from one interface to another; none for equal ones."""
        pair = (self._name(old), self._name(new))
        if pair[0] == pair[1]:
            return ()
        if pair not in self._known:
            self._known[pair] = self._classify(old, new)
        return self._known[pair]

    def bump(self, old: Interface, new: Interface) -> Bump:
        """Return the step that the changes demand."""
        return demanded_bump(self.compare(old, new))

    def _name(self, interface: Interface) -> object:
        """Return what tells an interface from others; kept with it, so that its ``id`` stays its own."""
        if id(interface) not in self._names:
            problems = tuple(
                (element.kind, element.key, tuple((p.code, p.pointer, p.message) for p in element.problems))
                for element in (interface.server, *interface)
                if element.problems
            )
            self._names[id(interface)] = (interface, (interface.digest, problems))
        return self._names[id(interface)][1]
