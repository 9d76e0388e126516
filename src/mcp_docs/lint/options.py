"""What a project decides for itself: severities by rule and element, and token budgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Final

from mcp_docs.errors import ConfigError, KeyPath
from mcp_docs.lint import LINT_RULES
from mcp_docs.lint.model import Budgets
from mcp_docs.report.model import Severity
from mcp_docs.tables import Setting, dotted, settings

OFF: Final = "off"
#: What a rule may be set to, mildest first.
SETTINGS: Final = (OFF, *(severity.label for severity in Severity))


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


def lint_policy(table: Mapping[str, object]) -> LintPolicy:
    """Read the ``[lint]`` table of the configuration, whose keys are known ones.

    Raises:
        ConfigError: when a rule or a severity is not known, with the nearest name.
    """
    defaults = Budgets()
    return LintPolicy(
        overrides=tuple(map(_override, settings(table, "lint", LINT_RULES, "severity", SETTINGS))),
        budgets=Budgets(
            _number(table.get("tool_tokens", defaults.tool), ("lint", "tool_tokens")),
            _number(table.get("total_tokens", defaults.total), ("lint", "total_tokens")),
        ),
    )


def _override(setting: Setting) -> LintOverride:
    severity = None if setting.value == OFF else Severity[setting.value.upper()]
    return LintOverride(severity, setting.rule, setting.element)


def _number(value: object, key: KeyPath) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    raise ConfigError(f"{dotted(key)} must be a whole number of tokens, 0 for no limit", key=key)
