"""What may stand in for an element that went.

That is what its notice names, else what the same release added under a name that shares a word with its own:
``issue_read`` for ``get_issue``. What shares none is most likely something else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from mcp_docs.change import Change
from mcp_docs.interface import ElementKind
from mcp_docs.record import Record
from mcp_docs.site.paths import Addresses
from mcp_docs.site.words import joined, kind_count, shown_version

#: Additions of a release that are named; of more their number is told.
NAMED = 4
#: Words of a name that say what it is about; shorter ones are mostly verbs and particles.
_WORD = re.compile(r"[A-Z]?[a-z]{4,}|[A-Z]{4,}")


@dataclass(frozen=True, slots=True)
class Successor:
    """Where somebody who used an element can look.

    Attributes:
        words: a sentence, plain and hostile.
        title: what the page is, or empty where there is none.
        page: path of it, or empty.
        what: which changes of that page are meant, as its filter names them; empty for all of it.
        inline: whether the title stands in the words already, as what to use instead.
    """

    words: str
    title: str = ""
    page: str = ""
    what: str = ""
    inline: bool = False


class Successors:
    """Finds successors in one record."""

    def __init__(self, record: Record, addresses: Addresses) -> None:
        self._record = record
        self._addresses = addresses

    def of(self, change: Change, version: str | None = None) -> Successor | None:
        """Return what may stand in for what a change removed; ``None`` where nothing is known.

        A rename is none: its change says so itself.

        Args:
            change: any change.
            version: of the release that made it; ``None`` where it is one between two that are apart.
        """
        if change.operation != "removed" or change.pointer or "renamed_to" in dict(change.detail):
            return None
        named = self._promised.get((change.kind, change.key))
        if named:
            key = named.removeprefix(f"{change.kind}:")
            page = self._addresses.element(change.kind, key)
            return Successor(f"Use {key} instead.", key if page else "", page or "", inline=bool(page))
        made = version or self._removed_once.get((change.kind, change.key))
        return self._beside(change, made) if made else None

    def _beside(self, gone: Change, version: str) -> Successor | None:
        kind, about = gone.kind, _words(gone.key)
        added = [
            c.change.key
            for c in self._record.by_version[version].changes
            if (c.change.kind, c.change.operation, c.change.pointer) == (kind, "added", "")
            and about & _words(c.change.key)
        ]
        if not added:
            return None
        shown = shown_version(version)
        told = joined(added) if len(added) <= NAMED else f"{kind_count(kind, len(added))} of a similar name"
        return Successor(
            f"{shown}, which removed it, added {told}.",
            f"What {shown} added",
            self._addresses.release(version),
            f"{kind} added",
        )

    @cached_property
    def _promised(self) -> Mapping[tuple[ElementKind, str], str]:
        """What the notice of an element as a whole names instead."""
        return {
            (d.kind, d.key): d.replacement
            for d in self._record.deprecations
            if d.replacement and not d.pointer
        }

    @cached_property
    def _removed_once(self) -> Mapping[tuple[ElementKind, str], str]:
        """The release that removed an element, where no other ever did."""
        found: dict[tuple[ElementKind, str], str] = {}
        for life in self._record.lifecycles:
            gone = [
                c.release for c in life.changes if c.change.operation == "removed" and not c.change.pointer
            ]
            if len(gone) == 1:
                found[life.kind, life.key] = gone[0]
        return found


def _words(name: str) -> frozenset[str]:
    """Return what a name is about, in the singular."""
    return frozenset(word.lower().removesuffix("s") for word in _WORD.findall(name))
