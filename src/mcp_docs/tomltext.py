"""TOML that is written: whole files, and entries added to a file that people keep."""

from __future__ import annotations

from collections.abc import Mapping

import tomlkit


def written(document: Mapping[str, object]) -> str:
    """Return a document as TOML text."""
    return tomlkit.dumps(document)


def appended(text: str, table: str, entry: Mapping[str, object]) -> str:
    """Return ``text`` with one entry more in an array of tables; comments and layout of the rest stay.

    Args:
        text: of a TOML file.
        table: name of the array at the top level, ``[[table]]``; begun where there is none.
        entry: values by key, in the order in which they are written.
    """
    document = tomlkit.parse(text)
    item = tomlkit.table()
    for name, value in entry.items():
        item.add(name, value)
    entries = document.get(table)
    if entries is None:
        entries = tomlkit.aot()
        document.add(tomlkit.nl())
        document.add(table, entries)
    elif document.as_string().rstrip("\n") == document.as_string().rstrip():
        entries[-1].add(tomlkit.nl())
    entries.append(item)
    return tomlkit.dumps(document).rstrip("\n") + "\n"


def replaced(text: str, table: str, index: int, entry: Mapping[str, object]) -> str:
    """Return ``text`` with other values in one entry of an array of tables; its comments stay too.

    Args:
        text: of a TOML file that has the entry.
        table: name of the array at the top level.
        index: of the entry, from 0.
        entry: values by key; a key that is not in it is taken out.
    """
    document = tomlkit.parse(text)
    item = document[table][index]
    for name in [name for name in item if name not in entry]:
        item.remove(name)
    # What stands between this entry and the next belongs to neither, and to the library it is this one's.
    body, between = item.value.body, []
    while body and body[-1][0] is None:
        between.append(body.pop())
    for name, value in entry.items():
        item[name] = value
    body.extend(reversed(between))
    return tomlkit.dumps(document)
