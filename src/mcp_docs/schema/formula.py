"""The prover's language: formulas about one JSON value, each made once per ``Space``.

A *literal* speaks about values of one type. A *loose* literal holds for all values of other types,
as JSON Schema's keywords do; a *strict* one for none. Every formula has an opposite, so formulas
stay in negation normal form. Names of members are described by formulas about strings.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Final

from mcp_docs.jsonvalue import JsonValue
from mcp_docs.schema.budget import Budget
from mcp_docs.schema.patterns.language import Language
from mcp_docs.schema.values import ALL, ARRAY, NUMBER, OBJECT, STRING, key, type_of

#: Type that each kind of literal speaks about, and the kind of its opposite.
LITERALS: Final[Mapping[str, tuple[int, str]]] = {
    "ge": (NUMBER, "lt"),
    "lt": (NUMBER, "ge"),
    "gt": (NUMBER, "le"),
    "le": (NUMBER, "gt"),
    "multiple": (NUMBER, "nonmultiple"),
    "nonmultiple": (NUMBER, "multiple"),
    "pattern": (STRING, "nopattern"),
    "nopattern": (STRING, "pattern"),
    "longer": (STRING, "shorter"),  # at least n characters; fewer than n
    "shorter": (STRING, "longer"),
    "more": (ARRAY, "fewer"),  # at least n items; fewer than n
    "fewer": (ARRAY, "more"),
    "distinct": (ARRAY, "repeated"),
    "repeated": (ARRAY, "distinct"),
    "at": (ARRAY, "with"),  # the item at i, if there is one; there is one, and it is
    "with": (ARRAY, "at"),
    "from": (ARRAY, "some"),  # all items from i on; some item from i on
    "some": (ARRAY, "from"),
    "contains": (ARRAY, "lacks"),  # at least n items are; fewer than n items are
    "lacks": (ARRAY, "contains"),
    "wide": (OBJECT, "narrow"),  # at least n members; fewer than n
    "narrow": (OBJECT, "wide"),
    "each": (OBJECT, "any"),  # all members with such a name; some member with such a name
    "any": (OBJECT, "each"),
}
#: Literals whose last argument is a formula about a part, which the opposite negates.
_INNER: Final = {"at", "with", "from", "some", "each", "any"}
#: Literals that hold for all values of their type when the part is unrestricted.
_UNIVERSAL: Final = {"at", "from", "each"}


class Formula:
    """One formula. Compare by identity; order by ``number``."""

    __slots__ = ("args", "kind", "lazy", "mask", "number", "opposite", "strict")

    def __init__(self, kind: str, args: tuple[Any, ...], mask: int, number: int, *, strict: bool) -> None:
        self.kind = kind
        self.args = args
        #: types that a value may have for the formula to hold, at most
        self.mask = mask
        self.number = number
        self.strict = strict
        self.opposite: Formula | None = None
        #: what a ``schema`` formula stands for; expanded when first needed
        self.lazy: Any = None

    def __repr__(self) -> str:
        return f"{self.kind}{'!' if self.strict else ''}{self.args!r}"


class Space:
    """Makes formulas, and owns what is shared by one decision: budget, patterns, values."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.language = Language(budget)
        self.values: dict[Hashable, JsonValue] = {}
        self._formulas: dict[tuple[Any, ...], Formula] = {}
        self.true = self._intern("and", (), ALL)
        self.false = self._intern("or", (), 0)
        self.true.opposite = self.false
        self.false.opposite = self.true

    def _intern(self, kind: str, args: tuple[Any, ...], mask: int, *, strict: bool = False) -> Formula:
        name = (kind, strict, args)
        found = self._formulas.get(name)
        if found is None:
            found = Formula(kind, args, mask, len(self._formulas), strict=strict)
            self._formulas[name] = found
        return found

    def types(self, mask: int) -> Formula:
        """The value has one of the types in ``mask``."""
        if mask == ALL:
            return self.true
        return self._intern("types", (mask,), mask) if mask else self.false

    def one_of(self, values: Iterable[JsonValue]) -> Formula:
        """The value equals one of ``values``."""
        keys = []
        mask = 0
        for value in values:
            name = key(value)
            self.values.setdefault(name, value)
            keys.append(name)
            mask |= type_of(value)
        self.budget.spend(len(keys) // 50)
        return self._intern("enum", (frozenset(keys),), mask) if keys else self.false

    def among(self, keys: frozenset[Hashable]) -> Formula:
        """The value's key is one of ``keys``, whose values are known."""
        mask = 0
        for name in keys:
            mask |= type_of(self.values[name])
        return self._intern("enum", (keys,), mask) if keys else self.false

    def name(self, name: str) -> Formula:
        """The string ``name``."""
        self.values[name] = name
        return self._intern("enum", (frozenset((name,)),), STRING)

    def has(self, name: str, *, strict: bool = False) -> Formula:
        """The object has a member ``name``."""
        return self.literal("any", self.name(name), self.true, strict=strict)

    def literal(self, kind: str, *args: Any, strict: bool = False) -> Formula:
        """A literal; trivial ones become what they amount to."""
        bit = LITERALS[kind][0]
        holds = self._trivial(kind, args)
        if holds is not None:
            if holds:
                return self.types(bit) if strict else self.true
            return self.false if strict else self.types(ALL ^ bit)
        return self._intern(kind, args, bit if strict else ALL, strict=strict)

    def _trivial(  # noqa: PLR0911 - one per group of kinds
        self, kind: str, args: tuple[Any, ...]
    ) -> bool | None:
        if kind in _INNER:
            if kind in _UNIVERSAL:
                return True if args[-1] is self.true or args[0] is self.false else None
            return False if args[-1] is self.false or args[0] is self.false else None
        if kind in ("longer", "more", "wide"):
            return True if args[0] <= 0 else None
        if kind in ("shorter", "fewer", "narrow"):
            return False if args[0] <= 0 else None
        if kind == "contains":
            return True if args[1] <= 0 else None
        if kind == "lacks":
            return False if args[1] <= 0 else None
        return None

    def every(self, parts: Iterable[Formula]) -> Formula:
        """All of ``parts``."""
        return self._joined("and", parts, self.true, self.false)

    def either(self, parts: Iterable[Formula]) -> Formula:
        """Any of ``parts``."""
        return self._joined("or", parts, self.false, self.true)

    def _joined(self, kind: str, parts: Iterable[Formula], unit: Formula, zero: Formula) -> Formula:
        found: dict[Formula, None] = {}
        for part in parts:
            if part is zero:
                return zero
            if part is unit:
                continue
            for inner in part.args if part.kind == kind else (part,):
                if inner.opposite is not None and inner.opposite in found:
                    return zero
                found[inner] = None
        if len(found) == 1:
            return next(iter(found))
        mask = ALL if kind == "and" else 0
        for part in found:
            mask = mask & part.mask if kind == "and" else mask | part.mask
        if kind == "and" and not mask:
            return self.false
        return self._intern(kind, tuple(found), mask)

    def opaque(self, name: Hashable, reason: str) -> Formula:
        """Something unknown about the value; equal names are the same unknown."""
        found = self._intern("opaque", (name,), ALL)
        found.lazy = reason
        return found

    def schema(self, name: Hashable, mask: int, lazy: Any) -> Formula:
        """The value is valid against a schema, which is compiled when it is needed."""
        found = self._intern("schema", (name,), mask)
        if found.lazy is None:
            found.lazy = lazy
        return found

    def negation(self, formula: Formula) -> Formula:
        """Return the opposite of ``formula``."""
        found = formula.opposite
        if found is None:
            found = self._negated(formula)
            formula.opposite = found
            if found.opposite is None:
                found.opposite = formula
        return found

    def _negated(self, formula: Formula) -> Formula:
        kind, args = formula.kind, formula.args
        if kind in LITERALS:
            if kind in _INNER:
                args = (*args[:-1], self.negation(args[-1]))
            return self.literal(LITERALS[kind][1], *args, strict=not formula.strict)
        if kind == "and":
            return self.either([self.negation(part) for part in args])
        if kind == "or":
            return self.every([self.negation(part) for part in args])
        if kind == "types":
            return self.types(ALL ^ args[0])
        # enum, schema and opaque have a bare negation
        found = self._intern("not", (formula,), ALL)
        found.opposite = formula
        return found
