"""A release, or a range of them, as somebody names it: which is meant, and which are near to none."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mcp_docs.errors import UsageError
from mcp_docs.record import UNRELEASED
from mcp_docs.semver import parse_version
from mcp_docs.texts import did_you_mean

#: How many releases are named where one is unknown: on either side of it, and of the newest.
_BESIDE: Final = 4
_NEWEST: Final = 8
_LATEST: Final = "latest"


@dataclass(frozen=True, slots=True)
class Span:
    """``A..B`` as it was written; an end that was left open is empty."""

    first: str
    last: str


def parse_span(text: str) -> Span:
    """Read ``A..B``, ``A..`` or ``..B``.

    Raises:
        UsageError: it is none of them.
    """
    first, dots, last = text.partition("..")
    if not dots:
        hint = f"Write {text}.. for what came after it, ..{text} for what led to it, or A..B."
        raise UsageError(f"{text!r} is no range", hint=hint)
    if last.startswith(".") or ".." in last:
        raise UsageError(f"{text!r} is no range", hint="Write A..B, with two dots, such as 1.4.0..2.0.0.")
    return Span(first, last)


def find_version(asked: str, versions: Sequence[str], newest: str | None) -> str | None:
    """Return a version as ``versions`` writes it, or ``None`` where there is no such release.

    A leading ``v`` is understood, and so are ``latest`` and, where nothing is unreleased, ``unreleased``:
    they are the newest release.

    Args:
        asked: how somebody names it.
        versions: of the releases.
        newest: version of the release that readers want first, if there is one.
    """
    named = newest if newest and asked in (_LATEST, UNRELEASED) and asked not in versions else asked
    plain = parse_version(named)
    return next((name for name in (named, plain.text if plain else named) if name in versions), None)


def near_versions(asked: str, versions: Sequence[str], others: Sequence[str] = ()) -> str:
    """Name the releases on either side of a version that is none, or else the newest, in a sentence.

    Args:
        asked: what somebody took for a release.
        versions: in release order.
        others: names that would have done as well.
    """
    number = parse_version(asked)
    known = sorted((own.version, name) for name in versions if (own := parse_version(name)))
    if number is None or not known:
        newest = f"The newest are {', '.join(versions[-_NEWEST:])}." if versions else "There is none."
        return f"{did_you_mean(asked, (*versions, _LATEST, *others))} {newest}".strip()
    place = bisect([own for own, _ in known], number.version)
    near = [name for _, name in known[max(0, place - _BESIDE) : place + _BESIDE]]
    newest = "" if known[-1][1] in near else f"; the newest is {known[-1][1]}"
    return f"The nearest {'are' if near[1:] else 'is'} {', '.join(near)}{newest}."
