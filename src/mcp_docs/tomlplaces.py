"""Where in a TOML file a key stands. The standard reader gives values without places."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from mcp_docs.errors import KeyPath

#: Lines of one value. Of a longer one the place is not looked for, since each line is read with those before.
_LONGEST: Final = 500


def line_of(text: str, path: KeyPath) -> int | None:
    """Return the 1-based line on which the statement or the table begins that holds ``path``.

    Args:
        text: of a file that is TOML.
        path: of a key, a table or an entry.

    Returns:
        ``None`` when there is no such key.
    """
    entries: Counter[KeyPath] = Counter()
    above: KeyPath = ()
    for line, statement, parsed in _statements(text):
        if statement.startswith("["):
            above = _header(parsed, entries, is_entry=statement.startswith("[["))
            holds = bool(path) and above[: len(path)] == path
        else:
            holds = path[: len(above)] == above and _has(parsed, path[len(above) :])
        if holds:
            return line
    return None


def _statements(text: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Yield each header and each key with its value: first line, text, and what it says by itself."""
    lines: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        lines.append(line)
        statement = "\n".join(lines).strip()
        try:
            parsed = tomllib.loads(statement)
        except tomllib.TOMLDecodeError:  # it goes on
            if len(lines) > _LONGEST:
                return
            continue
        if parsed:
            yield number - len(lines) + 1, statement, parsed
        lines.clear()


def _header(parsed: dict[str, Any], entries: Counter[KeyPath], *, is_entry: bool) -> KeyPath:
    """Return the path that a header opens, and count it where it is an entry of an array."""
    path: KeyPath = ()
    value: Any = parsed
    while value:
        if isinstance(value, list):
            value = value[0]
            continue
        [(name, value)] = value.items()
        path = (*path, name)
        entries[path] += is_entry and value == [{}]
        if entries[path]:
            path = (*path, entries[path])
    return path


def _has(value: Any, path: KeyPath) -> bool:
    for step in path:
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and isinstance(step, int) and step <= len(value):
            value = value[step - 1]
        else:
            return False
    return bool(path)
