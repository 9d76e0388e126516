"""A folder with one tool per JSON file, as snapshot tests of tools keep it.

Files count when their name ends in ``.snap`` or ``.json``; others, such as a README, are no part of
the interface. A file that cannot be parsed does not make its tool look removed: by the convention of
such folders its name is the tool's, so the tool stays, marked, with nothing known of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from mcp_docs.errors import LockfileError, Where
from mcp_docs.interface import Interface, Problem, Tool
from mcp_docs.jsontext import Document, JsonTextError, load
from mcp_docs.readers.collector import Collector
from mcp_docs.readers.elements import ElementCache
from mcp_docs.readers.layout import Layout

SUFFIXES: Final = (".json", ".snap")
_TOOL = Layout("folder", tool="")


def is_tool_file(name: str) -> bool:
    """Tell whether a file counts, by its path within the folder; hidden ones do not."""
    return name.endswith(SUFFIXES) and not any(part.startswith(".") for part in name.split("/"))


def read(files: Mapping[str, bytes], cache: ElementCache) -> Interface:
    """Read the tool files among ``files``, in the order of their names.

    Args:
        files: content by path within the folder, ``/`` as separator.
        cache: elements read before.

    Raises:
        LockfileError: there is no tool file, or not one of them holds a tool.
    """
    names = sorted(filter(is_tool_file, files))
    if not names:
        raise LockfileError(
            "the folder holds no tool file: expected one JSON file per tool, named .json or .snap",
            hint="Name the folder that holds the tools' files, or the lockfile itself.",
        )
    collector = Collector(cache)
    unread: list[tuple[str, JsonTextError]] = []
    for name in names:
        try:
            _take_file(collector, files[name], name)
        except JsonTextError as error:
            unread.append((name, error))
    if not collector.elements:
        raise _nothing(names, unread, collector.problems)
    for name, reason in unread:
        _mark(collector, name, reason)
    return collector.interface("folder")


def _take_file(collector: Collector, data: bytes, name: str) -> None:
    """Add the tool of a file; in a history most files are the same from one revision to the next."""
    known = collector.cache.files.get(data)
    if known is not None and collector.get("tool", known.key) is None:
        collector.put("tool", known.key, known)
        return
    before = len(collector.elements), len(collector.problems)
    _take(collector, load(data), name)
    if (len(collector.elements), len(collector.problems)) == (before[0] + 1, before[1]):
        added = next(reversed(collector.elements.values()))
        if not added.problems:
            collector.cache.files[data] = added


def _take(collector: Collector, document: Document, name: str) -> None:
    if isinstance(document.value, dict):
        collector.take(document, _TOOL, name)
        return
    message = "the file holds no tool: expected one JSON object"
    line, column = document.locate([""])[""]
    collector.problems.append(Problem("file.not_tool", message, "", line, column, name))


def _mark(collector: Collector, name: str, error: JsonTextError) -> None:
    """Keep a place for the tool of an unreadable file, unless another file has that tool."""
    where = error.where or Where()
    problem = Problem(error.code, error.what, "", where.line, where.column, name)
    key = name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    if collector.get("tool", key) is None:
        # Nothing is known of its schemas; saying so keeps them from being judged as withdrawn.
        unknown = Problem("schema.missing", "the tool's file cannot be read", "/inputSchema", file=name)
        collector.put("tool", key, Tool({"name": key}, (problem, unknown)))
    else:
        collector.problems.append(problem)


def _nothing(
    names: list[str], unread: list[tuple[str, JsonTextError]], notes: list[Problem]
) -> LockfileError:
    """Say why no file gave a tool, by the first one that failed."""
    if unread:
        name, error = unread[0]
        what, where = error.what, replace(error.where or Where(), file=name)
    else:
        note = notes[0]
        what, where = note.message, Where(note.file, None, note.line, note.column)
    return LockfileError(
        f"none of the folder's {len(names)} tool file(s) holds a tool: {what}",
        where=where,
        hint="Name the folder that holds the tools' files, or the lockfile itself.",
    )
