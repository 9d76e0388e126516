"""``mcp-docs explain``."""

from __future__ import annotations

import click

from mcp_docs.cli.asides import quiet_option
from mcp_docs.gate.check import UNDERBUMPED_INFO
from mcp_docs.lint import LINT_RULES
from mcp_docs.rules import RULES, find_rule
from mcp_docs.views import lintbook, rulebook


def _complete(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """Return the ids that begin so, for a shell's completion."""
    return [rule for rule in (*RULES, *LINT_RULES) if rule.startswith(begun)]


@click.command("explain")
@click.argument("rule", shell_complete=_complete)
@quiet_option
def command(rule: str) -> None:
    """Tell what RULE is about: its levels and why, what to do instead, and an example with its proof.

    \b
    Examples:
      mcp-docs explain schema.property.required.added
      mcp-docs explain text.hidden
    """  # noqa: D301 - click reads the character, not its name
    if rule == UNDERBUMPED_INFO.id:
        click.echo(rulebook.explain_info(UNDERBUMPED_INFO))
    elif rule in LINT_RULES:
        click.echo(lintbook.explain(LINT_RULES[rule]))
    else:
        click.echo(rulebook.explain(find_rule(rule, also=LINT_RULES)))
