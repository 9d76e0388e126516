"""Options that several commands share, and how they become a record."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial, reduce, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from mcp_docs.cli.asides import Progress, is_quiet, quiet_option
from mcp_docs.cli.terminal import shown
from mcp_docs.dates import LAST_SECOND
from mcp_docs.thresholds import THRESHOLDS, Command

if TYPE_CHECKING:  # the pipeline imports git, which commands load only when they run
    from mcp_docs.cli.cache import Caching
    from mcp_docs.config import Config
    from mcp_docs.pipeline import Source
    from mcp_docs.record import Record
    from mcp_docs.report.model import Report

F = TypeVar("F", bound=Callable[..., Any])


class Day(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases of click
    """A day or a second: ``2026-08-20`` (its last second counts) or ``2026-08-20T12:00:00Z``."""

    name = "date"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return seconds since 1970-01-01 UTC."""
        if isinstance(value, int):
            return value
        text = str(value)
        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            self.fail(f"{text!r} is no date; write 2026-08-20 or 2026-08-20T12:00:00Z", param, ctx)
        if "T" not in text and " " not in text:
            moment = moment.replace(hour=23, minute=59, second=59)
        seconds = int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())
        if not 0 <= seconds <= LAST_SECOND:
            self.fail(f"{text!r} is not between 1970-01-01 and 9999-12-31", param, ctx)
        return seconds


config_option = click.option(
    "--config",
    "config_file",
    type=click.Path(path_type=Path),
    envvar="MCP_DOCS_CONFIG",
    help="Configuration file instead of mcp-docs.toml or pyproject.toml in the project.",
)
_HISTORY = (
    click.argument("repo", type=click.Path(path_type=Path), default="."),
    click.option(
        "--lockfile",
        metavar="PATH",
        envvar="MCP_DOCS_LOCKFILE",
        help="The lockfile, or a folder with one tool per file, relative to REPO.",
    ),
    config_option,
    click.option(
        "--as-of",
        type=Day(),
        envvar="MCP_DOCS_AS_OF",
        metavar="DATE",
        help="The record's today; without it SOURCE_DATE_EPOCH, else the newest commit's date.",
    ),
    quiet_option,
)


def history_options(command: F) -> F:
    """Add REPO and the options that say which history to read."""
    return reduce(lambda decorated, option: option(decorated), reversed(_HISTORY), command)


_REPO = click.option(
    "--repo",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    default=".",
    help="The project's folder.",
)
_LOCKFILE = click.option(
    "--lockfile", metavar="PATH", envvar="MCP_DOCS_LOCKFILE", help="The lockfile, relative to the folder."
)


def folder_options(command: F) -> F:
    """Add the options that say where the project is: ``repo`` and ``config_file``."""
    return _REPO(config_option(command))


def project_options(command: F) -> F:
    """Add the options that say which project it is: ``repo``, ``lockfile`` and ``config_file``."""
    return _REPO(_LOCKFILE(config_option(command)))


def today_option(otherwise: str = "") -> Callable[[F], F]:
    """Return a decorator that adds ``--as-of``, the day on which acceptances are judged, as ``as_of``.

    Args:
        otherwise: what says the day where neither the environment nor git does, for the help.
    """
    return click.option(
        "--as-of",
        type=Day(),
        envvar="MCP_DOCS_AS_OF",
        metavar="DATE",
        help="Today, for acceptances that expire; without it SOURCE_DATE_EPOCH, else the newest commit's "
        f"date{otherwise}.",
    )


def open_source(repo: Path, lockfile: str | None, config_file: Path | None, as_of: int | None) -> Source:
    """Open a repository with its configuration.

    Raises:
        McpDocsError: when either cannot be read.
    """
    from mcp_docs.pipeline import open_repository  # noqa: PLC0415  # imports git

    return open_repository(repo, lockfile=lockfile, config_file=config_file, as_of=as_of)


def read_record(source: Source, caching: Caching, *, further: Iterable[str] = ()) -> Record:
    """Read the whole history, with progress on a terminal.

    Args:
        source: from :func:`open_source`.
        caching: where what was judged is kept.
        further: ids of commits whose revisions are wanted besides those of HEAD and the tags.
    """
    from mcp_docs.pipeline import load_record  # noqa: PLC0415  # imports git

    with Progress() as progress, caching.memory() as memory:
        return load_record(source, progress.stage, matrix=False, memory=memory, further=further)


#: Names of the formats of ``report.render``, said here so that ``--help`` need not load them.
REPORT_FORMATS = ("text", "json", "markdown", "sarif", "junit", "github")


def packing(into: str, make: Callable[..., object], *names: str) -> Callable[[F], F]:
    """Return a decorator: the command takes one value, ``into``, in the place of the options ``names``.

    Args:
        into: name of the parameter that the command has.
        make: makes its value of the options, by name.
        names: of the options.
    """

    def decorate(command: F) -> F:
        @wraps(command)
        def packed(*arguments: Any, **given: Any) -> Any:
            value = make(**{name: given.pop(name) for name in names})
            return command(*arguments, **given, **{into: value})

        return cast("F", packed)

    return decorate


@dataclass(frozen=True, slots=True)
class Reporting:
    """How a command reports.

    Attributes:
        command: its name.
        shape: one of ``REPORT_FORMATS``.
        output: file of the report, or ``None`` for the standard output.
        fail_on: the mildest level that fails, or ``None`` where nobody said it.
    """

    command: Command
    shape: str
    output: Path | None
    fail_on: str | None

    def fatal(self, config: Config | None = None) -> frozenset[str]:
        """Return the levels that make the run fail; what the command line says goes before ``config``."""
        configured = config.fail_on.get(self.command) if config else None
        return THRESHOLDS[self.command].fatal(self.fail_on, configured)

    def put(self, report: Report) -> int:
        """Print a report, or write it to a file and print its verdict; return the exit code.

        With ``--quiet`` a text without findings and the verdict of a run that passed are left out, and
        so are the notes of ``lint`` that do not make the run fail.

        Raises:
            OutputError: the file cannot be written.
        """
        from mcp_docs.report.render import render  # noqa: PLC0415  # formats, only when there is a report

        if self.command == "lint" and self.shape == "text" and is_quiet():
            report = _without_notes(report)
        if self.output is not None:
            from mcp_docs.sources.files import save  # noqa: PLC0415  # only when a file is written

            save(render(report, self.shape).encode("utf-8", "backslashreplace"), self.output)
            if report.failed or not is_quiet():
                click.echo(shown(f"mcp-docs {report.command}: {report.verdict}"))
        elif report.findings or self.shape != "text" or not is_quiet():
            click.echo(render(report, self.shape, colour=wants_colour()), nl=False)
        return int(report.failed)


def _without_notes(report: Report) -> Report:
    from mcp_docs.report.model import Severity  # noqa: PLC0415  # only when there is a report

    told = tuple(f for f in report.findings if f.severity > Severity.NOTE or report.fails(f))
    return replace(report, findings=told)


def report_options(name: Command) -> Callable[[F], F]:
    """Return a decorator that adds ``--format``, ``--output`` and ``--fail-on``, as one ``reporting``.

    Args:
        name: of the command, which has levels and a variable (``MCP_DOCS_<NAME>_FAIL_ON``) of its own.
    """
    threshold = THRESHOLDS[name]
    otherwise = "" if name == "affected" else f"fail_on under [{name}] in the configuration, else "
    options = (
        click.option(
            "--format",
            "shape",
            type=click.Choice(REPORT_FORMATS),
            default="text",
            show_default=True,
            envvar="MCP_DOCS_FORMAT",
        ),
        click.option(
            "--output",
            "-o",
            type=click.Path(path_type=Path),
            metavar="FILE",
            help="Write the report there, whole or not at all, and print the verdict alone.",
        ),
        click.option(
            "--fail-on",
            type=click.Choice(threshold.choices),
            envvar=f"MCP_DOCS_{name.upper()}_FAIL_ON",
            help=f"The mildest level that ends with exit code 1; without it {otherwise}{threshold.default}.",
        ),
    )
    pack = packing("reporting", partial(Reporting, name), "shape", "output", "fail_on")
    return lambda command: reduce(
        lambda decorated, option: option(decorated), reversed(options), pack(command)
    )


def put_text(text: str, output: Path | None) -> None:
    """Print a text, or write it to a file.

    Raises:
        OutputError: the file cannot be written.
    """
    if output is None:
        click.echo(text, nl=False)
    else:
        from mcp_docs.sources.files import save  # noqa: PLC0415  # only when a file is written

        save(text.encode("utf-8", "backslashreplace"), output)


def wants_colour() -> bool:
    """Tell whether a person's terminal reads the output and wants colour (no-color.org)."""
    # A process can be started without any output, and has none then.
    return (
        sys.stdout is not None
        and sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )
