"""JSON texts as they come from files and servers: parsing, faults, and where things stand.

A sound text takes the standard library's fast path. Only when that meets something odd is the text
parsed again by :mod:`mcp_docs.jsonscan`, which knows positions. Two kinds of oddity result:

- *errors*, which leave nothing to work with: not UTF-8, empty, conflict markers, bad syntax;
- *faults*, which spoil one part and leave the rest sound: a duplicate key, ``NaN``, a number out of
  range, half a surrogate pair.

Lines and columns are 1-based; columns count characters. A byte order mark is not a character.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from mcp_docs.errors import LockfileError, Where
from mcp_docs.jsonmemo import Memo
from mcp_docs.jsonscan import ScanError, after_space, scan
from mcp_docs.jsonvalue import JsonValue, pointer_split

Position = tuple[int, int]

#: Levels of nesting within an element, or within a text that :func:`parse` accepts. Far above real
#: interfaces (about 25), and low enough for readers that recurse (serde_json stops at 128).
DEPTH_LIMIT: Final = 100

#: The alternation below is slow to search for, so a look for any surrogate comes first.
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_LONE_SURROGATE = re.compile(
    r"\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]", re.DOTALL
)
_CONFLICT = re.compile(r"^(?:<{7}|>{7})(?: |\r?$)", re.MULTILINE)
_CONTAINERS = (dict, list)
_LFS_POINTER = "version https://git-lfs.github.com/spec/"


class JsonTextError(LockfileError):
    """A text is not JSON, or not JSON that can be taken at its word.

    Attributes:
        code: a stable dotted id, for example ``json.syntax``.
    """

    usual_hint = "Mend it at that place, or let what wrote the file write it again."

    def __init__(self, code: str, what: str, position: Position, hint: str | None = None) -> None:
        super().__init__(what, where=Where(line=position[0], column=position[1]), hint=hint)
        self.code = code


@dataclass(frozen=True, slots=True)
class Fault:
    """A part of a text that is not good JSON, while the rest is.

    Attributes:
        code: ``json.duplicate_key``, ``json.not_finite``, ``json.number_range`` or
            ``json.lone_surrogate``.
        message: one sentence without a full stop.
        pointer: RFC 6901 pointer of the value concerned.
        line: 1-based line of the key or value.
        column: 1-based column of the key or value, in characters.
    """

    code: str
    message: str
    pointer: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Document:
    """A text, its value and its faults.

    Attributes:
        value: the JSON value. Of a duplicate key the last value counts; a number that JSON cannot
            hold is ``None``. May be nested deeper than ``DEPTH_LIMIT``.
        faults: in the order of the text; empty for a sound one.
    """

    text: str
    value: JsonValue
    faults: tuple[Fault, ...] = ()

    def locate(self, pointers: Iterable[str]) -> Mapping[str, Position]:
        """Return line and column of each pointer that leads to something in the text.

        A member stands where its key begins, an item where its value begins. Nothing is found in
        a text whose depth the standard library's parser cannot follow.
        """
        try:
            offsets = _offsets(self.text, pointers)
        except RecursionError:
            return {}
        places = _positions(self.text, offsets.values())
        return {pointer: places[offset] for pointer, offset in offsets.items()}


def new_memo() -> Memo:
    """Return what makes reading many texts that are alike faster, for :func:`load`."""
    return Memo(_FAST)


def load(data: bytes, memo: Memo | None = None) -> Document:
    """Parse a JSON text of which parts may be faulty.

    Args:
        data: the text.
        memo: give the same one for texts that are alike; their values then share equal parts.

    Raises:
        JsonTextError: nothing can be read; its codes are ``json.not_utf8``, ``json.empty``,
            ``json.lfs_pointer``, ``json.conflict``, ``json.syntax`` and ``json.too_deep``.
    """
    text = _decode(data)
    try:
        value = _FAST.decode(text) if memo is None else memo.read(text)
    except (_NeedsCareError, ValueError, RecursionError):
        return _load_with_care(text)
    if _SURROGATE.search(text) and _LONE_SURROGATE.search(text):
        return _load_with_care(text)
    return Document(text, value)


def parse(data: bytes) -> JsonValue:
    """Parse a JSON text (RFC 8259, UTF-8 with or without byte order mark) without tolerance.

    Raises:
        JsonTextError: as for :func:`load`; any fault; or nesting beyond ``DEPTH_LIMIT`` levels.
    """
    document = load(data)
    for fault in document.faults:
        raise JsonTextError(fault.code, fault.message, (fault.line, fault.column))
    if too_deep(document.value):
        raise JsonTextError(
            "json.too_deep", f"the text is nested more than {DEPTH_LIMIT} levels deep", (1, 1)
        )
    return document.value


def locate(data: bytes, pointer: str) -> Position | None:
    """Return line and column of what an RFC 6901 pointer leads to, or ``None`` if to nothing.

    A member stands where its key begins, an item where its value begins. Linear in the text.

    Raises:
        JsonTextError: ``data`` is not JSON text.
    """
    return load(data).locate([pointer]).get(pointer)


def too_deep(value: JsonValue, limit: int = DEPTH_LIMIT) -> bool:
    """Tell whether containers are nested more than ``limit`` levels deep; without recursion."""
    level: list[Any] = [[value]]
    for _ in range(limit + 1):
        level = [
            part
            for item in level
            for part in (item.values() if isinstance(item, dict) else item)
            if isinstance(part, _CONTAINERS)
        ]
        if not level:
            return False
    return True


class _NeedsCareError(Exception):
    """The fast parser met something that only the careful one can describe."""


def _pairs(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _NeedsCareError
    return value


def _float(token: str) -> float:
    value = float(token)
    if math.isinf(value):
        raise _NeedsCareError
    return value


def _constant(_token: str) -> None:
    raise _NeedsCareError


_FAST = json.JSONDecoder(object_pairs_hook=_pairs, parse_float=_float, parse_constant=_constant)
#: Reads a value only to know where it ends, so numbers need not be converted.
_SKIP = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)


def _decode(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8-sig")
        raise JsonTextError(
            "json.not_utf8",
            "the file is not UTF-8 text",
            _position(before, len(before)),
            hint="Save it as UTF-8, without or with a byte order mark.",
        ) from None
    if after_space(text, 0) == len(text):
        raise JsonTextError("json.empty", "the file is empty", (1, 1))
    return text


def _load_with_care(text: str) -> Document:
    try:
        value, faults = scan(text)
    except ScanError as error:
        raise _explain(text, error) from None
    placed = tuple(
        Fault(fault.code, fault.message, fault.pointer, *_position(text, fault.offset)) for fault in faults
    )
    return Document(text, value, placed)


def _explain(text: str, error: ScanError) -> JsonTextError:
    """Name the cause where bad syntax has one that is known."""
    if text.startswith(_LFS_POINTER):
        return JsonTextError(
            "json.lfs_pointer",
            "the file is a Git LFS pointer and not the content it stands for",
            (1, 1),
            hint="Keep the lockfile in git itself; Git LFS hides its history.",
        )
    if marker := _CONFLICT.search(text):
        line = _position(text, marker.start())[0]
        return JsonTextError(
            "json.conflict",
            f"a merge conflict was left in the file, at line {line}",
            (line, 1),
            hint="Resolve the conflict, remove its markers and commit the file again.",
        )
    return JsonTextError(error.code, f"the file is not JSON: {error.message}", _position(text, error.offset))


def _position(text: str, offset: int) -> Position:
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _positions(text: str, offsets: Iterable[int]) -> Mapping[int, Position]:
    """Return the position of each offset, counting the lines of ``text`` once."""
    found: dict[int, Position] = {}
    line, counted = 1, 0
    for offset in sorted(set(offsets)):
        line += text.count("\n", counted, offset)
        counted = offset
        found[offset] = line, offset - text.rfind("\n", 0, offset)
    return found


class _Wanted(dict[str, "_Wanted"]):
    """A tree of reference tokens; ``pointer`` is set where a wanted pointer ends."""

    pointer: str | None = None


def _offsets(text: str, pointers: Iterable[str]) -> dict[str, int]:
    """Return the offset of each pointer that leads to something, in one pass over ``text``.

    Values on no wanted path are skipped by the standard library's parser, so the cost is about
    that of parsing once, however many pointers there are.
    """
    tree = _Wanted()
    for pointer in pointers:
        node = tree
        for token in pointer_split(pointer):
            node = node.setdefault(token, _Wanted())
        node.pointer = pointer
    found: dict[str, int] = {}
    start = after_space(text, 0)
    if tree.pointer is not None:
        found[tree.pointer] = start
    _descend(text, start, tree, found)
    return found


def _descend(text: str, at: int, wanted: _Wanted, found: dict[str, int]) -> int:
    """Enter the value at ``at``; return the offset behind it."""
    opening = text[at : at + 1]
    if not wanted or opening not in ("{", "["):
        return _SKIP.raw_decode(text, at)[1]
    at, index = after_space(text, at + 1), 0
    while text[at] not in "}]":
        start, token = at, str(index)
        if opening == "{":
            token, at = _SKIP.raw_decode(text, at)
            at = after_space(text, after_space(text, at) + 1)
        node = wanted.get(token)
        if node is not None and node.pointer is not None:
            found[node.pointer] = start
        at = after_space(
            text, _SKIP.raw_decode(text, at)[1] if node is None else _descend(text, at, node, found)
        )
        if text[at] == ",":
            at = after_space(text, at + 1)
        index += 1
    return at + 1
