"""Writing to a repository without its index, its working tree, its hooks or anybody's identity.

Objects are made from their bytes, so the same content has the same id on every machine. Branches and
tags move in one transaction. What is checked out goes into a folder of its own.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from mcp_docs.errors import UsageError
from mcp_docs.sources.gitcommand import Repository
from mcp_docs.sources.gitlog import Entry

#: Who makes the commits. Nobody's name, so that the same release is the same commit for all.
IDENTITY: Final = "mcp-docs <mcp-docs@mcp-docs.invalid>"


def write_blob(repository: Repository, data: bytes) -> str:
    """Store a file's content and return its id."""
    return _write(repository, "blob", data)


def write_tree(repository: Repository, files: Mapping[str, Entry]) -> str:
    """Store a folder and return its id.

    Args:
        repository: where.
        files: by path, ``/`` between its parts.
    """
    entries: dict[str, Entry] = {}
    folders: dict[str, dict[str, Entry]] = {}
    for path, entry in files.items():
        folder, slash, rest = path.partition("/")
        if slash:
            folders.setdefault(folder, {})[rest] = entry
        else:
            entries[path] = entry
    for folder, inner in folders.items():
        entries[folder] = Entry("040000", write_tree(repository, inner))
    lines = [
        f"{entry.mode} {'tree' if entry.mode == '040000' else 'blob'} {entry.object}\t{name}\0"
        for name, entry in entries.items()
    ]
    return repository.run("mktree", "-z", stdin="".join(lines)).decode("ascii")


def write_commit(
    repository: Repository, tree: str, parents: Sequence[str], message: str, seconds: int
) -> str:
    """Store a commit and return its id.

    Args:
        repository: where.
        tree: id of its folder.
        parents: ids of its parents.
        message: with a final newline.
        seconds: author's and committer's time, since 1970-01-01 UTC.
    """
    lines = [f"tree {tree}", *(f"parent {parent}" for parent in parents)]
    lines += [f"{who} {IDENTITY} {seconds} +0000" for who in ("author", "committer")]
    return _write(repository, "commit", ("\n".join(lines) + f"\n\n{message}").encode())


def write_tag(repository: Repository, commit: str, name: str, seconds: int) -> str:
    """Store an annotated tag's object and return its id; no reference leads to it yet."""
    head = f"object {commit}\ntype commit\ntag {name}\ntagger {IDENTITY} {seconds} +0000\n"
    return _write(repository, "tag", f"{head}\n{name}\n".encode())


def move_references(repository: Repository, targets: Mapping[str, str | None]) -> None:
    """Let references lead to objects, or go where there is none, all or none of them."""
    lines = (
        f"update {name}\0{target}\0\0" if target else f"delete {name}\0\0" for name, target in targets.items()
    )
    repository.run("update-ref", "-z", "--stdin", stdin="".join(lines))


def refuse_checked_out(repository: Repository, branch: str) -> None:
    """Check that a branch may move.

    Raises:
        UsageError: it is no name of a branch, or a working tree has it checked out.
    """
    if not repository.succeeds("check-ref-format", "--branch", branch):
        raise UsageError(f"{branch[:80]!r} is no name of a branch", hint="Choose another with --branch.")
    listed = repository.run("worktree", "list", "--porcelain").decode("utf-8", "replace").splitlines()
    if f"branch refs/heads/{branch}" in listed:
        raise UsageError(
            f"the branch {branch} is checked out, and would move under that working tree",
            hint="Build it from a clone (git clone --branch BRANCH REPO DEST), or choose another branch.",
        )


@contextmanager
def checkout(repository: Repository, commit: str) -> Iterator[Path]:
    """Check a commit out into a new folder outside the repository, and take it away again."""
    with tempfile.TemporaryDirectory(prefix="mcp-docs-backfill-", ignore_cleanup_errors=True) as beside:
        folder = Path(beside).resolve() / "checkout"
        try:
            repository.run("worktree", "add", "--quiet", "--detach", "--end-of-options", str(folder), commit)
            yield folder
        finally:
            with contextlib.suppress(Exception):  # what is left behind, `git worktree prune` takes away
                repository.run("worktree", "remove", "--force", "--force", "--", str(folder))


def _write(repository: Repository, kind: str, data: bytes) -> str:
    text = data.decode("utf-8", "surrogateescape")
    return repository.run("hash-object", "-t", kind, "-w", "--stdin", stdin=text).decode("ascii")
