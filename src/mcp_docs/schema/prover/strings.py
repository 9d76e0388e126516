"""Strings: bounds of length, patterns to match and not to match, and exceptions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.prover.interfaces import Search
from mcp_docs.schema.prover.outcome import EMPTY, Found, Outcome, Unknown
from mcp_docs.schema.prover.state import State

#: What a reader takes for a value, tried first.
PLAUSIBLE: Final = (
    "text",
    "name",
    "a",
    "example",
    "1",
    "2024-01-31",
    "https://example.com/",
    "me@example.com",
)
#: Values for formats, which are annotations: plausible is all they have to be.
FORMATS: Final = {
    "date": "2024-01-31",
    "date-time": "2024-01-31T09:30:00Z",
    "email": "me@example.com",
    "uri": "https://example.com/",
    "url": "https://example.com/",
    "uuid": "123e4567-e89b-42d3-a456-426614174000",
    "time": "09:30:00Z",
    "hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
}
_LONGEST: Final = 20_000


def solve_string(search: Search, state: State) -> Outcome:
    """Return a string that satisfies the literals of ``state``."""
    wanted = [literal.args[0] for literal in state.literals if literal.kind == "pattern"]
    unwanted = [literal.args[0] for literal in state.literals if literal.kind == "nopattern"]
    low = max([0, *(literal.args[0] for literal in state.literals if literal.kind == "longer")])
    bounds = [literal.args[0] - 1 for literal in state.literals if literal.kind == "shorter"]
    high = min(bounds, default=None)
    if high is not None and low > high:
        return EMPTY
    modelled, unknown = _modelled(search, wanted, unwanted)
    excluded = sorted(name for name in state.excluded if isinstance(name, str))
    for candidate in _plausible(state, low):
        if low <= len(candidate) and (high is None or len(candidate) <= high) and not unknown:
            fits = candidate not in state.excluded and _matches(search, candidate, modelled)
            if fits:
                return Found(candidate)
    if low > _LONGEST and not (modelled[0] or modelled[1]):
        return Unknown(f"a string would need {low} characters")
    found = search.space.language.shortest(*modelled, (low, high), excluded)
    if found is None:
        return EMPTY
    return Unknown(unknown, (found,)) if unknown else Found(found)


def _modelled(
    search: Search, wanted: list[str], unwanted: list[str]
) -> tuple[tuple[list[str], list[str]], str]:
    """Return the patterns that are modelled, and why others are not."""
    reason = ""
    kept: tuple[list[str], list[str]] = ([], [])
    for patterns, into in ((wanted, kept[0]), (unwanted, kept[1])):
        for pattern in patterns:
            try:
                search.space.language.node(pattern)
            except Unmodelled as fault:
                reason = reason or str(fault)
            else:
                into.append(pattern)
    return kept, reason


def _plausible(state: State, low: int) -> Iterator[str]:
    for schema in state.schemas():
        form = schema.get("format")
        if isinstance(form, str) and form in FORMATS:
            yield FORMATS[form]
    if low == 0 or low <= len("text"):
        yield from PLAUSIBLE[:3]
    if any(literal.kind == "pattern" for literal in state.literals):
        yield from PLAUSIBLE[3:]


def _matches(search: Search, text: str, patterns: tuple[list[str], list[str]]) -> bool:
    language = search.space.language
    return all(language.matches(pattern, text) for pattern in patterns[0]) and not any(
        language.matches(pattern, text) for pattern in patterns[1]
    )
