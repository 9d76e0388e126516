"""Git, spoken to through GitPython: the only module that imports it.

A repository is untrusted. Nothing here runs a hook, a text converter, an external diff or a file
system monitor, checks anything out, or fetches. Reading goes through plumbing commands and one
persistent ``cat-file``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from git.cmd import Git
from git.exc import GitCommandError, GitCommandNotFound

from mcp_docs.errors import HistoryError, Where

#: Settings of a hostile repository or of the user's that could run a program, fetch, or change
#: what the plumbing prints.
_SETTINGS = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.quotePath": "false",
    "log.showRoot": "true",
    "log.showSignature": "false",
    "log.mailmap": "false",
    "diff.external": "",
    "protocol.allow": "never",
    "i18n.logOutputEncoding": "UTF-8",
}
_ENVIRONMENT = {
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}


@contextmanager
def clean_environment() -> Iterator[None]:
    """Hide ``GIT_DIR`` and its like, which a hook or a wrapper may have set for another repository."""
    kept = {"GIT_EXEC_PATH", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM"}
    hidden = {n: v for n, v in os.environ.items() if n.startswith("GIT_") and n not in kept}
    for name in hidden:
        del os.environ[name]
    try:
        yield
    finally:
        os.environ.update(hidden)


class Repository:
    """One repository, working tree or bare, for reading.

    Args:
        path: a folder inside it.

    Raises:
        HistoryError: when it is none, or git is missing or refuses.

    Attributes:
        prefix: the folder's path below the root of the repository, with ``/`` after each part.
        worktree: the root of the working tree, or ``None`` for a bare repository.
    """

    def __init__(self, path: Path) -> None:
        if not path.is_dir():
            raise HistoryError("there is no such folder", where=Where(str(path)), hint=_NEED)
        self.path = path
        git_dir = self._discover()
        bare, prefix, root = self._describe()
        self.worktree = Path(root) if not bare else None
        self.prefix = prefix
        # The explicit folder keeps git from choosing another one for a bare repository.
        self._git.set_persistent_git_options(git_dir=git_dir)

    def _discover(self) -> str:
        self._git = Git(str(self.path))
        self._git.update_environment(**_ENVIRONMENT)
        try:
            return self._run("rev-parse", "--absolute-git-dir").decode("utf-8", "surrogateescape")
        except HistoryError as error:
            what = "this is not a git repository" if "not a git repository" in error.what else error.what
            raise HistoryError(what, where=Where(str(self.path)), hint=_NEED) from None

    def _describe(self) -> tuple[bool, str, str]:
        inside = self._run("rev-parse", "--is-inside-work-tree", "--show-prefix").decode("utf-8", "surrogateescape")
        answer, _, prefix = inside.partition("\n")
        if answer != "true":
            return True, "", ""
        return False, prefix, self._run("rev-parse", "--show-toplevel").decode("utf-8", "surrogateescape")

    def run(self, *arguments: str) -> bytes:
        """Run a git command and return its output without the last newline.

        Raises:
            HistoryError: with git's own message.
        """
        return self._run(*arguments)

    def succeeds(self, *arguments: str) -> bool:
        """Tell whether a git command succeeds."""
        try:
            self._run(*arguments)
        except HistoryError:
            return False
        return True

    def read(self, name: str) -> tuple[str, bytes] | None:
        """Return type and content of an object, or ``None`` when it is missing or unreadable.

        Args:
            name: an object id, or ``commit:path``; must not hold a newline.
        """
        try:
            _, kind, _, data = self._git.get_object_data(name)
        except (ValueError, GitCommandError):
            return None
        return str(kind), bytes(data)

    def _run(self, *arguments: str) -> bytes:
        settings = [part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}")]
        options = self._git._persistent_git_options  # noqa: SLF001  # execute() alone leaves them out
        command = [Git.GIT_PYTHON_GIT_EXECUTABLE or "git", *options, *settings, *arguments]
        try:
            answer = self._git.execute(command, stdout_as_string=False, strip_newline_in_stdout=True)
        except GitCommandNotFound:
            raise HistoryError("git is not installed, or not on PATH", hint="Install git.") from None
        except GitCommandError as error:
            raise HistoryError(_message(error), where=Where(str(self.path))) from None
        return bytes(answer)


_NEED = "Give the folder of a git repository: mcp-docs build REPO."


def _message(error: GitCommandError) -> str:
    text = str(error.stderr).strip()
    if text.startswith("stderr: '"):
        text = text[len("stderr: '") :].removesuffix("'")
    return text.removeprefix("fatal: ").strip() or f"git ended with status {error.status}"
