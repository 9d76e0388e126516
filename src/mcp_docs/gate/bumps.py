"""Whether the version of the new side promises as much change as there is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mcp_docs.change import Bump, Change, demanded_bump
from mcp_docs.semver import SemVer, declared_bump, demanded_step, parse_version
from mcp_docs.side import Side


@dataclass(frozen=True, slots=True)
class Bumps:
    """The step that is demanded, and the one that is declared.

    Attributes:
        demanded: by all changes, by semver's rules for the new version (below 1.0.0 a break
            demands a minor step).
        unexcused: the same without the changes that are accepted for a reason that excuses the step.
        declared: the step that the new version takes, or ``None`` where it takes none yet or none can
            be told.
        words: what is declared, for a reader.
    """

    demanded: Bump
    unexcused: Bump
    declared: Bump | None
    words: str

    @property
    def underbumped(self) -> bool:
        """Whether the version promises less change than there is."""
        return self.declared is not None and self.declared < self.demanded

    @property
    def waived(self) -> bool:
        """Whether it is so only for changes whose acceptance excuses it."""
        return self.underbumped and self.declared is not None and self.declared >= self.unexcused


def judge_bumps(
    old: Side, new: Side, changes: Iterable[Change], unexcused: Iterable[Change], said: str | None
) -> Bumps:
    """Compare what the changes demand with what the versions declare.

    Args:
        old: the side that somebody depends on.
        new: the side that takes its place.
        changes: from one to the other.
        unexcused: those of them that no acceptance excuses from taking a step.
        said: a version or a step that goes before the versions of the sides, or ``None``.
    """
    word = Bump[said.upper()] if said and said.upper() in Bump.__members__ else None
    target = new.version if said is None or word is not None else said
    before, after = _parsed(old.version), _parsed(target)
    declared, words = (
        (word, word.label) if word is not None else _declared(old.version, target, said=said is not None)
    )
    judged = before if word is not None or after is None else after
    return Bumps(
        demanded_step(demanded_bump(changes), judged),
        demanded_step(demanded_bump(unexcused), judged),
        declared,
        words,
    )


def _parsed(text: str | None) -> SemVer | None:
    return parse_version(text) if text else None


def _declared(old: str | None, new: str | None, *, said: bool) -> tuple[Bump | None, str]:
    before, after = _parsed(old), _parsed(new)
    if old and old == new and not said:
        return None, f"none yet: both sides are {old}"
    if before is None or after is None:
        return None, f"unknown: {_without(old, new)}"
    bump = declared_bump(before, after)
    if bump is None:
        if before < after:
            return None, f"unknown: {after.text} follows {before.text}, a pre-release of the same version"
        return None, f"unknown: {after.text} does not come after {before.text}"
    return bump, f"{bump.label} ({before.text} to {after.text})"


def _without(old: str | None, new: str | None) -> str:
    """Say of which side no step can be told, and why."""
    if not old and not new:
        return "neither side has a version"
    if not old or not new:
        return f"the {'new' if old else 'old'} side has no version"
    odd = [text for text in (old, new) if _parsed(text) is None]
    return f"{' and '.join(odd)} {'is' if len(odd) == 1 else 'are'} no version such as 1.4.0"
