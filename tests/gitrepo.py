"""Real git repositories for tests, the same byte for byte on every machine and every day."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

#: 2024-01-01 00:00:00 UTC; a commit without a time is made one day after the one before it.
FIRST_TIME = 1_704_067_200
DAY = 86_400


class GitRepo:
    """A repository in a temporary folder; every command runs the real git without user settings."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._time = FIRST_TIME - DAY
        path.mkdir(parents=True, exist_ok=True)
        self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str, time: int | None = None) -> str:
        """Run git in the repository and return its standard output without the last newline."""
        stamp = f"@{self._time if time is None else time} +0000"
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.path),
            "LC_ALL": "C",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "A. Author",
            "GIT_AUTHOR_EMAIL": "author@example.com",
            "GIT_AUTHOR_DATE": stamp,
            "GIT_COMMITTER_NAME": "A. Author",
            "GIT_COMMITTER_EMAIL": "author@example.com",
            "GIT_COMMITTER_DATE": stamp,
            "GIT_TERMINAL_PROMPT": "0",
        }
        command = ["git", "-c", "gc.auto=0", *arguments]
        done = subprocess.run(command, cwd=self.path, env=environment, capture_output=True, check=False)
        if done.returncode:
            raise AssertionError(f"{' '.join(command)}: {done.stderr.decode()}")
        return done.stdout.decode().rstrip("\n")

    def commit(
        self,
        files: Mapping[str, str | bytes | None] | None = None,
        message: str = "",
        time: int | None = None,
    ) -> str:
        """Write the files (``None`` removes one), commit everything and return the full commit id.

        ``time`` is in seconds since 1970-01-01 UTC; by default a day after the last commit.
        """
        for name, content in (files or {}).items():
            file = self.path / name
            if content is None:
                file.unlink()
                continue
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content.encode() if isinstance(content, str) else content)
        self._tick(time)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--allow-empty-message", "--message", message)
        return self.head

    def tag(
        self, name: str, target: str = "HEAD", message: str | None = None, time: int | None = None
    ) -> None:
        """Tag ``target``: annotated when there is a message, else lightweight."""
        annotation: Sequence[str] = () if message is None else ("--annotate", "--message", message)
        self.git("tag", *annotation, name, target, time=time)

    def branch(self, name: str, start: str = "HEAD") -> None:
        """Make a branch at ``start`` and check it out."""
        self.git("checkout", "--quiet", "-b", name, start)

    def checkout(self, name: str) -> None:
        """Check out an existing branch or commit."""
        self.git("checkout", "--quiet", name)

    def merge(self, other: str, message: str = "merge", time: int | None = None) -> str:
        """Merge ``other`` with a merge commit and return its full id."""
        self._tick(time)
        self.git("merge", "--quiet", "--no-ff", "--message", message, other)
        return self.head

    @property
    def head(self) -> str:
        """Full id of the commit that is checked out."""
        return self.git("rev-parse", "HEAD")

    def _tick(self, time: int | None) -> None:
        self._time = self._time + DAY if time is None else time
