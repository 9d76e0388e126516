"""Files that people write, JSON or YAML, read key by key: what is wrong is told with its line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from mcp_docs import jsontext
from mcp_docs.errors import ContractError, Where
from mcp_docs.jsontext import JsonTextError, Position
from mcp_docs.jsonvalue import JsonObject, JsonValue, pointer_join
from mcp_docs.texts import did_you_mean

_YAML_NAMES: Final = (".yaml", ".yml")
_SHOWN: Final = 80


@dataclass(frozen=True, slots=True)
class Text:
    """A text's value, and how to say what is wrong with a part of it.

    Attributes:
        value: the whole.
        file: its name, as the user knows it.
        locate: line and column of each of some RFC 6901 pointers.
    """

    value: JsonValue
    file: str
    locate: Callable[[Iterable[str]], Mapping[str, Position]]

    def line(self, pointer: str) -> int | None:
        """Return the 1-based line of the part at ``pointer``, where known."""
        place = self.locate([pointer]).get(pointer)
        return place[0] if place else None

    def fault(self, pointer: str, what: str, hint: str | None = None) -> ContractError:
        """Return the error that says ``what`` is wrong at ``pointer``."""
        line, column = self.locate([pointer]).get(pointer, (None, None))
        return ContractError(what, where=Where(self.file, line=line, column=column), hint=hint)

    def object(self, value: JsonValue, pointer: str, name: str) -> JsonObject:
        """Return ``value``, which must be an object; ``name`` says in an error what it is."""
        if isinstance(value, Mapping):
            return value
        raise self.fault(pointer, f"{name} must be an object, and is {_kind(value)}")

    def known(self, value: JsonObject, pointer: str, keys: Iterable[str]) -> None:
        """Refuse members that are not among ``keys``, with the nearest name."""
        names = tuple(keys)
        for key in value:
            if key not in names:
                hint = did_you_mean(key, names, f"Known are {', '.join(names)}.")
                raise self.fault(pointer_join(pointer, key), f"unknown key {key[:_SHOWN]!r}", hint)

    def string(self, value: JsonValue, pointer: str, name: str, *, empty: bool = False) -> str:
        """Return ``value``, which must be a string and, unless ``empty``, have a character."""
        if not isinstance(value, str):
            raise self.fault(pointer, f"{name} must be a string, and is {_kind(value)}")
        if not (empty or value.strip()):
            raise self.fault(pointer, f"{name} is empty")
        return value

    def list(self, value: JsonValue, pointer: str, name: str) -> Sequence[tuple[str, JsonValue]]:
        """Return the items of ``value``, which must be an array, each with its pointer."""
        if not isinstance(value, list):
            raise self.fault(pointer, f"{name} must be an array, and is {_kind(value)}")
        return [(pointer_join(pointer, index), item) for index, item in enumerate(value)]

    def strings(self, value: JsonValue, pointer: str, name: str) -> tuple[str, ...]:
        """Return the items of ``value``, which must be an array of strings."""
        return tuple(
            self.string(item, at, f"an item of {name}") for at, item in self.list(value, pointer, name)
        )


def load(data: bytes, file: str) -> Text:
    """Read a JSON or YAML text; which of both, its name says, and without one its first character.

    Raises:
        ContractError: it is neither, or holds a duplicate key or another thing that cannot be taken
            at its word; ``where`` has line and column.
    """
    name = file.lower()
    if name.endswith(_YAML_NAMES) or not (name.endswith(".json") or data.lstrip(_SPACE)[:1] in (b"{", b"[")):
        return _yaml(data, file)
    return _json(data, file)


_SPACE = b"\xef\xbb\xbf \t\r\n"


def _json(data: bytes, file: str) -> Text:
    try:
        jsontext.parse(data)
        document = jsontext.load(data)
    except JsonTextError as error:
        where = error.where or Where()
        raise ContractError(
            error.what, where=Where(file, line=where.line, column=where.column), hint=error.hint
        ) from None
    return Text(document.value, file, document.locate)


def _yaml(data: bytes, file: str) -> Text:
    from mcp_docs.contracts import yamltext  # noqa: PLC0415 - a library that most runs do not need

    try:
        value, places = yamltext.load(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ContractError(
            "the file is not UTF-8 text", where=Where(file), hint="Save it as UTF-8."
        ) from None
    except yamltext.YamlFault as fault:
        line, column = fault.position
        where = Where(file, line=line, column=column)
        raise ContractError(
            str(fault), where=where, hint="Mend it at that place, or write it as JSON."
        ) from None
    return Text(value, file, lambda pointers: {p: places[p] for p in pointers if p in places})


def _kind(value: JsonValue) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "an object" if isinstance(value, Mapping) else "an array"
