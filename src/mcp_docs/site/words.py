"""Small pieces of wording that several pages share."""

from __future__ import annotations

from collections.abc import Sequence

from mcp_docs.change import Bump, Level
from mcp_docs.interface import ElementKind
from mcp_docs.record import UNRELEASED, Release

KIND_WORDS: dict[ElementKind, tuple[str, str]] = {
    "tool": ("tool", "tools"),
    "prompt": ("prompt", "prompts"),
    "resource": ("resource", "resources"),
    "template": ("resource template", "resource templates"),
    "server": ("server", "servers"),
}
LEVELS_WORST_FIRST = (Level.BREAKING, Level.REVIEW, Level.MINOR, Level.PATCH)


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return ``3 changes`` or ``1 change``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}".replace(",", "\u202f")


def joined(parts: Sequence[str], conjunction: str = "and") -> str:
    """Return ``a, b and c``."""
    if len(parts) <= 1:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {conjunction} {parts[-1]}"


def kind_count(kind: ElementKind, number: int) -> str:
    """Return ``2 resource templates``."""
    return counted(number, *KIND_WORDS[kind])


def shown_version(version: str) -> str:
    """Return a version as a heading shows it."""
    return "Unreleased" if version == UNRELEASED else version


def verdict(release: Release) -> str:
    """Return one sentence that says whether a caller can upgrade to a release."""
    if release.base is None:
        return "The first release on record: there is nothing to compare it with."
    if not release.changes:
        return f"Safe to upgrade from {release.base}: the interface did not change."
    breaking, review = release.count(Level.BREAKING), release.count(Level.REVIEW)
    look = f"{counted(review, 'change')} could still matter and {'needs' if review == 1 else 'need'} a look"
    if breaking:
        tail = f", and {look}" if review else ""
        return f"Breaks callers of {release.base}: {counted(breaking, 'breaking change')}{tail}."
    if review:
        return f"No break is proven since {release.base}, but {look}."
    return f"Safe to upgrade from {release.base}: no change breaks a caller."


def bump_word(bump: Bump | None) -> str:
    """Return a semver step as a word; a step that is not known is ``unknown``."""
    return "unknown" if bump is None else bump.label


def bump_verdict(release: Release) -> str:
    """Return one sentence about the step that a version declares; empty where there is none."""
    if release.declared is None or release.audit_base is None:
        return ""
    declared, demanded = release.declared.label, release.demanded.label
    since = f"since {release.audit_base}"
    if release.underbumped:
        if not release.count(Level.BREAKING) and release.audit_base == release.base:
            return (
                f"No break is in it, yet its number is too low: it declares a {declared} step {since}, "
                f"and the changes demand {demanded}."
            )
        return f"The version declares only a {declared} step {since}, but its changes demand {demanded}."
    if release.demanded is Bump.NONE:
        return f"The version declares a {declared} step {since}; its interface demands none."
    return f"The version declares a {declared} step {since}; its changes demand {demanded}."
