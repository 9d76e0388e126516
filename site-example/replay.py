"""Replay the example's invented history into a new git repository: the same ids on every machine.

    python site-example/replay.py [--without-lockfile] DEST

`history/NN-name.json` is one commit each, in order: its date, its message, and what it changes.

- `server`: a diff in `history/`, of the server's source. `server/` is the server at the commit that
  `SERVER_AT` names; the diffs lead back from there to the first, and from the first to each commit.
- `edits`: `element` is `kind:key` or `server`; `pointer` is a place in it (RFC 6901), the whole without
  one, the end of an array with a last token of `-`; then `value`, or `remove`.
- `files`: taken from `repo/`. `lockfile`: text that stands in the lockfile's place, for this commit only.
- `branch`: another than main, kept if `start` (a tag) says where it begins, else merged by a later `merge`.
- `tags`: annotated when they have a message.

Only the standard library and git are needed. Nothing of the user's git configuration has a say.
"""
# ruff: noqa: INP001 - a script, not a part of a package

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
LOCKFILE = "mcp-docs.lock"
AUTHOR = b"Example Author <author@example.invalid>"
#: The commit whose server stands in server/.
SERVER_AT = "39-release-2.2.0.json"
LISTS = {"tool": "tools", "resource": "resources", "template": "resourceTemplates", "prompt": "prompts"}
MAIN = "main"
SUFFIXES = {".py", ".json", ".md"}
COMMIT_HOUR, TAG_HOUR = 9, 10


class ReplayError(Exception):
    """The history cannot be replayed; the message says why and what to do."""


@dataclass(frozen=True)
class Interface:
    """The interface while it grows: the server's object, and the elements by kind and key."""

    elements: dict[tuple[str, str], Any] = field(default_factory=dict)

    def edited(self, edits: list[dict[str, Any]]) -> Interface:
        """Return the interface after the edits."""
        elements = deepcopy(self.elements)
        for edit in edits:
            kind, _, key = edit["element"].partition(":")
            path: list[Any] = [(kind, key), *edit.get("pointer", "").split("/")[1:]]
            place: Any = elements
            for step in path[:-1]:
                place = place[_index(place, step)]
            _apply(place, _index(place, path[-1]), edit)
        return Interface(elements)

    def lockfile(self) -> bytes:
        """Return the bytes that `mcp-docs snapshot` writes; a test holds this to the real writer."""
        surface: dict[str, list[Any]] = {name: [] for name in LISTS.values()}
        for kind, key in sorted(self.elements):
            if kind != "server":
                surface[LISTS[kind]].append(self.elements[kind, key])
        document = {
            "captured_at_unix": 0,
            "covenant_version": "0.1.0",
            "mcp_docs": {"format": 1},
            "server": self.elements["server", ""],
            "surface": surface,
        }
        return json.dumps(document, ensure_ascii=False, sort_keys=True, indent=2).encode() + b"\n"


def _index(place: Any, step: Any) -> Any:
    """Return what to subscript `place` with for one reference token, or for an element's kind and key."""
    if isinstance(place, list):
        return len(place) if step == "-" else int(step)
    return step.replace("~1", "/").replace("~0", "~") if isinstance(step, str) else step


def _apply(place: Any, index: Any, edit: Mapping[str, Any]) -> None:
    if edit.get("remove"):
        del place[index]
    elif isinstance(place, list) and index == len(place):
        place.append(edit["value"])
    else:
        place[index] = edit["value"]


@dataclass(frozen=True)
class State:
    """What a commit leaves behind: its mark, the interface, and the server's files by path."""

    mark: str | None = None
    interface: Interface = field(default_factory=Interface)
    server: Mapping[str, bytes] = field(default_factory=dict)

    def after(self, commit: Mapping[str, Any], mark: str, sources: Sources) -> State:
        """Return the state after a commit; the first that has an interface has the first server."""
        interface = self.interface.edited(commit.get("edits", []))
        server = self.server or (sources.first() if interface.elements else {})
        if "server" in commit:
            server = sources.patched(server, [commit["server"]])
        return State(mark, interface, server)


@dataclass(frozen=True)
class Sources:
    """The folders that the history is made from.

    Attributes:
        history: of the commits and the diffs.
        repo: of the files that commits add beside the lockfile and the server.
        server: the server as `SERVER_AT` has it.
    """

    history: Path = HERE / "history"
    repo: Path = HERE / "repo"
    server: Path = HERE / "server"

    def commits(self) -> Iterator[tuple[str, Any]]:
        """Yield each commit with the name of its file, in order."""
        for path in sorted(self.history.glob("*.json")):
            yield path.name, json.loads(path.read_text(encoding="utf-8"))

    def first(self) -> Mapping[str, bytes]:
        """Return the first server: that of `SERVER_AT` without what main's commits have done until there."""
        paths = (path for path in sorted(self.server.rglob("*")) if path.suffix in SUFFIXES)
        server = {f"server/{path.relative_to(self.server).as_posix()}": path.read_bytes() for path in paths}
        main = (commit for name, commit in self.commits() if name <= SERVER_AT and "branch" not in commit)
        done = [commit["server"] for commit in main if "server" in commit]
        return self.patched(server, done[::-1], "--reverse")

    def patched(self, server: Mapping[str, bytes], diffs: list[str], *options: str) -> Mapping[str, bytes]:
        """Return the server's files after some diffs."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for path, content in server.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(content)
            for diff in diffs:
                _git(
                    folder,
                    "apply",
                    *options,
                    "--whitespace=nowarn",
                    "-",
                    stdin=(self.history / diff).read_bytes(),
                )
            return {path: (folder / path).read_bytes() for path in server}


def stream(sources: Sources, *, lockfile: bool = True) -> Iterator[bytes]:
    """Yield the whole history as input of `git fast-import`.

    Args:
        sources: what it is made from.
        lockfile: whether the repository keeps a record of its interface.
    """
    heads: dict[str, State] = {}
    tagged: dict[str, State] = {}
    temporary: set[str] = set()
    for number, (_, commit) in enumerate(sources.commits(), 1):
        branch = commit.get("branch", MAIN)
        if branch not in heads and "start" not in commit and branch != MAIN:
            temporary.add(branch)
        parent = heads.get(branch) or tagged.get(commit.get("start", "")) or heads.get(MAIN) or State()
        state = parent.after(commit, f":{number}", sources)
        merged = heads[commit["merge"]].mark if "merge" in commit else None
        yield from _commit(commit, f":{number}", branch, (parent.mark, merged))
        yield from _tree(commit, state, parent, sources, lockfile=lockfile)
        heads[branch] = state
        for tag in commit.get("tags", []):
            tagged[tag["name"]] = state
            yield from _tag(tag, f":{number}", _stamp(commit["date"], TAG_HOUR))
    for branch in sorted(temporary):
        yield f"reset refs/heads/{branch}\nfrom {'0' * 40}\n\n".encode()
    yield b"done\n"


def _tree(
    commit: Mapping[str, Any], state: State, parent: State, sources: Sources, *, lockfile: bool
) -> Iterator[bytes]:
    """Yield the files that a commit changes."""
    for name in commit.get("files", []):
        yield from _file(name, (sources.repo / name).read_bytes())
    for path, content in state.server.items():
        if content != parent.server.get(path):
            yield from _file(path, content)
    if lockfile and "lockfile" in commit:
        yield from _file(LOCKFILE, (sources.history / commit["lockfile"]).read_bytes())
    elif lockfile and state.interface.elements:
        yield from _file(LOCKFILE, state.interface.lockfile())


def _commit(
    commit: Mapping[str, Any], mark: str, branch: str, parents: tuple[str | None, str | None]
) -> Iterator[bytes]:
    yield f"commit refs/heads/{branch}\nmark {mark}\n".encode()
    yield b"committer " + AUTHOR + b" " + _stamp(commit["date"], COMMIT_HOUR) + b"\n"
    yield _data(commit["message"].encode() + b"\n")
    for word, parent in zip(("from", "merge"), parents, strict=True):
        if parent:
            yield f"{word} {parent}\n".encode()


def _file(name: str, content: bytes) -> Iterator[bytes]:
    yield f"M 100644 inline {name}\n".encode()
    yield _data(content)


def _tag(tag: Mapping[str, str], mark: str, stamp: bytes) -> Iterator[bytes]:
    if "message" in tag:
        yield f"tag {tag['name']}\nfrom {mark}\n".encode()
        yield b"tagger " + AUTHOR + b" " + stamp + b"\n"
        yield _data(tag["message"].encode() + b"\n")
    else:
        yield f"reset refs/tags/{tag['name']}\nfrom {mark}\n\n".encode()


def _data(content: bytes) -> bytes:
    return b"data %d\n%b\n" % (len(content), content)


def _stamp(day: str, hour: int) -> bytes:
    moment = datetime.fromisoformat(day).replace(hour=hour, tzinfo=UTC)
    return b"%d +0000" % int(moment.timestamp())


def replay(dest: Path, *, lockfile: bool = True) -> str:
    """Make the repository and check main out; return the id of its newest commit.

    Args:
        dest: a folder that is empty or does not exist yet.
        lockfile: whether the repository keeps a record of its interface.

    Raises:
        ReplayError: when `dest` is in use, or git is missing or fails.
    """
    if dest.exists() and (not dest.is_dir() or any(dest.iterdir())):
        raise ReplayError(f"{dest} is not an empty folder; name a new one, or remove it first")
    dest.mkdir(parents=True, exist_ok=True)
    history = b"".join(stream(Sources(), lockfile=lockfile))
    _git(dest, "init", "--quiet", "--template=", "--object-format=sha1")
    _git(dest, "symbolic-ref", "HEAD", f"refs/heads/{MAIN}")
    _git(dest, "fast-import", "--quiet", "--done", "--date-format=raw", stdin=history)
    _git(dest, "reset", "--quiet", "--hard")
    return _git(dest, "rev-parse", "HEAD")


def _git(dest: Path, *arguments: str, stdin: bytes = b"") -> str:
    """Run git in `dest` without the user's and the system's settings; return what it prints."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_DIR": str(dest / ".git"),
    }
    environment |= {"GIT_WORK_TREE": str(dest), "LC_ALL": "C"}
    command = ["git", *arguments]
    try:
        done = subprocess.run(  # noqa: S603  # fixed arguments; no shell
            command, cwd=dest, env=environment, input=stdin, capture_output=True, check=False
        )
    except FileNotFoundError:
        raise ReplayError("git is not installed, or not on PATH; install it and try again") from None
    if done.returncode:
        raise ReplayError(f"git {arguments[0]} failed: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout.decode().strip()


def main() -> int:
    """Read the command line and replay; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--without-lockfile", action="store_true", help="as if the project had never recorded its interface"
    )
    parser.add_argument("dest", type=Path, metavar="DEST", help="folder of the new repository")
    try:
        given = parser.parse_args()
        head = replay(given.dest.absolute(), lockfile=not given.without_lockfile)
    except ReplayError as error:
        sys.stderr.write(f"replay.py: {error}\n")
        return 3
    sys.stdout.write(f"{head}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
