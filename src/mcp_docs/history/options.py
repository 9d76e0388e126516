"""What a project may say about its history: which tags are releases, what was announced."""

from __future__ import annotations

from dataclasses import dataclass

#: Names under which a lockfile is looked for when none is given, best first.
LOCKFILE_NAMES = ("mcp-docs.lock", "mcp-covenant.lock", "mcp-contract.json", "mcp.lock")

#: What releases can be told by, as the record names it, in the order in which it is tried.
SOURCES = ("tags", "server-version", "date")


@dataclass(frozen=True, slots=True)
class HistoryOptions:
    """Which tags are releases, and where the lockfile was before.

    Attributes:
        tag_patterns: shell patterns; a tag that matches none is left out.
        exclude: shell patterns of tags to leave out.
        prereleases: whether a version such as ``1.0.0-rc.1`` is a release.
        former_paths: earlier paths of the lockfile, newest first, relative to the same folder as it.
        first_parent: whether commit truth is what the walked branches looked like; otherwise the
            commits of merged branches are revisions too.
        supported: shell patterns of the versions to which upgrades are judged.
        source: what makes a release, one of ``SOURCES``; empty for the first of them that gives any.
    """

    tag_patterns: tuple[str, ...] = ("*",)
    exclude: tuple[str, ...] = ()
    prereleases: bool = True
    former_paths: tuple[str, ...] = ()
    first_parent: bool = True
    supported: tuple[str, ...] = ("*",)
    source: str = ""


@dataclass(frozen=True, slots=True)
class DeprecationNotice:
    """An announced removal, from the configuration.

    Attributes:
        element: ``kind:key``, such as ``tool:search``.
        pointer: part of the element (RFC 6901), or empty for the whole.
        since: version that announced it, or empty.
        sunset: version or ISO date after which it may go, or empty.
        replacement: what to use instead, or empty.
        note: for the reader, or empty.
    """

    element: str
    pointer: str = ""
    since: str = ""
    sunset: str = ""
    replacement: str = ""
    note: str = ""
