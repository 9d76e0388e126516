"""JSON values as JSON Schema compares them: exact numbers, ``1`` equal to ``1.0``, ``true`` not to ``1``."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from math import isfinite
from typing import Final, TypeAlias

from mcp_docs.jsonvalue import JsonValue
from mcp_docs.schema.budget import Unmodelled

NULL: Final = 1
BOOLEAN: Final = 2
NUMBER: Final = 4
STRING: Final = 8
ARRAY: Final = 16
OBJECT: Final = 32
ALL: Final = 63

#: Bits of the type names of JSON Schema but ``integer``, which is a number that is a multiple of 1.
TYPE_BITS: Final[Mapping[str, int]] = {
    "null": NULL,
    "boolean": BOOLEAN,
    "number": NUMBER,
    "string": STRING,
    "array": ARRAY,
    "object": OBJECT,
}

_BITS: Final[Mapping[type, int]] = {
    type(None): NULL,
    bool: BOOLEAN,
    int: NUMBER,
    float: NUMBER,
    str: STRING,
    list: ARRAY,
    dict: OBJECT,
}
Exact: TypeAlias = "int | Fraction"
#: Python refuses to print integers of more than 4,300 digits.
_LARGEST_BITS: Final = 14_000


def exact(number: float) -> Exact:
    """Return a JSON number as the decimal that its shortest text says, not as the double beside it.

    Raises:
        Unmodelled: it is not finite, or has more digits than are worth counting with.
    """
    if isinstance(number, int):
        if number.bit_length() > _LARGEST_BITS:
            raise Unmodelled("a number has too many digits")
        return number
    if number.is_integer() and abs(number) < 2**53:
        return int(number)
    if not isfinite(number):
        raise Unmodelled("a number is not finite")
    value = Fraction(repr(number))
    return value.numerator if value.denominator == 1 else value


def plain(number: Exact) -> int | float | None:
    """Return the number as Python's JSON has it, or ``None`` if no double spells it."""
    if isinstance(number, int) or number.denominator == 1:
        return int(number)
    try:
        near = float(number)
    except OverflowError:
        return None
    return near if isfinite(near) and Fraction(repr(near)) == number else None


def type_of(value: JsonValue) -> int:
    """Return the type bit of ``value``."""
    bit = _BITS.get(type(value))
    if bit is not None:
        return bit
    if value is None:
        return NULL
    if isinstance(value, bool):
        return BOOLEAN
    if isinstance(value, str):
        return STRING
    if isinstance(value, int | float):
        return NUMBER
    return OBJECT if isinstance(value, Mapping) else ARRAY


def key(value: JsonValue) -> Hashable:
    """Return a hashable that is equal for exactly the values that JSON Schema calls equal.

    A string's key is the string itself.
    """
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return ("boolean", value)
    if isinstance(value, int | float):
        return exact(value)
    if isinstance(value, Mapping):
        return ("object", frozenset((name, key(member)) for name, member in value.items()))
    return ("array", tuple(key(item) for item in value))


def same(one: JsonValue, two: JsonValue) -> bool:
    """Tell whether two values are equal to JSON Schema."""
    return one is two or key(one) == key(two)


def identical(one: JsonValue, two: JsonValue) -> bool:
    """Tell whether two values are spelt the same, whatever their depth; for those too deep to pack."""
    todo = [(one, two)]
    while todo:
        left, right = todo.pop()
        if left is right:
            continue
        if type(left) is not type(right):
            return False
        if isinstance(left, dict) and isinstance(right, dict):
            if left.keys() != right.keys():
                return False
            todo.extend((part, right[name]) for name, part in left.items())
        elif isinstance(left, list) and isinstance(right, list):
            if len(left) != len(right):
                return False
            todo.extend(zip(left, right, strict=True))
        elif left != right:
            return False
    return True
