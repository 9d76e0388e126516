"""Writing an interface as our lockfile: one interface, one sequence of bytes.

What has no meaning is made canonical: the order of elements and of the keys of objects (RFC 8259),
white space, and the spelling of strings and numbers. Arrays keep their order even where a schema
gives none to it (``required``, ``enum``): whether an array is such a list or plain data (a
``default``, an ``examples``) shows only in its context, the order of an ``enum`` is what a model
reads, and a lockfile must hold what the server sent. There is no time in it, so an unchanged
interface is an unchanged file.

mcp-covenant reads the result where the interface is sound. Its ``captured_at_unix`` is therefore
there, and always 0.
"""

from __future__ import annotations

import json
import re
from typing import Final

from mcp_docs.interface import Element, Interface
from mcp_docs.jsonvalue import JsonObject
from mcp_docs.readers.layout import LIST_NAMES
from mcp_docs.readers.lockfile import FORMAT, MARK
from mcp_docs.readers.notes import notes_of

#: The version of mcp-covenant whose layout this is; constant, so that our upgrades change no byte.
COVENANT_VERSION: Final = "0.1.0"

_SURROGATE = re.compile("[\ud800-\udfff]")


def write(interface: Interface) -> bytes:
    r"""Return the lockfile of ``interface``: UTF-8, two spaces, keys sorted, a final newline.

    Reading the result gives the same elements with the same digests and problems, and writing that
    gives the same bytes. A quarantined part keeps its data; a problem that the data would not show
    again, such as a second tool of the same name (which is left out), is noted under
    ``mcp_docs.problems``, without its place in the file that it came from. Half a surrogate pair
    stays an escape (``\ud800``).
    """
    surface: dict[str, list[JsonObject]] = {name: [] for name in LIST_NAMES.values()}
    for element in _sorted(interface):
        surface[LIST_NAMES[element.kind]].append(element.data)
    mark: dict[str, object] = {"format": FORMAT}
    if notes := notes_of(interface):
        mark["problems"] = notes
    lockfile = {
        "captured_at_unix": 0,
        "covenant_version": COVENANT_VERSION,
        MARK: mark,
        "server": interface.server.data,
        "surface": surface,
    }
    text = json.dumps(lockfile, ensure_ascii=False, sort_keys=True, indent=2, allow_nan=False)
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text).encode() + b"\n"


def _sorted(interface: Interface) -> list[Element]:
    """Return all elements in canonical order, should a caller have put them together unsorted."""
    return sorted(interface, key=lambda element: element.key)
