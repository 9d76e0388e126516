"""The errors a user can meet: what is wrong, where, and what to do next.

Exit codes are the command line's contract: 0 fine, 1 findings at or over the threshold,
2 usage or configuration, 3 could not run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

#: Names from the top of a file of settings, and the number, from 1, of an entry of an array:
#: ``("policy", "overrides", 2, "level")``.
KeyPath: TypeAlias = tuple[str | int, ...]


#: Hint where nothing that a user can do is wrong.
OUR_FAULT: Final = "This is a fault of mcp-docs: please report it with the versions and names concerned."


@dataclass(frozen=True, slots=True)
class Where:
    """A place in the user's world; every part may be missing.

    Attributes:
        file: a path as the user knows it, relative where possible.
        commit: a full commit id.
        line: 1-based line.
        column: 1-based column, in characters.
    """

    file: str | None = None
    commit: str | None = None
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        place = self.file or ""
        if self.line is not None:
            place += f":{self.line}" + (f":{self.column}" if self.column is not None else "")
        if self.commit:
            place += f"{' ' if place else ''}at commit {self.commit[:10]}"
        return place


class McpDocsError(Exception):
    """Root of all errors that are meant for a user.

    Args:
        what: one sentence, without a full stop, that names the fault.
        where: the place of the fault, if it has one.
        hint: what to do next, a sentence.
    """

    exit_code = 3
    #: What to do next where an error of the class does not say it.
    usual_hint: ClassVar[str | None] = None

    def __init__(self, what: str, *, where: Where | None = None, hint: str | None = None) -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.hint = hint or self.usual_hint

    def __str__(self) -> str:
        place = str(self.where) if self.where else ""
        # A name can hold a line break, and what follows it would pass for a line of ours.
        head = " ".join((f"{place}: {self.what}" if place else self.what).split("\n"))
        return f"{head}\n  {self.hint}" if self.hint else head


class UsageError(McpDocsError):
    """A flag, an argument or a configuration key is wrong."""

    exit_code = 2


class ConfigError(UsageError):
    """The configuration file is wrong.

    Args:
        what: as for ``McpDocsError``.
        where: the same.
        hint: the same.
        key: what is wrong, for whoever knows the text and can tell the line.
    """

    def __init__(
        self,
        what: str,
        *,
        where: Where | None = None,
        hint: str | None = None,
        key: KeyPath = (),
    ) -> None:
        super().__init__(what, where=where, hint=hint)
        self.key = key


class ContractError(UsageError):
    """A file of contracts or cases is wrong; ``where`` holds the line."""


class LockfileError(McpDocsError):
    """A lockfile cannot be read as any of the known formats."""


class FeedError(McpDocsError):
    """A published feed cannot be read, or lacks what is asked of it."""

    usual_hint = "Get it again; if it stays so, whoever publishes it has to build it anew: mcp-docs build."


class MissingError(McpDocsError):
    """A server on the web says that there is nothing at an address."""


class HistoryError(McpDocsError):
    """A repository cannot be walked: no repository, no commit, shallow, partial, no lockfile."""


class NoHistoryError(HistoryError):
    """There is nothing to walk: no repository, no commit, or no lockfile in any of them."""


class ServerError(McpDocsError):
    """A server cannot be started or reached, or does not answer as the protocol says.

    Args:
        code: a stable word for the kind of failure, such as ``died`` or ``timeout``.
        what: as for ``McpDocsError``.
        hint: as for ``McpDocsError``.
    """

    def __init__(self, code: str, what: str, *, hint: str | None = None) -> None:
        super().__init__(what, hint=hint)
        self.code = code


class OutputError(McpDocsError):
    """The output folder cannot be written, or holds something that is not ours."""
