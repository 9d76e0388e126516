"""Walk the history of a lockfile: every revision and tag of a repository as plain values.

A revision is a commit on the first-parent line of HEAD, or of a tag, in which the content of the
lockfile (a file, or a folder with one tool per file) changed. Each distinct blob is read and parsed
once.
"""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from mcp_docs.errors import HistoryError, LockfileError, NoHistoryError, UsageError, Where
from mcp_docs.history.lineage import FirstParentLines, topological
from mcp_docs.history.model import Commit, Gap, Revision, Walk
from mcp_docs.history.options import LOCKFILE_NAMES, HistoryOptions
from mcp_docs.jsonvalue import canonical_text
from mcp_docs.sources.candidates import look_like_records
from mcp_docs.sources.gitcommand import Repository, clean_environment
from mcp_docs.sources.gitcontent import Contents, Found, find
from mcp_docs.sources.gitjoin import backfilled, joined
from mcp_docs.sources.gitlog import Entry, State, changes, commits, tag_lines, tags
from mcp_docs.sources.gitrenames import former_path

#: How a user names a lockfile on a command line; elsewhere it is said in other words.
NAME_LOCKFILE = "Name it with --lockfile PATH, relative to REPO"

_Changes = Mapping[str, Mapping[str, Entry | None]]


def walk(repo: Path, lockfile: str | None, options: HistoryOptions, further: Iterable[str] = ()) -> Walk:
    """Read the whole history of one lockfile.

    Args:
        repo: a folder inside the repository; a working tree or a bare one.
        lockfile: path of a file or a folder, relative to ``repo``; ``None`` looks for the usual names.
        options: former paths, and which lines are walked.
        further: ids of commits whose lines are walked besides those of HEAD and the tags.

    Raises:
        HistoryError: no repository, no commit, a shallow or partial clone, or no lockfile.
        UsageError: a path leaves the repository.
    """
    with clean_environment(), Repository(repo) as repository:
        head = _head(repository)
        _refuse_incomplete(repository)
        all_tags, gaps = tags(repository)
        former = tuple(_inside(repository, path) for path in options.former_paths)
        looked = (lockfile,) if lockfile is not None else LOCKFILE_NAMES
        places = (*(_inside(repository, name) for name in looked), *former)
        captured = backfilled(repository, all_tags, places)
        found_tags = captured.tags
        shown = {*further, *filter(None, (tag.commit for tag in found_tags))}
        tips = {head: None, **dict.fromkeys(sorted(shown))}
        graph = commits(repository, tips)
        if not options.first_parent:
            tips |= dict.fromkeys(
                sorted({parent for commit in graph.values() for parent in commit.parents[1:]})
            )
        path, others = _choose(repository, looked, former, head, tips, known=bool(captured.found))
        held, paths = _followed(repository, (path, *former), tips, graph)
        notes = tuple(_not_followed(repository, path, other, head) for other in others if other not in paths)
        contents = Contents(repository)
        if captured.found:
            held = joined(held, captured.found, graph, {head, *shown})
        revisions = {
            commit: Revision(graph[commit], contents.read(commit, found)) for commit, found in held.items()
        }
    told = (*gaps, *notes, *contents.gaps)
    return Walk(graph, head, revisions, found_tags, path, told, paths[1:], captured.failed)


def former_paths(repo: Path, lockfile: str) -> tuple[str, ...]:
    """Return where a lockfile was before, newest first, relative to ``repo`` as ``lockfile`` is.

    A rename that is not committed counts where HEAD has one of the usual names and the folder no longer.
    Empty where nothing is known, as without a repository.
    """
    try:
        found = walk(repo, lockfile, HistoryOptions())
    except NoHistoryError:
        gone = _moved_away(repo) if (repo / lockfile).exists() else None
        return (gone, *former_paths(repo, gone)) if gone else ()
    except HistoryError:
        return ()
    with clean_environment(), Repository(repo) as repository:
        return tuple(posixpath.relpath(path, repository.prefix or ".") for path in found.former)


def _moved_away(repo: Path) -> str | None:
    """Return the usual name that HEAD has and the folder has not."""
    with suppress(HistoryError, LockfileError):
        names = (name for name in LOCKFILE_NAMES if not (repo / name).exists())
        return next((name for name in names if read_head(repo, name) is not None), None)
    return None


def read_head(repo: Path, path: str) -> bytes | None:
    """Return a file of HEAD's tree, or ``None`` when it has none at ``path`` (relative to ``repo``)."""
    with clean_environment(), Repository(repo) as repository:
        found = repository.read(f"HEAD:{repository.prefix}{path}")
    return found[1] if found and found[0] == "blob" else None


def read_head_folder(repo: Path, path: str) -> Mapping[str, bytes]:
    """Return the files directly inside a folder of HEAD's tree by name; empty when there is none."""
    with clean_environment(), Repository(repo) as repository:
        folder = f"{repository.prefix}{path}".strip("/")
        if not repository.succeeds("rev-parse", "--verify", "--quiet", "--end-of-options", f"HEAD:{folder}"):
            return {}
        names = repository.run("ls-tree", "-z", f"HEAD:{folder}").decode("utf-8", "surrogateescape")
        entries = [entry.partition("\t") for entry in names.split("\0") if entry]
        blobs = {name: head.split()[2] for head, _, name in entries if head.split()[1] == "blob"}
        found = {name: repository.read(blob) for name, blob in sorted(blobs.items())}
    return {name: item[1] for name, item in found.items() if item}


def _is_there(repository: Repository, name: str) -> bool:
    try:
        return repository.read(name) is not None
    except LockfileError:  # too large to be read
        return True


def worktree(repo: Path) -> Path | None:
    """Return the root of the working tree that ``repo`` is in, or ``None`` for a bare repository."""
    with clean_environment(), Repository(repo) as repository:
        return repository.worktree


def references(repo: Path) -> str:
    """Return one text that differs whenever HEAD or a tag leads elsewhere."""
    with clean_environment(), Repository(repo) as repository:
        return f"{_head(repository)}\n{tag_lines(repository).decode('utf-8', 'surrogateescape')}"


def _head(repository: Repository) -> str:
    head = repository.commit("HEAD")
    if head is None:
        raise NoHistoryError(
            "the repository has no commit",
            where=Where(str(repository.path)),
            hint="Commit the lockfile first; the history is what mcp-docs reads.",
        )
    return head


def _refuse_incomplete(repository: Repository) -> None:
    where = Where(str(repository.path))
    if repository.run("rev-parse", "--is-shallow-repository") == b"true":
        raise HistoryError(
            "this is a shallow clone: most of the history is missing",
            where=where,
            hint="Run: git fetch --unshallow --tags (in GitHub Actions: fetch-depth: 0).",
        )
    keys = _partial(repository)
    if keys:
        unset = "; ".join(f"git config --unset {shlex.quote(key)}" for key in keys)
        raise HistoryError(
            "this is a partial clone: contents would have to be fetched while reading",
            where=where,
            hint=f"Run: git fetch --refetch --no-filter; {unset}. Or clone again without --filter.",
        )


def _partial(repository: Repository) -> tuple[str, ...]:
    """Return the keys of the repository's settings that say that objects are left with a remote."""
    listing = ("config", "--null", "--get-regexp", r"^(extensions\.partialclone|remote\..*\.promisor)$")
    if not repository.succeeds(*listing):
        return ()
    output = repository.run(*listing).decode("utf-8", "replace")
    pairs = (entry.partition("\n") for entry in output.split("\0") if entry)
    return tuple(key for key, _, value in pairs if value.lower() not in ("false", "no", "off", "0"))


def _choose(
    repository: Repository,
    names: tuple[str, ...],
    former: tuple[str, ...],
    head: str,
    tips: Iterable[str],
    *,
    known: bool,
) -> tuple[str, tuple[str, ...]]:
    """Return the lockfile's path from the root, and others that might be meant.

    Among the usual names one that HEAD has goes before one that only the past had; where no commit has
    any, the first will do if its history is ``known`` from a backfill.
    """
    paths = {_inside(repository, name): name for name in names}
    usual = tuple(f"{repository.prefix}{name}" for name in LOCKFILE_NAMES)
    looked = (*paths, *former, *usual)
    touched = {path for entries in changes(repository, looked, tips).values() for path in entries}
    named = names != LOCKFILE_NAMES
    there = [path for path in paths if _has(touched, path)]
    if not there and (known or (named and any(_has(touched, path) for path in former))):
        there = list(paths)[:1]  # it was only ever at a former path, or captured
    if not there:
        raise _no_lockfile(repository, tuple(paths.values()), head)
    at_head = {path for path in (*paths, *usual) if _is_there(repository, f"{head}:{path}")}
    chosen = next((path for path in there if path in at_head), there[0])
    # Beside one that is named, others of the usual names are somebody else's as long as they live.
    beside = touched & at_head if chosen not in at_head else touched - at_head
    others = there if not named else [path for path in usual if path in beside]
    return chosen, tuple(other for other in others if other != chosen)


def _has(touched: Iterable[str], path: str) -> bool:
    return any(name == path or name.startswith(path + "/") for name in touched)


def _not_followed(repository: Repository, named: str, path: str, head: str) -> Gap:
    inner = posixpath.relpath(path, repository.prefix or ".")
    if _is_there(repository, f"{head}:{path}") and not _is_there(repository, f"{head}:{named}"):
        what = (
            f"{named} is gone and {path} is there, which is no part of this record; to go on with it, write "
        )
        return Gap(
            "lockfile.replaced",
            f"{what}into mcp-docs.toml: lockfile = {canonical_text(inner)}",
            where=Where(path),
        )
    name = canonical_text([inner])
    what = f"{path} has a history of its own that is no part of this record; to join it, write into "
    return Gap("lockfile.not_followed", f"{what}mcp-docs.toml: former_paths = {name}", where=Where(path))


def _followed(
    repository: Repository, paths: tuple[str, ...], tips: Iterable[str], graph: Mapping[str, Commit]
) -> tuple[dict[str, Found | None], tuple[str, ...]]:
    """Return what the lockfile held at each commit that changed it, and all its paths, newest first.

    Wherever it begins it may have been renamed; then its former path belongs to it too.
    """
    asked: set[str] = set()
    while True:
        states = _along(changes(repository, paths, tips), graph)
        held = _that_differ(states, graph, paths)
        before: list[str] = []
        for commit, found in _beginnings(held, graph):
            name = former_path(repository, graph[commit], found) if commit not in asked else None
            asked.add(commit)
            if name is not None and name not in (*paths, *before):
                before.append(name)
        if not before:
            return held, paths
        paths = (*paths, *before)


def _beginnings(held: Mapping[str, Found | None], graph: Mapping[str, Commit]) -> list[tuple[str, Found]]:
    """Return where the lockfile is and was not before, newest first."""
    lines = FirstParentLines(graph, held)
    begun = [
        (commit, found)
        for commit, found in held.items()
        if found is not None and held.get(lines.before(commit) or "") is None
    ]
    return begun[::-1]


def _no_lockfile(repository: Repository, names: tuple[str, ...], head: str) -> HistoryError:
    there = next((name for name in names if (repository.path / name).exists()), None)
    if repository.worktree and there is not None:
        return NoHistoryError(
            f"{there} is there, and no commit has it",
            where=Where(str(repository.path)),
            hint=commit_it(there),
        )
    looked = " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    found = _candidates(repository, head)
    hint = f"These look like one: {', '.join(found)}. " if found else ""
    way = (
        f"{NAME_LOCKFILE}; a folder with one tool per file will do. "
        "To begin one: mcp-docs snapshot -- COMMAND. For the releases that there are: mcp-docs backfill "
        "-- COMMAND."
    )
    return NoHistoryError(
        f"no commit has a lockfile at {looked}", where=Where(str(repository.path)), hint=hint + way
    )


def commit_it(lockfile: str) -> str:
    """Return what to do about a lockfile that is not committed."""
    name = shlex.quote(lockfile)
    return f'The history is read from git. Commit it: git add {name} && git commit -m "Record the interface".'


def _candidates(repository: Repository, head: str) -> list[str]:
    """Name what in HEAD's tree looks like a record of tools; at most five."""
    text = repository.run("ls-tree", "-r", "-z", "--name-only", "--full-tree", head).decode(
        "utf-8", "replace"
    )
    found = look_like_records(text.split("\0"))
    return [posixpath.relpath(path, repository.prefix or ".") for path in found]


def _inside(repository: Repository, name: str) -> str:
    """Return a path relative to ``repo`` as one from the root of the repository."""
    full = f"{repository.prefix}{name}"
    if Path(name).is_absolute() and repository.worktree:
        place = Path(name)
        if place.is_relative_to(repository.worktree):
            full = place.relative_to(repository.worktree).as_posix()
    parts: list[str] = []
    for part in full.split("/"):
        if part == ".." and parts and parts[-1] != "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    if not parts or parts[0] == ".." or full.startswith("/") or "\n" in full or "\0" in full:
        raise UsageError(
            f"the lockfile's path {name!r} does not lead into the repository",
            hint="Give a path relative to the repository's folder.",
        )
    return "/".join(parts)


def _along(changed: _Changes, graph: Mapping[str, Commit]) -> dict[str, State]:
    """Add up the changes along each first-parent line, oldest first."""
    lines = FirstParentLines(graph, changed)
    states: dict[str, State] = {}
    for start in changed:
        waiting = []
        commit: str | None = start
        while commit is not None and commit not in states:
            waiting.append(commit)
            commit = lines.before(commit)
        for step in reversed(waiting):
            state = {**states.get(lines.before(step) or "", {}), **changed[step]}
            states[step] = {path: entry for path, entry in state.items() if entry is not None}
    return states


def _that_differ(
    states: Mapping[str, State], graph: Mapping[str, Commit], paths: tuple[str, ...]
) -> dict[str, Found | None]:
    """Return what the lockfile held at each commit that changed it, parents first."""
    lines = FirstParentLines(graph, states)
    held = {commit: find(state, paths) for commit, state in states.items()}
    before = {commit: held.get(lines.before(commit) or "") for commit in held}
    ordered = (commit.id for commit in topological(graph) if commit.id in held)
    return {commit: held[commit] for commit in ordered if held[commit] != before[commit]}
