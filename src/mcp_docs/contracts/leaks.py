"""What an error's text should not tell its callers. Kinds are named; what was found never is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from mcp_docs.texts import hide

#: Shorter values may be settings such as ``fixture``, which an error may well name.
_SHORTEST_SECRET: Final = 8

_LONGEST: Final = 100_000
_KINDS: Final = (
    ("a stack trace", r"Traceback \(most recent call last\)"),
    ("a stack trace", r"^[ \t]{1,20}at \S[^\n]{0,200}:\d{1,9}(?::\d{1,9})?\)?[ \t]{0,9}$"),
    ("a stack trace", r"\bgoroutine \d{1,9} \["),
    ("a path of the server's machine", r"(?<![\w/:.])/(?:home|Users|root|usr|opt|srv|var|app)/\w"),
    ("a path of the server's machine", r"\b[A-Z]:\\\w"),
    ("a password or key", r"(?i:\b(?:password|passwd|secret|api[_-]?key|token)\s{0,3}[=:]\s{0,3}\S{4})"),
    ("a bearer token", r"\bBearer\s{1,3}[\w.~+/-]{12}"),
    ("a private key", r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----"),
    ("an address with a password in it", r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,80}:[^\s/@]{1,80}@"),
)
_PATTERNS: Final = tuple((kind, re.compile(pattern, re.MULTILINE)) for kind, pattern in _KINDS)


def leaks(text: str, secrets: Mapping[str, str]) -> tuple[str, ...]:
    """Return the kinds of things that ``text`` should not tell, each once.

    Args:
        text: an error's text.
        secrets: names by value of what was given to the server and must not come back.
    """
    found = [kind for kind, pattern in _PATTERNS if pattern.search(text[:_LONGEST])]
    told = (name for value, name in secrets.items() if len(value) >= _SHORTEST_SECRET and value in text)
    found += (f"the value of {name}" for name in told)
    return tuple(dict.fromkeys(found))


def without(text: str, secrets: Mapping[str, str]) -> str:
    """Return ``text`` with each of the secrets, which are names by value, replaced by its name.

    A short one is replaced where it stands as a word: in an answer, which is data, ``read`` is in ``thread``.
    """
    return hide(text, secrets, words_below=_SHORTEST_SECRET)
