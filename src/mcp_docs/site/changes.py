"""Changes as pages show them: worded, linked, with their proof."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from mcp_docs.advice import for_callers
from mcp_docs.change import ByContract, Change, Level, Proof, Undecided, Witnessed
from mcp_docs.dates import iso_date
from mcp_docs.jsonvalue import ABSENT, Absent, JsonValue
from mcp_docs.record import UNRELEASED, Record, ReleasedChange
from mcp_docs.site.paths import RULES, Addresses
from mcp_docs.site.successors import Successor, Successors
from mcp_docs.site.worddiff import Piece, word_diff
from mcp_docs.site.words import LEVELS_WORST_FIRST, shown_version
from mcp_docs.wording import remedy, sentence, why

#: Longest shown witness or value, in characters; the feed has the whole.
LONGEST_VALUE = 1200
#: Longest value that a sentence quotes whole.
LONGEST_QUOTED = 40
_SHORT_COMMIT = 10
_ANCHOR_LENGTH = 16
#: Elements from which one and the same rename is a single line.
FOLDED = 3


@dataclass(frozen=True, slots=True)
class Proven:
    """What stands behind a level: a label, and a JSON text or a sentence."""

    label: str
    value: str | None
    text: str


@dataclass(frozen=True, slots=True)
class ChangeView:
    """One change, ready for a template; every text is plain and hostile.

    Attributes:
        anchor: its permanent id, also the fragment on the release's page.
        level: label of its level.
        raw_level: label of the level before policy, where that differs; else empty.
        what: ``tool removed`` and the like for an element as a whole, else ``part changed`` and the like.
        place: path of the part, for a reader; empty for the element as a whole.
        page: page of the element, or ``None`` where the element has none.
        release_page: page of the release that shipped it.
        rule_page: page of its rule.
        before: JSON of the old value when the sentence is too short to hold it, else ``None``.
        via: the shared definition through which the change reaches this place, or empty.
        diff: the words that went and came, for a text that changed.
        accepted: why the break is intended, with the kind of reason; empty for none.
        successor: where a caller of what went can look, or ``None``; its words belong to the advice.
    """

    anchor: str
    level: str
    raw_level: str
    what: str
    kind: str
    key: str
    place: str
    page: str | None
    sentence: str
    why: str
    remedy: str
    advice: str
    proof: Proven | None
    before: str | None
    after: str | None
    diff: tuple[Piece, ...]
    rule: str
    rule_page: str
    side: str
    via: str
    release: str = ""
    release_page: str = ""
    date: str = ""
    commit: str = ""
    announced_in: str = ""
    undone_in: str = ""
    accepted: str = ""
    successor: Successor | None = None


@dataclass(frozen=True, slots=True)
class Fold:
    """One rename that was made in many elements: a line with a count, the changes below it."""

    title: str
    changes: tuple[ChangeView, ...]


@dataclass(frozen=True, slots=True)
class LevelGroup:
    """The changes of one level; what says the same many times, and rewordings, are folded."""

    level: str
    changes: tuple[ChangeView, ...]
    rewordings: tuple[ChangeView, ...] = ()
    folds: tuple[Fold, ...] = ()

    @property
    def count(self) -> int:
        """How many changes the group lists."""
        return len(self.changes) + len(self.rewordings) + sum(len(fold.changes) for fold in self.folds)


class ChangeViews:
    """Makes each change's view once; the same view serves all pages."""

    def __init__(self, record: Record, addresses: Addresses) -> None:
        self._record = record
        self._addresses = addresses
        self._made: dict[str, ChangeView] = {}
        self._bare: dict[int, tuple[Change, ChangeView]] = {}
        self._accepted = _accepted(record)
        self._successors = Successors(record, addresses)

    def view(self, released: ReleasedChange) -> ChangeView:
        """Return the view of one change."""
        made = self._made.get(released.id)
        if made is None:
            made = self._made[released.id] = self._make(released)
        return made

    def views(self, changes: Iterable[ReleasedChange]) -> tuple[ChangeView, ...]:
        """Return the views of several changes, in their order."""
        return tuple(self.view(change) for change in changes)

    def groups(self, changes: Sequence[ReleasedChange]) -> tuple[LevelGroup, ...]:
        """Return changes by level, worst first; what says the same many times is folded."""
        return level_groups([(released.change, self.view(released)) for released in changes])

    def bare(self, change: Change) -> ChangeView:
        """Return the view of a change that no single release made: between two that are apart."""
        # By identity: upgrades from neighbours share nearly all of their changes. Kept with it, so that its
        # ``id`` stays its own.
        made = self._bare.get(id(change))
        if made is None:
            made = self._bare[id(change)] = (change, self._make_bare(change))
        return made[1]

    def _make_bare(self, change: Change) -> ChangeView:
        diff = _diff(change)
        before, after = (None, None) if diff else _values(change)
        serious = change.level >= Level.REVIEW
        return ChangeView(
            anchor=f"c-{change.fingerprint[:_ANCHOR_LENGTH]}",
            level=change.level.label,
            raw_level=change.raw_level.label if change.raw_level is not change.level else "",
            what=_what(change),
            kind=change.kind,
            key=change.key or self._record.server,
            place=change.path,
            page=self._addresses.element(change.kind, change.key),
            sentence=sentence(change),
            why=why(change) if serious else "",
            remedy=remedy(change) if serious else "",
            advice=for_callers(change),
            proof=_proven(change.proof),
            before=before,
            after=after,
            diff=diff,
            rule=change.rule,
            rule_page=f"{RULES}{change.rule}/",
            side=change.side,
            via=change.via,
            accepted=self._accepted.get(_spot(change), ""),
            successor=self._successors.of(change) if serious else None,
        )

    def _make(self, released: ReleasedChange) -> ChangeView:
        release = self._record.by_version[released.release]
        return replace(
            self.bare(released.change),
            anchor=released.id,
            release=shown_version(released.release),
            release_page=self._addresses.release(released.release),
            date="" if released.release == UNRELEASED else iso_date(release.time),
            commit=released.commit.id[:_SHORT_COMMIT] if released.commit else "",
            announced_in=released.announced_in or "",
            undone_in=released.undone_in or "",
            accepted=released.accepted.words if released.accepted else "",
            successor=self._successors.of(released.change, released.release)
            if released.change.level >= Level.REVIEW
            else None,
        )


def _spot(change: Change) -> tuple[str, ...]:
    return change.kind, change.key, change.pointer, change.rule


def _accepted(record: Record) -> Mapping[tuple[str, ...], str]:
    """Return why a change between two releases is accepted, by what changed and where.

    Only where everything that still counts of it was accepted when it was released: two steps may add up to
    one change, and one of them may be a break that nobody meant.
    """
    found: dict[tuple[str, ...], list[ReleasedChange]] = {}
    for release in record.by_version.values():
        for released in release.changes:
            found.setdefault(_spot(released.change), []).append(released)
    return {
        spot: standing[-1].accepted.words
        for spot, each in found.items()
        if (standing := [released for released in each if not released.undone_in])
        and all(released.accepted for released in standing)
        and standing[-1].accepted
    }


def _what(change: Change) -> str:
    whole = change.operation != "changed" and not change.pointer
    return f"{change.kind if whole else 'part'} {change.operation}"


def level_groups(changes: Sequence[tuple[Change, ChangeView]]) -> tuple[LevelGroup, ...]:
    """Return changes by level, worst first; rewordings and repeated renames stand apart."""
    made = []
    for level in LEVELS_WORST_FIRST:
        listed = [(change, view) for change, view in changes if change.level is level]
        if not listed:
            continue
        folds = {title: found for title, found in _renamed(listed).items() if len(found) >= FOLDED}
        folded = {id(view) for found in folds.values() for view in found}
        rest = [(change, view) for change, view in listed if id(view) not in folded]
        plain = tuple(view for change, view in rest if not is_rewording(change))
        rewordings = tuple(view for change, view in rest if is_rewording(change))
        shown = tuple(Fold(title, tuple(found)) for title, found in folds.items())
        made.append(LevelGroup(level.label, plain, rewordings, shown))
    return tuple(made)


def is_rewording(change: Change) -> bool:
    """Tell whether a text was put into other words that break nobody."""
    return change.level is Level.PATCH and change.side == "model"


def _renamed(changes: Sequence[tuple[Change, ChangeView]]) -> dict[str, list[ChangeView]]:
    """Return the changes that are half of a rename of a part, by what was renamed."""
    found: dict[str, list[ChangeView]] = {}
    for change, view in changes:
        title = rename_title(change)
        if title:
            found.setdefault(title, []).append(view)
    return found


def rename_title(change: Change) -> str:
    """Return what was renamed to what where a change is half of the rename of a part, else nothing."""
    detail = dict(change.detail)
    name = change.pointer.rpartition("/")[2]
    if name and "renamed_to" in detail:
        return f"{name} was renamed to {detail['renamed_to']}"
    if name and "renamed_from" in detail:
        return f"{name} is the new name of {detail['renamed_from']}"
    return ""


def _proven(proof: Proof) -> Proven | None:
    match proof:
        case Witnessed("input", value):
            return Proven("Proof: this call worked before and is rejected now", shown_json(value), "")
        case Witnessed(_, value):
            return Proven("Proof: this result could not occur before and can now", shown_json(value), "")
        case ByContract(promise):
            return Proven("By contract", None, promise)
        case Undecided(reason):
            return Proven("Not decided", None, reason)
    return None


def _diff(change: Change) -> tuple[Piece, ...]:
    """Return what changed in a text that people and models read."""
    before, after = change.before, change.after
    return (
        word_diff(before, after)
        if isinstance(before, str) and isinstance(after, str) and change.side == "model"
        else ()
    )


def _values(change: Change) -> tuple[str | None, str | None]:
    """Return old and new value where they say more than the sentence, which quotes short ones whole."""
    if change.rule == "schema.composition.changed":
        return _side(change.before), _side(change.after)
    if change.operation != "changed" or change.before is ABSENT or change.after is ABSENT:
        return None, None
    before, after = (_value(value) for value in (change.before, change.after))
    return (before, after) if max(len(before), len(after)) > LONGEST_QUOTED else (None, None)


def _side(value: JsonValue | Absent) -> str | None:
    return None if isinstance(value, Absent) else _value(value)


def _value(value: JsonValue) -> str:
    if not isinstance(value, str):
        return shown_json(value)
    return value if len(value) <= LONGEST_VALUE else value[: LONGEST_VALUE - 1] + "…"


def shown_json(value: JsonValue, longest: int = LONGEST_VALUE) -> str:
    """Return JSON for a reader, indented when it has parts, cut when it is very long."""
    flat = json.dumps(value, ensure_ascii=False)
    text = flat if len(flat) <= 80 else json.dumps(value, ensure_ascii=False, indent=2)  # noqa: PLR2004  # a line
    return text if len(text) <= longest else text[: longest - 1] + "…"
