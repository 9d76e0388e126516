"""All lint rules. A new one is one record with its check in one of these modules, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping

from mcp_docs.lint import (
    descriptions,
    hints,
    names,
    promises,
    protocol,
    quarantine,
    schemas,
    similar,
    sizes,
    texts,
)
from mcp_docs.lint.model import LintExample, LintRule

__all__ = ["LINT_RULES", "LintExample", "LintRule"]

LINT_RULES: Mapping[str, LintRule] = {
    rule.id: rule
    for module in (
        quarantine,
        names,
        descriptions,
        schemas,
        hints,
        texts,
        similar,
        protocol,
        promises,
        sizes,
    )
    for rule in module.RULES
}
