"""What a backfill makes: which releases, in which order, and how their commits hang together.

The commits of a backfilled history stand for the released commits of the project, and grow from each
other as those do: the commit of a release has as parents those of the nearest releases behind it. So
the release that one grew from, maintenance lines and merges are what the project's own graph says.

The releases are tags of their own, ``PREFIX`` and the project's name of the tag. The project's tags
cannot serve, since they lead to commits without a lockfile; the server's version cannot either, since
many servers never change it. A tag keeps the version in its name behind a slash, so that the record
calls the release what the project calls it. A release that could not be captured has a tag too, below
``FAILED``, whose commit holds no file and says why; it counts as long as the release has none of the others.
Two servers of one project may be released by the same tag: each of its targets has tags of its own, with
the target's name between the two. Pure.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mcp_docs.config import KEYS
from mcp_docs.history.lineage import Lineage, topological
from mcp_docs.history.model import Commit, Tag
from mcp_docs.history.options import LOCKFILE_NAMES, HistoryOptions
from mcp_docs.history.releases import judged_tags
from mcp_docs.targets import LOCK, file_name

PREFIX: Final = "mcp-docs/"
#: What the tags of releases begin with that could not be captured.
FAILED: Final = f"{PREFIX}failed/"
#: The line of a message that names the commit whose interface a commit holds.
SOURCE: Final = "Backfilled-From"
#: The line that names the path of the project's lockfile, from the root, where it is not the default one.
HOME: Final = "Backfilled-For"
#: The line that says why the interface of a commit is not known.
REASON: Final = "Backfill-Failed"
#: Characters of a reason.
LONGEST_REASON: Final = 300
_HOME_LINE = re.compile(rf"^{HOME}: (.+)$", re.MULTILINE)
_SOURCE_LINE = re.compile(rf"^{SOURCE}: ([0-9a-f]{{40,64}})$", re.MULTILINE)
_REASON_LINE = re.compile(rf"^{REASON}: (.+)$", re.MULTILINE)
#: Settings of a project that would be wrong on the branch: they name its own tags and paths.
_OWN: Final = frozenset({"former_paths", "lockfile", "targets"})


@dataclass(frozen=True, slots=True)
class TagNames:
    """How the tags of one lockfile's backfill are called.

    Attributes:
        target: of the project, whose lockfile it is; empty where the project has one lockfile.
    """

    target: str = ""

    @property
    def folder(self) -> str:
        """The target's name as a part of a tag's or a branch's."""
        return file_name(self.target).removesuffix(LOCK) if self.target else ""

    @property
    def captured(self) -> str:
        """What stands before the project's name of a tag where the release was captured."""
        return f"{PREFIX}{self.folder}/" if self.target else PREFIX

    @property
    def failed(self) -> str:
        """What stands before it where the release could not be captured."""
        return f"{FAILED}{self.folder}/" if self.target else FAILED


def project_names(rest: str) -> tuple[str, ...]:
    """Return what a tag may be called in the project, by what stands behind ``PREFIX`` or ``FAILED``."""
    return (rest, rest.partition("/")[2])


@dataclass(frozen=True, slots=True)
class Step:
    """One released commit of the project.

    Attributes:
        commit: the commit.
        tags: the releases at it, oldest first.
    """

    commit: Commit
    tags: tuple[Tag, ...]

    @property
    def label(self) -> str:
        """The releases as messages call them."""
        return ", ".join(tag.name for tag in self.tags)


def chosen_tags(tags: Iterable[Tag], options: HistoryOptions) -> tuple[Tag, ...]:
    """Return the tags that are releases by the record's rules; of several for one version the first.

    Args:
        tags: of the repository; those of an earlier backfill do not count.
        options: which tags are releases.
    """
    own = tuple(tag for tag in tags if tag.commit and not tag.name.startswith(PREFIX))
    chosen: dict[str, Tag] = {}
    for tag, version, gap in judged_tags(own, options):
        if gap is None:
            chosen.setdefault(version.text if version else tag.name, tag)
    return tuple(chosen.values())


class Plan:
    """The releases to be backfilled, those that others grew from first.

    Args:
        commits: the project's graph.
        tags: its releases.
    """

    def __init__(self, commits: Mapping[str, Commit], tags: Sequence[Tag]) -> None:
        at: dict[str, list[Tag]] = {}
        for tag in sorted(tags, key=lambda tag: (tag.time, tag.name)):
            at.setdefault(tag.commit or "", []).append(tag)
        self._lineage = Lineage(commits, tuple(at))
        self.steps = tuple(Step(c, tuple(at[c.id])) for c in topological(commits) if c.id in at)

    def parents(self, commit: str, done: Collection[str]) -> tuple[str, ...]:
        """Return the nearest commits of ``done`` behind ``commit``, the one it grew from first.

        Releases that could not be captured are passed over.
        """
        found: dict[str, None] = {}
        waiting = list(reversed(self._lineage.bases(commit)))
        while waiting:
            nearest = waiting.pop()
            if nearest in done:
                found[nearest] = None
            else:
                waiting.extend(reversed(self._lineage.bases(nearest)))
        behind = self._lineage.has_behind
        return tuple(c for c in found if not any(other != c and behind(other, c) for other in found))

    def tip(self, head: str, done: Sequence[str]) -> str | None:
        """Return the commit of ``done`` that the branch ends with: at or behind HEAD, else the last."""
        nearest = head if head in done else next(iter(self.parents(head, done)), None)
        return nearest or (done[-1] if done else None)


def source_of(message: str) -> str | None:
    """Return the commit that a backfilled commit's message names, or ``None``."""
    found = _SOURCE_LINE.search(message)
    return found[1] if found else None


def home_of(message: str) -> str:
    """Return the path of the lockfile that a backfilled commit's history belongs to, from the root."""
    found = _HOME_LINE.search(message)
    return found[1] if found else LOCKFILE_NAMES[0]


def reason_of(message: str) -> str | None:
    """Return why a release could not be captured, as its commit's message says, or ``None``."""
    found = _REASON_LINE.search(message)
    return found[1] if found else None


def message_of(step: Step, home: str) -> str:
    """Return the message of a release's commit; ``home`` is the path of the project's lockfile."""
    return f"Record the interface of {step.label}\n\n{_trailers(step, home)}"


def failure_message(step: Step, home: str, reason: str) -> str:
    """Return the message of the commit that stands for a release that could not be captured.

    Args:
        step: the release.
        home: path of the project's lockfile.
        reason: one line.
    """
    head = f"Could not capture the interface of {step.label}"
    return f"{head}\n\n{_trailers(step, home)}{REASON}: {reason}\n"


def _trailers(step: Step, home: str) -> str:
    trailer = "" if home == LOCKFILE_NAMES[0] else f"{HOME}: {home}\n"
    return f"{SOURCE}: {step.commit.id}\n{trailer}"


def branch_config(data: bytes, lockfile: str, names: TagNames, own: Mapping[str, str]) -> bytes:
    """Return the configuration for the branch: the project's, with the lockfile and the tags of the branch.

    Args:
        data: the project's ``mcp-docs.toml`` or ``pyproject.toml``, which has been read without
            complaint, or nothing.
        lockfile: its name on the branch.
        names: of the branch's tags.
        own: settings at the top that are the target's, and not the project's.
    """
    from mcp_docs.tomltext import written as toml  # noqa: PLC0415  # only where a branch is written

    document: Any = tomllib.loads(data.decode("utf-8"))
    settings = document.get("tool", {}).get("mcp-docs", {}) if "tool" in document else document
    known = {key.name for key in KEYS if not key.table} - _OWN
    kept = {name: value for name, value in settings.items() if name in known}
    releases = {n: v for n, v in settings.get("releases", {}).items() if n not in ("tags", "exclude")}
    left_out = settings.get("releases", {}).get("exclude", [])
    exclude = {"exclude": [f"{names.captured}{pattern}" for pattern in left_out]} if left_out else {}
    chosen = {"tags": [f"{names.captured}*"], **exclude, **releases}
    written = {"lockfile": lockfile, **kept, **own, "releases": chosen}
    return ("# Written by mcp-docs backfill.\n" + toml(written)).encode()
