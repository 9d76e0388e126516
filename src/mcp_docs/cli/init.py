"""``mcp-docs init``."""

from __future__ import annotations

from pathlib import Path

import click

from mcp_docs.cli.asides import confirm, quiet_option
from mcp_docs.config import FILE_NAME
from mcp_docs.errors import UsageError, Where
from mcp_docs.history.options import LOCKFILE_NAMES
from mcp_docs.sources.candidates import sure_records
from mcp_docs.sources.files import save
from mcp_docs.sources.settings import folder_reader, read_config
from mcp_docs.starting import starting_config

#: Records that are named, where there are several.
_SHOWN = 5


@click.command("init")
@click.argument(
    "folder", type=click.Path(path_type=Path, file_okay=False, exists=True), required=False, default="."
)
@click.option(
    "--lockfile",
    metavar="PATH",
    help="The lockfile, or a folder with one tool per file, relative to FOLDER; else what is there.",
)
@quiet_option
def command(folder: Path, lockfile: str | None) -> None:
    """Write a starting mcp-docs.toml into FOLDER, and say what comes next.

    A configuration that is there is never overwritten.

    \b
    Examples:
      mcp-docs init
      mcp-docs init ../server --lockfile pkg/__toolsnaps__
    """  # noqa: D301 - click reads the character, not its name
    _refuse_another(folder)
    there = [name for name in LOCKFILE_NAMES if (folder / name).is_file()]
    others = [] if lockfile or there else sure_records(folder)
    path = lockfile or next(iter(there or (others if len(others) == 1 else ())), LOCKFILE_NAMES[0])
    from mcp_docs.sources.git import former_paths  # noqa: PLC0415  # imports git, after the refusals

    named = Path(path).as_posix()
    text = starting_config(
        named, former_paths(folder, path), named=lockfile is not None or named not in there
    )
    save(text.encode("utf-8"), folder / FILE_NAME)
    confirm(f"wrote {folder / FILE_NAME}")
    _tell(folder, path, others)


def _tell(folder: Path, path: str, others: list[str]) -> None:
    """Say what else might have been meant, and what comes next."""
    if len(others) > 1:
        several = ", ".join(others[:_SHOWN])
        confirm(f"  Records of tools are there: {several}; name one as lockfile in {FILE_NAME}.")
    for line in _next_steps(path, exists=(folder / path).exists()):
        confirm(f"  {line}")


def _refuse_another(folder: Path) -> None:
    if (folder / FILE_NAME).exists():
        raise UsageError("is there already", where=Where(str(folder / FILE_NAME)), hint="Edit it.")
    _, data = read_config(folder_reader(folder), None)
    if b"[tool.mcp-docs" in data:
        raise UsageError(
            "holds a configuration already: [tool.mcp-docs]",
            where=Where(str(folder / "pyproject.toml")),
            hint="Edit it, or take it out first.",
        )


def _next_steps(lockfile: str, *, exists: bool) -> list[str]:
    if not exists:
        return [
            f"Next: record the interface: mcp-docs snapshot -o {lockfile} -- COMMAND (or --http URL),",
            "commit the lockfile, and tag the release as you do now.",
        ]
    return [
        f"The lockfile is {lockfile}.",
        "Next: mcp-docs check compares the lockfile with the last release",
        "(--baseline committed: with what is committed), and mcp-docs build makes the site",
        "in site/, which belongs into .gitignore and not into git.",
    ]
