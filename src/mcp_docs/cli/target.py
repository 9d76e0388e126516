"""Naming a live server on the command line: a command behind ``--``, or an address."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:  # loaded only when a server is named
    from mcp_docs.sources.live import Target

F = TypeVar("F", bound=Callable[..., Any])
_BEHIND = "mcp_docs.command"


class ServerCommand(click.Command):
    """A command that takes all behind the first ``--`` as the command line of a server."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Part the server's command line from our own."""
        if "--" in args:
            at = args.index("--")
            ctx.meta[_BEHIND] = tuple(args[at + 1 :])
            args = args[:at]
        return super().parse_args(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return the pieces of the usage line, the server's command last."""
        return [*super().collect_usage_pieces(ctx), "[-- COMMAND...]"]


def _pairs(_: click.Context, __: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name or not (equals or name in os.environ):
            # What was typed may be a secret, so it is not repeated.
            raise click.BadParameter("write NAME=VALUE, or NAME for a variable of this shell")
        found[name.strip()] = value if equals else os.environ[name]
    return found


_SERVER = (
    click.option("--http", metavar="URL", help="Address of a live server (Streamable HTTP)."),
    click.option(
        "--env",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_pairs,
        help="Variable for the server that COMMAND starts; NAME alone takes this shell's value.",
    ),
    click.option(
        "--header",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_pairs,
        help="Header for the address; NAME alone takes the value of this shell's variable NAME.",
    ),
    click.option(
        "--timeout",
        type=click.FloatRange(min=0, min_open=True),
        default=30,
        show_default=True,
        metavar="SECONDS",
        help="Patience with a live server's answer.",
    ),
)


def server_options(command: F) -> F:
    """Add the options that name a live server: ``http``, ``env``, ``header`` and ``timeout``."""
    return reduce(lambda decorated, option: option(decorated), reversed(_SERVER), command)


def given_target(http: str | None, env: Mapping[str, str], header: Mapping[str, str]) -> Target | None:
    """Return the server that the command line names, or ``None`` when it names none.

    Raises:
        UsageError: both a command and an address are named, or what is named is none.
    """
    command: tuple[str, ...] | None = click.get_current_context().meta.get(_BEHIND)
    if command is None and http is None:
        return None
    if command is not None and http is not None:
        raise click.UsageError("Name a command behind -- or an address with --http, not both.")
    from mcp_docs.sources.live import HttpTarget, StdioTarget  # noqa: PLC0415  # starts processes and connects

    if http is not None:
        return HttpTarget(http, header)
    return StdioTarget(command or (), env)
