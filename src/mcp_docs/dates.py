"""Points in time as text. All times are seconds since 1970-01-01 UTC; the clock is never read."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final

#: 9999-12-31 23:59:59 UTC, the last second that a date can be made of; git's own limit is later.
LAST_SECOND: Final = 253_402_300_799

_TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


def to_datetime(seconds: int) -> datetime:
    """Return the aware UTC ``datetime`` of ``seconds``."""
    return datetime.fromtimestamp(seconds, tz=UTC)


def iso_date(seconds: int) -> str:
    """Return ``YYYY-MM-DD`` in UTC."""
    return to_datetime(seconds).strftime("%Y-%m-%d")


def iso_time(seconds: int) -> str:
    """Return RFC 3339 in UTC with ``Z``, to the second."""
    return to_datetime(seconds).strftime("%Y-%m-%dT%H:%M:%SZ")


def read_time(text: str) -> int:
    """Return the seconds of a time as ``iso_time`` writes it.

    Raises:
        TypeError, ValueError: it is none.
    """
    if not _TIME.fullmatch(text):
        raise ValueError(text)
    return int(datetime.fromisoformat(text).timestamp())
