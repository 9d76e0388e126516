"""The configuration: one table of keys, from which reading, errors and documentation come.

Read from ``mcp-docs.toml``, or ``[tool.mcp-docs]`` in ``pyproject.toml``. A flag goes before an
environment variable, that before the file. Pure: the shell reads the bytes.
"""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from mcp_docs.acceptances import FILE_NAME as ACCEPTANCES
from mcp_docs.errors import ConfigError, KeyPath, UsageError, Where
from mcp_docs.history.options import LOCKFILE_NAMES, SOURCES, DeprecationNotice, HistoryOptions
from mcp_docs.policy import DEFAULT, Policy, policy_from_mapping
from mcp_docs.tables import choice, dotted, known, mapping, naming_file, parse_toml
from mcp_docs.targets import TargetSpec, targets_from_mapping
from mcp_docs.thresholds import THRESHOLDS, Command
from mcp_docs.tomlplaces import line_of

FILE_NAME = "mcp-docs.toml"
#: RFC 3986 without query and fragment; a host is a name, or an IPv6 address in brackets.
_ADDRESS = re.compile(
    r"https?://(?:[\w.~!$&'()*+,;=%:-]+@)?(?:[\w.~-]+|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?"
    r"(?:/[\w.~!$&'()*+,;=%:@/-]*)?",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Key:
    """One configuration key.

    Attributes:
        table: dotted table it stands in, empty for the top level.
        name: of the key.
        kind: what the value must be, in words.
        read: turns a TOML value into ours, or raises ``ValueError`` with what is wrong.
        text: what it does, a sentence.
        example: TOML of a value.
    """

    table: str
    name: str
    kind: str
    read: Callable[[Any], Any]
    text: str
    example: str

    @property
    def dotted(self) -> str:
        """The key as TOML writes it in one piece."""
        return f"{self.table}.{self.name}" if self.table else self.name


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    raise ValueError("must be a string")


def web_address(value: object) -> str:
    """Return an absolute address to which paths can be added, or an empty text.

    Raises:
        ValueError: when it is none.
    """
    text = _text(value)
    if text and not _ADDRESS.fullmatch(text):
        raise ValueError(f"{text[:80]!r} is no address such as https://example.org/mcp/")
    return text


def address_of_flag(value: str) -> str:
    """Return what ``--base-url`` says, as :func:`web_address`.

    Raises:
        UsageError: it is no address.
    """
    try:
        return web_address(value)
    except ValueError as error:
        hint = "Give the address at which the site will be read, or leave --base-url out."
        raise UsageError(f"--base-url: {error}", hint=hint) from None


def _flag(value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError("must be true or false")


def _source(value: object) -> str:
    if _text(value) in SOURCES:
        return str(value)
    raise ValueError(f"must be one of {', '.join(SOURCES)}")


def _texts(value: object) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise ValueError("must be a list of strings")


def _table(value: object) -> Mapping[str, object]:
    if isinstance(value, dict):
        return value
    raise ValueError("must be a table")


def _notices(value: object) -> tuple[DeprecationNotice, ...]:
    if not isinstance(value, list):
        raise ValueError("must be an array of tables: [[deprecations]]")  # noqa: TRY004  # reported as a value
    return tuple(_notice(item, number) for number, item in enumerate(value, start=1))


_NOTICE_FIELDS = ("element", "pointer", "since", "sunset", "replacement", "note")


def _notice(value: object, number: int) -> DeprecationNotice:
    key: KeyPath = ("deprecations", number)
    try:
        table = _table(value)
        known(table, _NOTICE_FIELDS, key)
        return _notice_of({name: _day_or_text(item) for name, item in table.items()})
    except ValueError as error:
        raise ConfigError(f"{dotted(key)}: {error}", key=key) from None


def _notice_of(fields: Mapping[str, str]) -> DeprecationNotice:
    if not fields.get("element"):
        raise ValueError('each needs an element, such as element = "tool:search"')
    kind, _, key = fields["element"].partition(":")
    if kind not in {"tool", "prompt", "resource", "template"} or not key:
        raise ValueError(
            f'element {fields["element"]!r} must be "tool:NAME", "prompt:NAME", "resource:URI" …'
        )
    return DeprecationNotice(**fields)


def _day_or_text(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else _text(value)


def _as_written(value: object) -> object:
    """Leave a value to the reader of the whole table."""
    return value


def _fail_on(command: Command, text: str) -> Key:
    """Return the key that says from which level on a command fails."""
    choices = THRESHOLDS[command].choices
    default = THRESHOLDS[command].default
    kind = " or ".join((", ".join(choices[:-1]), choices[-1]))
    return Key(
        command,
        "fail_on",
        kind,
        lambda value: choice(value, choices, (command, "fail_on")),
        f"{text} ({default} unless set). `--fail-on` goes before it.",
        f'"{choices[-2]}"',
    )


KEYS: tuple[Key, ...] = (
    Key("", "lockfile", "string", _text, "Path of the lockfile, or of a folder with one tool per file.", '"mcp-docs.lock"'),
    Key("", "former_paths", "list of strings", _texts, "Paths that the lockfile had before, newest first. A rename in one commit is followed without it.", '["old/mcp.lock"]'),
    Key("", "title", "string", _text, "Display name of the server; without it the server's own.", '"Harbour"'),
    Key("", "base_url", "string", web_address, "Absolute address at which the site will be published.", '"https://example.org/mcp/"'),
    Key("", "notes", "string", _text, "Folder with a Markdown file per release, named after the version.", '"notes"'),
    Key("", "acceptances", "string", _text, "File with the breaks that are intended, each with its reason.", '"acceptances.toml"'),
    Key("", "contracts", "string", _text, "Folder with the contracts of consumers, which are judged against every release.", '"contracts"'),
    Key("", "consumer_names", "boolean", _flag, "Whether consumers are named in what is published; without, they are numbered.", "true"),
    Key("", "templates", "string", _text, "Folder whose templates go before the built-in ones.", '"docs/templates"'),
    Key("releases", "tags", "list of strings", _texts, "Patterns of the tags that are releases.", '["v*"]'),
    Key("releases", "exclude", "list of strings", _texts, "Patterns of tags to leave out, beside moving ones.", '["v0.*"]'),
    Key("releases", "prereleases", "boolean", _flag, "Whether pre-releases are releases.", "true"),
    Key("releases", "source", "string", _source, f"What a release is told by: {', '.join(SOURCES)}; without it the first that gives any.", '"server-version"'),
    Key("releases", "supported", "list of strings", _texts, "Patterns of the versions to which upgrades are judged.", '["2.*"]'),
    Key("", "deprecations", "array of tables", _notices, "Announced removals: element, pointer, since, sunset, replacement, note.", '[{ element = "tool:search", sunset = "2.0.0" }]'),
    Key("", "targets", "table of tables", targets_from_mapping, "Servers to snapshot by name: command (a list) or url, and env, headers, cwd, lockfile, protocol; for a site of its own title, tags, releases. `$NAME` in a value takes a variable.", '{ readonly = { command = ["python", "server.py", "--read-only"], lockfile = "readonly.lock" } }'),
    Key("policy", "profile", "string", _as_written, "Whose promise counts: `callers`, or `strict` for pure inclusion of schemas.", '"strict"'),
    Key("policy", "formats", "string", _as_written, "What `format` is: an `annotation`, or an `assertion` that is enforced.", '"assertion"'),
    Key("policy", "rules", "table", _as_written, "Levels by rule, or pattern of rules: breaking, review, minor or patch.", '{ "tool.description.changed" = "review" }'),
    Key("policy", "overrides", "array of tables", _as_written, "Levels for some elements: level, and patterns rule and element, and a side. The last that matches counts.", '[{ element = "tool:admin_*", level = "minor" }]'),
    _fail_on("check", "The mildest level of a change for which `mcp-docs check` fails"),
    _fail_on("lint", "The mildest severity for which `mcp-docs lint` fails"),
    Key("lint", "tool_tokens", "number", _as_written, "Budget of one tool in tokens, 0 for none.", "1000"),
    Key("lint", "total_tokens", "number", _as_written, "Budget of all tools together.", "30000"),
    Key("lint", "rules", "table", _as_written, "Severities by rule, or pattern of rules: off, note, warning or error.", '{ "prompt.*" = "off" }'),
    Key("lint", "overrides", "array of tables", _as_written, "Severities for some elements: severity, and patterns rule and element. The last that matches counts.", '[{ element = "tool:legacy_*", severity = "note" }]'),
    _fail_on("verify", "The mildest state of a demand for which `mcp-docs verify` fails"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Config:
    """What the configuration says; every field has a default.

    ``file`` is where it was read from, for messages. ``lint`` is as written, and valid: the one command
    that needs its rules reads them. ``fail_on`` has what is set of ``thresholds.THRESHOLDS``.
    """

    file: str = FILE_NAME

    lockfile: str | None = None
    title: str = ""
    base_url: str = ""
    notes: str = "notes"
    acceptances: str = ACCEPTANCES
    contracts: str | None = None
    consumer_names: bool = True
    templates: str | None = None
    history: HistoryOptions = field(default_factory=HistoryOptions)
    deprecations: tuple[DeprecationNotice, ...] = ()
    policy: Policy = DEFAULT
    lint: Mapping[str, object] = field(default_factory=dict)
    fail_on: Mapping[Command, str] = field(default_factory=dict)
    targets: tuple[TargetSpec, ...] = ()


def documented_targets(config: Config, lockfiles: Collection[str]) -> tuple[TargetSpec, ...]:
    """Return the targets that each have a site of their own; none where the project has one lockfile.

    There are several when no ``lockfile`` is named, two or more targets have lockfiles of their own, and
    the project has none of the usual names beside them.

    Args:
        config: of the project.
        lockfiles: those of ``LOCKFILE_NAMES`` that the project has.
    """
    own = {spec.lockfile: spec for spec in reversed(config.targets)}
    if config.lockfile is not None or len(own) <= 1 or not own.keys() >= set(lockfiles) & set(LOCKFILE_NAMES):
        return ()
    return tuple(spec for spec in config.targets if own[spec.lockfile] is spec)


def targets_hint(config: Config) -> str:
    """Return which lockfiles the targets have, in a sentence; empty where no target has one of its own."""
    named = " or ".join(
        f"--lockfile {shlex.quote(name)}" for name in sorted({spec.lockfile for spec in config.targets})
    )
    return f"The project's targets have lockfiles of their own: {named}." if named else ""


def lockfile_config(config: Config, lockfile: str, lockfiles: Collection[str]) -> Config:
    """Return the configuration for one lockfile: that of its target, where it is one of several.

    Args:
        config: of the project.
        lockfile: its path.
        lockfiles: as for :func:`documented_targets`.
    """
    wanted = posixpath.normpath(lockfile)
    of_it = (spec for spec in documented_targets(config, lockfiles) if spec.lockfile == wanted)
    spec = next(of_it, None)
    return target_config(config, spec) if spec else config


def target_config(config: Config, spec: TargetSpec) -> Config:
    """Return the configuration of one of several sites: notes and contracts are in folders of its name."""
    history = replace(
        config.history,
        tag_patterns=spec.tags or config.history.tag_patterns,
        source=spec.releases or config.history.source,
    )
    return replace(
        config,
        lockfile=spec.lockfile,
        title=spec.title,
        notes=f"{config.notes}/{spec.name}",
        contracts=f"{config.contracts or 'contracts'}/{spec.name}",
        history=history,
        targets=(),
    )


def parse_config(data: bytes, file: str, *, table: tuple[str, ...] = ()) -> Config:
    """Parse a TOML file.

    Args:
        data: its bytes.
        file: its name, for messages.
        table: where in the file the configuration stands, such as ``("tool", "mcp-docs")``.

    Raises:
        ConfigError: when it is no TOML, or a key or value is not known, with its line and the nearest name.
    """
    document: object
    text, document = parse_toml(data, file)
    for name in table:
        document = document.get(name, {}) if isinstance(document, dict) else {}
    if not isinstance(document, dict):
        name = ".".join(table)
        hint = f"Write [{name}] on a line of its own, and the keys below it."
        raise ConfigError(f"[{name}] must be a table", where=Where(file), hint=hint)
    try:
        return config_from_mapping(document, file)
    except ConfigError as error:
        error.where = Where(file, line=line_of(text, (*table, *error.key)))
        raise


def config_from_mapping(document: Mapping[str, object], file: str) -> Config:
    """Turn a parsed document into a configuration; raises ``ConfigError`` as ``parse_config``."""
    try:
        with naming_file(file):
            return _config(_values(document), file)
    except ConfigError as error:
        error.hint = error.hint or _such_as(error.key)
        raise


def _such_as(place: KeyPath) -> str | None:
    """Return how the key at a place, or around it, is written; ``None`` where no such key is known."""
    for key in KEYS:
        path = (key.table, key.name) if key.table else (key.name,)
        if place[: len(path)] == path:
            below = f" below [{key.table}]" if key.table else ""
            return f"For example{below}: {key.name} = {key.example}"
    return None


def _config(values: Mapping[str, Any], file: str) -> Config:
    lint = {name: value for name, value in _inner(values, "lint").items() if name != "fail_on"}
    if lint:
        from mcp_docs.lint.options import lint_policy  # noqa: PLC0415  # all its rules, where somebody set one

        lint_policy(lint)
    plain = {name: values[name] for name in _PLAIN if name in values}
    return Config(
        **plain,
        file=file,
        history=_history(values),
        policy=policy_from_mapping(_inner(values, "policy")),
        lint=lint,
        fail_on={name: values[key] for name in THRESHOLDS if (key := f"{name}.fail_on") in values},
    )


#: Keys whose value is the field's of the same name.
_PLAIN = (
    "lockfile", "title", "base_url", "notes", "acceptances", "contracts", "consumer_names", "templates",
    "deprecations", "targets",
)  # fmt: skip
_TABLES = tuple(dict.fromkeys(key.table for key in KEYS if key.table))


def _values(document: Mapping[str, object]) -> Mapping[str, Any]:
    """Return the values that are set, by key in one piece."""
    values: dict[str, Any] = {}
    for table in ("", *_TABLES):
        place = (table,) if table else ()
        found = mapping(document.get(table, {}), place) if table else document
        keys = {key.name: key for key in KEYS if key.table == table}
        known(found, tuple(keys) if table else (*keys, *_TABLES), place)
        values |= {
            keys[name].dotted: _read(keys[name], value) for name, value in found.items() if name in keys
        }
    return values


def _inner(values: Mapping[str, Any], table: str) -> Mapping[str, Any]:
    """Return what is set of one table, by name."""
    return {key.name: values[key.dotted] for key in KEYS if key.table == table and key.dotted in values}


def _read(key: Key, value: object) -> Any:
    try:
        return key.read(value)
    except ValueError as error:
        path = (key.table, key.name) if key.table else (key.name,)
        raise ConfigError(f"{key.dotted}: {error}", key=path) from None


def _history(values: Mapping[str, Any]) -> HistoryOptions:
    defaults = HistoryOptions()
    return HistoryOptions(
        tag_patterns=values.get("releases.tags", defaults.tag_patterns),
        exclude=values.get("releases.exclude", defaults.exclude),
        prereleases=values.get("releases.prereleases", defaults.prereleases),
        former_paths=values.get("former_paths", ()),
        supported=values.get("releases.supported", defaults.supported),
        source=values.get("releases.source", defaults.source),
    )
