"""Judging the members of an object one by one, where they are independent of each other."""

from __future__ import annotations

from functools import lru_cache

from mcp_docs.change import Witnessed
from mcp_docs.classifier.blame import LEAST_TRIED, MOST_READ, Trial
from mcp_docs.classifier.judge import Judged, judge
from mcp_docs.policy import Policy
from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.members import Member, Members, members
from mcp_docs.schema.source import unpacked
from mcp_docs.schema.verdict import Direction


def judged_by_member(trial: Trial) -> list[Judged] | None:
    """Return the judged differences of two schemas, or ``None`` if members alone cannot tell.

    That is so where members depend on each other; where a break of one is not one of the whole, as
    when the object cannot have a value at all; or where no structural difference names the change.
    """
    try:
        parts = members(trial.old, trial.new)
    except Unmodelled:
        return None
    if parts is None or len(parts.changed) > LEAST_TRIED + MOST_READ // len(parts.old.data):
        return None
    found: list[Judged] = []
    for member in parts.changed:
        judged = _lifted(parts, member, trial)
        if judged is None:
            return None
        found += judged
    return found


def _lifted(parts: Members, member: Member, trial: Trial) -> list[Judged] | None:
    """Return what is found of a member, proven by values of the whole object."""
    found: list[Judged] = []
    for delta, level, proof in _judged(member.old, member.new, trial.direction, trial.policy):
        if not delta.pointer:
            return None
        if isinstance(proof, Witnessed):
            value = parts.lifted(proof.value, member, trial.direction, trial.policy.profile)
            if value is None:
                return None
            found.append((delta, level, Witnessed(proof.side, value)))
        else:
            found.append((delta, level, proof))
    return found


@lru_cache(maxsize=4096)
def _judged(old: bytes, new: bytes, direction: Direction, policy: Policy) -> tuple[Judged, ...]:
    """Judge one member; what happens to it often happens to the same member of many tools."""
    return tuple(judge(Trial(unpacked(old), unpacked(new), direction, policy)))
