"""Which differences of two schemas are to blame for a break, and the proof of each.

The pair as a whole has a verdict. If it is proven compatible, nothing is to blame, whatever it
looks like. Else each difference that could be the cause is tried alone on the old schema: it breaks
by itself, with a witness of its own that also holds for the whole pair, or it is cleared, or it
stays open. The break of the pair is never lost: what no difference does alone they do together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from mcp_docs.change import Level, Proof, Undecided, Witnessed
from mcp_docs.classifier.hybrid import by_member, hybrid
from mcp_docs.classifier.spelling import accept_the_same
from mcp_docs.interface import Schema
from mcp_docs.jsonvalue import JsonValue
from mcp_docs.policy import Policy
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.containment import decide
from mcp_docs.schema.delta import Delta, Edits
from mcp_docs.schema.inline import inline
from mcp_docs.schema.validate import accepts
from mcp_docs.schema.verdict import Breaking, Compatible, Direction, Verdict

#: What is found of one difference: ``None`` when it is cleared.
Blame: TypeAlias = "tuple[Level, Proof] | None"
_Found: TypeAlias = "tuple[Level, Proof]"

_TOO_LARGE = "the schema is too large for this difference to be tried alone"
_OTHERS = "together with the other changes it may break; alone it could not be shown to"
#: Suspects are tried one by one on the whole schema: so many at least, and as many more as this buys,
#: in characters of schema.
LEAST_TRIED = 5
MOST_READ = 5_000_000
_UNTRIED: Blame = (Level.REVIEW, Undecided("there are too many differences to try each of them alone"))


@dataclass(frozen=True)
class Trial:
    """Two schemas in one direction, and whether the change from one to the other breaks somebody."""

    old: Schema
    new: Schema
    direction: Direction
    policy: Policy

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict on the pair as a whole."""
        return self._decide(self.old, self.new)

    @cached_property
    def same(self) -> bool:
        """Whether the pair is proven to accept the same values; whoever ignores some is not asked."""
        return all(isinstance(verdict, Compatible) for verdict in self._both_ways)

    @cached_property
    def differs(self) -> bool:
        """Whether a value is known that one schema accepts and the other one does not."""
        return any(isinstance(verdict, Breaking) for verdict in self._both_ways)

    @cached_property
    def _both_ways(self) -> tuple[Verdict, Verdict]:
        pairs = ((self.old, self.new), (self.new, self.old))
        one, other = (decide(a, b, direction=self.direction, profile="strict") for a, b in pairs)
        return one, other

    @cached_property
    def equal(self) -> bool:
        """Whether the pair is proven to accept the very same values, and only its spelling differs."""
        return not isinstance(self.verdict, Breaking) and accept_the_same(self.old, self.new)

    @cached_property
    def written_out(self) -> JsonValue | None:
        """The old schema with its references written out; ``None`` if that is too large."""
        return inline(self.old)

    def _decide(self, old: JsonValue, new: JsonValue) -> Verdict:
        return decide(old, new, direction=self.direction, profile=self.policy.profile)

    def is_suspect(self, delta: Delta) -> bool:
        """Tell whether a difference could be the cause of a break, going by its keyword."""
        return delta.relation in (("narrower", "other") if self.direction == "input" else ("wider", "other"))

    def blame(self, suspects: Sequence[Delta]) -> list[Blame]:
        """Return for each suspect what it is to blame for."""
        if isinstance(self.verdict, Compatible):
            return [None] * len(suspects)
        if isinstance(self.verdict, Breaking):
            together: _Found = (Level.BREAKING, Witnessed(self.direction, self.verdict.witness))
        else:
            together = (Level.REVIEW, Undecided(self.verdict.reason))
        if len(suspects) == 1:
            return [together]
        affordable = LEAST_TRIED + MOST_READ // len(repr(self.old))
        found: dict[int, Blame] = dict.fromkeys(range(len(suspects)), _UNTRIED)
        for edits, numbers in self._groups(suspects[:affordable]):
            parts = [suspects[number] for number in numbers]
            found |= zip(numbers, self._group(edits, parts, together), strict=True)
        return _never_lost(list(found.values()), together)

    def _groups(self, suspects: Sequence[Delta]) -> Iterator[tuple[Edits, list[int]]]:
        """Yield suspects by what is tried at once: those inside one argument together, others alone."""
        for edit, numbers in by_member(suspects, self.new):
            if edit is None:
                yield from ((suspects[number].edits, [number]) for number in numbers)
            else:
                yield (edit,), numbers

    def _group(self, edits: Edits, parts: Sequence[Delta], together: _Found) -> list[Blame]:
        """Judge suspects that are tried at once, then one by one."""
        found = self._tried(edits, together)
        if found is None or len(parts) == 1:
            return [found] * len(parts)
        return _never_lost([self._tried(delta.edits, found) for delta in parts], found)

    def _tried(self, edits: Edits, together: _Found) -> Blame:
        """Judge differences by what they do alone; ``together`` is what more of them do at once."""
        if self.written_out is None:
            return Level.REVIEW, Undecided(_TOO_LARGE)
        tried = hybrid(self.written_out, self.new, edits)
        alone = self._decide(self.written_out, tried)
        if isinstance(alone, Compatible):
            return None
        if isinstance(alone, Breaking) and self._breaks(self.new, alone.witness):
            return Level.BREAKING, Witnessed(self.direction, alone.witness)
        proof = together[1]
        if not isinstance(proof, Witnessed) or self._breaks(tried, proof.value):
            return together
        return Level.REVIEW, Undecided(_OTHERS)

    def _breaks(self, new: JsonValue, witness: JsonValue) -> bool:
        """Tell whether a witness proves that the change from the old schema to ``new`` breaks."""
        small, large = (self.old, new) if self.direction == "input" else (new, self.old)
        try:
            return accepts(small, witness) and not accepts(large, witness)
        except Unmodelled:
            return False  # what cannot be checked proves nothing


def _never_lost(found: list[Blame], together: _Found) -> list[Blame]:
    """Return what was found of each, or, where that falls short of the whole, the whole for all."""
    worst = max((one[0] for one in found if one), default=Level.PATCH)
    return found if worst >= together[0] else [together] * len(found)
