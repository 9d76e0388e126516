"""What git's plumbing prints, as values: tags, commits, and what changed where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mcp_docs.dates import LAST_SECOND
from mcp_docs.history.model import Commit, Gap, Tag
from mcp_docs.sources.gitcommand import Repository


class Entry(NamedTuple):
    """What a path leads to at one commit.

    Attributes:
        mode: six octal digits; ``100644`` and ``100755`` are plain files.
        object: id of the object.
    """

    mode: str
    object: str

    @property
    def is_file(self) -> bool:
        """Whether this is a plain file: no symbolic link, no submodule."""
        return self.mode.startswith("100")


#: Everything at the lockfile's paths at one commit, by path from the root of the repository.
State = Mapping[str, Entry]

_TAG_FORMAT = (
    "%(refname:strip=2)%00%(objectname)%09%(objecttype)%00%(*objectname)%09%(*objecttype)"
    "%00%(creatordate:unix)%00%(*committerdate:unix)"
)


def tag_lines(repository: Repository) -> bytes:
    """Return what git says of all tags; different whenever a tag leads elsewhere."""
    return repository.run("for-each-ref", f"--format={_TAG_FORMAT}", "refs/tags")


def tags(repository: Repository) -> tuple[tuple[Tag, ...], tuple[Gap, ...]]:
    """Return all tags, peeled, and a gap for each that leads to no commit."""
    found, gaps = [], []
    for line in filter(None, tag_lines(repository).decode("utf-8", "replace").split("\n")):
        name, itself, peeled, created, committed = line.split("\0")
        target, _, kind = (peeled if peeled.strip() else itself).partition("\t")
        if kind == "tag":  # git before 2.45 peels once; a tag can lead to a tag
            target, kind = _peel(repository, target)
        commit = target if kind == "commit" else None
        found.append(Tag(name, commit, _seconds(created or committed)))
        if commit is None:
            gaps.append(
                Gap(
                    "tag.not_a_commit",
                    f"the tag leads to a {kind or 'broken object'}, not to a commit",
                    tag=name,
                )
            )
    return tuple(found), tuple(gaps)


def _peel(repository: Repository, target: str) -> tuple[str, str]:
    for _ in range(100):
        found = repository.read(target)
        if found is None or found[0] != "tag":
            return target, found[0] if found else ""
        target = found[1].partition(b"\n")[0].removeprefix(b"object ").decode("ascii", "replace")
    return target, "tag"


def commits(repository: Repository, tips: Iterable[str]) -> dict[str, Commit]:
    """Return every commit that ``tips`` reach, by id, in one call."""
    output = repository.run(
        "log", "-z", "--format=%H%x09%ct%x09%P%n%s", "--stdin", "--", stdin="\n".join(tips)
    )
    found = {}
    for entry in filter(None, output.decode("utf-8", "replace").split("\0")):
        head, _, subject = entry.partition("\n")
        commit, time, parents = head.split("\t")
        found[commit] = Commit(commit, tuple(parents.split()), _seconds(time), subject)
    return found


def _seconds(text: str) -> int:
    """Read a time; one that no date can be made of becomes the nearest that one can."""
    try:
        return min(max(int(text), 0), LAST_SECOND)
    except ValueError:
        return 0


def changes(
    repository: Repository, paths: Iterable[str], tips: Iterable[str]
) -> dict[str, dict[str, Entry | None]]:
    """Return what changed at ``paths`` or below, by commit, on the first-parent lines of ``tips``.

    Args:
        repository: where.
        paths: from the root of the repository; taken literally.
        tips: commit ids.

    Returns:
        for each commit with a change the paths concerned: what each now leads to, or ``None`` where
        it is gone. Of a merge it is the change against its first parent.
    """
    output = repository.run(
        "log", "--first-parent", "-m", "--raw", "--no-abbrev", "--no-renames", "--no-ext-diff",
        "--no-textconv", "-z", "--format=%x01%H", "--stdin", "--",
        *(f":(top,literal){path}" for path in paths),
        stdin="\n".join(tips),
    )  # fmt: skip
    found: dict[str, dict[str, Entry | None]] = {}
    current: dict[str, Entry | None] = {}
    fields = iter(output.decode("utf-8", "surrogateescape").split("\0"))
    for field in fields:
        line = field.lstrip("\n")
        if line.startswith("\x01"):
            current = found.setdefault(line[1:], {})
        elif line.startswith(":"):
            _, mode, _, blob, _ = line.split(" ")
            current[next(fields)] = Entry(mode, blob) if blob.strip("0") else None
    return found
