"""What a project decides for itself: levels by rule, element and side; whose promise counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal, get_args

from mcp_docs.change import Change, Level, Side
from mcp_docs.errors import ConfigError
from mcp_docs.rules import RULES
from mcp_docs.schema.verdict import Profile
from mcp_docs.tables import choice, known, mapping, rule_pattern

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

_KEYS = ("profile", "formats", "rules", "overrides")
_OVERRIDE_KEYS = ("level", "rule", "element", "side")


def policy_from_mapping(table: Mapping[str, object]) -> Policy:
    """Read the ``[policy]`` table of the configuration.

    Raises:
        ConfigError: when a key, rule, level or side is not known, with the nearest name.
    """
    known(table, _KEYS, "policy")
    overrides = (
        *_rules(mapping(table.get("rules", {}), "policy.rules")),
        *_overrides(table.get("overrides", [])),
    )
    return Policy(
        overrides=overrides,
        profile=choice(table.get("profile", "callers"), ("callers", "strict"), "policy.profile"),  # type: ignore[arg-type]
        formats=choice(table.get("formats", "annotation"), ("annotation", "assertion"), "policy.formats"),  # type: ignore[arg-type]
    )


def _rules(table: Mapping[str, object]) -> Iterator[Override]:
    for rule, level in table.items():
        yield Override(_level(level, f"policy.rules.{rule}"), rule=rule_pattern(rule, RULES, "policy.rules"))


def _overrides(value: object) -> Iterator[Override]:
    if not isinstance(value, list):
        raise ConfigError("policy.overrides must be an array of tables: [[policy.overrides]]")
    for number, item in enumerate(value, start=1):
        where = f"policy.overrides, number {number}"
        table = mapping(item, where)
        known(table, _OVERRIDE_KEYS, where)
        side = table.get("side")
        yield Override(
            _level(table.get("level"), where),
            rule=rule_pattern(str(table.get("rule", "*")), RULES, where),
            element=str(table.get("element", "*")),
            side=None if side is None else choice(side, get_args(Side), f"{where}: side"),  # type: ignore[arg-type]
        )


def _level(value: object, where: str) -> Level:
    labels = tuple(level.label for level in Level)
    if value is None:
        raise ConfigError(f"{where}: level is missing; it is one of {', '.join(labels)}")
    return Level[choice(value, labels, where).upper()]
