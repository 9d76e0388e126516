"""``mcp-docs snapshot``."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mcp_docs.cli.asides import confirm, quiet_option
from mcp_docs.cli.options import folder_options
from mcp_docs.cli.serveroptions import ServerChoice, ServerCommand, behind_dashes, server_options
from mcp_docs.cli.terminal import shown
from mcp_docs.errors import ConfigError, McpDocsError, UsageError, Where
from mcp_docs.history.options import LOCKFILE_NAMES
from mcp_docs.jsonvalue import canonical_text
from mcp_docs.sources.settings import folder_reader, naming, read_config
from mcp_docs.targets import TargetSpec, read_client_servers
from mcp_docs.texts import did_you_mean

if TYPE_CHECKING:  # load the classifier and an HTTP client
    from mcp_docs.cli.recording import Recorder
    from mcp_docs.config import Config
    from mcp_docs.sources.live import Target

#: What TOML takes for a key without quotes.
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class _Options:
    """What the command line says; each option's help says what it is."""

    name: str | None
    output: Path | None
    server: ServerChoice
    protocol: str | None
    accept_breaking: bool
    reason: str
    check: bool
    everything: bool
    into: Path | None
    servers_file: Path | None
    repo: Path
    config_file: Path | None


@click.command(
    "snapshot", cls=ServerCommand, options_metavar="[OPTIONS]", epilog="After -- stands the server's command."
)
@click.argument("name", required=False, metavar="[NAME] [-- COMMAND]")
@click.option(
    "--output", "-o", type=click.Path(path_type=Path), metavar="FILE", help="The lockfile to write."
)
@server_options
@click.option("--protocol", metavar="VERSION", help="The protocol version, instead of the lockfile's.")
@click.option(
    "--accept-breaking", is_flag=True, help="Record breaking changes, and accept them with --reason."
)
@click.option("--reason", default="", metavar="TEXT", help="Why the breaks are right; every view shows it.")
@click.option(
    "--check", is_flag=True, help="Write nothing; exit code 1 when the lockfile is not what would be written."
)
@click.option("--all", "everything", is_flag=True, help="Every target, or every server of --servers-file.")
@click.option(
    "--into",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="With --all: the folder of the lockfiles.",
)
@click.option(
    "--servers-file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="With --all: a client's configuration with mcpServers.",
)
@folder_options
@quiet_option
def command(**options: Any) -> int:
    """Record a running server's interface in a lockfile, and show what changed since the last time.

    The server is a command after --, an address, or a target of mcp-docs.toml by its NAME. A breaking
    change is refused (exit code 1) and the lockfile left as it was. Values of variables and headers
    appear nowhere.

    \b
    Examples:
      mcp-docs snapshot -- python server.py
      mcp-docs snapshot -o readonly.lock --env MODE=readonly -- ./server --stdio
      mcp-docs snapshot --http https://example.org/mcp --header "Authorization=Bearer $TOKEN"
      mcp-docs snapshot --accept-breaking --reason "The old search was never used." -- python server.py
      mcp-docs snapshot --check -- python server.py
      mcp-docs snapshot --all --into lockfiles --servers-file client.json
    """  # noqa: D301 - click reads the character, not its name
    return _run(_Options(**options))


def _run(options: _Options) -> int:
    from mcp_docs.cli.recording import Recorder  # noqa: PLC0415  # long to load; arguments come first

    reason = options.reason.strip()
    if options.accept_breaking != bool(reason):
        raise UsageError(
            "--accept-breaking and --reason belong together",
            hint='Say why the break is right: --accept-breaking --reason "…".',
        )
    if options.check and reason:
        raise UsageError("--check writes nothing, and so accepts nothing", hint="Leave one of the two out.")
    given = options.server.target()
    _check_choice(options, given)
    config, _ = read_config(folder_reader(options.repo), options.config_file)
    recorder = Recorder(
        options.repo,
        config,
        options.server.timeout,
        options.protocol,
        reason,
        others=options.servers_file is not None,
        check=options.check,
    )
    if options.everything:
        return _record_all(recorder, options.into, options.servers_file)
    if options.name is not None:
        return _record_named(recorder, options.name, options.output)
    assert given is not None  # noqa: S101  # one of the three is
    path = options.output
    path, label = (path, _label(path)) if path else _default(options.repo, config)
    return int(recorder.record(given, path, label))


def _check_choice(options: _Options, given: Target | None) -> None:
    if sum((options.name is not None, given is not None, options.everything)) != 1:
        raise UsageError(
            "name one server: -- COMMAND, --http URL, the NAME of a target, or --all",
            hint="For example: mcp-docs snapshot -- python server.py.",
        )
    if options.everything and options.output is not None:
        raise UsageError("--all writes several lockfiles", hint="Name their folder with --into.")
    if not options.everything and (options.into is not None or options.servers_file is not None):
        raise UsageError("--into and --servers-file belong to --all", hint="Add --all, or leave them out.")


def _default(repo: Path, config: Config) -> tuple[Path, str]:
    """Return the project's lockfile: the configured one, one that is there, or the usual name."""
    there = (name for name in LOCKFILE_NAMES if (repo / name).is_file())
    name = config.lockfile or next(there, LOCKFILE_NAMES[0])
    return repo / name, name


def _label(path: Path) -> str:
    return path.name if path.is_absolute() else path.as_posix()


def _record_named(recorder: Recorder, name: str, output: Path | None) -> int:
    config = recorder.config
    spec = next((spec for spec in config.targets if spec.name == name), None)
    if spec is None:
        names = [spec.name for spec in config.targets]
        known = did_you_mean(name, names, f"Known are {', '.join(names)}." if names else "")
        table = name[:80] if _BARE_KEY.fullmatch(name) else canonical_text(name[:80])
        hint = behind_dashes("snapshot", name) or known or f"Describe it in mcp-docs.toml: [targets.{table}]."
        raise UsageError(f"there is no target {name[:80]!r}", hint=hint)
    path = output or recorder.repo / spec.lockfile
    return int(_record_spec(recorder, spec, recorder.repo, path, _label(output) if output else spec.lockfile))


def _record_spec(recorder: Recorder, spec: TargetSpec, folder: Path, path: Path, label: str) -> bool:
    from mcp_docs.sources.live import resolve_target  # noqa: PLC0415  # loads an HTTP client

    if not recorder.check:
        path.parent.mkdir(parents=True, exist_ok=True)
    return recorder.record(resolve_target(spec, folder), path, label, spec.protocol or None)


def _record_all(recorder: Recorder, into: Path | None, servers_file: Path | None) -> int:
    """Record every server; one that fails stops no other."""
    specs, folder = _everything(recorder.repo, recorder.config, servers_file)
    told, failed = [], []
    word = "out of date" if recorder.check else "broke"
    for spec, name in _with_files(specs, into):
        path = into / name if into else recorder.repo / name
        try:
            if _record_spec(recorder, spec, folder, path, f"{into.name}/{name}" if into else name):
                told.append(spec.name)
        except (McpDocsError, OSError) as error:
            failed.append(spec.name)
            click.echo(shown(f"mcp-docs: {spec.name}: {error}"), err=True)
    summary = f"{len(specs)} server{'' if len(specs) == 1 else 's'}: {len(told)} {word}, {len(failed)} failed"
    for names, what in ((told, word), (failed, "failed")):
        summary += f"\n  {what}: {', '.join(names)}" if names else ""
    if failed or told:
        click.echo(shown(summary), err=bool(failed))
    else:
        confirm(summary)
    return 3 if failed else int(bool(told))


def _everything(repo: Path, config: Config, servers_file: Path | None) -> tuple[tuple[TargetSpec, ...], Path]:
    """Return all servers and the folder that their commands run in."""
    if servers_file is None:
        recorded = tuple(spec for spec in config.targets if spec.command or spec.url)
        if not recorded:
            raise UsageError(
                "mcp-docs.toml describes no target",
                hint="Add [targets.NAME] with a command or a url, or give --servers-file.",
            )
        return recorded, repo
    with naming(str(servers_file)):
        data = servers_file.read_bytes()
    specs = read_client_servers(data, os.fspath(servers_file))
    if not specs:
        raise ConfigError(
            "lists no server that is switched on",
            where=Where(os.fspath(servers_file)),
            hint='Add one, or take "disabled": true out of one that it lists.',
        )
    return specs, Path()


def _with_files(specs: tuple[TargetSpec, ...], into: Path | None) -> Iterator[tuple[TargetSpec, str]]:
    """Yield each server with its lockfile's name, no two of which are one file on any system."""
    taken: set[str] = set()
    for spec in specs:
        name = Path(spec.lockfile).name if into else spec.lockfile
        stem, number = name.removesuffix(".lock"), 2
        while name.casefold() in taken:
            name, number = f"{stem}-{number}.lock", number + 1
        taken.add(name.casefold())
        yield spec, name
