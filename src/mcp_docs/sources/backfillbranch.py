"""The branch that a backfill's releases end with: the newest of them, with the project's configuration.

Its last commit alone is no release's. What others may have fetched of the branch stays behind the new
end, so that it can be pushed as any other branch, unless an earlier release had to be written again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from mcp_docs.config import FILE_NAME, Config
from mcp_docs.errors import UsageError
from mcp_docs.history.backfill import TagNames, branch_config
from mcp_docs.history.options import LOCKFILE_NAMES
from mcp_docs.sources.contractfiles import FOLDER as CONTRACTS
from mcp_docs.sources.gitcommand import Repository
from mcp_docs.sources.gitlog import Entry
from mcp_docs.sources.gitwrite import (
    move_references,
    refuse_checked_out,
    write_blob,
    write_commit,
    write_tree,
)

LOCKFILE: Final = LOCKFILE_NAMES[0]
FILE_MODE: Final = "100644"
_MESSAGE: Final = "Configure the record of the backfilled releases\n"


@dataclass(frozen=True, slots=True)
class End:
    """The last commit of a backfill's branch, here or where it was pushed to.

    Attributes:
        commit: its id.
        release: id of the commit before it, which is the release that the branch ends with.
        tree: id of its files.
    """

    commit: str
    release: str
    tree: str


class Branch:
    """A backfill's branch.

    Args:
        repository: where.
        name: without ``refs/heads/``.

    Raises:
        UsageError: it is the user's own, or checked out.
    """

    def __init__(self, repository: Repository, name: str) -> None:
        refuse_checked_out(repository, name)
        self._repository = repository
        self._name = name
        self._reference = f"refs/heads/{name}"
        self.end = self._end(self._reference)
        if self.end is None and self._exists(self._reference):
            raise UsageError(
                f"the branch {name} ends with a commit that no backfill has made",
                hint="Choose another with --branch; it is made where there is none.",
            )
        self._published = self._remote_ends()

    @property
    def released(self) -> tuple[str, ...]:
        """The commits of the releases that the branch ends with, here first."""
        ends = (*filter(None, (self.end,)), *self._published)
        return tuple(end.release for end in ends)

    def finish(self, release: str, lockfile: str, seconds: int, files: Mapping[str, Entry]) -> None:
        """Let the branch end with a release.

        Args:
            release: id of its commit.
            lockfile: id of its lockfile's object.
            seconds: its time, since 1970-01-01 UTC.
            files: what else the record is made with, by path.
        """
        tree = write_tree(self._repository, {**files, LOCKFILE: Entry(FILE_MODE, lockfile)})
        ends = (*filter(None, (self.end,)), *self._published)
        made = next((end.commit for end in ends if (end.release, end.tree) == (release, tree)), None)
        if made is None:
            parents = (release, *self._kept(release))
            made = write_commit(self._repository, tree, parents, _MESSAGE, seconds)
        move_references(self._repository, {self._reference: made})

    def _kept(self, release: str) -> tuple[str, ...]:
        """Return the published ends whose releases are all behind ``release``, or are it."""
        ends = (end for end in self._published if self._is_behind(end.release, release))
        return tuple(dict.fromkeys(end.commit for end in ends))

    def _is_behind(self, commit: str, other: str) -> bool:
        return self._repository.succeeds("merge-base", "--is-ancestor", commit, other)

    def _remote_ends(self) -> tuple[End, ...]:
        listed = self._repository.run("for-each-ref", "--format=%(refname)", f"refs/remotes/*/{self._name}")
        names = filter(None, listed.decode("utf-8", "surrogateescape").split("\n"))
        return tuple(end for name in names if (end := self._end(name)))

    def _end(self, reference: str) -> End | None:
        if not self._exists(reference):
            return None
        told = self._repository.run("log", "-1", "--format=%H %T %P%n%s", "--end-of-options", reference, "--")
        ids, _, subject = told.decode("utf-8", "replace").partition("\n")
        commit, tree, *parents = ids.split(" ")
        return End(commit, parents[0], tree) if subject + "\n" == _MESSAGE and parents else None

    def _exists(self, reference: str) -> bool:
        return self._repository.succeeds("show-ref", "--verify", "--quiet", reference)


def companions(repository: Repository, config: Config, settings: bytes, names: TagNames) -> dict[str, Entry]:
    """Return what the record is made with beside the lockfile, by path from the project's folder.

    Notes, acceptances, contracts and templates are those of HEAD; the configuration is the branch's own.

    Args:
        repository: where.
        config: of the project.
        settings: the bytes that it was read from.
        names: of the backfill's tags.
    """
    folders = (config.notes, config.acceptances, config.contracts or CONTRACTS, config.templates or "")
    prefix = repository.prefix
    paths = [f"{prefix}{folder.strip('/')}" for folder in folders if folder.strip("/")]
    listed = repository.run("ls-tree", "-r", "-z", "--full-tree", "HEAD", "--", *paths)
    found = {}
    for line in filter(None, listed.decode("utf-8", "surrogateescape").split("\0")):
        head, _, path = line.partition("\t")
        mode, kind, blob = head.split(" ")
        if kind == "blob":
            found[path.removeprefix(prefix)] = Entry(mode, blob)
    of_target = {"title": config.title, "notes": config.notes, "contracts": config.contracts or ""}
    own = {name: text for name, text in of_target.items() if text} if names.target else {}
    written = write_blob(repository, branch_config(settings, LOCKFILE, names, own))
    return {**found, FILE_NAME: Entry(FILE_MODE, written)}
