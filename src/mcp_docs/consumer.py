"""A consumer of the server: its committed contract against every release, and where it broke.

A part of the record; every view of consumers is a projection of these values.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_docs.contracts.model import Clause


@dataclass(frozen=True, slots=True)
class Judgement:
    """One consumer's contract against one release.

    Attributes:
        version: of the release, or ``unreleased``.
        kept: the demands that are kept.
        broken: the demands that are not met, each with the input that fails where it is one.
        unproven: the demands that no schema promises either way.
    """

    version: str
    kept: tuple[Clause, ...]
    broken: tuple[Clause, ...]
    unproven: tuple[Clause, ...]

    @property
    def works(self) -> bool:
        """Whether no demand is broken."""
        return not self.broken


@dataclass(frozen=True, slots=True)
class ConsumerEvent:
    """A release that ends or begins what the release that it grew from did for a consumer.

    Attributes:
        version: of the release.
        what: ``broke``; ``works again`` where a release before had kept the contract; ``works`` where
            none had.
        clauses: the broken demands: of this release, or, where it works, of the one before.
    """

    version: str
    what: Literal["broke", "works again", "works"]
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Consumer:
    """One committed contract against every release.

    Attributes:
        name: the consumer's, or a number where names are withheld.
        provider: the server's name as the consumer knows it, or empty.
        file: where the contract stands in the repository, or empty where names are withheld.
        judgements: in release order, HEAD last when it is ahead.
        events: in release order.
    """

    name: str
    provider: str
    file: str
    judgements: tuple[Judgement, ...]
    events: tuple[ConsumerEvent, ...]

    @property
    def first_broke_in(self) -> str | None:
        """The first release that broke it, or ``None``."""
        return next((event.version for event in self.events if event.what == "broke"), None)

    @property
    def works_again_in(self) -> str | None:
        """The newest release that mended it, or ``None``, also while a later one breaks it once more."""
        last = self.events[-1] if self.events else None
        return last.version if last and last.what == "works again" else None
