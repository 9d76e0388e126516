"""``mcp-docs index``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from mcp_docs.cli.asides import confirm, quiet_option
from mcp_docs.cli.terminal import shown
from mcp_docs.config import address_of_flag
from mcp_docs.errors import McpDocsError, OutputError

if TYPE_CHECKING:  # loads the feed's parts
    from mcp_docs.fleet.member import Member
    from mcp_docs.fleet.merged import Failure, Fleet
    from mcp_docs.site.staging import Staging

_FEED = "api/v1/index.json"


@click.command("index")
@click.argument("sites", nargs=-1, required=True, metavar="SITE-OR-FEED ...")
@click.option(
    "--output",
    "-o",
    type=click.Path(path_type=Path),
    default="catalogue",
    show_default=True,
    help="Folder to write.",
)
@click.option("--title", default="MCP servers", show_default=True, metavar="TEXT", help="Of the catalogue.")
@click.option("--base-url", default="", metavar="URL", help="Absolute address the catalogue will have.")
@quiet_option
def command(sites: tuple[str, ...], output: Path, title: str, base_url: str) -> int:
    """Merge published sites into one catalogue of servers, with a search and feeds of all changes.

    Each SITE is a folder that mcp-docs build made, or the address of one, or of its api/v1/index.json.
    One that cannot be read is listed in the catalogue and told (exit code 1); the rest goes on.

    \b
    Examples:
      mcp-docs index sites/harbour sites/ferry -o public
      mcp-docs index https://example.org/a/ https://example.org/b/ --base-url https://example.org/
    """  # noqa: D301 - click reads the character, not its name
    from mcp_docs.fleet.merged import make_fleet  # noqa: PLC0415  # loads the feed's parts
    from mcp_docs.site.build import refuse_foreign  # noqa: PLC0415  # with them

    address = address_of_flag(base_url)
    refuse_foreign(output)
    members, failures = _read(sites, output)
    fleet = make_fleet(title, members, failures, address)
    _write(fleet, output)
    for failure in fleet.failures:
        click.echo(shown(f"mcp-docs: {failure.site}: {failure.message}"), err=True)
    confirm(f"Wrote {output}: {len(members)} servers, {len(failures)} failed.")
    return int(bool(failures))


def _read(sites: tuple[str, ...], output: Path) -> tuple[list[Member], list[Failure]]:
    """Read every site once; what one of them has wrong stops no other."""
    from mcp_docs.fleet.member import read_member  # noqa: PLC0415  # loads the feed's parts
    from mcp_docs.fleet.merged import Failure  # noqa: PLC0415  # with them
    from mcp_docs.sources.address import shown_address  # noqa: PLC0415  # with them
    from mcp_docs.sources.feeds import open_feed  # noqa: PLC0415  # with them

    members, failures = [], []
    for site in dict.fromkeys(sites):
        try:
            members.append(read_member(open_feed(site), _home(site, output)))
        except McpDocsError as error:
            failures.append(Failure(shown_address(site) if "://" in site else site, error.what))
    return members, failures


def _home(site: str, output: Path) -> str:
    """Return a site's address: as given, or how its folder is reached from the catalogue's."""
    root = site.removesuffix(_FEED).rstrip("/")
    if "://" in root:
        return f"{root.partition('?')[0]}/"
    try:
        path = os.path.relpath(os.path.realpath(root or "."), os.path.realpath(output))
    except ValueError:  # another drive
        path = os.path.realpath(root)
    return f"{quote(Path(path).as_posix())}/"


def _write(fleet: Fleet, output: Path) -> None:
    from mcp_docs.site.build import replace_folder  # noqa: PLC0415  # loads templates
    from mcp_docs.site.fleet import fleet_site  # noqa: PLC0415  # with them

    files = fleet_site(fleet)

    def fill(staging: Staging) -> None:
        for name, data in files.items():
            staging.put(name, data)

    if output.resolve() == Path.cwd():
        raise OutputError("the catalogue cannot replace the current folder", hint="Name another with -o.")
    replace_folder(output, "", fill)
