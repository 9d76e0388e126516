"""What the shell hands to the core: commits, tags, and the interface at each revision.

Everything here is plain values, so that the history can be built and tested without git.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from mcp_docs.errors import Where
from mcp_docs.interface import Interface


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit of the repository.

    Attributes:
        id: full hexadecimal id.
        parents: ids of its parents, the first being the line it was made on.
        time: committer time, seconds since 1970-01-01 UTC.
        subject: first line of the message.
    """

    id: str
    parents: tuple[str, ...]
    time: int
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag, peeled.

    Attributes:
        name: without ``refs/tags/``.
        commit: id of the commit it leads to, or ``None`` when it leads to something else.
        time: creation time (tagger's, else the commit's), seconds since 1970-01-01 UTC.
    """

    name: str
    commit: str | None
    time: int


@dataclass(frozen=True, slots=True)
class Gap:
    """A place where the history says less than it might, and why. Never dropped silently.

    Attributes:
        code: a stable dotted id, such as ``revision.unreadable`` or ``tag.moving``.
        message: what is missing and why, one sentence without a full stop.
        commit: id of the commit concerned, or ``None``.
        tag: name of the tag concerned, or ``None``.
        element: ``kind:key`` of the element concerned, or ``None``.
        where: file, line and column, where known.
        reason: why a release could not be captured, in the words of the one who tried; empty otherwise.
    """

    code: str
    message: str
    commit: str | None = None
    tag: str | None = None
    element: str | None = None
    where: Where | None = None
    reason: str = ""

    @property
    def is_fault(self) -> bool:
        """Whether something is wrong, rather than left out by custom or on request."""
        return self.code not in _BY_CUSTOM


#: What a healthy project has: tags that are no releases of its lockfile, releases from before it could be
#: asked, no tag yet.
_BY_CUSTOM = frozenset(
    {
        "tag.moving",
        "tag.excluded",
        "tag.not_selected",
        "tag.prerelease",
        "tag.not_a_version",
        "tag.no_lockfile",
        "tag.not_captured",
        "releases.no_tag",
        "releases.before_tags",
    }
)

#: A revision's content: an interface, a gap when the bytes cannot be read, or ``None`` when the
#: lockfile does not exist there.
Content: TypeAlias = Interface | Gap | None


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit on a walked first-parent line in which the lockfile's content changed."""

    commit: Commit
    content: Content


@dataclass(frozen=True, slots=True)
class Walk:
    """All that was read from one repository for one lockfile.

    Attributes:
        commits: every commit reachable from HEAD or a tag, by id.
        head: id of HEAD's commit.
        revisions: by commit id, parents first; the first-parent line of HEAD and of each tag.
        tags: all tags of the repository, in no particular order.
        lockfile: the path, relative to the repository's root, with ``/`` as separator.
        gaps: faults of the walk itself (a tag that is no commit, a missing blob).
        former: where the lockfile was before, newest first, from the repository's root; configured or
            told by a rename.
        uncaptured: why a backfill could not capture what was released, by commit.
    """

    commits: Mapping[str, Commit]
    head: str
    revisions: Mapping[str, Revision]
    tags: tuple[Tag, ...]
    lockfile: str
    gaps: tuple[Gap, ...] = field(default=())
    former: tuple[str, ...] = ()
    uncaptured: Mapping[str, str] = field(default_factory=dict)
