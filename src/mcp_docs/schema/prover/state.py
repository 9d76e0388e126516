"""A conjunction in the making: literals of one type, and disjunctions that are not yet chosen from."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any

from mcp_docs.schema.compiler import Compiler
from mcp_docs.schema.formula import LITERALS, Formula


class State:
    """What a value of one type has to satisfy.

    Attributes:
        bit: the type.
        seen: every formula taken in.
        literals: the literals among them that speak about the type.
        choices: disjunctions, each a tuple of what is left of it.
        members: keys of the only values that are allowed, or ``None``.
        excluded: keys of values that are not allowed.
        unknowns: reasons why satisfying the rest may not be enough.
    """

    __slots__ = ("bit", "choices", "compiler", "excluded", "literals", "members", "seen", "unknowns")

    def __init__(self, compiler: Compiler, bit: int) -> None:
        self.compiler = compiler
        self.bit = bit
        self.seen: dict[Formula, None] = {}
        self.literals: list[Formula] = []
        self.choices: list[tuple[Formula, ...]] = []
        self.members: frozenset[Hashable] | None = None
        self.excluded: set[Hashable] = set()
        self.unknowns: list[str] = []

    def copy(self, without: int) -> State:
        """Return a copy that lacks the choice at index ``without``."""
        other = State(self.compiler, self.bit)
        other.seen = dict(self.seen)
        other.literals = list(self.literals)
        other.choices = [choice for index, choice in enumerate(self.choices) if index != without]
        other.members = self.members
        other.excluded = set(self.excluded)
        other.unknowns = list(self.unknowns)
        return other

    def absorb(self, formulas: Iterable[Formula]) -> bool:
        """Take in ``formulas``; return ``False`` when that is a contradiction."""
        todo = list(formulas)
        while True:
            while todo:
                if not self._take(todo.pop(), todo):
                    return False
            if not self._propagate(todo):
                return False
            if not todo:
                return True

    def _take(self, formula: Formula, todo: list[Formula]) -> bool:
        if not formula.mask & self.bit:
            return False
        if formula in self.seen:
            return True
        if formula.opposite is not None and formula.opposite in self.seen:
            return False
        self.seen[formula] = None
        if formula.kind in LITERALS:
            if LITERALS[formula.kind][0] == self.bit:
                self.literals.append(formula)
        else:
            self._unfold(formula, todo)
        return True

    def _unfold(self, formula: Formula, todo: list[Formula]) -> None:
        kind = formula.kind
        if kind == "and":
            todo.extend(reversed(formula.args))
        elif kind == "or":
            self.choices.append(formula.args)
        elif kind == "schema":
            todo.append(self.compiler.expand(formula))
        elif kind == "enum":
            self.members = formula.args[0] if self.members is None else self.members & formula.args[0]
        elif kind == "opaque":
            self.unknowns.append(formula.lazy)
        elif kind == "not":
            self._deny(formula.args[0], todo)

    def _deny(self, formula: Formula, todo: list[Formula]) -> None:
        if formula.kind == "schema":
            todo.append(self.compiler.space.negation(self.compiler.expand(formula)))
        elif formula.kind == "enum":
            self.excluded |= formula.args[0]
        else:
            self.unknowns.append(formula.lazy)

    def _propagate(self, todo: list[Formula]) -> bool:
        """Drop options that cannot hold; take in what is without alternative."""
        kept = []
        for choice in self.choices:
            options = []
            settled = False
            for option in choice:
                if self._settles(option):
                    settled = True
                    break
                if option.mask & self.bit and not (
                    option.opposite is not None and option.opposite in self.seen
                ):
                    options.append(option)
            if settled:
                continue
            if not options:
                return False
            if len(options) == 1:
                todo.append(options[0])
            else:
                kept.append(tuple(options))
        self.choices = kept
        return True

    def _settles(self, option: Formula) -> bool:
        """Tell whether ``option`` holds for certain."""
        if option in self.seen:
            return True
        if option.kind in LITERALS:
            return not option.strict and LITERALS[option.kind][0] != self.bit
        return option.kind == "types" and bool(option.args[0] & self.bit)

    def schemas(self) -> Iterator[Mapping[str, Any]]:
        """Yield the schemas that the value has to satisfy, in the order taken in."""
        for formula in self.seen:
            if formula.kind == "schema":
                lazy = formula.lazy
                yield (lazy[0] if isinstance(lazy, tuple) else lazy).value
