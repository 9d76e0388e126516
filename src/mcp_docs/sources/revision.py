"""The lockfile as one revision of a git repository has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mcp_docs.errors import LockfileError, UsageError, Where
from mcp_docs.interface import Interface
from mcp_docs.readers import is_tool_file, read, read_folder
from mcp_docs.sources.gitcommand import Repository, clean_environment
from mcp_docs.sources.gitjoin import backfilled
from mcp_docs.sources.gitlog import tags
from mcp_docs.texts import did_you_mean


@dataclass(frozen=True, slots=True)
class Revision:
    """What a revision holds at a path.

    Attributes:
        commit: full id.
        time: committer time, seconds since 1970-01-01 UTC.
        path: of the lockfile or folder, from the repository's root.
        interface: read from it.
        files: content by path from the repository's root.
    """

    commit: str
    time: int
    path: str
    interface: Interface
    files: Mapping[str, bytes]


def load_revision(repo: Path, revision: str, paths: Sequence[str]) -> Revision:
    """Read the interface that a revision holds at the first of ``paths`` that is there.

    A release without a lockfile holds what a backfill captured of it.

    Args:
        repo: a folder inside the repository.
        revision: anything that git takes for a commit: a tag, a branch, ``HEAD~1``.
        paths: from the repository's root, or from ``repo`` where they begin with ``./``.

    Raises:
        UsageError: there is no such revision, or no such file in it.
        LockfileError: what is there is no interface.
        HistoryError: ``repo`` is no repository.
    """
    with clean_environment(), Repository(repo) as repository:
        commit = _commit(repository, revision)
        time = int(repository.run("show", "--no-patch", "--format=%ct", commit).decode("ascii"))
        names = [
            f"{repository.prefix}{path[2:]}" if path.startswith("./") else path.rstrip("/") for path in paths
        ]
        for name in names:
            found = repository.read(f"{commit}:{name}")
            if found is not None:
                files = {name: found[1]} if found[0] == "blob" else _folder(repository, commit, name)
                return Revision(commit, time, name, _interface(name, files, commit, found[0]), files)
        captured = _captured(repository, commit, names)
        if captured is not None:
            files = {names[0]: captured}
            return Revision(commit, time, names[0], _interface(names[0], files, commit, "blob"), files)
    raise UsageError(
        f"{revision} has no lockfile at {' or '.join(names)}",
        hint="The path is from the repository's root, or begins with ./ . "
        f"To see what there is, run: git ls-tree -r --name-only {revision}",
    )


def find_commit(repo: Path, revision: str) -> str | None:
    """Return the id of the commit that git takes ``revision`` for, or ``None``."""
    with clean_environment(), Repository(repo) as repository:
        return repository.commit(revision)


def names_of_commits(repo: Path) -> tuple[str, ...]:
    """Return the names of all tags and branches."""
    with clean_environment(), Repository(repo) as repository:
        return _names(repository)


def commits_between(repo: Path, first: str | None, last: str) -> frozenset[str]:
    """Return the ids of ``last``, all its ancestors, and none that is ``first`` or an ancestor of it.

    Args:
        repo: a folder inside the repository.
        first: id of a commit, or ``None`` to leave out none.
        last: id of a commit.
    """
    wanted = f"{last}\n" + (f"^{first}\n" if first else "")
    with clean_environment(), Repository(repo) as repository:
        return frozenset(repository.run("rev-list", "--stdin", stdin=wanted).decode("ascii").split())


def _captured(repository: Repository, commit: str, names: Sequence[str]) -> bytes | None:
    """Return the lockfile that a backfill captured of a release's commit, or ``None``."""
    found = backfilled(repository, tags(repository)[0], names).found.get(commit)
    lockfile = repository.read(found.files[0][1].object) if found else None
    return lockfile[1] if lockfile else None


def _names(repository: Repository) -> tuple[str, ...]:
    names = repository.run("for-each-ref", "--format=%(refname:strip=2)", "refs/tags", "refs/heads")
    return tuple(filter(None, names.decode("utf-8", "replace").split("\n")))


def _commit(repository: Repository, revision: str) -> str:
    if not revision:
        raise UsageError(
            "there is no revision before the colon",
            hint="What is staged cannot be read; name a commit, as HEAD:PATH, or the file on disk.",
        )
    commit = repository.commit(revision)
    if commit is None:
        near = did_you_mean(revision, _names(repository))
        fetch = "Fetch it first: git fetch --tags (in GitHub Actions: fetch-depth: 0)."
        raise UsageError(f"there is no revision {revision!r}", hint=f"{near} {fetch}".strip())
    return commit


def _folder(repository: Repository, commit: str, name: str) -> dict[str, bytes]:
    listing = repository.run("ls-tree", "-r", "-z", f"{commit}:{name}").decode("utf-8", "surrogateescape")
    files = {}
    for entry in filter(None, listing.split("\0")):
        head, _, inner = entry.partition("\t")
        mode, _, blob = head.split()
        if mode.startswith("100") and is_tool_file(inner):
            found = repository.read(blob)
            files[f"{name}/{inner}"] = found[1] if found else b""
    return files


def _interface(name: str, files: Mapping[str, bytes], commit: str, kind: str) -> Interface:
    try:
        if kind == "blob":
            return read(files[name])
        return read_folder({file[len(name) + 1 :]: data for file, data in files.items()})
    except LockfileError as error:
        inner = error.where or Where()
        error.where = replace(inner, file=f"{name}/{inner.file}" if inner.file else name, commit=commit)
        raise
