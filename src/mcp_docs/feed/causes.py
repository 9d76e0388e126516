"""Which published changes a demand broke by: by the place and the keyword of what is the matter with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

from mcp_docs.contracts.model import MALFORMED, UNDECLARED, Clause, ClauseKind, Fault
from mcp_docs.jsonvalue import pointer_split

#: A change as a release's file of the feed has it.
Published: TypeAlias = Any

_SIDES: Final[dict[ClauseKind, str]] = {"input": "input", "reads": "output"}
_MEMBERS: Final = {"input": "inputSchema", "reads": "outputSchema"}
#: Keywords that reject a member for its name, or for not being there.
_NAMING: Final = frozenset(
    ("required", "dependentRequired", "dependencies", "additionalProperties", "unevaluatedProperties")
)
#: Keywords of which a change concerns everything inside.
_CONTAINERS: Final = frozenset(("type", "items", "prefixItems", "anyOf", "oneOf", "allOf", "properties"))
_MALFORMED_RULE: Final = "element.malformed"
_INDEX: Final = re.compile(r"\[\d+\]")


def causes(clause: Clause, fault: Fault, changes: Iterable[Published]) -> tuple[Published, ...]:
    """Return the changes of one release that can be what a demand broke by; none where none fits.

    Args:
        clause: the demand.
        fault: what is the matter with it.
        changes: of the release in which that began, as its file has them.
    """
    about = [
        change
        for change in changes
        if f"{change['element']['kind']}:{change['element']['name']}" == clause.element
        and change["raw_level"] in ("breaking", "review")
    ]
    if fault.keyword == MALFORMED:
        return tuple(change for change in about if change["rule"] == _MALFORMED_RULE)
    whole = [change for change in about if not change["pointer"] and change["operation"] == "removed"]
    side = _SIDES.get(clause.kind)
    if side is None or whole:
        return tuple(whole)
    about = [change for change in about if change["side"] == side]
    return tuple(_of_input(fault, about) if side == "input" else _of_output(fault, about))


def _of_input(fault: Fault, about: Sequence[Published]) -> Sequence[Published]:
    if fault.keyword == UNDECLARED:
        return [c for c in about if c["operation"] == "removed" and _is_at(c, fault.place)]
    inner = [change for change in about if any(_rejects(change, *site) for site in fault.inner)]
    tiers: tuple[Callable[[], Sequence[Published]], ...] = (
        lambda: [change for change in about if _rejects(change, fault.place, fault.keyword)],
        lambda: inner,
        lambda: [change for change in about if _is_around(change, fault.schema)],
        lambda: [c for c in about if _is_at(c, fault.place) and not _NAMING & {*_tokens(c)[-1:]}],
    )
    return next((found for tier in tiers if (found := tier())), ())


def _rejects(change: Published, place: str, keyword: str) -> bool:
    """Tell whether a change is one of a keyword at a place, or of the name that the keyword rejects."""
    if keyword in _NAMING:
        container = place.rpartition("/")[0]
        return _is_at(change, place) or (_is_at(change, container) and _is_of(change, keyword))
    return _is_at(change, place) and _is_of(change, keyword)


def _is_of(change: Published, keyword: str) -> bool:
    return keyword in _tokens(change)[-2:]


def _is_at(change: Published, place: str) -> bool:
    return bool(_plain(change) == _spelled(place))


def _is_around(change: Published, schema: str) -> bool:
    """Tell whether a change is of a part of the schema that the rejecting keyword is in, or has in it."""
    one, other = _tokens(change)[1:], pointer_split(schema)
    least = min(len(one), len(other))
    return not one or bool(least and one[:least] == other[:least])


def _of_output(fault: Fault, about: Sequence[Published]) -> Sequence[Published]:
    """Return the changes of the field, else of the nearest part around it that went or became another."""
    tokens = pointer_split(fault.place)
    for count in range(len(tokens), -1, -1):
        place = "".join(f"/{token}" for token in fault.place.split("/")[1 : count + 1])
        found = [change for change in about if _is_at(change, place)]
        if count < len(tokens):
            found = [c for c in found if c["operation"] == "removed" or _CONTAINERS & {*_tokens(c)[-2:]}]
        if found:
            return found
    return ()


def _tokens(change: Published) -> tuple[str, ...]:
    return tuple(pointer_split(change["pointer"]))


def _plain(change: Published) -> str:
    """Return the place of a change in a value, for comparison alone."""
    path = str(change["path"])
    path = path.removeprefix("output: ") if path != "output" else ""
    return _INDEX.sub("[]", path)


def _spelled(place: str) -> str:
    """Return a place in a value as changes spell it, with each index as any."""
    text = ""
    for token in pointer_split(place):
        if token == "-" or token.isdecimal():  # noqa: S105  # a token of a pointer
            text += "[]"
        else:
            text += ("." if text else "") + token
    return text
