"""A lockfile's history for a project that never had one: its releases, built and asked one by one.

Each release is checked out into a folder of its own, set up and captured there; what comes of it is a
commit and a tag at once. So a run that was stopped is taken up where it stopped, and the finished
history is the same whatever was done in which run.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from mcp_docs import readers, writer
from mcp_docs.config import Config
from mcp_docs.errors import LockfileError, McpDocsError, ServerError, UsageError, Where
from mcp_docs.history.backfill import (
    LONGEST_REASON,
    Plan,
    Step,
    TagNames,
    chosen_tags,
    failure_message,
    home_of,
    message_of,
    source_of,
)
from mcp_docs.history.model import Tag
from mcp_docs.history.options import LOCKFILE_NAMES, HistoryOptions
from mcp_docs.interface import Interface
from mcp_docs.semver import version_of_tag
from mcp_docs.sources.backfillbranch import FILE_MODE, LOCKFILE, Branch, companions
from mcp_docs.sources.gitcommand import Repository, clean_environment
from mcp_docs.sources.gitlog import Entry, commits, tags
from mcp_docs.sources.gitwrite import (
    checkout,
    move_references,
    write_blob,
    write_commit,
    write_tag,
    write_tree,
)
from mcp_docs.sources.live import StdioTarget, Target, connect
from mcp_docs.sources.revision import load_revision
from mcp_docs.sources.shellrun import run_setup
from mcp_docs.texts import shorten
from mcp_docs.views.markdown import visible


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be backfilled, and how.

    Attributes:
        repo: a folder inside the project's repository; commands run in the same folder of a checkout.
        target: how the server is started.
        config: of the project, or of one of its targets.
        settings: the bytes that it was read from.
        names: of the tags that are made.
        setup: a shell's command line that builds or installs the server, or empty.
        branch: that the commits go to.
        tags: patterns of the tags that are releases, or empty for those of the configuration.
        since: a tag; releases from before it are left out. Or empty.
        protocol: the protocol version to insist on, or ``None``.
        timeout: seconds for each answer of the server.
        setup_timeout: seconds for the setup.
    """

    repo: Path
    target: Target
    config: Config
    settings: bytes
    names: TagNames = field(default_factory=TagNames)
    setup: str = ""
    branch: str = "mcp-docs-history"
    tags: tuple[str, ...] = ()
    since: str = ""
    protocol: str | None = None
    timeout: float = 30.0
    setup_timeout: float = 600.0

    @property
    def options(self) -> HistoryOptions:
        """Which tags are releases."""
        history = self.config.history
        return replace(history, tag_patterns=self.tags) if self.tags else history

    def home(self, repository: Repository) -> str:
        """Return the path of the project's lockfile from the root of the repository."""
        home = f"{repository.prefix}{self.config.lockfile or LOCKFILE}"
        return posixpath.normpath(home) if home.isprintable() else LOCKFILE


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a backfill did.

    Attributes:
        recorded: releases that were captured.
        kept: releases that an earlier run had captured.
        own: releases whose commit has a lockfile of the project's own, which is kept.
        failed: each release that could not be captured, and why.
        moved: releases whose tag ``mcp-docs/TAG`` leads to another commit than an earlier run let it;
            with ``failed/`` before the name those that fail for another reason.
    """

    recorded: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    failed: Mapping[str, McpDocsError] = field(default_factory=dict)
    moved: tuple[str, ...] = ()


def backfill(job: Job, tell: Callable[[str], None]) -> Outcome:
    """Capture every release that is not captured yet, and let the branch end with the newest.

    Args:
        job: what to do.
        tell: told of each release that is begun.

    Raises:
        HistoryError: there is no repository, or git fails.
        UsageError: no tag is a release, the tag of ``since`` is none, or the branch is in use.
    """
    with clean_environment(), Repository(job.repo) as repository:
        found, _ = tags(repository)
        recorded = _recorded(repository, job, found)
        branch = Branch(repository, job.branch)
        plan, wanted = _plan(repository, job, found, recorded)
        run = _Run(repository, job, plan, recorded, branch)
        try:
            for number, step in enumerate(plan.steps, 1):
                if run.keep(step) or not wanted.intersection(tag.name for tag in step.tags):
                    continue
                if not run.keep_own(step):
                    tell(f"{step.label} ({number} of {len(plan.steps)})")
                    run.capture(step)
        finally:
            run.finish()
    return run.outcome


def _plan(
    repository: Repository, job: Job, found: tuple[Tag, ...], recorded: Mapping[str, _Recorded]
) -> tuple[Plan, frozenset[str]]:
    """Return the releases, and the names of those that this run may capture."""
    chosen = chosen_tags(found, job.options)
    if job.since:
        since = next((tag for tag in found if tag.name == job.since), None)
        if since is None:
            raise UsageError(f"there is no tag {job.since[:80]!r}", hint="Name one with --since.")
        chosen = tuple(tag for tag in chosen if tag.time >= since.time)
    if not chosen:
        raise UsageError(
            "no tag of the repository is a release",
            where=Where(str(job.repo)),
            hint="Choose tags with --tags PATTERN; fetch them first with: git fetch --tags.",
        )
    names = frozenset(tag.name for tag in chosen)
    kept = (tag for tag in found if tag.name in recorded and recorded[tag.name].source == tag.commit)
    every = {tag.name: tag for tag in (*chosen, *kept)}
    tips = [*dict.fromkeys(tag.commit for tag in every.values() if tag.commit)]
    head = _head(repository)
    return Plan(commits(repository, [*tips, head]), tuple(every.values())), names


def _head(repository: Repository) -> str:
    head = repository.commit("HEAD")
    if head is None:
        raise UsageError(
            "HEAD leads to no commit",
            where=Where(str(repository.path)),
            hint="Check the project's branch out first: git checkout BRANCH.",
        )
    return head


@dataclass(frozen=True, slots=True)
class _Recorded:
    """A release of an earlier run: the commit that it was captured at, the one made, and its lockfile."""

    source: str
    made: str
    blob: str


def _recorded(repository: Repository, job: Job, found: tuple[Tag, ...]) -> dict[str, _Recorded]:
    """Return what earlier runs captured of this lockfile's server, by the project's name of the tag."""
    recorded = {}
    prefix, home = job.names.captured, job.home(repository)
    for tag in found:
        if not tag.name.startswith(prefix) or tag.commit is None:
            continue
        commit = repository.read(tag.commit)
        message = commit[1].decode("utf-8", "replace") if commit else ""
        source = source_of(message) if home_of(message) == home else None
        name = f"{tag.commit}:{LOCKFILE}"
        if source and repository.succeeds("rev-parse", "--verify", "--quiet", name):
            blob = repository.run("rev-parse", "--verify", name).decode("ascii")
            recorded[tag.name.removeprefix(prefix)] = _Recorded(source, tag.commit, blob)
    return recorded


class _Run:
    """One run over the releases; holds what it has made so far."""

    def __init__(
        self, repository: Repository, job: Job, plan: Plan, recorded: Mapping[str, _Recorded], branch: Branch
    ) -> None:
        self._repository = repository
        self._branch = branch
        self._job = job
        self._plan = plan
        self._recorded = recorded
        self._home = job.home(repository)
        self._names = job.names
        #: By released commit of the project: the commit made for it, its lockfile, its protocol.
        self._made: dict[str, tuple[str, str, str | None]] = {}
        self._recorded_now: list[str] = []
        self._kept: list[str] = []
        self._own: list[str] = []
        self._failed: dict[str, McpDocsError] = {}
        self._moved: list[str] = []

    @property
    def outcome(self) -> Outcome:
        """What was done up to now."""
        recorded, kept, own = (tuple(labels) for labels in (self._recorded_now, self._kept, self._own))
        return Outcome(recorded, kept, own, dict(self._failed), tuple(self._moved))

    def keep(self, step: Step) -> bool:
        """Take what an earlier run captured of a release; return whether there was anything."""
        known = [self._recorded[tag.name] for tag in step.tags if tag.name in self._recorded]
        blob = next((old.blob for old in known if old.source == step.commit.id), None)
        if blob is None:
            return False
        found = self._repository.read(blob)
        server = readers.read(found[1]).server if found else None
        self._commit(step, blob, server.text("protocolVersion") if server else None)
        self._kept.append(step.label)
        return True

    def keep_own(self, step: Step) -> bool:
        """Take the lockfile that the project committed for a release; return whether there was one.

        What the project says of its release goes before what its server answers today.
        """
        try:
            held = load_revision(self._repository.path, step.commit.id, self._own_paths).interface
        except (UsageError, LockfileError):
            return False
        blob = write_blob(self._repository, writer.write(held))
        self._commit(step, blob, held.server.text("protocolVersion"))
        self._own.append(step.label)
        return True

    @cached_property
    def _own_paths(self) -> tuple[str, ...]:
        """Where the project's lockfile is, was or may be, for ``load_revision``."""
        config = self._job.config
        names = (config.lockfile,) if config.lockfile else LOCKFILE_NAMES
        return tuple(f"./{name}" for name in (*names, *config.history.former_paths))

    def capture(self, step: Step) -> None:
        """Set a release up, ask its server, and make its commit and its tags."""
        parents = self._plan.parents(step.commit.id, self._made)
        pinned = self._made[parents[0]][2] if parents else None
        try:
            interface = self._interface(step, pinned)
        except (McpDocsError, OSError) as error:
            known_error = error if isinstance(error, McpDocsError) else _refused(error)
            self._failed[step.label] = known_error
            self._note(step, known_error.what)
            return
        blob = write_blob(self._repository, writer.write(interface))
        self._commit(step, blob, interface.server.text("protocolVersion"))
        self._recorded_now.append(step.label)

    def _note(self, step: Step, what: str) -> None:
        """Make the commit and the tags that say why a release is not captured.

        Not with the last words of setup or server, which name paths and differ from run to run; and with
        no parent, so that it stays as it is whatever is captured of other releases.
        """
        reason = shorten(visible(what).strip(), LONGEST_REASON)
        message = failure_message(step, self._home, reason)
        made = write_commit(self._repository, write_tree(self._repository, {}), (), message, step.commit.time)
        for tag in step.tags:
            before = self._repository.commit(f"refs/tags/{self._names.failed}{tag.name}")
            self._moved += [f"failed/{tag.name}"] if before not in (None, made) else []
        prefix = f"refs/tags/{self._names.failed}"
        move_references(self._repository, {f"{prefix}{tag.name}": made for tag in step.tags})

    def finish(self) -> None:
        """Let the branch end with the newest release; where nothing is new it stays with the one it has."""
        head = _head(self._repository)
        held = {made[0]: source for source, made in self._made.items()}
        last = next((held[release] for release in self._branch.released if release in held), None)
        tip = (not self._recorded_now and last) or self._plan.tip(head, tuple(self._made))
        if tip is None:
            return
        commit, blob, _ = self._made[tip]
        seconds = next(step.commit.time for step in self._plan.steps if step.commit.id == tip)
        files = companions(self._repository, self._job.config, self._job.settings, self._names)
        self._branch.finish(commit, blob, seconds, files)

    def _commit(self, step: Step, blob: str, protocol: str | None) -> None:
        commit = step.commit
        parents = tuple(self._made[parent][0] for parent in self._plan.parents(commit.id, self._made))
        tree = write_tree(self._repository, {LOCKFILE: Entry(FILE_MODE, blob)})
        made = write_commit(self._repository, tree, parents, message_of(step, self._home), commit.time)
        self._made[commit.id] = made, blob, protocol
        known = [tag.name for tag in step.tags if tag.name in self._recorded]
        self._moved += [name for name in known if self._recorded[name].made != made]
        move_references(self._repository, dict(self._references(step, made)))

    def _references(self, step: Step, made: str) -> Iterator[tuple[str, str | None]]:
        """Yield a tag for each of the release's; an annotated one keeps the time of the project's.

        What said that the release could not be captured goes.
        """
        for tag in step.tags:
            if self._repository.commit(failed := f"refs/tags/{self._names.failed}{tag.name}"):
                yield failed, None
            name = f"{self._names.captured}{tag.name}"
            dated = tag.time and tag.time != step.commit.time
            yield f"refs/tags/{name}", write_tag(self._repository, made, name, tag.time) if dated else made

    def _interface(self, step: Step, pinned: str | None) -> Interface:
        """Set a release up in a checkout of its own and ask its server."""
        name = step.tags[-1].name
        version = version_of_tag(name)
        env = {"MCP_DOCS_TAG": name, "MCP_DOCS_VERSION": version.text if version else name}
        with checkout(self._repository, step.commit.id) as root:
            folder = root / self._repository.prefix
            if not folder.is_dir():
                raise ServerError(
                    "no-folder",
                    f"the release has no folder {self._repository.prefix!r}",
                    hint="Leave out the releases from before there was one: --since TAG.",
                )
            if self._job.setup:
                run_setup(self._job.setup, folder, env, self._job.setup_timeout)
            given = self._job.target
            assert isinstance(given, StdioTarget)  # noqa: S101  # no address leads to a checkout
            public = given.public | frozenset(env)
            cwd = str(folder / (given.cwd or ""))
            target = replace(given, env={**env, **given.env}, public=public, cwd=cwd)
            return self._ask(target, pinned)

    def _ask(self, target: StdioTarget, pinned: str | None) -> Interface:
        """Ask in the protocol version of the release before, or in the server's own if that is gone.

        Nobody decides about a version here, as one does with ``--protocol`` when a lockfile is kept.
        """
        asked = self._job.protocol or pinned
        try:
            return _interface(target, asked, self._job.timeout)
        except ServerError as error:
            if error.code != "version" or self._job.protocol or pinned is None:
                raise
            return _interface(target, None, self._job.timeout)


def _interface(target: StdioTarget, protocol: str | None, timeout: float) -> Interface:
    with connect(target, protocol=protocol, timeout=timeout) as session:
        return session.interface


def _refused(error: OSError) -> McpDocsError:
    return McpDocsError(
        str(error.strerror),
        hint="See that the folder for temporary files has room and may be written, and run it again.",
    )
