"""Reading tables of a configuration: what is not known is an error with the nearest name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fnmatch import fnmatchcase

from mcp_docs.errors import ConfigError, Where
from mcp_docs.texts import nearest


@contextmanager
def naming_file(file: str) -> Iterator[None]:
    """Give every ``ConfigError`` of what is read inside the name of the file, where it has no place yet."""
    try:
        yield
    except ConfigError as error:
        error.where = error.where or Where(file)
        raise


def choice(value: object, choices: tuple[str, ...], where: str) -> str:
    """Return ``value`` if it is one of ``choices``; raise ``ConfigError`` otherwise."""
    if isinstance(value, str) and value in choices:
        return value
    raise ConfigError(f"{where}: {value!r} is none of {', '.join(choices)}{near(str(value), choices)}")


def mapping(value: object, where: str) -> Mapping[str, object]:
    """Return ``value`` if it is a table; raise ``ConfigError`` otherwise."""
    if isinstance(value, Mapping):
        return value
    raise ConfigError(f"{where} must be a table")


def known(table: Mapping[str, object], names: tuple[str, ...], where: str) -> None:
    """Raise ``ConfigError`` when ``table`` has a key that is not among ``names``."""
    for name in table:
        if name not in names:
            raise ConfigError(f"{where}: unknown key {name!r}{near(name, names)}")


def rule_pattern(pattern: str, rules: Iterable[str], where: str) -> str:
    """Return a shell pattern of rule ids; raise ``ConfigError`` when it matches none of ``rules``."""
    ids = tuple(rules)
    if not any(fnmatchcase(rule, pattern) for rule in ids):
        raise ConfigError(f"{where}: there is no rule {pattern!r}{near(pattern, ids)}")
    return pattern


def near(name: str, names: tuple[str, ...]) -> str:
    """Return words that suggest the nearest of ``names``, or none."""
    found = nearest(name, names)
    return f"; did you mean {found!r}?" if found else ""
