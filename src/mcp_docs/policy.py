"""What a project decides for itself: levels by rule, element and side; whose promise counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal, get_args

from mcp_docs.change import Change, Level, Side
from mcp_docs.rules import RULES
from mcp_docs.schema.verdict import Profile
from mcp_docs.tables import Setting, choice, settings

FormatMode = Literal["annotation", "assertion"]


@dataclass(frozen=True, slots=True)
class Override:
    """One decision: changes that match get this level.

    Attributes:
        level: the level.
        rule: shell pattern of rule ids.
        element: shell pattern of ``Change.element``: ``tool:search``, ``server``.
        side: of the interface, or ``None`` for every side.
    """

    level: Level
    rule: str = "*"
    element: str = "*"
    side: Side | None = None

    def matches(self, change: Change) -> bool:
        """Tell whether the decision is about ``change``."""
        return (
            fnmatchcase(change.rule, self.rule)
            and fnmatchcase(change.element, self.element)
            and self.side in (None, change.side)
        )


@dataclass(frozen=True, slots=True)
class Policy:
    """All decisions; of several that match the last one counts.

    Attributes:
        overrides: in the order written.
        profile: ``callers`` or ``strict``, see ``mcp_docs.decide``.
        formats: whether ``format`` is enforced.
    """

    overrides: tuple[Override, ...] = ()
    profile: Profile = "callers"
    formats: FormatMode = "annotation"

    def level(self, change: Change) -> Level:
        """Return the level that the project gives to ``change``."""
        chosen = [override.level for override in self.overrides if override.matches(change)]
        return chosen[-1] if chosen else change.level


DEFAULT = Policy()

_LEVELS = tuple(level.label for level in Level)


def policy_from_mapping(table: Mapping[str, object]) -> Policy:
    """Read the ``[policy]`` table of the configuration, whose keys are known ones.

    Raises:
        ConfigError: when a rule, level or side is not known, with the nearest name.
    """
    return Policy(
        overrides=tuple(map(_override, settings(table, "policy", RULES, "level", _LEVELS, ("side",)))),
        profile=choice(table.get("profile", "callers"), ("callers", "strict"), ("policy", "profile")),  # type: ignore[arg-type]
        formats=choice(
            table.get("formats", "annotation"), ("annotation", "assertion"), ("policy", "formats")
        ),  # type: ignore[arg-type]
    )


def _override(setting: Setting) -> Override:
    side = setting.table.get("side")
    return Override(
        Level[setting.value.upper()],
        setting.rule,
        setting.element,
        None if side is None else choice(side, get_args(Side), (*setting.key, "side")),  # type: ignore[arg-type]
    )
