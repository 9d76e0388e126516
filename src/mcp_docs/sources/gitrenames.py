"""Where a lockfile was before it was renamed, told by what it held and not by how its text looks.

git compares lines, as far as its settings let it. A lockfile that goes over to another layout keeps
hardly a line, and a folder has no lines at all. So what counts is whether the elements are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from mcp_docs.errors import LockfileError
from mcp_docs.history.model import Commit
from mcp_docs.interface import Interface
from mcp_docs.readers import ElementCache, is_tool_file, read, read_folder
from mcp_docs.sources.gitcommand import Repository
from mcp_docs.sources.gitcontent import Found, find
from mcp_docs.sources.gitlog import Entry

#: Words of which every record of tools has one; what has none is not parsed.
_SIGNS = (b"inputSchema", b'"tools"')
#: Endings of the names that lockfiles have; a commit can remove thousands of other files.
_ENDINGS = (".json", ".lock", ".snap")


def former_path(repository: Repository, commit: Commit, found: Found) -> str | None:
    """Return where the lockfile that begins at a commit was before it, or ``None``.

    It was at the path that the commit removed, against its first parent, and that held the very same
    files; or else at the one of which most elements are in the new lockfile too.

    Args:
        repository: where.
        commit: the one at which the lockfile begins.
        found: the lockfile there.
    """
    if not commit.parents:
        return None
    removed = _removed(repository, commit)
    candidates = {path: old for path in _places(removed) if (old := find(removed, (path,)))}
    same = [path for path, old in candidates.items() if old == found]
    if same:
        return min(same)
    cache = ElementCache()
    new = _interface(repository, found, cache)
    if new is None:
        return None
    near = {
        path: _nearness(_interface(repository, old, cache), new) for path, old in sorted(candidates.items())
    }
    best = max(near, key=lambda path: (near[path], _name(path) == _name(found.path)), default=None)
    return best if best is not None and near[best] else None


def _removed(repository: Repository, commit: Commit) -> Mapping[str, Entry]:
    """Return the plain files that a commit removed and that may be a lockfile or a part of one."""
    output = repository.run(
        "diff-tree", "-r", "--raw", "--no-abbrev", "--no-renames", "--diff-filter=D", "--no-ext-diff",
        "-z", "--end-of-options", commit.parents[0], commit.id,
    )  # fmt: skip
    fields = iter(output.decode("utf-8", "surrogateescape").split("\0"))
    removed = {}
    for head in filter(None, fields):
        mode, _, blob, _, _ = head.removeprefix(":").split(" ")
        entry, path = Entry(mode, blob), next(fields)
        if entry.is_file and path.endswith(_ENDINGS):
            removed[path] = entry
    return removed


def _places(removed: Mapping[str, Entry]) -> Iterator[str]:
    """Yield the paths of the files, and of the folders that they were directly in."""
    yield from removed
    yield from dict.fromkeys(
        path.rpartition("/")[0] for path in removed if "/" in path and is_tool_file(path)
    )


def _interface(repository: Repository, found: Found, cache: ElementCache) -> Interface | None:
    """Return what a lockfile held, or ``None`` when it was none."""
    files = {}
    with suppress(LockfileError):
        for name, entry in found.files:
            held = repository.read(entry.object)
            if held and any(sign in held[1] for sign in _SIGNS):
                files[name] = held[1]
        if found.folder:
            return read_folder(files, cache)
        return read(files[""], cache) if files else None
    return None


def _nearness(old: Interface | None, new: Interface) -> float:
    """Return the share of all elements that both have; 0 unless that is the most of ``old``."""
    if old is None:
        return 0
    kept = len(old.index.keys() & new.index.keys())
    return kept / len(old.index.keys() | new.index.keys()) if 2 * kept > len(old.index) else 0


def _name(path: str) -> str:
    return path.rpartition("/")[2]
