"""From which level on a report fails: the levels of each command, worst first, and what is usual.

One table, from which come ``--fail-on``, the configuration's ``fail_on`` and what reports are sorted by.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from mcp_docs.change import Level
from mcp_docs.report.model import Severity

Command: TypeAlias = Literal["affected", "check", "lint", "verify"]

#: Level of the one finding of ``check`` that is about the version and not about a change.
UNDERBUMPED: Final = "underbumped"
#: What may be said instead of a level: findings are shown, and the exit code is 0.
NEVER: Final = "never"


@dataclass(frozen=True, slots=True)
class Threshold:
    """What ``--fail-on`` of a command takes.

    Attributes:
        levels: worst first.
        default: the mildest level that fails, where nobody says another.
    """

    levels: tuple[str, ...]
    default: str

    @property
    def choices(self) -> tuple[str, ...]:
        """All that may be said, worst first."""
        return (*self.levels, NEVER)

    def fatal(self, *said: str | None) -> frozenset[str]:
        """Return the levels that make the run fail.

        Args:
            said: by the user, each one of ``choices`` or ``None`` for nothing; what is first goes first.
        """
        chosen = next((level for level in said if level is not None), self.default)
        return frozenset() if chosen == NEVER else frozenset(self.levels[: self.levels.index(chosen) + 1])


#: By command. ``never-offered``: what no release ever had, so none broke it; ``unused``: a break of what no
#: contract uses, with ``--strict``. Of ``verify`` they are the states of a demand that is not kept.
THRESHOLDS: Final[Mapping[Command, Threshold]] = {
    "affected": Threshold(("broken", "never-offered", "unused", "unproven"), "broken"),
    "check": Threshold((UNDERBUMPED, *(level.label for level in sorted(Level, reverse=True))), "breaking"),
    "lint": Threshold(tuple(severity.label for severity in sorted(Severity, reverse=True)), "error"),
    "verify": Threshold(("broken", "unproven", "skipped"), "broken"),
}
