"""One line on a terminal that says what is going on; nothing in a pipe."""

from __future__ import annotations

from types import TracebackType
from typing import Self, TextIO

import click


class Progress:
    """A context manager; ``stage`` replaces the line, leaving wipes it.

    Args:
        stream: where to show it, normally standard error; ``None`` where the process has none.
        quiet: never show anything.
    """

    def __init__(self, stream: TextIO | None, *, quiet: bool = False) -> None:
        self._stream = stream
        self._shown = stream is not None and not quiet and stream.isatty()

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
