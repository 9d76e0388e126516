"""Classification with a memory: a pair that was judged once is not judged again."""

from __future__ import annotations

from collections.abc import Callable

from mcp_docs.change import Bump, Change, demanded_bump
from mcp_docs.interface import Element, Interface, Prompt, Resource, ResourceTemplate, Server, Tool

Classify = Callable[[Interface, Interface], tuple[Change, ...]]


class Comparer:
    """Compares interfaces and elements, and remembers the answers by digest and by what is quarantined.

    Args:
        classify: a pure function from two interfaces to their changes.
    """

    def __init__(self, classify: Classify) -> None:
        self._classify = classify
        self._names: dict[int, tuple[Interface, object]] = {}
        self._known: dict[tuple[object, object], tuple[Change, ...]] = {}
        self._elements: dict[tuple[object, object], tuple[Change, ...]] = {}

    def compare(self, old: Interface, new: Interface) -> tuple[Change, ...]:
        """Return the changes from one interface to another; none for equal ones."""
        pair = (self._name(old), self._name(new))
        if pair[0] == pair[1]:
            return ()
        if pair not in self._known:
            self._known[pair] = self._classify(old, new)
        return self._known[pair]

    def compare_elements(self, old: Element | None, new: Element | None) -> tuple[Change, ...]:
        """Return the changes of one element alone; ``None`` is an element that is not there.

        They are those of the whole interfaces, but for the links between elements that were renamed.
        """
        pair = (state_of(old), state_of(new))
        if pair[0] == pair[1]:
            return ()
        if pair not in self._elements:
            self._elements[pair] = self._classify(_alone(old), _alone(new))
        return self._elements[pair]

    def bump(self, old: Interface, new: Interface) -> Bump:
        """Return the step that the changes demand."""
        return demanded_bump(self.compare(old, new))

    def _name(self, interface: Interface) -> object:
        """Return what tells an interface from others; kept with it, so that its ``id`` stays its own."""
        if id(interface) not in self._names:
            problems = tuple(state_of(e) for e in (interface.server, *interface) if e.problems)
            self._names[id(interface)] = (interface, (interface.digest, problems))
        return self._names[id(interface)][1]


def state_of(element: Element | None) -> object:
    """Return what tells one state of an element from another: its kind, digest and faults."""
    if element is None:
        return None
    faults = tuple((fault.code, fault.pointer, fault.message) for fault in element.problems)
    return (element.kind, element.key, element.digest, faults)


def _alone(element: Element | None) -> Interface:
    """Return an interface that has the element and nothing else."""
    match element:
        case Tool():
            return Interface(tools=(element,))
        case Resource():
            return Interface(resources=(element,))
        case ResourceTemplate():
            return Interface(templates=(element,))
        case Prompt():
            return Interface(prompts=(element,))
        case Server():
            return Interface(server=element)
    return Interface()
