"""Which differences of two schemas are to blame for a break, and the proof of each.

The pair as a whole has a verdict. If it is proven compatible, nothing is to blame, whatever it
looks like. Else each difference that could be the cause is tried alone on the old schema: it breaks
by itself, with a witness of its own that also holds for the whole pair, or it is cleared, or it
stays open. The break of the pair is never lost: what no difference does alone they do together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from mcp_docs.change import Level, Proof, Undecided, Witnessed
from mcp_docs.interface import Schema
from mcp_docs.jsonvalue import Absent, JsonValue, canonical_text, pointer_split
from mcp_docs.policy import Policy
from mcp_docs.schema import decide
from mcp_docs.schema.delta import Delta, Edit, Edits
from mcp_docs.schema.inline import inline, led_to
from mcp_docs.schema.validate import is_valid
from mcp_docs.schema.verdict import Breaking, Compatible, Direction, Unproven, Verdict

#: What is found of one difference: ``None`` when it is cleared.
Blame: TypeAlias = "tuple[Level, Proof] | None"

_TOO_LARGE = "the schema is too large for this difference to be tried alone"
_OTHERS = "together with the other changes it may break; alone it could not be shown to"
#: Suspects are tried one by one on the whole schema: so many at least, and as many more as this buys,
#: in characters of schema.
_LEAST_TRIED = 5
_MOST_READ = 5_000_000
_UNTRIED: Blame = (Level.REVIEW, Undecided("there are too many differences to try each of them alone"))
#: Where a hybrid keeps the new schema, for the references of parts that come from it.
_NEW_SIDE = "mcp-docs new side"
_NEW_ROOT = f"/$defs/{_NEW_SIDE}"


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
        """Whether the pair is proven compatible in both directions, so that both accept the same."""
        return isinstance(self.verdict, Compatible) and isinstance(
            self._decide(self.new, self.old), Compatible
        )

    @cached_property
    def _written_out(self) -> JsonValue | None:
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
            together: tuple[Level, Proof] = (Level.BREAKING, Witnessed(self.direction, self.verdict.witness))
        else:
            together = (Level.REVIEW, Undecided(self.verdict.reason))
        if len(suspects) == 1:
            return [together]
        affordable = _LEAST_TRIED + _MOST_READ // len(repr(self.old))
        tried = [self._part(delta, together) for delta in suspects[:affordable]]
        found = [*tried, *[_UNTRIED] * len(suspects[affordable:])]
        worst = max((one[0] for one in found if one), default=Level.PATCH)
        return found if worst >= together[0] else [together] * len(suspects)

    def _part(self, delta: Delta, together: tuple[Level, Proof]) -> Blame:
        """Judge one of several suspects, which together are to blame for a break or a doubt."""
        hybrid = self._hybrid(delta)
        alone = self._alone(hybrid)
        if isinstance(alone, Compatible):
            return None
        if isinstance(alone, Breaking) and self._breaks(self.new, alone.witness):
            return Level.BREAKING, Witnessed(self.direction, alone.witness)
        if not isinstance(self.verdict, Breaking):
            return together
        if hybrid is None:
            return Level.REVIEW, Undecided(_TOO_LARGE)
        return together if self._breaks(hybrid, self.verdict.witness) else (Level.REVIEW, Undecided(_OTHERS))

    def _alone(self, hybrid: JsonValue | None) -> Verdict:
        return Unproven(_TOO_LARGE) if hybrid is None else self._decide(self._written_out, hybrid)

    def _hybrid(self, delta: Delta) -> JsonValue | None:
        """Return the old schema with just this difference made."""
        if self._written_out is None:
            return None
        edits = [Edit(e.pointer, e.value if e.own else _led(e.value)) for e in delta.edits]
        hybrid = apply_edits(self._written_out, tuple(edits))
        if not isinstance(hybrid, Mapping) or not any(_refers(e.value) for e in delta.edits if not e.own):
            return hybrid
        definitions = hybrid.get("$defs")
        known = definitions if isinstance(definitions, Mapping) else {}
        return {**hybrid, "$defs": {**known, _NEW_SIDE: led_to(self.new, _NEW_ROOT)}}

    def _breaks(self, new: JsonValue, witness: JsonValue) -> bool:
        """Tell whether a witness proves that the change from the old schema to ``new`` breaks."""
        accepts, rejects = (self.old, new) if self.direction == "input" else (new, self.old)
        return is_valid(accepts, witness) and not is_valid(rejects, witness)


def _led(value: JsonValue | Absent) -> JsonValue | Absent:
    return value if isinstance(value, Absent) else led_to(value, _NEW_ROOT)


def _refers(value: JsonValue | Absent) -> bool:
    return not isinstance(value, Absent) and '"$ref"' in canonical_text(value)


def apply_edits(schema: JsonValue, edits: Edits) -> JsonValue:
    """Return a copy of ``schema`` with the edits made, one after the other."""
    for edit in edits:
        schema = _edited(schema, pointer_split(edit.pointer), edit.value)
    return schema


def _edited(schema: JsonValue, tokens: tuple[str, ...], value: JsonValue | Absent) -> JsonValue:
    if not tokens:
        return {} if isinstance(value, Absent) else value
    token, rest = tokens[0], tokens[1:]
    if isinstance(schema, Mapping):
        if not rest and isinstance(value, Absent):
            return {key: item for key, item in schema.items() if key != token}
        return {**schema, token: _edited(schema.get(token, {}), rest, value)}
    if isinstance(schema, Sequence) and not isinstance(schema, str):
        return _with_item(schema, token, rest, value)
    return schema


def _with_item(
    items: Sequence[JsonValue], token: str, rest: tuple[str, ...], value: JsonValue | Absent
) -> Sequence[JsonValue]:
    if token == "-":  # noqa: S105 - a token of a JSON Pointer
        return items if isinstance(value, Absent) else [*items, value]
    if not token.isdecimal() or int(token) >= len(items):
        return items
    number = int(token)
    kept = [] if not rest and isinstance(value, Absent) else [_edited(items[number], rest, value)]
    return [*items[:number], *kept, *items[number + 1 :]]
