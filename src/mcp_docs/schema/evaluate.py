"""Whether a value satisfies a formula: the fast judge that screens candidates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from mcp_docs.jsonvalue import JsonValue
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.compiler import Compiler
from mcp_docs.schema.formula import LITERALS, Formula
from mcp_docs.schema.values import exact, key, type_of

_MAX_DEPTH: Final = 120
#: Parts of a formula that are judged in the time of one step.
_JUDGED_A_STEP: Final = 30


class Evaluator:
    """Evaluates formulas of one compiler's space."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.language = compiler.space.language
        self.budget = compiler.space.budget
        self._depth = 0

    def holds(self, formula: Formula, value: JsonValue) -> bool:  # noqa: PLR0911 - one per kind of formula
        """Tell whether ``value`` satisfies ``formula``.

        Raises:
            Unmodelled: that hangs on something that is not modelled.
        """
        kind = formula.kind
        if kind in LITERALS:
            bit = LITERALS[kind][0]
            if type_of(value) != bit:
                return not formula.strict
            return _TESTS[kind](self, value, *formula.args)
        if kind == "and":
            self.budget.spend(len(formula.args) // _JUDGED_A_STEP)
            return all(self.holds(part, value) for part in formula.args)
        if kind == "or":
            return self._some(formula, value)
        if kind == "types":
            return bool(type_of(value) & formula.args[0])
        if kind == "enum":
            return key(value) in formula.args[0]
        if kind == "not":
            return not self.holds(formula.args[0], value)
        if kind == "opaque":
            raise Unmodelled(formula.lazy)
        return self._schema(formula, value)

    def _some(self, formula: Formula, value: JsonValue) -> bool:
        unknown = None
        for part in formula.args:
            try:
                if self.holds(part, value):
                    return True
            except Unmodelled as reason:
                unknown = reason
        if unknown is not None:
            raise unknown
        return False

    def _schema(self, formula: Formula, value: JsonValue) -> bool:
        self.budget.spend()
        self._depth += 1
        try:
            if self._depth > _MAX_DEPTH:
                raise Unmodelled("the schema is nested too deeply to be analysed")
            return self.holds(self.compiler.expand(formula), value)
        finally:
            self._depth -= 1

    def matches(self, pattern: str, text: str) -> bool:
        """Tell whether a pattern matches somewhere in ``text``."""
        return self.language.matches(pattern, text)

    def at_least(self, formula: Formula, items: Any, needed: int) -> bool:
        """Tell whether at least ``needed`` of ``items`` satisfy ``formula``."""
        found = 0
        for item in items:
            found += self.holds(formula, item)
            if found >= needed:
                return True
        return found >= needed


def is_multiple(value: float | Fraction, step: int | Fraction) -> bool:
    """Tell whether ``value`` is an exact multiple of ``step``."""
    amount = value if isinstance(value, Fraction) else exact(value)
    return amount % step == 0


def _distinct(items: Any) -> bool:
    keys = [key(item) for item in items]
    return len(set(keys)) == len(keys)


def _each(judge: Evaluator, value: Mapping[str, JsonValue], names: Formula, inner: Formula) -> bool:
    if names.kind == "enum" and len(names.args[0]) == 1:
        name = next(iter(names.args[0]))
        return name not in value or judge.holds(inner, value[name])
    return all(not judge.holds(names, name) or judge.holds(inner, part) for name, part in value.items())


def _any(judge: Evaluator, value: Mapping[str, JsonValue], names: Formula, inner: Formula) -> bool:
    if names.kind == "enum" and len(names.args[0]) == 1:
        name = next(iter(names.args[0]))
        return name in value and judge.holds(inner, value[name])
    return any(judge.holds(names, name) and judge.holds(inner, part) for name, part in value.items())


_TESTS: Final[Mapping[str, Callable[..., bool]]] = {
    "ge": lambda _, v, n: exact(v) >= n,
    "lt": lambda _, v, n: exact(v) < n,
    "gt": lambda _, v, n: exact(v) > n,
    "le": lambda _, v, n: exact(v) <= n,
    "multiple": lambda _, v, n: is_multiple(v, n),
    "nonmultiple": lambda _, v, n: not is_multiple(v, n),
    "pattern": lambda judge, v, p: judge.matches(p, v),
    "nopattern": lambda judge, v, p: not judge.matches(p, v),
    "longer": lambda _, v, n: len(v) >= n,
    "shorter": lambda _, v, n: len(v) < n,
    "more": lambda _, v, n: len(v) >= n,
    "fewer": lambda _, v, n: len(v) < n,
    "distinct": lambda _, v: _distinct(v),
    "repeated": lambda _, v: not _distinct(v),
    "at": lambda judge, v, i, part: len(v) <= i or judge.holds(part, v[i]),
    "with": lambda judge, v, i, part: len(v) > i and judge.holds(part, v[i]),
    "from": lambda judge, v, i, part: all(judge.holds(part, item) for item in v[i:]),
    "some": lambda judge, v, i, part: any(judge.holds(part, item) for item in v[i:]),
    "contains": lambda judge, v, part, n: judge.at_least(part, v, n),
    "lacks": lambda judge, v, part, n: not judge.at_least(part, v, n),
    "wide": lambda _, v, n: len(v) >= n,
    "narrow": lambda _, v, n: len(v) < n,
    "each": _each,
    "any": _any,
}
