"""What several formats say in the same words, and how foreign text becomes plain."""

from __future__ import annotations

from mcp_docs.report.model import Report, Severity
from mcp_docs.views.markdown import uncommanded, visible

_NOUNS = frozenset(severity.label for severity in Severity)


def plain(text: str) -> str:
    """Return text on one line, with nothing in it that hides, moves a cursor or commands a log."""
    return uncommanded(visible(text))


def summary(report: Report) -> str:
    """Return how many findings of each level there are: ``2 breaking, 1 minor; 1 accepted``."""
    counts = ", ".join(f"{number} {_named(level, number)}" for level, number in report.levels().items())
    accepted = f"{report.accepted} accepted" if report.accepted else ""
    return "; ".join(filter(None, (counts, accepted))) or "nothing found"


def _named(level: str, number: int) -> str:
    """Return the word for findings of a level: severities are nouns, all other levels adjectives."""
    return f"{level}s" if number > 1 and level in _NOUNS else level
