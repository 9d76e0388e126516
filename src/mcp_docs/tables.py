"""Reading tables of a configuration: what is not known is an error with the nearest name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Setting:
    """What a project sets for the findings of some rules.

    Attributes:
        value: one of the choices.
        rule: shell pattern of rule ids.
        element: shell pattern of ``kind:key``.
        table: the entry as it is written; empty where it is a rule alone.
        where: for messages.
    """

    value: str
    rule: str
    element: str
    table: Mapping[str, object]
    where: str


def settings(
    table: Mapping[str, object],
    name: str,
    rules: Iterable[str],
    key: str,
    choices: tuple[str, ...],
    others: tuple[str, ...] = (),
) -> Iterator[Setting]:
    """Read what ``[NAME.rules]`` and ``[[NAME.overrides]]`` set, in this order.

    Args:
        table: the one called ``name``.
        name: of the table.
        rules: ids of those that there are.
        key: what an entry of ``overrides`` sets: ``level``, ``severity``.
        choices: what it can be set to.
        others: further keys of an entry, which the caller reads.

    Raises:
        ConfigError: a key, a rule or a value is not known, with the nearest name, or an entry sets nothing.
    """
    ids = tuple(rules)
    for rule, value in mapping(table.get("rules", {}), f"{name}.rules").items():
        pattern = rule_pattern(rule, ids, f"{name}.rules")
        where = f"{name}.rules.{rule}"
        yield Setting(choice(value, choices, where), pattern, "*", {}, where)
    for where, entry in _entries(table.get("overrides", []), f"{name}.overrides"):
        known(entry, (key, "rule", "element", *others), where)
        if key not in entry:
            raise ConfigError(f"{where}: {key} is missing; it is one of {', '.join(choices)}")
        yield Setting(
            choice(entry[key], choices, where),
            rule_pattern(str(entry.get("rule", "*")), ids, where),
            str(entry.get("element", "*")),
            entry,
            where,
        )


def _entries(value: object, name: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield each table of an array of tables, with what messages call it."""
    if not isinstance(value, list):
        raise ConfigError(f"{name} must be an array of tables: [[{name}]]")
    for number, item in enumerate(value, start=1):
        where = f"{name}, number {number}"
        yield where, mapping(item, where)


def near(name: str, names: tuple[str, ...]) -> str:
    """Return words that suggest the nearest of ``names``, or none."""
    found = nearest(name, names)
    return f"; did you mean {found!r}?" if found else ""
