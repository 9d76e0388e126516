"""Work counted in steps, so that an answer never depends on how fast a machine is."""

from __future__ import annotations

from typing import Final

#: Default of ``decide``: calibrated so that the worst cases end in well under a second.
DEFAULT_STEPS: Final = 60_000


class OutOfBudget(Exception):  # noqa: N818 - not an error: it is how a search that is too large ends
    """The work that was allowed is used up."""


class Unmodelled(Exception):  # noqa: N818 - not an error either: it ends in a reasoned "unproven"
    """A part of a schema whose meaning the prover does not know; the message says which and why."""


class Budget:
    """A counter of work steps; one step is some ten microseconds of work on a common machine."""

    __slots__ = ("left",)

    def __init__(self, steps: int = DEFAULT_STEPS) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        """Count ``steps``.

        Raises:
            OutOfBudget: nothing is left.
        """
        self.left -= steps
        if self.left < 0:
            raise OutOfBudget
