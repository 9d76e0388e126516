"""One classified difference between two interfaces: values only, no wording, no colour."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Literal, TypeAlias

from mcp_docs.interface import ElementKind
from mcp_docs.jsonvalue import ABSENT, Absent, JsonValue, digest


class Level(IntEnum):
    """How much a change matters to somebody who depends on the interface, worst highest.

    ``REVIEW``: it could break somebody, or change what a model does, and no proof says which.
    """

    PATCH = 1
    MINOR = 2
    REVIEW = 3
    BREAKING = 4

    @property
    def label(self) -> str:
        """The word used in text, JSON and configuration."""
        return self.name.lower()

    @property
    def bump(self) -> Bump:
        """The semver step that a change of this level demands."""
        return _BUMPS[self]


class Bump(IntEnum):
    """A semver step."""

    NONE = 0
    PATCH = 1
    MINOR = 2
    MAJOR = 3

    @property
    def label(self) -> str:
        """The word used in text, JSON and configuration."""
        return self.name.lower()


_BUMPS = {
    Level.PATCH: Bump.PATCH,
    Level.MINOR: Bump.MINOR,
    Level.REVIEW: Bump.MINOR,
    Level.BREAKING: Bump.MAJOR,
}

#: ``input``: what a caller sends. ``output``: what it receives. ``model``: what a model reads.
#: ``meta``: the rest (identity, capabilities, icons …).
Side = Literal["input", "output", "model", "meta"]
Operation = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class Witnessed:
    """A value that proves the break, confirmed by a validator on both whole schemas.

    ``side`` says where it worked: ``input``: the old side accepts ``value``, the new one rejects
    it. ``output``: the new side allows ``value``, the old one did not.
    """

    side: Literal["input", "output"]
    value: JsonValue


@dataclass(frozen=True, slots=True)
class ByContract:
    """No value can prove it; the promise that is broken, in a sentence."""

    promise: str


@dataclass(frozen=True, slots=True)
class Undecided:
    """Neither proven nor refuted; why, in a sentence."""

    reason: str


Proof: TypeAlias = Witnessed | ByContract | Undecided | None


@dataclass(frozen=True)
class Change:
    """One difference, an instance of one rule.

    Attributes:
        rule: id of the rule, a key of ``mcp_docs.rules.RULES``.
        kind: kind of the element.
        key: name, uri or uriTemplate of the element.
        pointer: RFC 6901 pointer inside the element's data: of the new side, or of the old one
            where the part is gone. Empty for the element as a whole.
        path: the same for a reader: ``limit``, ``filters[].name``, ``output: items[].id``.
        side: which side of the interface the change is on.
        operation: what happened to the value at ``pointer``.
        before: the old value, or ``ABSENT``.
        after: the new value, or ``ABSENT``.
        level: after policy.
        raw_level: before policy.
        proof: what stands behind a ``breaking`` or ``review`` level.
        via: the ``$defs`` pointer through which a shared schema reaches this place, or empty.
        link: an id shared by changes that belong together: the two halves of a rename.
        detail: rule-specific facts for the wording, such as the new name of a renamed tool.
    """

    rule: str
    kind: ElementKind
    key: str
    pointer: str
    path: str
    side: Side
    operation: Operation
    level: Level
    raw_level: Level
    before: JsonValue | Absent = ABSENT
    after: JsonValue | Absent = ABSENT
    proof: Proof = None
    via: str = ""
    link: str = ""
    detail: tuple[tuple[str, str], ...] = ()

    @property
    def element(self) -> str:
        """``tool:search`` and the like; the server, which has no key, is its kind alone."""
        return f"{self.kind}:{self.key}" if self.key else self.kind

    @property
    def bump(self) -> Bump:
        """The semver step that this change demands."""
        return self.level.bump

    @cached_property
    def fingerprint(self) -> str:
        """Identity without the occurrence: rule, element, place, canonical before and after.

        No text, line, locale or program version enters it.
        """
        before = [] if self.before is ABSENT else [self.before]
        after = [] if self.after is ABSENT else [self.after]
        return digest([self.kind, self.key, self.rule, self.pointer, before, after])

    @property
    def sort_key(self) -> tuple[int, str, str, str, str]:
        """Worst first, then by element, place and rule."""
        return (-self.level, self.kind, self.key, self.pointer, self.rule)


def demanded_bump(changes: Iterable[Change]) -> Bump:
    """Return the semver step that a set of changes demands together; ``NONE`` for no change."""
    return max((change.bump for change in changes), default=Bump.NONE)
