"""How a command line names a running server: ``-- COMMAND`` or an address, variables, headers."""

from __future__ import annotations

import math
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mcp_docs.cli.options import packing
from mcp_docs.errors import UsageError
from mcp_docs.texts import nearest

if TYPE_CHECKING:  # loads an HTTP client
    from mcp_docs.sources.live import Target

F = TypeVar("F", bound=Callable[..., Any])
_SERVER = "mcp_docs.server"


def behind_dashes(command: str, text: str) -> str:
    """Return what to do if an argument is the beginning of a server's command, or nothing if it cannot be.

    Args:
        command: of ours.
        text: the argument, of which a shell may have made one of several words.
    """
    program = next(iter(text.split()), "")
    if not program or (shutil.which(program) is None and not os.path.isfile(program)):  # noqa: PTH113
        return ""
    return f"If it starts the server, put -- before it: mcp-docs {command} -- {text}"


class ServerCommand(click.Command):
    """Takes what follows ``--`` as the server's command, and not as arguments of ours."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the server's command for :func:`server_of`, and parse the rest."""
        if "--" in args:
            at = args.index("--")
            ctx.meta[_SERVER] = tuple(args[at + 1 :])
            return super().parse_args(ctx, args[:at])
        words = [word for word in args if not word.startswith("-")]
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            # An option or an argument too many, which a command without its -- has.
            if type(error) not in (click.UsageError, click.NoSuchOption) or not words:
                raise
            if isinstance(error, click.NoSuchOption) and self._is_mistyped(error.option_name):
                raise
            hint = f"If it is part of the server's command, put -- before that: {ctx.command_path} -- COMMAND"
            raise click.UsageError(f"{error.format_message().rstrip('.')}. {hint}", ctx) from None

    def _is_mistyped(self, option: str) -> bool:
        """Tell whether an option that there is not is near one of ours; click's own guesses reach far."""
        own = (name.lstrip("-") for parameter in self.params for name in parameter.opts)
        return nearest(option.lstrip("-"), own) is not None


class Seconds(click.FloatRange):
    """A patience: a finite number of seconds, of a week at most, which every system can wait."""

    def __init__(self) -> None:
        super().__init__(min=0.1, max=7 * 86_400)

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number; ``nan`` is in no range."""
        seconds = float(super().convert(value, param, ctx))
        if math.isnan(seconds):
            self.fail(f"{value!r} is no number of seconds", param, ctx)
        return seconds


def named_values(_: click.Context, __: click.Parameter, pairs: tuple[str, ...]) -> dict[str, str]:
    """Read ``NAME=VALUE``, or ``NAME`` for the value that this process's environment has."""
    found = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not name or not (equals or name in os.environ):
            # What was typed may be a secret, so it is not repeated.
            raise click.BadParameter("write NAME=VALUE, or NAME for a variable of this shell")
        found[name] = value if equals else os.environ[name]
    return found


#: Of a server that a command starts.
env_option = click.option(
    "--env",
    multiple=True,
    metavar="NAME=VALUE",
    callback=named_values,
    help="Variable for the server that COMMAND starts; NAME alone takes this shell's value.",
)
timeout_option = click.option(
    "--timeout",
    type=Seconds(),
    default=30.0,
    show_default=True,
    metavar="SECONDS",
    help="Patience with each answer of a live server.",
)
_OPTIONS = (
    click.option("--http", metavar="URL", help="Address of a live server (Streamable HTTP)."),
    env_option,
    click.option(
        "--header",
        multiple=True,
        metavar="NAME=VALUE",
        callback=named_values,
        help="Header for the address; NAME alone takes the value of this shell's variable NAME.",
    ),
    timeout_option,
)


@dataclass(frozen=True, slots=True)
class ServerChoice:
    """What the command line says of a live server; each option's help says what it is."""

    http: str | None
    env: dict[str, str] = field(repr=False)
    header: dict[str, str] = field(repr=False)
    timeout: float

    def target(self) -> Target | None:
        """Return the server, or ``None`` where none is named; raises as :func:`server_of`."""
        return server_of(click.get_current_context(), self.http, self.env, self.header)


def server_options(command: F) -> F:
    """Add the options that name a live server, as one :class:`ServerChoice` ``server``."""
    packed = packing("server", ServerChoice, "http", "env", "header", "timeout")(command)
    return reduce(lambda decorated, option: option(decorated), reversed(_OPTIONS), packed)


def server_of(
    ctx: click.Context, http: str | None, env: dict[str, str], headers: dict[str, str]
) -> Target | None:
    """Return the server that the command line names, or ``None``.

    Raises:
        UsageError: it names two, or options belong to the other kind.
    """
    command: tuple[str, ...] = ctx.meta.get(_SERVER, ())
    if _SERVER in ctx.meta and not command:
        # An empty variable behind ``--`` must not turn into a run without the server.
        raise UsageError("there is no command after --", hint="Name the program that starts the server.")
    if command and http is not None:
        raise UsageError("name either --http URL or -- COMMAND, not both", hint="Leave one of them out.")
    if env and not command:
        raise UsageError(
            "--env belongs to a server that -- COMMAND starts",
            hint="Leave it out: the server at a URL was started by somebody else.",
        )
    if headers and http is None:
        raise UsageError(
            "--header belongs to a server at --http URL",
            hint="Leave it out, or hand the token to the command with --env.",
        )
    if not command and http is None:
        return None
    from mcp_docs.sources.live import HttpTarget, StdioTarget  # noqa: PLC0415  # loads an HTTP client

    return StdioTarget(command, env=env) if http is None else HttpTarget(http, headers)
