"""Parts of an element that are malformed, became so, or were mended.

A malformed part is never taken at its word: what it would promise is not compared. That it is
malformed is a change of its own, and so is every change of it while it stays so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

from mcp_docs.change import Change, Level, Side, Undecided
from mcp_docs.classifier.draft import change_of
from mcp_docs.interface import Element, Problem
from mcp_docs.jsonvalue import ABSENT

State: TypeAlias = Literal["absent", "sound", "malformed"]

#: The members that hold a schema, and their sides.
SCHEMAS: Final[Mapping[str, Literal["input", "output"]]] = {"inputSchema": "input", "outputSchema": "output"}
#: The code of a schema that is valid and says nothing, since its author meant something else by it.
_FOREIGN: Final = "schema.foreign"
_UNREAD: Final = "the schema was malformed before, so that nothing can be proven of its change"


def state_of(element: Element, member: str) -> State:
    """Tell whether a schema of an element can be taken at its word."""
    if element.has_problem_at(f"/{member}"):
        return "malformed"
    return "sound" if member in element.data else "absent"


def problem_changes(old: Element, new: Element) -> Iterator[Change]:
    """Yield which parts beside the schemas became malformed, and which were mended."""
    before, after = _elsewhere(old), _elsewhere(new)
    for pointer in sorted(after.keys() - before.keys()):
        yield _malformed(new, after[pointer], "meta")
    for pointer in sorted(before.keys() - after.keys()):
        if not new.has_problem_at(pointer.rpartition("/")[0]):
            yield _mended(new, before[pointer], "meta")


def unsound_schema(old: Element, new: Element, member: str) -> Iterator[Change]:
    """Yield what becomes of a schema that is malformed on one side at least."""
    states, side = (state_of(old, member), state_of(new, member)), SCHEMAS[member]
    if states[1] == "sound":
        yield _mended(new, _first(old, member), side)
    elif states[0] != "malformed":
        yield _spoilt(new, _first(new, member), side, since=states[0])
    elif old.data.get(member, ABSENT) != new.data.get(member, ABSENT):
        before, after = old.data.get(member, ABSENT), new.data.get(member, ABSENT)
        pointer, detail, proof = f"/{member}", (("name", member),), Undecided(_UNREAD)
        yield change_of(
            "element.field.changed", new, "meta", before, after, pointer=pointer, detail=detail, proof=proof
        )


def _elsewhere(element: Element) -> Mapping[str, Problem]:
    return {p.pointer: p for p in element.problems if _top(p) not in SCHEMAS}


def _first(element: Element, member: str) -> Problem:
    return min(
        (p for p in element.problems if _top(p) == member), key=lambda p: (p.pointer, p.code, p.message)
    )


def _top(problem: Problem) -> str:
    return problem.pointer.split("/")[1] if problem.pointer else ""


def _spoilt(new: Element, problem: Problem, side: Side, *, since: State) -> Change:
    """A schema in a notation of its own takes nothing away where there was none: nobody relied on it."""
    if since == "absent" and problem.code == _FOREIGN:
        proof = Undecided(
            "clients take it for a schema that allows everything, which its author did not mean"
        )
        return _malformed(new, problem, side, level=Level.REVIEW, proof=proof)
    return _malformed(new, problem, side)


def _malformed(
    new: Element, problem: Problem, side: Side, *, level: Level | None = None, proof: Undecided | None = None
) -> Change:
    pointer, detail = problem.pointer, _detail(problem)
    # The message is for readers; what identifies the change is the kind of fault.
    return change_of(
        "element.malformed",
        new,
        side,
        ABSENT,
        problem.code,
        pointer=pointer,
        detail=detail,
        level=level,
        proof=proof,
    )


def _mended(new: Element, problem: Problem, side: Side) -> Change:
    detail = _detail(problem)
    return change_of(
        "element.mended", new, side, problem.code, ABSENT, pointer=problem.pointer, detail=detail
    )


def _detail(problem: Problem) -> tuple[tuple[str, str], ...]:
    return (("name", _top(problem) or "the element"), ("told", problem.message))
