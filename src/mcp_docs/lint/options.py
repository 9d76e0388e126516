"""What a project decides for itself: severities by rule and element, and token budgets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Final

from mcp_docs.errors import ConfigError
from mcp_docs.lint import LINT_RULES
from mcp_docs.lint.model import Budgets
from mcp_docs.report.model import Severity
from mcp_docs.tables import choice, known, mapping, naming_file, rule_pattern

OFF: Final = "off"
#: What a rule may be set to, mildest first.
SETTINGS: Final = (OFF, *(severity.label for severity in Severity))
_KEYS: Final = ("rules", "overrides", "tool_tokens", "total_tokens")
_OVERRIDE_KEYS: Final = ("severity", "rule", "element")


@dataclass(frozen=True, slots=True)
class LintOverride:
    """One decision.

    Attributes:
        severity: of the findings that match, or ``None`` to leave them out.
        rule: shell pattern of rule ids.
        element: shell pattern of ``kind:key``; findings of the file as a whole have an empty one.
    """

    severity: Severity | None
    rule: str = "*"
    element: str = "*"


@dataclass(frozen=True, slots=True)
class LintPolicy:
    """All decisions; of several that match the last one counts.

    Attributes:
        overrides: in the order written, those by rule alone first.
        budgets: for sizes.
    """

    overrides: tuple[LintOverride, ...] = ()
    budgets: Budgets = field(default_factory=Budgets)

    def severity(self, rule: str, element: str) -> Severity | None:
        """Return the severity of a finding, or ``None`` when it is left out."""
        for override in reversed(self.overrides):
            if fnmatchcase(rule, override.rule) and fnmatchcase(element, override.element):
                return override.severity
        return LINT_RULES[rule].severity


def lint_policy(table: Mapping[str, object], file: str) -> LintPolicy:
    """Read the ``[lint]`` table of the configuration.

    Args:
        table: as it is written.
        file: where it stands, for messages.

    Raises:
        ConfigError: when a key, a rule or a severity is not known, with the nearest name.
    """
    with naming_file(file):
        return _policy(table)


def _policy(table: Mapping[str, object]) -> LintPolicy:
    known(table, _KEYS, "lint")
    defaults = Budgets()
    return LintPolicy(
        overrides=(
            *_rules(mapping(table.get("rules", {}), "lint.rules")),
            *_overrides(table.get("overrides", [])),
        ),
        budgets=Budgets(
            _number(table.get("tool_tokens", defaults.tool), "lint.tool_tokens"),
            _number(table.get("total_tokens", defaults.total), "lint.total_tokens"),
        ),
    )


def _rules(table: Mapping[str, object]) -> Iterator[LintOverride]:
    for rule, value in table.items():
        pattern = rule_pattern(rule, LINT_RULES, "lint.rules")
        yield LintOverride(_severity(value, f"lint.rules.{rule}"), rule=pattern)


def _overrides(value: object) -> Iterator[LintOverride]:
    if not isinstance(value, list):
        raise ConfigError("lint.overrides must be an array of tables: [[lint.overrides]]")
    for number, item in enumerate(value, start=1):
        where = f"lint.overrides, number {number}"
        table = mapping(item, where)
        known(table, _OVERRIDE_KEYS, where)
        yield LintOverride(
            _severity(table.get("severity"), where),
            rule=rule_pattern(str(table.get("rule", "*")), LINT_RULES, where),
            element=str(table.get("element", "*")),
        )


def _severity(value: object, where: str) -> Severity | None:
    if value is None:
        raise ConfigError(f"{where}: severity is missing; it is one of {', '.join(SETTINGS)}")
    name = choice(value, SETTINGS, where)
    return None if name == OFF else Severity[name.upper()]


def _number(value: object, where: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise ConfigError(f"{where} must be a whole number of tokens, 0 for no limit")
