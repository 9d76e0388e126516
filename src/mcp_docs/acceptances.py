"""Breaks that are intended: the committed file, what it matches, and what in it has had its day.

An acceptance hides nothing: the change keeps its level and its place in every view, and is shown
with the reason. It counts until the end of the day that ``expires`` names; for a change that was
released by then it counts for good.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Final, Literal, TypeAlias, get_args

from mcp_docs.change import Change
from mcp_docs.dates import iso_date
from mcp_docs.errors import ConfigError, Where
from mcp_docs.rules import RULES
from mcp_docs.tables import near, parse_toml

#: Name of the file where the configuration names no other.
FILE_NAME: Final = "acceptances.toml"

#: Why a break is right. ``bugfix``: it never was meant so. ``security``: it was dangerous.
#: ``never-worked``: nobody can depend on it. ``approved``: those who depend on it agreed, or the
#: next major release brings it. ``retired``: nobody depends on it any more.
Code: TypeAlias = Literal["bugfix", "security", "never-worked", "approved", "retired"]
CODES: Final[tuple[Code, ...]] = get_args(Code)
#: Reasons for which a version need not announce the break. An approved one is a break of a promise that
#: was kept so far: it is meant, and the version's step must still say so.
EXCUSING: Final[frozenset[Code]] = frozenset({"bugfix", "security", "never-worked", "retired"})

_FINGERPRINT = re.compile(r"[0-9a-f]{64}")
_HEADER = re.compile(r"^[ \t]*\[\[[ \t]*acceptances[ \t]*\]\]", re.MULTILINE)
#: What to do about an entry of the wrong shape.
_SUCH_AS: Final = (
    'Write [[acceptances]] and below it rule = "tool.removed", element = "tool:search" and reason = "…", '
    "each on a line of its own; mcp-docs accept writes the same."
)
_TITLE = "# Breaks that are intended, each with its reason. mcp-docs accept adds to this file.\n"


@dataclass(frozen=True, slots=True)
class Acceptance:
    """One break that is intended. All of fingerprint, rule, element and pointer that are given must hold.

    Attributes:
        reason: why, in a person's words.
        code: the kind of reason.
        fingerprint: ``Change.fingerprint``: this very change and no other.
        rule: id of the rule.
        element: as ``Change.element`` has it.
        pointer: RFC 6901, inside the element's data; empty for any place.
        expires: the last day on which it counts, or ``None``.
        line: 1-based line of the file, where known.
    """

    reason: str
    code: Code = "approved"
    fingerprint: str = ""
    rule: str = ""
    element: str = ""
    pointer: str = ""
    expires: date | None = None
    line: int | None = None

    def matches(self, change: Change) -> bool:
        """Tell whether it is about ``change``, whatever the day."""
        return (
            self.fingerprint in ("", change.fingerprint)
            and self.rule in ("", change.rule)
            and self.element in ("", change.element, f"{change.kind}:{change.key}")
            and self.pointer in ("", change.pointer)
        )

    @property
    def excuses_step(self) -> bool:
        """Whether the version may take a smaller step than the change demands."""
        return self.code in EXCUSING

    def counts_at(self, time: int) -> bool:
        """Tell whether it has not expired at ``time``, seconds since 1970-01-01 UTC."""
        return self.expires is None or iso_date(time) <= self.expires.isoformat()

    @property
    def about(self) -> tuple[str, ...]:
        """What it is about; of two with the same, the first counts."""
        return (self.fingerprint,) if self.fingerprint else (self.rule, self.element, self.pointer)

    def outlasts(self, other: Acceptance) -> bool:
        """Tell whether it counts on every day on which ``other`` does."""
        return self.expires is None or (other.expires is not None and other.expires <= self.expires)

    @property
    def words(self) -> str:
        """The reason with its code and its end: ``The port … (approved until 2027-03-31)``."""
        until = f" until {self.expires.isoformat()}" if self.expires else ""
        return f"{self.reason} ({self.code}{until})"


@dataclass(frozen=True, slots=True)
class AcceptanceProblem:
    """An acceptance that should be renewed or taken out.

    Attributes:
        code: which of the three.
        message: one sentence without a full stop.
        acceptance: the one concerned.
    """

    code: Literal["acceptance.duplicate", "acceptance.expired", "acceptance.stale"]
    message: str
    acceptance: Acceptance


def acceptance_for(change: Change, reason: str, code: Code, expires: date | None = None) -> Acceptance:
    """Return the acceptance of this very change and no other."""
    return Acceptance(
        reason=reason,
        code=code,
        fingerprint=change.fingerprint,
        rule=change.rule,
        element=change.element,
        pointer=change.pointer,
        expires=expires,
    )


def acceptance_of(acceptances: Iterable[Acceptance], change: Change, time: int) -> Acceptance | None:
    """Return the acceptance that is about ``change`` and counts at ``time``, or ``None``.

    One of this very change goes before one of its place; among equals the first counts.
    """
    counting = [a for a in acceptances if a.matches(change) and a.counts_at(time)]
    return next((a for a in counting if a.fingerprint), counting[0] if counting else None)


def expired_acceptance(acceptances: Iterable[Acceptance], change: Change, time: int) -> Acceptance | None:
    """Return the last acceptance that was about ``change`` until a day before ``time``, or ``None``."""
    over = [a for a in acceptances if a.matches(change) and not a.counts_at(time)]
    return over[-1] if over else None


def similar_acceptance(acceptances: Iterable[Acceptance], change: Change) -> Acceptance | None:
    """Return the last acceptance of another change at the very place of ``change``, or ``None``.

    A snapshot is judged against the lockfile on disk and a check against the release, so one edit can
    be two changes: from what was written yesterday, and from what somebody depends on.
    """
    here = (change.rule, change.element, change.pointer)
    others = (a for a in acceptances if a.fingerprint not in ("", change.fingerprint))
    return next((a for a in reversed([*others]) if (a.rule, a.element, a.pointer) == here), None)


def acceptance_problems(
    acceptances: Iterable[Acceptance], waiting: Sequence[Change], shipped: Sequence[Change], time: int
) -> Iterator[AcceptanceProblem]:
    """Yield what is wrong with the acceptances in the file, in its order.

    Args:
        acceptances: all of the file.
        waiting: the changes that no release has shipped yet.
        shipped: the changes of all releases; their acceptances stay for the changelog's sake.
        time: today, seconds since 1970-01-01 UTC.
    """
    acceptances = tuple(acceptances)
    first: dict[tuple[str, ...], Acceptance] = {}
    for acceptance in acceptances:
        before = first.setdefault(acceptance.about, acceptance)
        if before is not acceptance and before.outlasts(acceptance):
            at = f" in line {before.line}" if before.line else ""
            message = f"has no effect: another{at} is about the same, and the first counts"
            yield AcceptanceProblem("acceptance.duplicate", message, acceptance)
        if about := [change for change in waiting if acceptance.matches(change)]:
            # An expired one that was renewed by another entry stays as a part of the record.
            if not all(acceptance_of(acceptances, change, time) for change in about):
                message = f"expired on {acceptance.expires}, so its break counts again"
                yield AcceptanceProblem("acceptance.expired", message, acceptance)
        elif not any(acceptance.matches(change) for change in shipped):
            yield AcceptanceProblem("acceptance.stale", _stale(acceptance), acceptance)


def _stale(acceptance: Acceptance) -> str:
    if acceptance.rule and acceptance.rule not in RULES:
        # No error: a rule of an earlier version may be gone, and what was accepted by it is history.
        return f"there is no rule {acceptance.rule!r}{near(acceptance.rule, tuple(RULES))}"
    return "matches no change, released or not: the break was taken back, or looks different now"


def parse_acceptances(data: bytes, file: str) -> tuple[Acceptance, ...]:
    """Read the file.

    Args:
        data: its bytes; TOML with ``[[acceptances]]``.
        file: its name, for messages.

    Raises:
        ConfigError: it is no TOML, or an entry is wrong; with the line where known.
    """
    text, document = parse_toml(data, file)
    for name in document:
        if name != "acceptances":
            what = f"unknown key {name!r}; each entry begins with [[acceptances]]"
            raise ConfigError(what, where=Where(file), hint=_SUCH_AS)
    entries = document.get("acceptances", [])
    if not isinstance(entries, list):
        what = "acceptances must be an array of tables: [[acceptances]]"
        raise ConfigError(what, where=Where(file), hint=_SUCH_AS)
    lines = [text.count("\n", 0, found.start()) + 1 for found in _HEADER.finditer(text)]
    placed = lines if len(lines) == len(entries) else [None] * len(entries)
    return tuple(_entry(entry, file, line) for entry, line in zip(entries, placed, strict=True))


def with_acceptance(text: str, acceptance: Acceptance) -> str:
    """Return the file's text with the entry, in the place of the first about the same if there is one.

    Comments and the layout of the rest stay as they are.
    """
    from mcp_docs.tomltext import appended, replaced  # noqa: PLC0415  # only `accept` writes

    values = {name: value for name in _KEYS if (value := getattr(acceptance, name))}
    there = [known.about for known in parse_acceptances(text.encode("utf-8"), FILE_NAME)]
    if acceptance.about in there:
        return replaced(text, "acceptances", there.index(acceptance.about), values)
    return appended(text or _TITLE, "acceptances", values)


_KEYS = tuple(field.name for field in fields(Acceptance) if field.name != "line")


def _entry(entry: object, file: str, line: int | None) -> Acceptance:
    where = Where(file, None, line)
    if not isinstance(entry, Mapping):
        raise ConfigError("each acceptance must be a table: [[acceptances]]", where=where, hint=_SUCH_AS)
    for name in entry:
        if name not in _KEYS:
            known = near(name, _KEYS) or f"; known are {', '.join(_KEYS)}"
            raise ConfigError(f"unknown key {name!r}{known}", where=where, hint=_SUCH_AS)
    texts = {name: _text(entry, name, where) for name in _KEYS if name not in ("code", "expires")}
    if not texts["reason"].strip():
        hint = 'Say why the break is right: reason = "…". It is shown wherever the break is.'
        raise ConfigError("an acceptance needs a reason", where=where, hint=hint)
    if texts["fingerprint"] and not _FINGERPRINT.fullmatch(texts["fingerprint"]):
        what = "a fingerprint has 64 hexadecimal digits; mcp-docs accept writes it"
        raise ConfigError(what, where=where, hint="Or leave it out and give rule and element.")
    if not texts["fingerprint"] and not (texts["rule"] and texts["element"]):
        what = "an acceptance needs a fingerprint, or a rule and an element"
        raise ConfigError(what, where=where, hint=_SUCH_AS)
    return Acceptance(**texts, code=_code(entry, where), expires=_day(entry, where), line=line)


def _text(entry: Mapping[str, object], name: str, where: Where) -> str:
    value = entry.get(name, "")
    if not isinstance(value, str):
        raise ConfigError(f"{name} must be a string", where=where, hint=f'Write it in quotes: {name} = "…".')
    return value


def _code(entry: Mapping[str, object], where: Where) -> Code:
    value = entry.get("code", "approved")
    for code in CODES:
        if value == code:
            return code
    hint = "Take the one that says why the break is right, or leave code out: it is approved then."
    raise ConfigError(f"code {value!r} is none of {', '.join(CODES)}", where=where, hint=hint)


def _day(entry: Mapping[str, object], where: Where) -> date | None:
    value = entry.get("expires")
    if value is None:
        return None
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        hint = "Write year, month and day, or leave expires out: it counts for good then."
        raise ConfigError(f"expires {value!r} is no day such as 2027-03-31", where=where, hint=hint) from None
