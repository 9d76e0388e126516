"""Reading an interface from bytes, whatever format they are in.

The format is told by content and never by a file's name. Each module here that has a ``recognise``
knows one format, which is no more than where its parts are; what happens to the parts is the same
for all. Nothing here does input or output.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from mcp_docs.errors import LockfileError
from mcp_docs.interface import Interface, Problem
from mcp_docs.jsontext import Document, load
from mcp_docs.jsonvalue import JsonObject, JsonValue
from mcp_docs.readers import covenant, folder, golden, listing, lockfile
from mcp_docs.readers.collector import Collector
from mcp_docs.readers.elements import ElementCache, element_of, quoted
from mcp_docs.readers.folder import is_tool_file
from mcp_docs.readers.layout import Layout

__all__ = ["ElementCache", "is_tool_file", "layout_of", "read", "read_folder", "read_pages"]

#: In the order in which they are asked: ours is also a lockfile of mcp-covenant.
_RECOGNISERS: tuple[Callable[[JsonValue], Layout | None], ...] = (
    lockfile.recognise,
    covenant.recognise,
    golden.recognise,
    listing.recognise,
)


def read(data: bytes, cache: ElementCache | None = None) -> Interface:
    """Read one file: a lockfile, a golden contract, the answer to ``tools/list``, or one tool.

    Malformed parts are quarantined: they are named in ``problems`` of their element or of the
    interface, and the rest is read.

    Args:
        data: the file's bytes.
        cache: give the same one for all revisions of a history; unchanged elements then are the
            same objects, judged once.

    Raises:
        LockfileError: the file as a whole cannot be read; ``where`` holds line and column.
        JsonTextError: a ``LockfileError`` with a code, where the file is not even JSON.
    """
    document = load(data, None if cache is None else cache.memo)
    layout = layout_of(document)
    collector = Collector(cache or ElementCache())
    collector.take(document, layout)
    return collector.interface(layout.source_format)


def read_folder(files: Mapping[str, bytes], cache: ElementCache | None = None) -> Interface:
    """Read a folder with one tool per JSON file; which files count, ``is_tool_file`` says.

    Args:
        files: content by path within the folder, ``/`` as separator.
        cache: as for :func:`read`.

    Raises:
        LockfileError: there is no tool file, or not one of them holds a tool.
    """
    return folder.read(files, cache or ElementCache())


def read_pages(
    server: JsonObject,
    pages: Iterable[bytes],
    source_format: str = "live",
    *,
    problems: Sequence[Problem] = (),
) -> Interface:
    """Read what a server answered to its lists, page after page and list after list.

    Its problems have no line or column: an answer is no file.

    Args:
        server: the server's object, as ``Server.data`` has it.
        pages: each the JSON text of one answer, bare or in its JSON-RPC envelope.
        source_format: name for ``Interface.source_format``.
        problems: what the text of the server's object had wrong, pointers relative to it.

    Raises:
        LockfileError: a page holds no list.
        JsonTextError: a page is not JSON.
    """
    collector = Collector(ElementCache())
    collector.put("server", "", element_of("server", server, problems, collector.cache))
    for page in pages:
        document = load(page)
        collector.take(document, replace(layout_of(document), cursor=None))
    for (kind, key), element in collector.elements.items():
        collector.put(kind, key, replace(element, problems=_unplaced(element.problems)))
    collector.problems[:] = _unplaced(collector.problems)
    return collector.interface(source_format)


def _unplaced(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    return tuple(replace(problem, line=None, column=None) for problem in problems)


def layout_of(document: Document) -> Layout:
    """Return where a document keeps the parts of an interface.

    Raises:
        LockfileError: it describes none.
    """
    for recognise in _RECOGNISERS:
        layout = recognise(document.value)
        if layout is not None:
            return layout
    raise LockfileError(
        f"the file is JSON and describes no interface: it holds {_description(document.value)}",
        hint=(
            "Expected a lockfile of mcp-docs or mcp-covenant, a golden contract, an answer to "
            "`tools/list`, or an array of tools. `mcp-docs snapshot` writes a lockfile."
        ),
    )


def _description(value: JsonValue) -> str:
    if isinstance(value, Mapping):
        keys = ", ".join(quoted(key) for key in list(value)[:5])
        return f"an object with the keys {keys}" if keys else "an empty object"
    if isinstance(value, list):
        return "an array without any tool"
    return "a single value"
