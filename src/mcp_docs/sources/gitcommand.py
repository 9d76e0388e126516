"""Git, spoken to through GitPython: the only module that imports it.

A repository is untrusted. Nothing here runs a hook, a text converter, an external diff or a file
system monitor, checks anything out, or fetches. Reading goes through plumbing commands and one
persistent ``cat-file``.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Self

from mcp_docs.errors import HistoryError, NoHistoryError, Where
from mcp_docs.sources.files import SIZE_LIMIT, too_large

# Otherwise GitPython cannot even be imported where there is no git, and no message could say so.
os.environ.setdefault("GIT_PYTHON_REFRESH", "quiet")

from git.cmd import Git
from git.exc import GitCommandError, GitCommandNotFound

#: Settings of a hostile repository or of the user's that could run a program, fetch, or change
#: what the plumbing prints.
_SETTINGS = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.quotePath": "false",
    "diff.external": "",
    "diff.ignoreSubmodules": "none",
    "diff.orderFile": os.devnull,
    "diff.relative": "false",
    "i18n.logOutputEncoding": "UTF-8",
    "log.diffMerges": "separate",
    "log.follow": "false",
    "log.mailmap": "false",
    "log.showRoot": "true",
    "log.showSignature": "false",
    "protocol.allow": "never",
}
_ENVIRONMENT = {
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}
#: Where git finds the user's own settings, among them which folders are safe.
_KEPT = {"GIT_EXEC_PATH", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM"}

#: How a user names a repository on a command line; elsewhere it is said in other words.
NAME_REPOSITORY = "Give the folder of a git repository: mcp-docs build REPO."
_BROKEN = "Run `git fsck` in the repository; a fresh clone usually mends it."


@contextmanager
def clean_environment() -> Iterator[None]:
    """Hide ``GIT_DIR`` and its like, which a hook or a wrapper may have set for another repository."""
    hidden = {n: v for n, v in os.environ.items() if n.startswith("GIT_") and n not in _KEPT}
    for name in hidden:
        del os.environ[name]
    try:
        yield
    finally:
        os.environ.update(hidden)


class Repository:
    """One repository, working tree or bare, for reading; a context manager that ends its processes.

    Args:
        path: a folder inside it.

    Raises:
        HistoryError: when it is none, or git is missing or refuses.

    Attributes:
        path: as given.
        prefix: the folder's path below the root of the repository, with ``/`` after each part.
        worktree: the root of the working tree, or ``None`` for a bare repository.
    """

    def __init__(self, path: Path) -> None:
        if not path.is_dir():
            raise HistoryError("there is no such folder", where=Where(str(path)), hint=NAME_REPOSITORY)
        self.path = path
        self._git = Git(str(path))
        self._git.update_environment(**_ENVIRONMENT)
        self._options: tuple[str, ...] = ()
        self._reader: Any = None
        git_dir = self._discover()
        self.worktree, self.prefix = self._describe()
        # Said outright, so that git does not look for another one from here on.
        self._options = (f"--git-dir={git_dir}",)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the persistent process."""
        if self._reader is not None:
            self._reader.__del__()  # GitPython's way to end a process and wait for it
            self._reader = None

    def _discover(self) -> str:
        try:
            return _path(self._execute("rev-parse", "--absolute-git-dir"))
        except GitCommandError as error:
            raise _refusal(_message(error), self.path) from None

    def _describe(self) -> tuple[Path | None, str]:
        inside, _, prefix = _path(self.run("rev-parse", "--is-inside-work-tree", "--show-prefix")).partition(
            "\n"
        )
        if inside != "true":
            return None, ""
        return Path(_path(self.run("rev-parse", "--show-toplevel"))), prefix

    def run(self, *arguments: str, stdin: str = "") -> bytes:
        """Run a git command and return its output without the last newline.

        Args:
            arguments: the command and its arguments; what comes from a user stands behind
                ``--end-of-options`` or ``--``, or inside ``stdin``.
            stdin: what the command reads.

        Raises:
            HistoryError: with git's own message.
        """
        try:
            return self._execute(*arguments, stdin=stdin)
        except GitCommandError as error:
            raise HistoryError(_message(error), where=Where(str(self.path)), hint=_BROKEN) from None

    def commit(self, revision: str) -> str | None:
        """Return the id of the commit that git takes ``revision`` for, or ``None``."""
        named = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        try:
            return self._execute(*named).decode("ascii")
        except GitCommandError:
            return None

    def succeeds(self, *arguments: str) -> bool:
        """Tell whether a git command succeeds."""
        try:
            self._execute(*arguments)
        except GitCommandError:
            return False
        return True

    def read(self, name: str) -> tuple[str, bytes] | None:
        """Return type and content of an object, or ``None`` when it is missing or unreadable.

        Args:
            name: an object id, or ``commit:path``; one with a newline, which would be two, is missing.

        Raises:
            LockfileError: when it is larger than a lockfile on disk may be.
        """
        if "\n" in name:
            return None
        try:
            return self._read(name)
        except (OSError, ValueError):
            # A corrupt object ends the process; the next object gets a new one.
            self.close()
            return None

    def _read(self, name: str) -> tuple[str, bytes] | None:
        if self._reader is None:
            self._reader = self._start("cat-file", "--batch")
        asked: IO[bytes] = self._reader.stdin
        answered: IO[bytes] = self._reader.stdout
        asked.write(name.encode("utf-8", "surrogateescape") + b"\n")
        asked.flush()
        head = answered.readline()
        if head.endswith((b" missing\n", b" ambiguous\n")):
            return None
        _, kind, size = head.split(b" ")
        if int(size) > SIZE_LIMIT:
            self.close()  # with the content unread
            raise too_large()
        data = answered.read(int(size) + 1)
        if len(data) != int(size) + 1:
            raise ValueError("the answer is cut short")
        return kind.decode("ascii"), data[:-1]

    def _start(self, *arguments: str) -> Any:
        return self._git.execute(self._command(arguments), istream=subprocess.PIPE, as_process=True)

    def _execute(self, *arguments: str, stdin: str = "") -> bytes:
        with tempfile.TemporaryFile() as file:
            file.write(stdin.encode("utf-8", "surrogateescape"))
            file.seek(0)
            try:
                answer = self._git.execute(
                    self._command(arguments),
                    istream=file,
                    stdout_as_string=False,
                    strip_newline_in_stdout=True,
                )
            except GitCommandNotFound:
                raise HistoryError("git is not installed, or not on PATH", hint="Install git.") from None
        return bytes(answer)

    def _command(self, arguments: tuple[str, ...]) -> list[str]:
        settings = [part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}")]
        return [Git.GIT_PYTHON_GIT_EXECUTABLE or "git", *self._options, *settings, *arguments]


def _path(output: bytes) -> str:
    return output.decode("utf-8", "surrogateescape")


def _refusal(message: str, path: Path) -> HistoryError:
    """Say why git takes a folder for no repository, or does not trust it, in git's words."""
    where = Where(str(path))
    if "not a git repository" in message:
        return NoHistoryError("this is not a git repository", where=where, hint=NAME_REPOSITORY)
    first = message.splitlines()[0]
    if "dubious ownership" in first:
        found = re.search(r"git config --global --add safe\.directory .+", message)
        hint = "It belongs to another user. If you trust it, run: "
        return HistoryError(
            f"git refuses: {first}",
            where=where,
            hint=hint + (found[0] if found else "git config --global --add safe.directory FOLDER"),
        )
    return HistoryError(first, where=where, hint=NAME_REPOSITORY)


def _message(error: GitCommandError) -> str:
    text = str(error.stderr).strip()
    if text.startswith("stderr: '"):
        text = text[len("stderr: '") :].removesuffix("'")
    # Advice and warnings go before the cause; what follows the cause says more of it.
    lines = [line for line in text.splitlines() if not line.startswith("hint:")]
    cause = next((n for n, line in enumerate(lines) if line.startswith(("fatal:", "error:"))), 0)
    return "\n".join(lines[cause:]).removeprefix("fatal: ").strip() or f"git ended with status {error.status}"
