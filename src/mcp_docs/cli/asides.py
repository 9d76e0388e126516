"""What a command says beside its result, and ``--quiet``, which leaves it out.

Results, findings, warnings and errors are no asides: they are printed with ``--quiet`` too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TypeVar

import click

from mcp_docs.cli.terminal import shown

F = TypeVar("F", bound=Callable[..., Any])
_QUIET = "mcp_docs.quiet"


def _keep(ctx: click.Context, _: click.Parameter, value: bool) -> None:
    ctx.meta[_QUIET] = value


def quiet_option(command: F) -> F:
    """Add ``--quiet``, which every command has; only this module asks what it was."""
    return click.option(
        "--quiet",
        "-q",
        is_flag=True,
        expose_value=False,
        callback=_keep,
        envvar="MCP_DOCS_QUIET",
        help="No progress, notes and confirmations: only the result, findings and errors.",
    )(command)


def is_quiet() -> bool:
    """Tell whether the command that runs was asked for its result alone."""
    return bool(click.get_current_context().meta.get(_QUIET))


def confirm(text: str) -> None:
    """Say on standard output that something was done."""
    if not is_quiet():
        click.echo(shown(text))


def next_step(text: str) -> None:
    """Say to somebody at a terminal what comes next; a pipe is told nothing."""
    if sys.stdout is not None and sys.stdout.isatty():
        confirm(f"Next: {text}")


class Progress:
    """One line on a terminal that says what is going on; nothing in a pipe.

    A context manager; ``stage`` replaces the line, leaving wipes it.
    """

    def __init__(self) -> None:
        self._stream = sys.stderr
        # A process can be started without any output, and has none then.
        self._shown = self._stream is not None and self._stream.isatty() and not is_quiet()

    def stage(self, text: str) -> None:
        """Show ``text`` as the current stage."""
        if self._shown:
            click.echo(f"\r\x1b[K{text} …", file=self._stream, nl=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            click.echo("\r\x1b[K", file=self._stream, nl=False)
