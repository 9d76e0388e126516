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
