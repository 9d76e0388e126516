"""Semantic versions (semver.org 2.0.0): reading them from tags, and the steps between them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import total_ordering

from semver import Version

from mcp_docs.change import Bump

#: ``v1.2.3``, ``1.2``, ``1.2.3-rc.1+build``; the third number may be missing. Python packages write
#: their pre-releases without a hyphen (PEP 440): ``1.2.3rc1``.
_VERSION = re.compile(
    r"[vV]?(\d+)\.(\d+)(?:\.(\d+))?"
    r"(?:-([0-9A-Za-z.-]+)|\.?(a|alpha|b|beta|c|rc|pre|dev)(\d+))?"
    r"(?:\+([0-9A-Za-z.-]+))?",
    re.ASCII,
)
#: Where it may begin: after ``name@``, ``name-``, ``release/`` …
_BEGINNING = re.compile(r"[@/_-](?=[vV]?\d)", re.ASCII)
_SHORT = 2


@total_ordering
@dataclass(frozen=True, slots=True)
class SemVer:
    """A semantic version.

    Attributes:
        text: as shown, without prefix and ``v``.
        version: parsed; a missing third number reads as zero.
        parts: how many numbers were written, two or three.
    """

    text: str
    version: Version
    parts: int

    @property
    def minor_line(self) -> tuple[int, int]:
        """Major and minor number."""
        return self.version.major, self.version.minor

    @property
    def is_short(self) -> bool:
        """Whether the third number is missing, as in the name of a tag that moves with a minor line."""
        return self.parts == _SHORT

    @property
    def prerelease(self) -> bool:
        """Whether the version says that it is one."""
        return self.version.prerelease is not None

    def __lt__(self, other: SemVer) -> bool:
        return (self.version, self.text) < (other.version, other.text)


def parse_version(text: str) -> SemVer | None:
    """Read a version with an optional ``v``; ``None`` when it is none."""
    found = _VERSION.fullmatch(text)
    if not found:
        return None
    major, minor, patch, prerelease, word, number, build = found.groups()
    prerelease = f"{word}.{number}" if word else prerelease
    try:
        version = Version(int(major), int(minor), int(patch or 0), prerelease, build)
        version.compare(version)  # reads the pre-release, which the constructor does not
    except (ValueError, TypeError):
        return None
    return SemVer(text.removeprefix("v").removeprefix("V"), version, 2 if patch is None else 3)


def version_of_tag(name: str) -> SemVer | None:
    """Read the version that a tag's name holds: ``v1.2.3``, ``server@1.2.3``, ``server-v1.2.3``."""
    starts = (0, *(found.end() for found in _BEGINNING.finditer(name)))
    versions = (parse_version(name[start:]) for start in starts)
    return next((version for version in versions if version), None)


def declared_bump(before: SemVer, after: SemVer) -> Bump | None:
    """Return the step from one version to a later one.

    ``NONE`` when only build metadata differs, which says nothing of the interface (semver 10).
    ``None`` when there is nothing to judge: the version goes back, or both are pre-releases of the
    same version, which semver lets do as they please.
    """
    old, new = before.version, after.version
    if new < old:
        return None
    if new == old:
        return Bump.NONE
    if new.major != old.major:
        return Bump.MAJOR
    if new.minor != old.minor:
        return Bump.MINOR
    if new.patch != old.patch:
        return Bump.PATCH
    return None


def demanded_step(bump: Bump, after: SemVer | None) -> Bump:
    """Return the step that changes of ``bump`` demand of a version.

    Below 1.0.0 anything may change at any time (semver 4); by custom a break then takes a minor
    step and an addition a patch.
    """
    if after is None or after.version.major != 0:
        return bump
    return {Bump.MAJOR: Bump.MINOR, Bump.MINOR: Bump.PATCH}.get(bump, bump)
