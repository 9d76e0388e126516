"""The command line: one group, a module per family of commands, errors to exit codes.

Commands import what they need when they run: ``mcp``, MkDocs and git cost more to import than most
commands take.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from importlib import import_module

import click

from mcp_docs.cli.terminal import shown, write_anything
from mcp_docs.errors import McpDocsError
from mcp_docs.texts import did_you_mean
from mcp_docs.version import __version__

#: Command name to the module that defines it as ``command``.
COMMANDS = {
    "accept": "mcp_docs.cli.accept",
    "affected": "mcp_docs.cli.affected",
    "audit": "mcp_docs.cli.audit",
    "backfill": "mcp_docs.cli.backfill",
    "build": "mcp_docs.cli.build",
    "changelog": "mcp_docs.cli.changelog",
    "check": "mcp_docs.cli.check",
    "explain": "mcp_docs.cli.explain",
    "index": "mcp_docs.cli.index",
    "init": "mcp_docs.cli.init",
    "lint": "mcp_docs.cli.lint",
    "log": "mcp_docs.cli.log",
    "rules": "mcp_docs.cli.rules",
    "serve": "mcp_docs.cli.serve",
    "snapshot": "mcp_docs.cli.snapshot",
    "verify": "mcp_docs.cli.verify",
}

#: Objects made before garbage is looked for. What commands make lives to their end: the search for it took
#: a tenth of their time at Python's own 700.
_COLLECT_AFTER = 50_000

EXIT_CODES = """\b
Exit codes:
  0  fine
  1  findings at or over the threshold
  2  usage or configuration
  3  could not run"""


class LazyGroup(click.Group):
    """Loads a command's module only when the command is asked for, and suggests near names."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """Return all command names in order."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # as above
        """Import and return a command, or ``None`` when there is none of that name."""
        module = COMMANDS.get(cmd_name)
        command = getattr(import_module(module), "command", None) if module else None
        return command if isinstance(command, click.Command) else None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse what stands before the command; of an option that belongs behind it, say so."""
        given = list(args)
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            name = next((word for word in given if word in COMMANDS), "")
            command = self.get_command(ctx, name)
            known = [option for param in command.params for option in param.opts] if command else []
            if error.option_name not in known:
                raise
            hint = f"It stands behind the command: mcp-docs {name} {error.option_name}"
            raise click.UsageError(f"{error.format_message()} {hint}", ctx) from None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve a command; for an unknown one name the nearest."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            hint = did_you_mean(name.lower(), COMMANDS, f"There are {', '.join(COMMANDS)}.")
            raise click.UsageError(f"No such command {name!r}. {hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, epilog=EXIT_CODES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="mcp-docs")
def app() -> None:
    """Document an MCP server's interface from its lockfile's git history."""


def main(args: list[str] | None = None) -> None:
    """Run the command line and exit with its code; no traceback reaches a user."""
    gc.set_threshold(_COLLECT_AFTER)
    signal.signal(signal.SIGTERM, _leave)
    hangup = getattr(signal, "SIGHUP", None)  # a terminal that closes; Windows has none
    if hangup is not None and signal.getsignal(hangup) is not signal.SIG_IGN:  # as nohup sets it
        signal.signal(hangup, _leave)
    sys.exit(run(args))


def _leave(number: int, _: object) -> None:
    """Leave as after an error, so that what is half written is taken away."""
    sys.exit(128 + number)


def run(args: list[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    write_anything()
    try:
        result = app.main(args=args, prog_name="mcp-docs", standalone_mode=False)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.Abort:
        click.echo("interrupted", err=True)
        return 130
    except click.ClickException as error:
        error.show()
        result = 2
    except McpDocsError as error:
        click.echo(shown(f"mcp-docs: {error}"), err=True)
        return error.exit_code
    except BrokenPipeError:
        # The reader has gone; Python must not complain about it when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (OSError, MemoryError) as error:
        if os.environ.get("MCP_DOCS_TRACEBACK"):
            raise
        # Memory or a disk is full, or the like: what a command reads and writes by name says so itself.
        why = "out of memory" if isinstance(error, MemoryError) else error.strerror or type(error).__name__
        click.echo(shown(f"mcp-docs: could not finish: {why}"), err=True)
        result = 3
    except Exception as error:
        if os.environ.get("MCP_DOCS_TRACEBACK"):
            raise
        click.echo(shown(f"mcp-docs: internal error: {type(error).__name__}: {error}"), err=True)
        click.echo("  Set MCP_DOCS_TRACEBACK=1 and run it again for a report that can be filed.", err=True)
        result = 3
    return result if isinstance(result, int) else 0
