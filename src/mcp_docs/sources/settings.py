"""The project's settings from a folder: configuration and acceptances. Knows no git.

Where a file comes from is a parameter, so that a bare repository's come from HEAD.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from mcp_docs.acceptances import Acceptance, parse_acceptances, with_acceptance
from mcp_docs.config import FILE_NAME, Config, config_from_mapping, parse_config
from mcp_docs.dates import LAST_SECOND
from mcp_docs.errors import ConfigError, UsageError, Where
from mcp_docs.sources.files import save
from mcp_docs.texts import shorten

_PYPROJECT = "pyproject.toml"
_TABLE = ("tool", "mcp-docs")
#: Digits of a time; more are not turned into a number.
_LONGEST_TIME = len(str(LAST_SECOND))

#: Returns the bytes of a file by its name, or ``None`` when there is none.
Reader: TypeAlias = Callable[[str], bytes | None]


def folder_reader(folder: Path) -> Reader:
    """Return a reader of the files below ``folder``."""

    def read(name: str) -> bytes | None:
        path = folder / name
        with naming(name):
            if not path.is_file():
                return None
            refuse_way_out(folder, path)
            return path.read_bytes()

    return read


def refuse_way_out(folder: Path, path: Path) -> None:
    """Refuse a path that a symbolic link leads out of the repository: a site would publish what is there.

    A path that the configuration itself leads out is let pass; who writes the configuration is trusted.

    Args:
        folder: of the project.
        path: of something that is there.

    Raises:
        ConfigError: it leads out.
    """
    home = next(
        (parent for parent in (folder, *folder.absolute().parents) if (parent / ".git").exists()), folder
    )
    said = Path(os.path.normpath(path.absolute()))
    if said.is_relative_to(os.path.normpath(home.absolute())) and not path.resolve().is_relative_to(
        home.resolve()
    ):
        raise ConfigError(
            "is a symbolic link that leads out of the repository",
            where=Where(shorten(os.path.relpath(path, folder))),
            hint="Put the file itself there.",
        )


def read_config(reader: Reader, config_file: Path | None) -> tuple[Config, bytes]:
    """Return the configuration and the bytes that it was read from.

    Args:
        reader: of the folder in which ``mcp-docs.toml`` or ``pyproject.toml`` is looked for.
        config_file: to be read instead.

    Raises:
        ConfigError: it cannot be read, or is wrong.
    """
    if config_file is not None:
        table = _TABLE if config_file.name == _PYPROJECT else ()
        with naming(str(config_file)):
            data = config_file.read_bytes()
        return parse_config(data, str(config_file), table=table), data
    for name, table in ((FILE_NAME, ()), (_PYPROJECT, _TABLE)):
        found = reader(name)
        if found is not None:
            return parse_config(found, name, table=table), found
    return config_from_mapping({}, FILE_NAME), b""


def read_acceptances(reader: Reader, file: str) -> tuple[tuple[Acceptance, ...], bytes]:
    """Return the acceptances in ``file``, and its bytes; none where there is no such file.

    Raises:
        ConfigError: it cannot be read, or is wrong.
    """
    data = reader(file)
    return (parse_acceptances(data, shorten(file)), data) if data is not None else ((), b"")


@contextmanager
def naming(file: str) -> Iterator[None]:
    """Turn what the operating system refuses into an error that names the file."""
    try:
        yield
    except OSError as error:
        hint = "See that it is a file that this user may read."
        raise ConfigError(
            f"cannot be read: {error.strerror}", where=Where(shorten(file)), hint=hint
        ) from None


def source_date_epoch() -> int | None:
    """Return ``SOURCE_DATE_EPOCH`` (reproducible-builds.org), or ``None`` where it is not set.

    Raises:
        UsageError: it is no number of seconds.
    """
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not text:
        return None
    if not text.isdecimal() or len(text) > _LONGEST_TIME or int(text) > LAST_SECOND:
        raise UsageError(
            f"SOURCE_DATE_EPOCH is {text!r}, which is no number of seconds up to the year 9999",
            hint="Set it to seconds since 1970, or unset it.",
        )
    return int(text)


def add_acceptances(folder: Path, file: str, acceptances: Iterable[Acceptance]) -> None:
    """Write into the committed file, whole or not at all; what people wrote in it stays as it is.

    An entry about the same as one that is there takes its place.

    Args:
        folder: of the project.
        file: relative to it; made where there is none.
        acceptances: to be added.

    Raises:
        ConfigError: the file that is there cannot be read, or is wrong.
        OutputError: it cannot be written.
    """
    _, data = read_acceptances(folder_reader(folder), file)
    text = data.decode("utf-8-sig")
    for acceptance in acceptances:
        text = with_acceptance(text, acceptance)
    save(text.encode("utf-8"), folder / file)
