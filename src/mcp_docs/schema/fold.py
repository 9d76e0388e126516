"""Reading unions and plain schemas alike, so that what is the same is compared with the same.

``anyOf: [X, null]`` is ``X`` that also admits null; a union of bare types is a list of types; a
plain schema beside a union is a union of one. All of it keeps the set of accepted values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from mcp_docs.jsonvalue import JsonObject, JsonValue, canonical_text, pointer_join
from mcp_docs.schema.inline import ANNOTATIONS

UNIONS: Final = ("anyOf", "oneOf")
_NULL: Final = '{"type":"null"}'
#: Keywords that read their neighbours, which must not be given new ones.
_APART: Final = frozenset(
    "additionalProperties unevaluatedProperties unevaluatedItems items $ref if then else".split()
)
#: Keywords that may refuse null, for which no list of types or choices is to blame.
_MAY_REFUSE_NULL: Final = frozenset("anyOf oneOf allOf not if $ref $dynamicRef $recursiveRef".split())


@dataclass(frozen=True, slots=True)
class Reading:
    """A schema as it is read.

    Attributes:
        schema: its keywords.
        steps: for a keyword that stands further in, the pointer to the schema that it stands in.
    """

    schema: JsonObject
    steps: Mapping[str, str] = field(default_factory=dict)

    @property
    def has_union(self) -> bool:
        """Whether a union is among the keywords."""
        return any(word in self.schema for word in UNIONS)

    def with_branch(self, word: str, number: int, branch: JsonObject) -> Reading:
        """Return the schema with the keywords of one branch in place of the branches.

        What stands outside counts where both say the same keyword.
        """
        rest = without(self.schema, word)
        inside = self.steps.get(word, "") + pointer_join("", word, number)
        steps = {key: self.steps.get(key, "") if key in rest else inside for key in {**branch, **rest}}
        return Reading({**branch, **rest}, steps)


_Pair: TypeAlias = "tuple[Reading, Reading]"
Follow: TypeAlias = Callable[[JsonValue], JsonValue]


def folded_pair(old: JsonObject, new: JsonObject, follow_old: Follow, follow_new: Follow) -> _Pair:
    """Return both schemas with their unions read alike; the very same objects where nothing is folded.

    A union is folded only where both sides have none afterwards: branches are compared with branches.
    """
    pair = Reading(old), Reading(new)
    for word in ("allOf", *UNIONS):
        left, right = _single(pair[0], word), _single(pair[1], word)
        if word not in left.schema and word not in right.schema:
            pair = left, right
    left, right = _nullable(pair[0], _as_it_is), _nullable(pair[1], _as_it_is)
    if not left.has_union and not right.has_union:
        return left, right
    if pair[0].has_union == pair[1].has_union:
        return pair
    if pair[0].has_union:
        return _alike(pair[0], pair[1], follow_old)
    right, left = _alike(pair[1], pair[0], follow_new)
    return left, right


def _alike(union: Reading, plain: Reading, follow: Follow) -> _Pair:
    """Fold the union if that is possible, else read the plain schema as a union of one."""
    for folded in (_nullable(union, follow), _bare_types(union)):
        if not folded.has_union:
            return folded, plain
    return union, _lifted(plain, union)


def _as_it_is(schema: JsonValue) -> JsonValue:
    return schema


def without(schema: JsonObject, word: str) -> dict[str, JsonValue]:
    """Return a schema without one of its keywords."""
    return {key: value for key, value in schema.items() if key != word}


def branches_of(schema: JsonObject, word: str) -> Sequence[JsonValue]:
    """Return the branches under ``word``; none when it is missing or no list."""
    value = schema.get(word)
    return value if isinstance(value, Sequence) and not isinstance(value, str) else ()


def _single(reading: Reading, word: str) -> Reading:
    """Read a combination of one branch as the branch, where that is the same."""
    branches = branches_of(reading.schema, word)
    if len(branches) != 1 or not isinstance(branches[0], Mapping):
        return reading
    rest, inner = without(reading.schema, word), branches[0]
    limits = rest.keys() - ANNOTATIONS
    if limits & inner.keys() or (limits and _APART & (limits | inner.keys())):
        return reading
    return reading.with_branch(word, 0, inner)


def _nullable(reading: Reading, follow: Follow) -> Reading:
    """Read ``anyOf: [X, null]`` as ``X`` that also admits null, where that is the same."""
    branches = branches_of(reading.schema, "anyOf")
    others = [number for number, branch in enumerate(branches) if canonical_text(branch) != _NULL]
    if len(others) != 1 or len(branches) == 1 or without(reading.schema, "anyOf").keys() - ANNOTATIONS:
        return reading
    inner = follow(branches[others[0]])
    admitting = _admitting_null(inner) if isinstance(inner, Mapping) else None
    return reading if admitting is None else reading.with_branch("anyOf", others[0], admitting)


def _admitting_null(schema: JsonObject) -> JsonObject | None:
    """Return a schema of one value's type or choices that also accepts null; ``None`` if it has neither."""
    if schema.keys() & _MAY_REFUSE_NULL or not schema.keys() & {"type", "enum", "const"}:
        return None
    result = without(schema, "const")
    choices = [schema["const"]] if "const" in schema else [*branches_of(schema, "enum")]
    if choices:
        result["enum"] = choices if None in choices else [*choices, None]
    if "type" in schema:
        types = schema["type"]
        names = [types] if isinstance(types, str) else [*branches_of(schema, "type")]
        result["type"] = names if "null" in names else [*names, "null"]
    return result


def _bare_types(reading: Reading) -> Reading:
    """Read a union of nothing but types as a list of types, where that is the same."""
    for word in UNIONS:
        branches, rest = branches_of(reading.schema, word), without(reading.schema, word)
        names = list(_bare_names(branches))
        overlap = word == "oneOf" and {"integer", "number"} <= set(names)
        if len(names) == len(branches) == len(set(names)) > 0 and "type" not in rest and not overlap:
            return Reading({**rest, "type": names}, {**reading.steps, "type": f"/{word}"})
    return reading


def _bare_names(branches: Sequence[JsonValue]) -> Iterator[str]:
    for branch in branches:
        if isinstance(branch, Mapping) and branch.keys() == {"type"} and isinstance(branch["type"], str):
            yield branch["type"]


def _lifted(plain: Reading, union: Reading) -> Reading:
    """Read a plain schema as a union of one, if the other side is a union and nothing else."""
    words = union.schema.keys() - ANNOTATIONS
    limits = {key: value for key, value in plain.schema.items() if key not in ANNOTATIONS}
    if len(words) != 1 or not limits or "$ref" in limits:
        return plain
    (word,) = words
    notes = {key: value for key, value in plain.schema.items() if key in ANNOTATIONS}
    return Reading({**notes, word: [limits]}, plain.steps)
