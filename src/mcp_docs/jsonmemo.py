"""Reading JSON texts one after the other, of which most is as it was in the one before.

From one revision of a lockfile to the next nearly every entry of its lists is spelt as it was. Such an
entry is recognised by its text, and its value is handed out again without being parsed.
"""

from __future__ import annotations

from typing import Any, Final, Protocol, TypeAlias

from mcp_docs.jsonscan import after_space
from mcp_docs.jsonvalue import JsonValue

#: Objects within objects in which lists are looked for; in an answer of JSON-RPC they are two deep.
_DEPTH: Final = 3

#: Entries that may be gone at once without the next being parsed anew.
_AHEAD: Final = 8

#: Entries of one list: the text and the value of each.
_Entries: TypeAlias = "list[tuple[str, JsonValue]]"


class Decoder(Protocol):
    """The standard library's parser."""

    def raw_decode(self, s: str, idx: int = ...) -> tuple[Any, int]:
        """Return the value that begins at ``idx``, and the offset behind it; ``ValueError`` if none does."""


class Memo:
    """The lists of the text that was read last.

    Values that are handed out twice are the same object; nobody may change them.
    """

    def __init__(self, decoder: Decoder) -> None:
        self._decode = decoder.raw_decode
        self._last: dict[tuple[str, ...], _Entries] = {}

    def read(self, text: str) -> JsonValue:
        """Return the value of a JSON text.

        Raises:
            ValueError: it is none, or odd enough (a key stands twice) to be read with more care.
        """
        reading = _Reading(self._decode, self._last)
        value, at = reading.value(text, after_space(text, 0), ())
        if after_space(text, at) != len(text):
            raise ValueError("something follows the value")
        self._last = reading.lists
        return value


class _Reading:
    """The reading of one text; offsets are handed on, as in the standard library's parser."""

    def __init__(self, decode: Any, known: dict[tuple[str, ...], _Entries]) -> None:
        self._decode = decode
        self._known = known
        self.lists: dict[tuple[str, ...], _Entries] = {}

    def value(self, text: str, at: int, path: tuple[str, ...]) -> tuple[JsonValue, int]:
        """Return the value at ``at``, and the offset behind it."""
        if len(path) < _DEPTH and text.startswith("{", at):
            return self._object(text, after_space(text, at + 1), path)
        if text.startswith("[", at):
            return self._array(text, after_space(text, at + 1), path)
        found: tuple[JsonValue, int] = self._decode(text, at)
        return found

    def _object(self, text: str, at: int, path: tuple[str, ...]) -> tuple[JsonValue, int]:
        made: dict[str, JsonValue] = {}
        more = not text.startswith("}", at)
        while more:
            if not text.startswith('"', at):
                raise ValueError("an object has a key that is no text")
            key, at = self._decode(text, at)
            at = after_space(text, at)
            if not text.startswith(":", at) or key in made:
                raise ValueError("a key has no value, or stands twice")
            made[key], at = self.value(text, after_space(text, at + 1), (*path, key))
            more, at = _more(text, at, "}")
        return made, at + 1

    def _array(self, text: str, at: int, path: tuple[str, ...]) -> tuple[JsonValue, int]:
        known = self._known.get(path, [])
        entries: _Entries = []
        made: list[JsonValue] = []
        # Where the next entry should be in the known list, and how many since the last find were new. The
        # farther the two have run apart, the farther ahead is looked.
        expected = new = 0
        more = not text.startswith("]", at)
        while more:
            if not text.startswith("{", at):
                item, at = self._decode(text, at)
                made.append(item)
                more, at = _more(text, at, "]")
                continue
            for number in range(expected, min(expected + 2 * new + _AHEAD, len(known))):
                if text.startswith(known[number][0], at):
                    entry = known[number]
                    end = at + len(entry[0])
                    expected, new = number + 1, 0
                    break
            else:
                value, end = self._decode(text, at)
                entry = text[at:end], value
                new += 1
            entries.append(entry)
            made.append(entry[1])
            more, at = _more(text, end, "]")
        self.lists[path] = entries
        return made, at + 1


def _more(text: str, at: int, closing: str) -> tuple[bool, int]:
    """Tell whether another part follows the one that ends at ``at``; return where it, or the end, is."""
    at = after_space(text, at)
    if text.startswith(closing, at):
        return False, at
    if not text.startswith(",", at):
        raise ValueError("there is no comma between two parts")
    at = after_space(text, at + 1)
    if text.startswith(closing, at):
        raise ValueError("a comma has nothing behind it")
    return True, at
