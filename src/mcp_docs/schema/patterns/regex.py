r"""Regular expressions as values, and their derivatives.

A pattern becomes a *node*; the derivative of a node by a character is the node that the rest of the
string has to match (Brzozowski, 1964). Derivatives make the states of a deterministic automaton one
at a time, with intersection and complement for free, which is what inclusion needs. Assertions
(``^``, ``$``, ``\b``) are nodes that match the empty string in some contexts: a context is what
stands before and after a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from mcp_docs.schema.budget import Budget
from mcp_docs.schema.patterns import charset
from mcp_docs.schema.patterns.charset import ANY, CharSet

#: What stands before or after a place in a string.
EDGE: Final = 0
OTHER: Final = 1
WORD: Final = 2

Context: TypeAlias = "tuple[int, int]"


class Node:
    """One regular expression; equal expressions of one ``Algebra`` are the same object."""

    __slots__ = ("args", "assertive", "kind", "number", "starting")

    def __init__(self, kind: str, args: tuple[object, ...], number: int) -> None:
        self.kind = kind
        self.args = args
        self.number = number
        parts = [part for part in args if isinstance(part, Node)]
        #: whether an assertion occurs inside, so that matching depends on the context
        self.assertive: bool = kind in ("bol", "eol", "word", "nonword") or any(p.assertive for p in parts)
        #: whether ``^`` occurs inside
        self.starting: bool = kind == "bol" or any(part.starting for part in parts)


class Algebra:
    """Makes nodes, each once, and derives them."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._nodes: dict[tuple[object, ...], Node] = {}
        self._derived: dict[tuple[Node, int, int], Node] = {}
        self._unstarted: dict[Node, Node] = {}
        self.nothing = self._make("nothing")
        self.empty = self._make("empty")
        self.all = self._make("repeat", self._make("chars", ANY), 0, None)

    def _make(self, kind: str, *args: object) -> Node:
        key = (kind, *args)
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = Node(kind, args, len(self._nodes))
        return node

    def chars(self, chars: CharSet) -> Node:
        """One character of ``chars``."""
        return self._make("chars", chars) if chars else self.nothing

    def assertion(self, kind: str) -> Node:
        """``bol``, ``eol``, ``word`` (a word boundary) or ``nonword``: the empty string in some contexts."""
        return self._make(kind)

    def sequence(self, first: Node, rest: Node) -> Node:  # noqa: PLR0911 - one per law
        """``first`` and then ``rest``."""
        if first is self.nothing or rest is self.nothing:
            return self.nothing
        if first is self.empty:
            return rest
        if rest is self.empty:
            return first
        if rest is self.all and not first.assertive and nullable(first, (EDGE, EDGE)):
            return rest
        if first is self.all and rest.kind == "sequence" and rest.args[0] is self.all:
            return rest
        if first.kind == "sequence":
            head, tail = first.args
            return self.sequence(_node(head), self.sequence(_node(tail), rest))
        return self._make("sequence", first, rest)

    def repeat(self, node: Node, low: int, high: int | None) -> Node:
        """``node`` at least ``low`` and at most ``high`` times (``None``: any number)."""
        if high == 0 or node is self.empty:
            return self.empty
        if node is self.nothing:
            return self.empty if low == 0 else node
        if low == high == 1:
            return node
        if node.kind == "repeat" and node.args[1:] == (0, None) and low <= 1 and high is None:
            return node
        return self._make("repeat", node, low, high)

    def either(self, nodes: Iterable[Node]) -> Node:
        """Any of ``nodes``."""
        found: dict[Node, None] = {}
        chars: list[tuple[int, int]] = []
        for node in _flat("either", nodes):
            if node is self.all:
                return node
            if node.kind == "chars":
                chars.extend(_charset(node))
            elif node is not self.nothing:
                found[node] = None
        if chars:
            found[self.chars(charset.union(chars))] = None
        for node in found:
            if node.kind == "not" and node.args[0] in found:
                return self.all
        return self._joined("either", found, self.nothing)

    def both(self, nodes: Iterable[Node]) -> Node:
        """All of ``nodes`` at once."""
        found: dict[Node, None] = {}
        for node in _flat("both", nodes):
            if node is self.nothing:
                return node
            if node is not self.all:
                found[node] = None
        for node in found:
            if node.kind == "not" and node.args[0] in found:
                return self.nothing
        return self._joined("both", found, self.all)

    def _joined(self, kind: str, found: Iterable[Node], unit: Node) -> Node:
        parts = sorted(found, key=lambda node: node.number)
        if len(parts) > 1:
            self.budget.spend(len(parts) // 4)
            return self._make(kind, *parts)
        return parts[0] if parts else unit

    def negation(self, node: Node) -> Node:
        """Every string that ``node`` does not match."""
        if node.kind == "not":
            return _node(node.args[0])
        if node is self.nothing:
            return self.all
        if node is self.all:
            return self.nothing
        return self._make("not", node)

    def derive(self, node: Node, code: int, before: int) -> Node:
        """Return what has to follow the character ``code``, with ``before`` in front of it."""
        key = (node, code, before if node.assertive else OTHER)
        result = self._derived.get(key)
        if result is None:
            self.budget.spend(2)
            after = WORD if charset.is_word(code) else OTHER
            result = self._derive(node, code, (before, after))
            if before == EDGE and result.starting:
                result = self._without_start(result)
            self._derived[key] = result
        return result

    def _derive(  # noqa: PLR0911 - one per kind of node
        self, node: Node, code: int, context: Context
    ) -> Node:
        kind, args = node.kind, node.args
        if kind == "chars":
            return self.empty if charset.contains(_charset(node), code) else self.nothing
        if kind == "sequence":
            first, rest = _node(args[0]), _node(args[1])
            head = self.sequence(self.derive(first, code, context[0]), rest)
            if not nullable(first, context):
                return head
            return self.either((head, self.derive(rest, code, context[0])))
        if kind == "repeat":
            inner, low, high = _repeat(node)
            # Turns that match the empty string here may stand before the one that takes the character.
            fewer = 0 if nullable(inner, context) else max(low - 1, 0)
            rest = self.repeat(inner, fewer, None if high is None else high - 1)
            return self.sequence(self.derive(inner, code, context[0]), rest)
        if kind in ("either", "both"):
            parts = [self.derive(_node(part), code, context[0]) for part in args]
            return self.either(parts) if kind == "either" else self.both(parts)
        if kind == "not":
            return self.negation(self.derive(_node(args[0]), code, context[0]))
        return self.nothing

    def _without_start(self, node: Node) -> Node:
        """Return ``node`` as it is anywhere but at the start, where ``^`` matches nothing."""
        if not node.starting:
            return node
        known = self._unstarted.get(node)
        if known is None:
            known = self._unstarted[node] = self._rebuilt(node)
        return known

    def _rebuilt(self, node: Node) -> Node:
        if node.kind == "bol":
            return self.nothing
        parts = [self._without_start(part) for part in node.args if isinstance(part, Node)]
        if node.kind == "sequence":
            return self.sequence(*parts)
        if node.kind == "repeat":
            _, low, high = _repeat(node)
            return self.repeat(parts[0], low, high)
        if node.kind == "not":
            return self.negation(parts[0])
        return self.either(parts) if node.kind == "either" else self.both(parts)


def nullable(node: Node, context: Context) -> bool:
    """Tell whether ``node`` matches the empty string at a place in ``context``."""
    kind, args = node.kind, node.args
    if kind == "sequence":
        return nullable(_node(args[0]), context) and nullable(_node(args[1]), context)
    if kind == "repeat":
        inner, low, _ = _repeat(node)
        return low == 0 or nullable(inner, context)
    if kind == "either":
        return any(nullable(_node(part), context) for part in args)
    if kind == "both":
        return all(nullable(_node(part), context) for part in args)
    if kind == "not":
        return not nullable(_node(args[0]), context)
    return _nullable_leaf(kind, context)


def _nullable_leaf(kind: str, context: Context) -> bool:
    before, after = context
    if kind == "bol":
        return before == EDGE
    if kind == "eol":
        return after == EDGE
    if kind in ("word", "nonword"):
        return ((before == WORD) != (after == WORD)) == (kind == "word")
    return kind == "empty"


def charsets(nodes: Iterable[Node]) -> Iterator[CharSet]:
    """Yield every set of characters that the nodes tell apart."""
    todo = list(nodes)
    seen: set[Node] = set()
    while todo:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        if node.kind == "chars":
            yield _charset(node)
        elif node.kind in ("word", "nonword"):
            yield charset.WORD
        todo.extend(part for part in node.args if isinstance(part, Node))


def _flat(kind: str, nodes: Iterable[Node]) -> Iterator[Node]:
    for node in nodes:
        if node.kind == kind:
            yield from (_node(part) for part in node.args)
        else:
            yield node


# The kinds of nodes are told by a word and not by classes: one table of nodes, and fast.
def _node(part: object) -> Node:
    return part  # type: ignore[return-value]


def _charset(node: Node) -> CharSet:
    return node.args[0]  # type: ignore[return-value]


def _repeat(node: Node) -> tuple[Node, int, int | None]:
    return node.args  # type: ignore[return-value]
