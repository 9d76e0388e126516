"""Objects: what members of some names have to be, members that there have to be, and how many."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from mcp_docs.jsonvalue import JsonValue
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.formula import Formula
from mcp_docs.schema.prover.interfaces import Search
from mcp_docs.schema.prover.outcome import EMPTY, Empty, Found, Outcome, Unknown
from mcp_docs.schema.prover.state import State
from mcp_docs.schema.values import OBJECT, STRING, key

#: Names for members that no schema knows, best first.
_EXTRA: Final = ("extra", "other", "a", "x")
_MOST_PADDING: Final = 200

Rule = tuple[Formula, Formula]
#: Name to what its value has to satisfy beyond the rules.
Chosen = dict[str, tuple[Formula, ...]]


def solve_object(search: Search, state: State) -> Outcome:
    """Return an object that satisfies the literals of ``state``."""
    try:
        return _Objects(search, state).solve()
    except Unmodelled as reason:
        return Unknown(str(reason))


@dataclass
class _Objects:
    """One object in the making."""

    search: Search
    state: State
    rules: dict[str, list[Formula]] = field(default_factory=dict)
    general: list[Rule] = field(default_factory=list)
    needs: dict[str, list[Formula]] = field(default_factory=dict)
    somes: list[Rule] = field(default_factory=list)
    low: int = 0
    high: int | None = None
    unknown: str = ""
    members: dict[tuple[str, tuple[Formula, ...]], Outcome] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for literal in self.state.literals:
            if literal.kind == "wide":
                self.low = max(self.low, literal.args[0])
            elif literal.kind == "narrow":
                most = literal.args[0] - 1
                self.high = most if self.high is None else min(self.high, most)
            else:
                self._add(literal)

    def _add(self, literal: Formula) -> None:
        names, inner = literal.args
        single = single_name(names)
        if literal.kind == "each":
            if single is not None:
                self.rules.setdefault(single, []).append(inner)
            elif names.kind == "enum":
                for name in sorted(name for name in names.args[0] if isinstance(name, str)):
                    self.rules.setdefault(name, []).append(inner)
            else:
                self.general.append((names, inner))
        elif single is not None:
            self.needs.setdefault(single, []).append(inner)
        else:
            self.somes.append((names, inner))

    def solve(self) -> Outcome:
        """Return an object, or that there is none, or why that is unknown."""
        if self.high is not None and max(self.low, len(self.needs)) > self.high:
            return EMPTY
        for name in self.needs:
            if isinstance(self.member(name), Empty):
                return EMPTY
        outcome = self._assign(0, {})
        if isinstance(outcome, Empty) and self.unknown:
            outcome = Unknown(self.unknown)
        if isinstance(outcome, Found) and key(outcome.value) in self.state.excluded:
            return self._avoiding(outcome)
        return outcome

    def member(self, name: str, *more: Formula) -> Outcome:
        """Return a value for the member ``name``; note it when that is unknown."""
        known = self.members.get((name, more))
        if known is not None:
            return known
        rules = self.rules.get(name, ())
        outcome = self.search.solve([*rules, *self._general(name), *self.needs.get(name, ()), *more])
        if isinstance(outcome, Unknown):
            self.unknown = self.unknown or outcome.reason
        self.members[name, more] = outcome
        return outcome

    def _general(self, name: str) -> list[Formula]:
        return [inner for names, inner in self.general if self.search.judge.holds(names, name)]

    def _assign(self, index: int, chosen: Chosen) -> Outcome:
        """Give each demand for some member a name: one in use, one that is known, or a new one."""
        if self.high is not None and len(self.needs.keys() | chosen.keys()) > self.high:
            return EMPTY
        if index == len(self.somes):
            return self._finish(chosen)
        names, inner = self.somes[index]
        for name in self._candidates(names, inner, chosen):
            wanted = (*chosen.get(name, ()), inner)
            if isinstance(self.member(name, *wanted), Found):
                outcome = self._assign(index + 1, {**chosen, name: wanted})
                if not isinstance(outcome, Empty):
                    return outcome
        return EMPTY

    def _candidates(self, names: Formula, inner: Formula, chosen: Chosen) -> Iterator[str]:
        known = dict.fromkeys([*chosen, *self.needs, *self.rules])
        for name in known:
            if self.search.judge.holds(names, name):
                yield name
        yield from self._fresh([names], inner, frozenset(known), 0)

    def _fresh(self, names: list[Formula], inner: Formula, used: frozenset[str], index: int) -> Iterator[str]:
        """Yield a name that is not used for each way in which the general rules can apply to it."""
        if isinstance(self._name(names, used), Empty):
            return
        if index == len(self.general):
            outcome = self._name(names, used)
            if isinstance(outcome, Found) and isinstance(outcome.value, str):
                yield outcome.value
            elif isinstance(outcome, Unknown):
                self.unknown = self.unknown or outcome.reason
            return
        condition, _ = self.general[index]
        space = self.search.space
        for part in (space.negation(condition), condition):
            if part is not space.false:
                yield from self._fresh([*names, part], inner, used, index + 1)

    def _name(self, names: list[Formula], used: frozenset[str]) -> Outcome:
        """Return a name that satisfies all of ``names`` and is not used."""
        space = self.search.space
        for name in _EXTRA:
            if name not in used and self._fits(name, names):
                return Found(name)
        avoid = [space.negation(space.one_of(sorted(used)))] if used else []
        return self.search.solve([*names, space.types(STRING), *avoid])

    def _fits(self, name: str, names: list[Formula]) -> bool:
        try:
            return all(self.search.judge.holds(part, name) for part in names)
        except Unmodelled:
            return False

    def _finish(self, chosen: Chosen) -> Outcome:
        """Add members up to the least number, and make the object."""
        wanted: Chosen = {name: chosen.get(name, ()) for name in [*self.needs, *chosen]}
        for name in self.rules:
            if len(wanted) >= self.low:
                break
            if name not in wanted and isinstance(self.member(name), Found):
                wanted[name] = ()
        missing = self.low - len(wanted)
        if missing > 0:
            # Of far too many members a few are enough to see whether there can be any.
            self._pad(wanted, missing if missing <= _MOST_PADDING else 3)
            if len(wanted) < self.low:
                if missing > _MOST_PADDING:
                    self.unknown = self.unknown or f"an object would need {self.low} members"
                return EMPTY
        return self._made(wanted)

    def _pad(self, wanted: Chosen, missing: int) -> None:
        space = self.search.space
        while missing > 0:
            used = frozenset([*wanted, *self.rules])
            for name in self._fresh([], space.true, used, 0):
                if isinstance(self.member(name), Found):
                    wanted[name] = ()
                    missing -= 1
                    break
            else:
                return

    def _made(self, wanted: Chosen) -> Outcome:
        made: dict[str, JsonValue] = {}
        order = [name for name in self.rules if name in wanted]
        for name in dict.fromkeys([*order, *wanted]):
            outcome = self.member(name, *wanted[name])
            if not isinstance(outcome, Found):
                return Unknown(outcome.reason) if isinstance(outcome, Unknown) else outcome
            made[name] = outcome.value
        return Found(made)

    def _avoiding(self, outcome: Found) -> Outcome:
        """Find an object that differs from those excluded: at some member, or in which members it has."""
        space = self.search.space
        excluded = [space.values[name] for name in self.state.excluded]
        first = next(v for v in excluded if key(v) == key(outcome.value))
        rest = frozenset(self.state.excluded) - {key(first)}
        bar = space.negation(space.among(rest)) if rest else space.true
        base = [*self.state.literals, space.types(OBJECT), bar]
        return self._first(base, list(differences(self.search, first)))

    def _first(self, base: list[Formula], options: list[Formula]) -> Outcome:
        unknown = ""
        for option in options:
            outcome = self.search.solve([*base, option])
            if isinstance(outcome, Found):
                return outcome
            if isinstance(outcome, Unknown):
                unknown = outcome.reason
        return Unknown(unknown) if unknown else EMPTY


def differences(search: Search, value: JsonValue) -> Iterator[Formula]:
    """Yield the ways in which an object can differ from the object ``value``."""
    space = search.space
    if not isinstance(value, dict):
        return
    names = space.one_of(list(value)) if value else space.false
    yield space.literal("any", space.negation(names), space.true, strict=True)
    for name, part in value.items():
        yield space.literal("each", space.name(name), space.false, strict=True)
        yield space.literal("any", space.name(name), space.negation(space.one_of([part])), strict=True)


def single_name(names: Formula) -> str | None:
    """Return the one name that a formula about names allows, if it is so simple."""
    if names.kind == "enum" and len(names.args[0]) == 1:
        name = next(iter(names.args[0]))
        return name if isinstance(name, str) else None
    return None
