"""Walk the history of a lockfile: every revision and tag of a repository as plain values.

A revision is a commit on the first-parent line of HEAD, or of a tag, in which anything at the
lockfile's path (a file, or a folder with one tool per file) changed. Each distinct blob is read
and parsed once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mcp_docs.errors import HistoryError, LockfileError, UsageError, Where
from mcp_docs.history.lineage import previous_revision
from mcp_docs.history.model import Commit, Content, Gap, Revision, Tag, Walk
from mcp_docs.history.options import LOCKFILE_NAMES, HistoryOptions
from mcp_docs.interface import Interface
from mcp_docs.jsontext import JsonTextError
from mcp_docs.readers import ElementCache, is_tool_file, read, read_folder
from mcp_docs.sources.gitcommand import Repository, clean_environment

#: Path to (mode, object id); the state of everything at the lockfile's paths at one commit.
_State = Mapping[str, tuple[str, str]]

_FILE, _SYMLINK, _SUBMODULE = "100", "120000", "160000"


def walk(repo: Path, lockfile: str | None, options: HistoryOptions) -> Walk:
    """Read the whole history of one lockfile.

    Args:
        repo: a folder inside the repository; a working tree or a bare one.
        lockfile: path relative to ``repo``, a file or a folder; ``None`` looks for the usual names.
        options: former paths.

    Raises:
        HistoryError: no repository, no commit, a shallow or partial clone, or no lockfile.
        UsageError: the path leaves the repository.
    """
    with clean_environment():
        repository = Repository(repo)
        head = _head(repository)
        _refuse_incomplete(repository)
        tags, gaps = _tags(repository)
        commits = _commits(repository)
        tips = (head, *sorted({tag.commit for tag in tags if tag.commit in commits}))
        path, states = _find(repository, lockfile, options, head, tips)
        contents = _Contents(repository, (path, *options.former_paths))
        revisions = {
            commit: Revision(commits[commit], contents.at(commit, state))
            for commit, state in _along(states, commits).items()
        }
    return Walk(commits, head, revisions, tags, path, gaps)


def read_head(repo: Path, path: str) -> bytes | None:
    """Return a file of HEAD's tree, or ``None`` when it has none at ``path`` (relative to ``repo``)."""
    with clean_environment():
        repository = Repository(repo)
        found = repository.read(f"HEAD:{repository.prefix}{path}") if "\n" not in path else None
    return found[1] if found and found[0] == "blob" else None


def read_head_folder(repo: Path, path: str) -> Mapping[str, bytes]:
    """Return the files directly inside a folder of HEAD's tree by name; empty when there is none."""
    with clean_environment():
        repository = Repository(repo)
        folder = f"{repository.prefix}{path}".strip("/")
        if not repository.succeeds("rev-parse", "--verify", "--quiet", "--end-of-options", f"HEAD:{folder}"):
            return {}
        names = repository.run("ls-tree", "-z", f"HEAD:{folder}").decode("utf-8", "surrogateescape")
        entries = [entry.partition("\t") for entry in names.split("\0") if entry]
        blobs = {name: head.split()[2] for head, _, name in entries if head.split()[1] == "blob"}
        found = {name: repository.read(blob) for name, blob in sorted(blobs.items())}
    return {name: item[1] for name, item in found.items() if item}


def worktree(repo: Path) -> Path | None:
    """Return the root of the working tree that ``repo`` is in, or ``None`` for a bare repository."""
    with clean_environment():
        return Repository(repo).worktree


def references(repo: Path) -> str:
    """Return one text that differs whenever HEAD or a tag leads elsewhere."""
    with clean_environment():
        repository = Repository(repo)
        head = _head(repository)
        tags = repository.run("for-each-ref", f"--format={_TAG_FORMAT}", "refs/tags")
    return f"{head}\n{tags.decode('utf-8', 'surrogateescape')}"


def _head(repository: Repository) -> str:
    try:
        return repository.run("rev-parse", "--verify", "--quiet", "HEAD^{commit}").decode("ascii")
    except HistoryError:
        raise HistoryError(
            "the repository has no commit",
            where=Where(str(repository.path)),
            hint="Commit the lockfile first; the history is what mcp-docs reads.",
        ) from None


def _refuse_incomplete(repository: Repository) -> None:
    where = Where(str(repository.path))
    if repository.run("rev-parse", "--is-shallow-repository") == b"true":
        raise HistoryError(
            "this is a shallow clone: most of the history is missing",
            where=where,
            hint="Run: git fetch --unshallow --tags (in GitHub Actions: fetch-depth: 0).",
        )
    if repository.succeeds("config", "--get-regexp", r"^remote\..*\.promisor$"):
        raise HistoryError(
            "this is a partial clone: contents would have to be fetched while reading",
            where=where,
            hint="Run: git fetch --refetch --no-filter, then git config --unset remote.origin.promisor; "
            "or clone again without --filter.",
        )


_TAG_FORMAT = "%(refname:strip=2)%09%(objectname)%09%(objecttype)%09%(*objectname)%09%(*objecttype)%09%(creatordate:unix)"


def _tags(repository: Repository) -> tuple[tuple[Tag, ...], tuple[Gap, ...]]:
    tags, gaps = [], []
    text = repository.run("for-each-ref", f"--format={_TAG_FORMAT}", "refs/tags").decode("utf-8", "replace")
    for line in text.splitlines():
        name, target, kind, peeled, peeled_kind, time = line.split("\t")
        commit = target if kind == "commit" else peeled if peeled_kind == "commit" else None
        tags.append(Tag(name, commit, int(time) if time else 0))
        if commit is None:
            what = f"the tag leads to a {peeled_kind or kind}, not to a commit"
            gaps.append(Gap("tag.not_a_commit", what, tag=name))
    return tuple(tags), tuple(gaps)


def _commits(repository: Repository) -> dict[str, Commit]:
    """Return every commit that HEAD or a tag reaches, in one call."""
    text = repository.run("log", "-z", "--format=%H %ct %P%n%s", "HEAD", "--tags", "--")
    commits = {}
    for entry in filter(None, text.decode("utf-8", "replace").split("\0")):
        head, _, subject = entry.partition("\n")
        commit, time, *parents = head.split()
        commits[commit] = Commit(commit, tuple(parents), int(time), subject)
    return commits


def _find(
    repository: Repository, lockfile: str | None, options: HistoryOptions, head: str, tips: tuple[str, ...]
) -> tuple[str, dict[str, dict[str, tuple[str, str]]]]:
    """Return the lockfile's path in the repository and the raw changes at each revision."""
    names = (lockfile,) if lockfile is not None else LOCKFILE_NAMES
    for name in names:
        path = _inside(repository, name)
        former = tuple(_inside(repository, other) for other in options.former_paths)
        changes = _changes(repository, (path, *former), tips)
        if changes:
            return path, changes
    looked = " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]
    found = _candidates(repository, head)
    hint = f"These look like one: {', '.join(found)}. " if found else ""
    raise HistoryError(
        f"no commit has a lockfile at {looked}",
        where=Where(str(repository.path)),
        hint=hint + "Name it with --lockfile PATH, relative to the repository; a folder with one tool per file will do.",
    )


def _inside(repository: Repository, name: str) -> str:
    parts: list[str] = []
    for part in f"{repository.prefix}{name}".split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    path = "/".join(parts)
    if ".." in parts or not path or name.startswith("/") or "\n" in name or "\0" in name:
        raise UsageError(
            f"the lockfile's path {name!r} does not lead into the repository",
            hint="Give a path relative to the repository's root.",
        )
    return path


def _candidates(repository: Repository, head: str) -> list[str]:
    """Name what in HEAD's tree looks like a record of tools; at most five."""
    text = repository.run("ls-tree", "-r", "-z", "--name-only", head).decode("utf-8", "replace")
    found = []
    for path in text.split("\0"):
        folder, _, name = path.rpartition("/")
        if folder.endswith("__toolsnaps__"):
            found.append(folder)
        elif name in (*LOCKFILE_NAMES, "tools.json", "mcp-tools.json", "tools_list.json"):
            found.append(path)
    return list(dict.fromkeys(found))[:5]


def _changes(
    repository: Repository, paths: tuple[str, ...], tips: tuple[str, ...]
) -> dict[str, dict[str, tuple[str, str]]]:
    """Return for each revision the paths that changed: new mode and object, zeros for a removal."""
    specs = [f":(top,literal){path}" for path in paths]
    text = repository.run(
        "log", "--first-parent", "-m", "--raw", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv",
        "-z", "--format=%x01%H", *tips, "--", *specs,
    )  # fmt: skip
    changes: dict[str, dict[str, tuple[str, str]]] = {}
    current: dict[str, tuple[str, str]] = {}
    fields = iter(text.decode("utf-8", "surrogateescape").split("\0"))
    for entry in fields:
        line = entry.lstrip("\n")
        if line.startswith("\x01"):
            current = changes.setdefault(line[1:41].strip(), {})
            line = line[41:].lstrip("\n")
        if line.startswith(":"):
            _, mode, _, new, _ = line.split(" ")
            current[next(fields)] = (mode, new)
    return changes


def _along(
    changes: Mapping[str, Mapping[str, tuple[str, str]]], commits: Mapping[str, Commit]
) -> dict[str, _State]:
    """Add up the changes along each first-parent line, oldest first."""
    states: dict[str, _State] = {}
    for commit in _oldest_first(changes, commits):
        state = dict(states.get(previous_revision(commit, states, commits) or "", {}))
        for path, (mode, blob) in changes[commit].items():
            if set(blob) == {"0"}:
                state.pop(path, None)
            else:
                state[path] = (mode, blob)
        states[commit] = state
    return states


def _oldest_first(changes: Mapping[str, object], commits: Mapping[str, Commit]) -> Iterator[str]:
    """Yield revisions so that each comes after those before it on its first-parent line."""
    done: set[str] = set()
    for start in sorted(changes, key=lambda c: (commits[c].time, c)):
        line = []
        commit: str | None = start
        while commit is not None and commit not in done:
            done.add(commit)
            line.append(commit)
            parents = commits[commit].parents if commit in commits else ()
            commit = parents[0] if parents else None
        yield from (c for c in reversed(line) if c in changes)


@dataclass
class _Contents:
    """Reads states into interfaces; remembers every blob and every distinct state."""

    repository: Repository
    paths: tuple[str, ...]
    cache: ElementCache = field(default_factory=ElementCache)
    seen: dict[object, Interface | LockfileError] = field(default_factory=dict)
    blobs: dict[str, bytes] = field(default_factory=dict)

    def at(self, commit: str, state: _State) -> Content:
        """Return the interface that ``state`` describes, a gap, or ``None`` for no lockfile."""
        for path in self.paths:
            if path in state:
                return self._file(commit, path, *state[path])
            files = {p[len(path) + 1 :]: entry for p, entry in state.items() if p.startswith(path + "/")}
            files = {name: entry for name, entry in files.items() if is_tool_file(name)}
            if files:
                return self._folder(commit, path, files)
        return None

    def _file(self, commit: str, path: str, mode: str, blob: str) -> Content:
        if not mode.startswith(_FILE):
            kinds = {_SYMLINK: "a symbolic link", _SUBMODULE: "a submodule"}
            what = f"there is {kinds.get(mode, 'no plain file')} in the lockfile's place"
            return Gap("revision.not_a_file", what, commit=commit, where=Where(path, commit))
        if blob not in self.seen:
            data = self._blob(blob)
            if data is None:
                return self._missing(commit, path)
            self.seen[blob] = _attempt(lambda: read(data, self.cache))
        return _content(self.seen[blob], commit, path)

    def _folder(self, commit: str, path: str, files: _State) -> Content:
        key = tuple(sorted((name, blob) for name, (mode, blob) in files.items() if mode.startswith(_FILE)))
        if key not in self.seen:
            contents = {name: self._blob(blob) for name, blob in key}
            if None in contents.values():
                return self._missing(commit, path)
            found = {name: data for name, data in contents.items() if data is not None}
            self.seen[key] = _attempt(lambda: read_folder(found, self.cache))
        return _content(self.seen[key], commit, path)

    def _blob(self, blob: str) -> bytes | None:
        if blob not in self.blobs:
            found = self.repository.read(blob)
            if found is None:
                return None
            self.blobs[blob] = found[1]
        return self.blobs[blob]

    def _missing(self, commit: str, path: str) -> Gap:
        what = "the content is missing from the repository or corrupt"
        return Gap("revision.missing_object", what, commit=commit, where=Where(path, commit))


def _attempt(reader: Callable[[], Interface]) -> Interface | LockfileError:
    try:
        return reader()
    except LockfileError as error:
        return error


def _content(result: Interface | LockfileError, commit: str, path: str) -> Content:
    if isinstance(result, Interface):
        return result
    place = result.where
    where = Where(path, commit, place.line if place else None, place.column if place else None)
    code = result.code if isinstance(result, JsonTextError) else "not_an_interface"
    return Gap(f"revision.{code}", result.what, commit=commit, where=where)
