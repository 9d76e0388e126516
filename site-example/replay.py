"""Replay the example's invented history into a new git repository: the same ids on every machine.

    python site-example/replay.py DEST

`history/NN-name.json` is one commit each, in order: its date, its message, and what it changes.

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
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
LOCKFILE = "mcp-docs.lock"
AUTHOR = b"Example Author <author@example.invalid>"
LISTS = {"tool": "tools", "resource": "resources", "template": "resourceTemplates", "prompt": "prompts"}
MAIN = "main"
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


def stream(history: Path, repo: Path) -> Iterator[bytes]:
    """Yield the whole history as input of `git fast-import`.

    Args:
        history: folder of the commits.
        repo: folder of the files that commits add beside the lockfile.
    """
    heads: dict[str, tuple[str, Interface]] = {}
    tagged: dict[str, tuple[str, Interface]] = {}
    temporary: set[str] = set()
    for number, path in enumerate(sorted(history.glob("*.json")), 1):
        commit = json.loads(path.read_text(encoding="utf-8"))
        branch = commit.get("branch", MAIN)
        if branch not in heads and "start" not in commit and branch != MAIN:
            temporary.add(branch)
        parent = heads.get(branch) or tagged.get(commit.get("start", "")) or heads.get(MAIN)
        interface = (parent[1] if parent else Interface()).edited(commit.get("edits", []))
        merged = heads[commit["merge"]][0] if "merge" in commit else None
        yield from _commit(commit, f":{number}", branch, (parent[0] if parent else None, merged))
        for name in commit.get("files", []):
            yield from _file(name, (repo / name).read_bytes())
        if "lockfile" in commit:
            yield from _file(LOCKFILE, (history / commit["lockfile"]).read_bytes())
        elif interface.elements:
            yield from _file(LOCKFILE, interface.lockfile())
        heads[branch] = (f":{number}", interface)
        for tag in commit.get("tags", []):
            tagged[tag["name"]] = heads[branch]
            yield from _tag(tag, f":{number}", _stamp(commit["date"], TAG_HOUR))
    for branch in sorted(temporary):
        yield f"reset refs/heads/{branch}\nfrom {'0' * 40}\n\n".encode()
    yield b"done\n"


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


def replay(dest: Path, history: Path = HERE / "history", repo: Path = HERE / "repo") -> str:
    """Make the repository and check main out; return the id of its newest commit.

    Args:
        dest: a folder that is empty or does not exist yet.
        history: folder of the commits.
        repo: folder of the files that commits add.

    Raises:
        ReplayError: when `dest` is in use, or git is missing or fails.
    """
    if dest.exists() and (not dest.is_dir() or any(dest.iterdir())):
        raise ReplayError(f"{dest} is not an empty folder; name a new one, or remove it first")
    dest.mkdir(parents=True, exist_ok=True)
    _git(dest, "init", "--quiet", "--template=", "--object-format=sha1")
    _git(dest, "symbolic-ref", "HEAD", f"refs/heads/{MAIN}")
    _git(dest, "fast-import", "--quiet", "--done", "--date-format=raw", stdin=b"".join(stream(history, repo)))
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
    parser.add_argument("dest", type=Path, metavar="DEST", help="folder of the new repository")
    try:
        head = replay(parser.parse_args().dest.absolute())
    except ReplayError as error:
        sys.stderr.write(f"replay.py: {error}\n")
        return 3
    sys.stdout.write(f"{head}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
