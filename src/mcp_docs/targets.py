"""Servers that a file names: a project's own targets, or what a client's configuration lists.

Values stay as they are written; ``$NAME`` in them stands for a variable of the environment, so that
a secret need not stand in a file. What a variable holds is the shell's business. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from mcp_docs.errors import ConfigError, UsageError, Where
from mcp_docs.history.options import SOURCES
from mcp_docs.jsontext import JsonTextError, parse
from mcp_docs.texts import did_you_mean

#: Ending of a lockfile that takes its name from its target.
LOCK: Final = ".lock"
#: ``$NAME``, ``${NAME}``, ``${NAME:-default}``, ``${env:NAME}``, ``$$``; other braces are not ours.
_REFERENCE = re.compile(r"\$(?:(\$)|([A-Za-z_]\w*)|\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\})", re.ASCII)
_UNKNOWN = re.compile(r"\$\{[^}]*\}")
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class TargetSpec:
    """One server as a file describes it: a command or an address.

    Attributes:
        name: by which the command line calls it.
        command: program and arguments, or empty.
        url: address, or empty.
        env: variables for the command, values with references.
        headers: for the address, values with references.
        cwd: folder for the command, relative to the file's, or empty.
        lockfile: its own, relative to the project.
        protocol: the protocol version to insist on, or empty for that of the lockfile.
        title: of its site, where the project has several, or empty.
        tags: patterns of the tags that are its releases; none for those of the whole project.
        releases: what its releases are told by, one of ``history.options.SOURCES``, or empty.
        literal_is_public: whether a value without a reference is no secret, since its file is committed.
    """

    name: str
    command: tuple[str, ...] = ()
    url: str = ""
    env: Mapping[str, str] = field(default_factory=dict, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    cwd: str = ""
    lockfile: str = ""
    protocol: str = ""
    title: str = ""
    tags: tuple[str, ...] = ()
    releases: str = ""
    literal_is_public: bool = True


_FIELDS: Final = (
    "command", "url", "env", "headers", "cwd", "lockfile", "protocol", "title", "tags", "releases",
)  # fmt: skip
#: Fields with one string.
_STRINGS: Final = ("url", "cwd", "lockfile", "protocol", "title", "releases")


def targets_from_mapping(value: object) -> tuple[TargetSpec, ...]:
    """Read the ``[targets]`` table of the configuration.

    Raises:
        ConfigError: it is wrong, with the name of the target.
    """
    if not isinstance(value, dict):
        raise ConfigError("targets: must be a table of tables: [targets.NAME]", key=("targets",))
    return tuple(_named_target(name, table) for name, table in value.items())


def _named_target(name: str, table: object) -> TargetSpec:
    try:
        return _target(name, table)
    except ValueError as error:
        raise ConfigError(f"targets: {error}", key=("targets", name)) from None


def _target(name: str, table: object) -> TargetSpec:
    if not isinstance(table, dict):
        raise ValueError(f"{name}: must be a table: [targets.{name}]")  # noqa: TRY004  # reported as a value
    for key in table:
        if key not in _FIELDS:
            raise ValueError(f"{name}: unknown key {key!r}; known are {', '.join(_FIELDS)}")
    values: dict[str, Any] = {key: _texts(name, key, table.get(key, {})) for key in ("env", "headers")}
    values |= {key: _text(name, key, table.get(key, "")) for key in _STRINGS}
    command = _list(name, "command", table.get("command", []), '["python", "server.py"]')
    values["tags"] = _list(name, "tags", table.get("tags", []), '["readonly-v*"]')
    if command and values["url"]:
        raise ValueError(f"{name}: needs either a command or a url")
    if not command and not values["url"] and not values["lockfile"]:
        raise ValueError(f"{name}: needs a command, a url, or a lockfile that somebody else writes")
    if values["releases"] not in ("", *SOURCES):
        raise ValueError(f"{name}: releases must be one of {', '.join(SOURCES)}")
    spec = TargetSpec(name, command, **values)
    return spec if spec.lockfile else replace(spec, lockfile=file_name(name))


def _list(name: str, key: str, value: object, example: str) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise ValueError(f"{name}: {key} must be a list of strings, such as {example}")


def _text(name: str, key: str, value: object) -> str:
    if isinstance(value, str):
        return value
    raise ValueError(f"{name}: {key} must be a string")


def _texts(name: str, key: str, value: object) -> Mapping[str, str]:
    if isinstance(value, Mapping) and all(isinstance(item, str) for item in value.values()):
        return value
    raise ValueError(f"{name}: {key} must be a table of strings")


def named_target(specs: Sequence[TargetSpec], name: str) -> TargetSpec:
    """Return the target of a name.

    Raises:
        UsageError: there is none of that name.
    """
    found = next((spec for spec in specs if spec.name == name), None)
    if found is None:
        names = [spec.name for spec in specs]
        known = f"Known are {', '.join(names)}." if names else "mcp-docs.toml describes none."
        raise UsageError(f"there is no target {name[:80]!r}", hint=did_you_mean(name, names, known))
    return found


def read_client_servers(data: bytes, file: str) -> tuple[TargetSpec, ...]:
    """Read a client's own configuration: the member ``mcpServers``, or ``servers``.

    Servers that are switched off there are left out. All values of variables and headers are
    secrets here, written out or not.

    Raises:
        ConfigError: it is not JSON, or lists no servers.
    """
    try:
        document = parse(data)
    except JsonTextError as error:
        raise ConfigError(
            error.what, where=replace(error.where or Where(), file=file), hint=error.hint
        ) from None
    listed: object = None
    for member in ("mcpServers", "servers"):
        if isinstance(document, Mapping) and isinstance(document.get(member), Mapping):
            listed = document[member]
            break
    if not isinstance(listed, Mapping):
        raise ConfigError(
            'has no object "mcpServers"',
            where=Where(file),
            hint="Give the file in which a client lists the servers that it uses.",
        )
    on = {name: entry for name, entry in listed.items() if not _is_off(entry)}
    return tuple(_client_server(name, entry) for name, entry in on.items())


def _is_off(entry: object) -> bool:
    return isinstance(entry, Mapping) and entry.get("disabled") is True


def _client_server(name: str, entry: object) -> TargetSpec:
    """Return a server; what is wrong with it is told when it is its turn, the others go on."""
    table = entry if isinstance(entry, Mapping) else {}
    command, args = table.get("command"), table.get("args")
    words = [command, *(args if isinstance(args, list) else [])] if command else []
    url = table.get("url") or table.get("serverUrl") or ""
    return TargetSpec(
        name,
        command=tuple(str(word) for word in words),
        url="" if words else str(url),
        env=_strings(table.get("env")),
        headers=_strings(table.get("headers")),
        cwd=str(table.get("cwd") or ""),
        lockfile=file_name(name),
        literal_is_public=False,
    )


def _strings(value: object) -> Mapping[str, str]:
    found = value if isinstance(value, Mapping) else {}
    return {str(key): item if isinstance(item, str) else str(item) for key, item in found.items()}


def file_name(name: str) -> str:
    """Return a file name for a target's lockfile that is one on every system."""
    return (_UNSAFE.sub("-", name).strip("-.") or "server") + LOCK


def has_reference(text: str) -> bool:
    """Tell whether ``text`` asks for a variable."""
    return any(not match[1] for match in _REFERENCE.finditer(text))


def filled(text: str, lookup: Callable[[str], str | None], where: str) -> str:
    """Return ``text`` with its references replaced.

    Args:
        text: as written.
        lookup: the value of a variable, or ``None``.
        where: what the text belongs to, for messages.

    Raises:
        UsageError: a variable is not set, or a reference is of a kind that only a client knows.
    """

    def value(match: re.Match[str]) -> str:
        dollar, bare, braced, default = match.groups()
        if dollar:
            return "$"
        found = lookup(bare or braced)
        if found is None:
            found = default
        if found is None:
            raise UsageError(
                f"{where} needs the variable {bare or braced}, which is not set",
                hint="Set it in the environment, where no file keeps it.",
            )
        return found

    for other in _UNKNOWN.finditer(text):
        if not _REFERENCE.fullmatch(other[0]):
            raise UsageError(
                f"{where} uses {other[0][:60]}, which only a client can fill in",
                hint="Write ${NAME} and set the variable NAME.",
            )
    return _REFERENCE.sub(value, text)
