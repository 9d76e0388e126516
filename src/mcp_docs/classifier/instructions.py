"""Whether a rewording tells a model what to do."""

from __future__ import annotations

import re
from collections import Counter

from mcp_docs.change import Level
from mcp_docs.jsonvalue import Absent, JsonValue

#: Words that command rather than describe, and phrases that rank a tool among others.
_COMMANDS = re.compile(
    r"\b(always|never|must(?:\s+not)?|do\s+not|don't|prefer(?:red|ably)?|only\s+use|use\s+this\s+(?:tool\s+)?"
    r"(?:instead|first|before)|before\s+(?:any|using|calling)|instead\s+of|required\s+to|make\s+sure|ensure|"
    r"important|critical|mandatory|regardless|under\s+no\s+circumstances|ignore|should(?:\s+not)?|first\s+call|"
    r"call\s+this)\b",
    re.IGNORECASE,
)


def rewording_level(before: JsonValue | Absent, after: JsonValue | Absent) -> Level:
    """Return ``REVIEW`` when ``after`` commands something that ``before`` did not, else ``PATCH``."""
    new = Counter(_commands(after))
    new.subtract(_commands(before))
    return Level.REVIEW if any(count > 0 for count in new.values()) else Level.PATCH


def _commands(text: JsonValue | Absent) -> list[str]:
    found = _COMMANDS.findall(text) if isinstance(text, str) else []
    return [" ".join(word.lower().split()) for word in found]
