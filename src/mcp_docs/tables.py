"""Reading tables of a configuration: what is not known is an error with the nearest name."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase

from mcp_docs.errors import ConfigError, KeyPath, Where
from mcp_docs.texts import nearest


def parse_toml(data: bytes, file: str) -> tuple[str, Mapping[str, object]]:
    """Return the text of a TOML file, without a byte order mark, and what it says.

    Args:
        data: its bytes.
        file: its name, for messages.

    Raises:
        ConfigError: it is none.
    """
    try:
        text = data.decode("utf-8-sig")
        return text, tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise ConfigError(f"is not TOML: {error}", where=Where(file), hint="Save it as UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        hint = "Mend it at that place; https://toml.io describes the format."
        raise ConfigError(f"is not TOML: {error}", where=Where(file), hint=hint) from None
    except RecursionError:
        hint = "Write fewer arrays and tables inside each other."
        raise ConfigError("is nested too deeply", where=Where(file), hint=hint) from None


@contextmanager
def naming_file(file: str) -> Iterator[None]:
    """Give every ``ConfigError`` of what is read inside the name of the file, where it has no place yet."""
    try:
        yield
    except ConfigError as error:
        error.where = error.where or Where(file)
        raise


def dotted(key: KeyPath) -> str:
    """Return what messages call a key: ``policy.profile``, ``policy.overrides, number 2: level``."""
    text = ""
    for step in key:
        if isinstance(step, int):
            text += f", number {step}: "
        else:
            text += step if not text or text.endswith(" ") else f".{step}"
    return text.removesuffix(": ")


def choice(value: object, choices: tuple[str, ...], key: KeyPath) -> str:
    """Return ``value`` if it is one of ``choices``; raise ``ConfigError`` otherwise."""
    if isinstance(value, str) and value in choices:
        return value
    wrong = f"{value!r} is none of {', '.join(choices)}{near(str(value), choices)}"
    raise ConfigError(f"{dotted(key)}: {wrong}", key=key)


def mapping(value: object, key: KeyPath) -> Mapping[str, object]:
    """Return ``value`` if it is a table; raise ``ConfigError`` otherwise."""
    if isinstance(value, Mapping):
        return value
    raise ConfigError(f"{dotted(key)} must be a table", key=key)


def known(table: Mapping[str, object], names: tuple[str, ...], key: KeyPath) -> None:
    """Raise ``ConfigError`` when the table at ``key`` has a key that is not among ``names``."""
    for name in table:
        if name not in names:
            others = near(name, names) or f"; known are {', '.join(names)}"
            place = f"{dotted(key)}: " if key else ""
            raise ConfigError(f"{place}unknown key {name!r}{others}", key=(*key, name))


def rule_pattern(pattern: str, rules: Iterable[str], key: KeyPath) -> str:
    """Return a shell pattern of rule ids; raise ``ConfigError`` when it matches none of ``rules``."""
    ids = tuple(rules)
    if not any(fnmatchcase(rule, pattern) for rule in ids):
        raise ConfigError(f"{dotted(key)}: there is no rule {pattern!r}{near(pattern, ids)}", key=key)
    return pattern


@dataclass(frozen=True, slots=True)
class Setting:
    """What a project sets for the findings of some rules.

    Attributes:
        value: one of the choices.
        rule: shell pattern of rule ids.
        element: shell pattern of ``kind:key``.
        table: the entry as it is written; empty where it is a rule alone.
        key: of the entry, for messages.
    """

    value: str
    rule: str
    element: str
    table: Mapping[str, object]
    key: KeyPath


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
    for rule, value in mapping(table.get("rules", {}), (name, "rules")).items():
        place: KeyPath = (name, "rules", rule)
        pattern = rule_pattern(rule, ids, place)
        yield Setting(choice(value, choices, place), pattern, "*", {}, place)
    for place, entry in _entries(table.get("overrides", []), (name, "overrides")):
        known(entry, (key, "rule", "element", *others), place)
        if key not in entry:
            raise ConfigError(
                f"{dotted(place)}: {key} is missing; it is one of {', '.join(choices)}", key=place
            )
        yield Setting(
            choice(entry[key], choices, (*place, key)),
            rule_pattern(str(entry.get("rule", "*")), ids, (*place, "rule")),
            str(entry.get("element", "*")),
            entry,
            place,
        )


def _entries(value: object, key: KeyPath) -> Iterator[tuple[KeyPath, Mapping[str, object]]]:
    """Yield each table of an array of tables, with its place."""
    if not isinstance(value, list):
        name = dotted(key)
        raise ConfigError(f"{name} must be an array of tables: [[{name}]]", key=key)
    for number, item in enumerate(value, start=1):
        yield (*key, number), mapping(item, (*key, number))


def near(name: str, names: tuple[str, ...]) -> str:
    """Return words that suggest the nearest of ``names``, or none."""
    found = nearest(name, names)
    return f"; did you mean {found!r}?" if found else ""
