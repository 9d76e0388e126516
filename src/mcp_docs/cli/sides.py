"""What the arguments of ``check`` mean: each becomes a side of the comparison."""

from __future__ import annotations

import os
import posixpath
import shlex
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from mcp_docs.cli.serveroptions import behind_dashes
from mcp_docs.config import Config, lockfile_config, targets_hint
from mcp_docs.errors import McpDocsError, NoHistoryError, UsageError
from mcp_docs.history.options import LOCKFILE_NAMES, HistoryOptions
from mcp_docs.interface import Interface
from mcp_docs.readers import ElementCache
from mcp_docs.side import Side
from mcp_docs.sources.files import load_files
from mcp_docs.sources.settings import source_date_epoch
from mcp_docs.texts import shorten

if TYPE_CHECKING:  # imports git, which a comparison of two files does not need
    from mcp_docs.history.baseline import Baseline
    from mcp_docs.history.releases import Candidate
    from mcp_docs.sources.live import Target
    from mcp_docs.sources.revision import Revision

#: Captures a live server, to be compared with the side that is given.
Live: TypeAlias = Callable[[Side], Side]
BaselineKind: TypeAlias = Literal["release", "committed", "lockfile"]
_SNAPSHOT = "Write one with: mcp-docs snapshot -- COMMAND (or --http URL)."


@dataclass(frozen=True, slots=True)
class Sides:
    """Both sides, and the time at which acceptances are judged.

    Attributes:
        old: the side that somebody depends on.
        new: the side that takes its place.
        time: of the newest commit concerned, seconds since 1970-01-01 UTC, or ``None`` without git.
    """

    old: Side
    new: Side
    time: int | None

    def today(self, as_of: int | None = None) -> int:
        """Return when acceptances are judged; by the clock only where nothing else says it.

        Args:
            as_of: what the command line says, which goes before all else.
        """
        for given in (as_of, source_date_epoch(), self.time):
            if given is not None:
                return given
        return int(time.time())


@dataclass(frozen=True, slots=True)
class Project:
    """Where the comparison is made.

    Attributes:
        repo: the project's folder.
        lockfile: from the command line, or ``None``.
        config: of the project.
        cache: of what is read from the disk, for all sides together.
    """

    repo: Path
    lockfile: str | None
    config: Config
    cache: ElementCache = field(default_factory=ElementCache, repr=False, compare=False)

    @property
    def path(self) -> str | None:
        """The lockfile's path relative to ``repo``, as far as anybody said."""
        return self.lockfile or self.config.lockfile

    @property
    def targets_hint(self) -> str:
        """Which lockfiles the targets have, in a sentence, where nobody named one; else empty."""
        return "" if self.path else targets_hint(self.config)

    @property
    def history(self) -> HistoryOptions:
        """How the lockfile's history is read: with its target's tags, where it is one of several."""
        if self.path is None:
            return self.config.history
        there = [name for name in LOCKFILE_NAMES if (self.repo / name).is_file()]
        return lockfile_config(self.config, self.path, there).history


def resolve(
    project: Project,
    old: str | None,
    new: str | None,
    baseline: BaselineKind,
    live: Live | None,
) -> Sides:
    """Return the sides that the arguments name.

    Args:
        project: where.
        old: a file, a folder or ``REV:PATH``, or ``None`` for ``baseline``.
        new: the same, or ``None`` for the live server, else for the working tree's lockfile.
        baseline: what to compare with when ``old`` is ``None``.
        live: captures the server that the command line names; ``None`` when it names none.

    Raises:
        UsageError: there is nothing to compare with, or nothing to compare.
    """
    if new is not None and live is not None:
        raise UsageError("both NEW and a live server are named", hint="Name one of them.")
    if old is not None:
        first, time = named_side(project, old)
        if live is not None:
            return Sides(first, live(first), time)
        second, later = named_side(project, new) if new is not None else (working_side(project), None)
        return Sides(first, second, max(filter(None, (time, later)), default=None))
    if baseline == "lockfile":
        if live is None:
            raise UsageError(
                "--baseline lockfile compares the lockfile with a live server, and none is named",
                hint="Name one: mcp-docs check --baseline lockfile -- COMMAND (or --http URL).",
            )
        disk = working_side(project)
        return Sides(disk, live(disk), None)
    if baseline == "committed":
        return _against_committed(project, live)
    return _against_release(project, live)


def live_side(target: Target | None, timeout: float) -> Live | None:
    """Return what captures a live server as a side, or ``None`` when there is none."""
    if target is None:
        return None

    def capture(old: Side) -> Side:
        from mcp_docs.sources.live import connect  # noqa: PLC0415  # starts processes and connects

        # The lockfile pins the protocol, so that another client's newer one is no change of the interface.
        pinned = old.interface.server.text("protocolVersion")
        with connect(target, protocol=pinned, timeout=timeout) as session:
            interface = session.interface
        return Side(_live_label(target.label, interface), interface, interface.server.version)

    return capture


def _live_label(called: str, interface: Interface) -> str:
    """Return a server as its own name has it, and its address where it has one."""
    name = interface.server.key
    at = called.removeprefix("the server") if called.startswith("the server at ") else ""
    return f"the server `{shorten(name, 80)}`{at}" if name else called


def named_side(project: Project, text: str) -> tuple[Side, int | None]:
    """Return the side that one argument names, and its commit's time."""
    if text == os.devnull:
        # How git names a file that is not there to a driver of its diff.
        return Side("nothing", Interface()), None
    if not text:
        # An empty variable in a script must not turn into the folder that it runs in.
        raise UsageError("OLD or NEW is empty", hint="Name a lockfile, a folder or REV:PATH.")
    path = project.repo / text
    if os.path.exists(path):  # noqa: PTH110  # a name that is too long is no file, and no error
        return _file(project, path, text.rstrip("/") or text), None
    revision, colon, inside = text.partition(":")
    if not colon:
        hint = _meant(project, text)
        raise UsageError(f"there is no file or folder {text}", hint=hint)
    if inside:
        from mcp_docs.sources.revision import load_revision  # noqa: PLC0415  # imports git

        found = load_revision(project.repo, revision, (inside,))
    else:
        found = _at_any_path(project, revision)
    return _committed(found, f"{revision}:{found.path}"), found.time


def _meant(project: Project, text: str) -> str:
    """Say what an argument that names no file may have been meant for."""
    from mcp_docs.sources.revision import find_commit  # noqa: PLC0415  # imports git

    with suppress(McpDocsError):
        if find_commit(project.repo, text) is not None:
            return (
                f"There is a revision of that name: its lockfile is {text}: (with a colon), or {text}:PATH."
            )
    name = f"Name a lockfile, a folder with one tool per file, or REV:PATH. {_SNAPSHOT}"
    return " ".join(filter(None, (behind_dashes("check", text), name)))


def _at_any_path(project: Project, revision: str) -> Revision:
    """Return what a revision holds where the lockfile is, or where it was before it was renamed."""
    from mcp_docs.sources.git import commit_it, former_paths  # noqa: PLC0415  # imports git
    from mcp_docs.sources.revision import load_revision  # noqa: PLC0415  # as well

    paths = _paths(project, project.path)
    try:
        return load_revision(project.repo, revision, paths)
    except UsageError as error:
        if project.targets_hint:
            raise UsageError(error.what, where=error.where, hint=project.targets_hint) from None
        now = next((path for path in paths if (project.repo / path).exists()), paths[0])
        former = former_paths(project.repo, posixpath.normpath(now))
        if not former and revision == "HEAD" and (project.repo / now).exists():
            name = posixpath.normpath(now)
            raise UsageError(f"{name} is there, and HEAD has it not", hint=commit_it(name)) from None
        if not former:
            raise
        return load_revision(project.repo, revision, (*paths, *(f"./{path}" for path in former)))


def _paths(project: Project, path: str | None) -> tuple[str, ...]:
    """Return where the lockfile may stand in a revision, for git."""
    names = (path,) if path else LOCKFILE_NAMES
    return tuple(f"./{name}" for name in (*names, *project.history.former_paths))


def _file(project: Project, path: Path, label: str) -> Side:
    interface, files = load_files(path, project.cache)
    prefix = str(path)
    named = {label + name[len(prefix) :]: data for name, data in files.items()}
    return Side(label, interface, interface.server.version, label, named)


def _committed(found: Revision, label: str) -> Side:
    return Side(label, found.interface, found.interface.server.version, found.path, found.files, found.commit)


def working_side(project: Project) -> Side:
    """Return the working tree's lockfile."""
    names = (project.path,) if project.path else LOCKFILE_NAMES
    for name in names:
        if (project.repo / name).exists():
            return _file(project, project.repo / name, _label(project.repo, name))
    raise UsageError(f"there is no lockfile at {' or '.join(names)}", hint=_instead(project))


def _instead(project: Project) -> str:
    """Say which lockfile may have been meant where there is none."""
    if project.targets_hint:
        return project.targets_hint
    other = next((name for name in LOCKFILE_NAMES if (project.repo / name).is_file()), None)
    found = f'{other} is there: write lockfile = "{other}" into mcp-docs.toml, or give --lockfile {other}.'
    if other:
        return found
    above = _above(project.repo)
    if above is None:
        return _SNAPSHOT
    return f"{above[0]}/{above[1]} is there: give --repo {above[0]}. Or begin one here. {_SNAPSHOT}"


def _above(repo: Path) -> tuple[str, str] | None:
    """Return the way up to the nearest folder of the repository with a lockfile, and its name."""
    way, folder = "", repo.resolve()
    while not (folder / ".git").exists() and folder != folder.parent:
        way, folder = posixpath.join(way, ".."), folder.parent
        for name in LOCKFILE_NAMES:
            if (folder / name).is_file():
                return (repo / way).as_posix(), name
    return None


def _label(repo: Path, name: str) -> str:
    """Return the lockfile's path as seen from where the command runs; never an absolute one."""
    if repo.is_absolute():
        return (repo / name).relative_to(Path.cwd()).as_posix() if repo.is_relative_to(Path.cwd()) else name
    return (repo / name).as_posix()


@contextmanager
def _as_usage(project: Project) -> Iterator[None]:
    """Call it a usage error when there is no history: a missing baseline is never a clean run."""
    try:
        yield
    except NoHistoryError as error:
        from mcp_docs.sources.gitcommand import NAME_REPOSITORY  # noqa: PLC0415  # imports git

        first = project.targets_hint or error.hint or ""
        if first == NAME_REPOSITORY:
            first = "Give the folder of a git repository: mcp-docs check --repo REPO."
        hint = f"{first} Or name what to compare with: mcp-docs check OLD NEW.".strip()
        raise UsageError(error.what, where=error.where, hint=hint) from None


def _against_committed(project: Project, live: Live | None) -> Sides:
    with _as_usage(project):
        found = _at_any_path(project, "HEAD")
    old = _committed(found, f"HEAD:{found.path}")
    return Sides(old, live(old) if live else working_side(project), found.time)


def _against_release(project: Project, live: Live | None) -> Sides:
    from mcp_docs.history.baseline import find_baseline  # noqa: PLC0415  # goes with the next
    from mcp_docs.sources.git import walk  # noqa: PLC0415  # imports git

    options = project.history
    with _as_usage(project):
        walked = walk(project.repo, project.path, options)
    found = find_baseline(walked, options)
    if found.release is None:
        raise _no_release(walked.lockfile, found)
    old = _released(found.release, walked.lockfile, options)
    new = live(old) if live else working_side(project)
    if found.at_head and found.before and new.interface.digest == found.release.interface.digest:
        # A pipeline that builds a release judges that release, and not a release against itself.
        new = replace(
            new, label=f"{new.label} (release {found.release.version})", version=found.release.version
        )
        old = _released(found.before, walked.lockfile, options)
    return Sides(old, new, walked.commits[walked.head].time)


def _released(release: Candidate, lockfile: str, options: HistoryOptions) -> Side:
    label = f"release {release.version}"
    if release.tag is None and not options.source:
        # A clone without its tags would be judged by less than its releases, and nobody would know.
        versioned = release.version == release.interface.server.version
        is_what = "the server's version" if versioned else "a day"
        label += f" ({is_what}, for want of tags; a clone gets them by git fetch --tags)"
    return Side(label, release.interface, release.version, lockfile, {}, release.commit.id)


def _no_release(lockfile: str, found: Baseline) -> UsageError:
    committed = "compare with what is committed: mcp-docs check --baseline committed."
    if found.without:
        return UsageError(
            f"no release has a lockfile at {lockfile} (the newest without is {found.without}), "
            "so there is nothing to compare with",
            hint="If it was moved there from another path, in more than one commit, write into "
            'mcp-docs.toml: former_paths = ["PATH"]. If it is new, '
            + committed
            + " mcp-docs backfill records the releases that there are.",
        )
    other = ""
    if found.elsewhere:
        at = found.elsewhere.tag or found.elsewhere.commit.id[:10]
        named = shlex.quote(f"{at}:{lockfile}")
        other = f" Release {found.elsewhere.version} stands on another line: mcp-docs check {named}."
    return UsageError(
        "no release is an ancestor of HEAD, so there is nothing to compare with",
        hint=f"Fetch the tags (git fetch --tags), or {committed}{other}",
    )
