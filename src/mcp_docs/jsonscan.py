"""A strict JSON parser that knows where everything stands, for texts that the fast one refuses.

It accepts what RFC 8259 calls JSON and, beyond it, four things that servers do send: a duplicate
key (the last one wins, as nearly every parser has it), ``NaN`` and the infinities, and numbers too
large for a double (each read as ``null``). These, and strings with half a surrogate pair, are
reported as faults with their JSON Pointer; whoever reads the text decides what they spoil. All else
that is not JSON is an error. It keeps its own stack, so depth costs no recursion; it is about
twenty times slower than the standard library's parser.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from mcp_docs.jsonvalue import JsonValue, pointer_join

#: Brackets open at once; beyond it a text is an attack and not a document.
STACK_LIMIT: Final = 10_000
#: Digits of an integer; the standard library's own limit for conversions from text.
DIGIT_LIMIT: Final = 4_300
#: Characters of a piece of text that a message shows: enough to recognise it.
SHOWN: Final = 40

_TOKEN = re.compile(
    r"""[ \t\r\n]*+(?:
        (?P<mark>[{}\[\],:])
      | (?P<string>"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+")
      | (?P<number>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)
      | (?P<word>-?[A-Za-z_][A-Za-z0-9_]*+)
    )""",
    re.VERBOSE,
)
_SPACE = re.compile(r"[ \t\r\n]*+")
_STRING_START = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_SURROGATE = re.compile("[\ud800-\udfff]")
_WORDS: Mapping[str, JsonValue] = {"true": True, "false": False, "null": None}
_NOT_FINITE = frozenset({"NaN", "Infinity", "-Infinity"})

_State = Literal["value", "first item", "key", "first key", "colon", "after", "end"]


def after_space(text: str, at: int) -> int:
    """Return where the space that JSON allows between its pieces, if any, ends."""
    space = _SPACE.match(text, at)
    return space.end() if space else at


@dataclass(frozen=True, slots=True)
class ScanFault:
    """Something that is no good JSON and can be read all the same.

    Attributes:
        code: ``json.duplicate_key``, ``json.not_finite``, ``json.number_range`` or
            ``json.lone_surrogate``.
        message: one sentence without a full stop.
        pointer: RFC 6901 pointer of the value concerned.
        offset: index into the text of the key or value, in characters.
    """

    code: str
    message: str
    pointer: str
    offset: int


class ScanError(ValueError):
    """The text is not JSON.

    Attributes:
        code: ``json.syntax`` or ``json.too_deep``.
        message: one sentence without a full stop.
        offset: index into the text, in characters.
    """

    def __init__(self, code: str, message: str, offset: int) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.offset = offset


def scan(text: str) -> tuple[JsonValue, tuple[ScanFault, ...]]:
    """Parse ``text``; return its value and its faults in the order of the text.

    Raises:
        ScanError: the text is not JSON even in the tolerant sense of this module.
    """
    scanner = _Scanner(text)
    return scanner.run(), tuple(scanner.faults)


@dataclass(slots=True)
class _Frame:
    """An open container, and the key or index of the value that comes next."""

    container: dict[str, JsonValue] | list[JsonValue]
    key: str | int = 0

    def put(self, value: JsonValue) -> None:
        if isinstance(self.container, dict):
            self.container[str(self.key)] = value
        else:
            self.container.append(value)


@dataclass(slots=True)
class _Scanner:
    text: str
    faults: list[ScanFault] = field(default_factory=list)
    state: _State = "value"
    #: Takes the document's value, as the bottom frame, which is no part of any pointer.
    root: list[JsonValue] = field(default_factory=list)
    stack: list[_Frame] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.stack.append(_Frame(self.root))

    def run(self) -> JsonValue:
        offset = 0
        while match := _TOKEN.match(self.text, offset):
            group = match.lastgroup or ""
            self._take(group, match[group], match.start(group))
            offset = match.end()
        offset = after_space(self.text, offset)
        if offset < len(self.text):
            raise self._unreadable(offset)
        if self.state != "end":
            raise ScanError("json.syntax", f"the text ends where {self._expected()} should follow", offset)
        return self.root[0]

    def _take(self, group: str, piece: str, offset: int) -> None:
        handlers: Mapping[_State, Callable[[str, str, int], bool]] = {
            "value": self._value,
            "first item": self._first_item,
            "key": self._key,
            "first key": self._first_key,
            "colon": self._colon,
            "after": self._after,
            "end": lambda *_: False,
        }
        if not handlers[self.state](group, piece, offset):
            raise ScanError("json.syntax", f"expected {self._expected()}, found {piece[:SHOWN]}", offset)

    def _value(self, group: str, piece: str, offset: int) -> bool:
        if piece == "{":
            self._open({}, "first key", offset)
        elif piece == "[":
            self._open([], "first item", offset)
        elif group == "string":
            self._put(self._string(piece, offset))
        elif group == "number":
            self._put(self._number(piece, offset))
        elif piece in _WORDS:
            self._put(_WORDS[piece])
        elif piece in _NOT_FINITE:
            self._fault("json.not_finite", f"{piece} is not a JSON number", offset)
            self._put(None)
        else:
            return False
        return True

    def _first_item(self, group: str, piece: str, offset: int) -> bool:
        return self._after(group, piece, offset) if piece == "]" else self._value(group, piece, offset)

    def _first_key(self, group: str, piece: str, offset: int) -> bool:
        return self._after(group, piece, offset) if piece == "}" else self._key(group, piece, offset)

    def _key(self, group: str, piece: str, offset: int) -> bool:
        if group != "string":
            return False
        frame = self.stack[-1]
        frame.key = json.loads(piece)
        self._string(piece, offset)
        if str(frame.key) in frame.container:
            self._fault("json.duplicate_key", f"the key {piece} occurs twice in one object", offset)
        self.state = "colon"
        return True

    def _colon(self, _group: str, piece: str, _offset: int) -> bool:
        if piece != ":":
            return False
        self.state = "value"
        return True

    def _after(self, _group: str, piece: str, _offset: int) -> bool:
        frame = self.stack[-1]
        is_object = isinstance(frame.container, dict)
        if piece == ("}" if is_object else "]"):
            self.stack.pop()
            self._put(frame.container)
        elif piece == ",":
            self.state = "key" if is_object else "value"
        else:
            return False
        return True

    def _open(self, container: dict[str, JsonValue] | list[JsonValue], state: _State, offset: int) -> None:
        if len(self.stack) > STACK_LIMIT:
            raise ScanError("json.too_deep", f"more than {STACK_LIMIT} brackets are open at once", offset)
        self.stack.append(_Frame(container))
        self.state = state

    def _put(self, value: JsonValue) -> None:
        frame = self.stack[-1]
        frame.put(value)
        if isinstance(frame.key, int):
            frame.key += 1
        self.state = "after" if len(self.stack) > 1 else "end"

    def _string(self, piece: str, offset: int) -> str:
        value = str(json.loads(piece))
        if _SURROGATE.search(value):
            self._fault("json.lone_surrogate", "a string holds half of a surrogate pair", offset)
        return value

    def _number(self, piece: str, offset: int) -> JsonValue:
        if piece.lstrip("-").isdigit():
            if len(piece) <= DIGIT_LIMIT:
                return int(piece)
            self._fault("json.number_range", f"a whole number has more than {DIGIT_LIMIT} digits", offset)
            return None
        value = float(piece)
        if math.isinf(value):
            self._fault("json.number_range", f"the number {piece[:SHOWN]} is too large for a double", offset)
            return None
        return value

    def _fault(self, code: str, message: str, offset: int) -> None:
        pointer = pointer_join("", *(frame.key for frame in self.stack[1:]))
        self.faults.append(ScanFault(code, message, pointer, offset))

    def _expected(self) -> str:
        if self.state == "after":
            return '"," or "}"' if isinstance(self.stack[-1].container, dict) else '"," or "]"'
        return {
            "value": "a value",
            "first item": 'a value or "]"',
            "key": "a key in double quotes",
            "first key": 'a key in double quotes or "}"',
            "colon": '":"',
            "end": "the end of the text",
        }[self.state]

    def _unreadable(self, offset: int) -> ScanError:
        """Say what is wrong where no piece begins."""
        if start := _STRING_START.match(self.text, offset):
            end = start.end()
            if end == len(self.text):
                return ScanError("json.syntax", "a string has no closing quote", offset)
            if self.text[end] == "\\":
                return ScanError("json.syntax", "a string has an escape that JSON does not know", end)
            return ScanError("json.syntax", "a string holds a line break or control character", end)
        return ScanError("json.syntax", f"expected {self._expected()}, found {self.text[offset]!r}", offset)
