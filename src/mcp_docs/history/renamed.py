"""Elements that releases renamed, told of any two releases: what went is linked with what came in its place.

The classifier links what one step renamed. Between releases that are apart there may be several steps, or
other states; so the steps of all releases say which names one element has had.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from mcp_docs.change import Change
from mcp_docs.interface import ElementKind
from mcp_docs.record import Release

Name = tuple[ElementKind, str]


@dataclass(frozen=True, slots=True)
class OtherNames:
    """What else releases called an element.

    Attributes:
        later: the last first.
        earlier: the newest first.
    """

    later: tuple[str, ...] = ()
    earlier: tuple[str, ...] = ()


def other_names(releases: Sequence[Release]) -> Mapping[Name, OtherNames]:
    """Return the other names of each element that was ever renamed.

    Args:
        releases: in release order.
    """
    steps = _steps(releases)
    back: dict[Name, Name] = {new: old for old, new in steps.items()}
    return {
        name: OtherNames(_chain(name, steps)[::-1], _chain(name, back)) for name in sorted({*steps, *back})
    }


def _steps(releases: Sequence[Release]) -> dict[Name, Name]:
    return {
        (change.kind, change.key): (change.kind, new)
        for release in releases
        for change in (released.change for released in release.changes)
        if not change.pointer and (new := dict(change.detail).get("renamed_to"))
    }


def _chain(name: Name, steps: Mapping[Name, Name]) -> tuple[str, ...]:
    found = {name: None}
    while (name := steps.get(name, name)) not in found:
        found[name] = None
    return tuple(key for _, key in list(found)[1:])


def new_name(gone: Name, old: Container[Name], new: Container[Name], names: OtherNames) -> str | None:
    """Return what an element that went is called now: a later name, else, going back, an earlier one.

    Args:
        gone: the element.
        old: the elements of the release that had it.
        new: the elements of the release that has it not.
        names: its other names.
    """
    later = (key for key in names.later if (gone[0], key) in new)
    earlier = (key for key in names.earlier if (gone[0], key) in new and (gone[0], key) not in old)
    return next(later, next(earlier, None))


def with_renames(
    changes: Iterable[Change], old: Container[Name], new: Container[Name], names: Mapping[Name, OtherNames]
) -> tuple[Change, ...]:
    """Return the changes from one release to another with the two halves of each rename told.

    Args:
        changes: of whole elements and of parts, which stay as they are.
        old: the elements of one release.
        new: the elements of the other.
        names: from :func:`other_names`.
    """
    found = tuple(changes)
    to: dict[Name, str] = {}
    come: dict[Name, str] = {}
    for name in ((c.kind, c.key) for c in found if is_whole(c, "removed") and (c.kind, c.key) in names):
        called = new_name(name, old, new, names[name])
        if called is not None:
            to[name] = called
            if (name[0], called) not in old:
                come.setdefault((name[0], called), name[1])
    return tuple(_told(change, to, come) for change in found)


def is_whole(change: Change, operation: str) -> bool:
    """Tell whether a change is the addition or the removal of an element as a whole."""
    return not change.pointer and change.operation == operation


def _told(change: Change, to: Mapping[Name, str], come: Mapping[Name, str]) -> Change:
    name = (change.kind, change.key)
    if name in to and is_whole(change, "removed"):
        return renamed_to(change, to[name])
    if name in come and is_whole(change, "added"):
        return renamed_from(change, come[name])
    return change


def renamed_to(change: Change, name: str) -> Change:
    """Return a removal with the name under which the element lives on."""
    return replace(change, detail=(*change.detail, ("renamed_to", name)))


def renamed_from(change: Change, name: str) -> Change:
    """Return an addition with the name under which the element was there before."""
    return replace(change, detail=(*change.detail, ("renamed_from", name)))
