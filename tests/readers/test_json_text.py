from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_docs import jsontext
from mcp_docs.jsonscan import scan
from mcp_docs.jsonvalue import pointer_join

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=25
)


def fault_of(text: str) -> tuple[str, str, int, int]:
    (fault,) = jsontext.load(text.encode()).faults
    return fault.code, fault.pointer, fault.line, fault.column


def error_of(data: bytes) -> tuple[str, int | None, int | None]:
    with pytest.raises(jsontext.JsonTextError) as caught:
        jsontext.load(data)
    where = caught.value.where
    assert where is not None
    return caught.value.code, where.line, where.column


@pytest.mark.parametrize(
    ("data", "code", "line", "column"),
    [
        (b"", "json.empty", 1, 1),
        (b" \r\n\t\n", "json.empty", 1, 1),
        (b"\xef\xbb\xbf", "json.empty", 1, 1),
        (b'{\n  "\xc3\xa9\xff": 1}', "json.not_utf8", 2, 5),
        (b'\xef\xbb\xbf["\xff"]', "json.not_utf8", 1, 3),
        (b"\xff\xfe[\x00]\x00", "json.not_utf8", 1, 1),
        (b"[\n  1,\n<<<<<<< HEAD\n  2\n=======\n  3\n>>>>>>> other\n]", "json.conflict", 3, 1),
        (b"[\r\n1\r\n<<<<<<<\r\n]", "json.conflict", 3, 1),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "json.lfs_pointer", 1, 1),
        (b'{\n  "a": 1\n  "b": 2\n}', "json.syntax", 3, 3),
        (b"[1, 2,]", "json.syntax", 1, 7),
        (b'{"a": 1,}', "json.syntax", 1, 9),
        (b"{a: 1}", "json.syntax", 1, 2),
        (b'{"a" 1}', "json.syntax", 1, 6),
        (b"[1] [2]", "json.syntax", 1, 5),
        (b"[1, 2", "json.syntax", 1, 6),
        (b'{"a": [1}', "json.syntax", 1, 9),
        (b"[01]", "json.syntax", 1, 3),
        (b"[1.]", "json.syntax", 1, 3),
        (b"[+1]", "json.syntax", 1, 2),
        (b"[.5]", "json.syntax", 1, 2),
        (b"['a']", "json.syntax", 1, 2),
        (b"[undefined]", "json.syntax", 1, 2),
        (b'["a\nb"]', "json.syntax", 1, 4),
        (b'["a', "json.syntax", 1, 2),
        (b'["\\x41"]', "json.syntax", 1, 3),
        (b"[1 // one\n]", "json.syntax", 1, 4),
        ("[\u00a01]".encode(), "json.syntax", 1, 2),
        (b"\x00", "json.syntax", 1, 1),
        (b"[" * 20_000, "json.too_deep", 1, 10_001),
    ],
)
def test_a_text_that_is_not_json_is_named_and_placed(data: bytes, code: str, line: int, column: int) -> None:
    assert error_of(data) == (code, line, column)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{\n  "a": 1,\n  "b": 2,\n  "a": 3\n}', ("json.duplicate_key", "/a", 4, 3)),
        ('{"x/y": {"": 1, "": 2}}', ("json.duplicate_key", "/x~1y/", 1, 17)),
        ('{"\\u0061": 1, "a": 2}', ("json.duplicate_key", "/a", 1, 15)),
        ("[1,\n NaN]", ("json.not_finite", "/1", 2, 2)),
        ('{"a": [-Infinity]}', ("json.not_finite", "/a/0", 1, 8)),
        ('{"a": Infinity}', ("json.not_finite", "/a", 1, 7)),
        ("[1e400]", ("json.number_range", "/0", 1, 2)),
        ("[-1e400]", ("json.number_range", "/0", 1, 2)),
        (f"[0, {'9' * 5000}]", ("json.number_range", "/1", 1, 5)),
        ('{"é😀": "\\ud800"}', ("json.lone_surrogate", "/é😀", 1, 8)),
        ('["\\ude00\\ud83d"]', ("json.lone_surrogate", "/0", 1, 2)),
        ('["\\ud83d\\ud83d\\ude00"]', ("json.lone_surrogate", "/0", 1, 2)),
    ],
)
def test_a_fault_has_a_pointer_and_a_place(text: str, expected: tuple[str, str, int, int]) -> None:
    assert fault_of(text) == expected
    with pytest.raises(jsontext.JsonTextError) as caught:
        jsontext.parse(text.encode())
    assert caught.value.code == expected[0]


def test_the_last_of_two_equal_keys_counts_and_unusable_numbers_are_null() -> None:
    document = jsontext.load(b'{"a": 1, "a": {"b": 2}, "c": NaN, "d": 1e999, "e": 5e-324}')
    assert document.value == {"a": {"b": 2}, "c": None, "d": None, "e": 5e-324}
    assert [fault.pointer for fault in document.faults] == ["/a", "/c", "/d"]


@pytest.mark.parametrize(
    "text",
    [
        '["\\ud83d\\ude00"]',
        '["\\\\ud800 as text"]',
        '{"a": {"x": 1}, "b": {"x": 1}}',
        '["<<<<<<< HEAD"]',
        "[1e308, 1E-400, -0, 0.1]",
        " \r\n\t[true, false, null] \n",
        f"[{'9' * 4300}]",
    ],
)
def test_what_looks_like_a_fault_and_is_none(text: str) -> None:
    assert jsontext.load(text.encode()).faults == ()
    assert jsontext.parse(text.encode()) == json.loads(text)


def test_a_byte_order_mark_and_crlf_change_nothing_but_bytes() -> None:
    text = '{\n  "a": [1,\n    NaN]\n}'
    plain = jsontext.load(text.encode())
    odd = jsontext.load(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert (odd.value, odd.faults) == (plain.value, plain.faults)
    assert (plain.faults[0].line, plain.faults[0].column) == (3, 5)


@pytest.mark.parametrize("depth", [100, 101, 900, 5_000])
def test_depth_is_bounded_without_a_recursion_error(depth: int) -> None:
    text = b"[" * depth + b"]" * depth
    assert jsontext.load(text).faults == ()
    if depth > jsontext.DEPTH_LIMIT:
        with pytest.raises(jsontext.JsonTextError, match="more than 100 levels"):
            jsontext.parse(text)
    else:
        assert jsontext.parse(text) == json.loads(text)


POSITIONS = """{
  "a": {"b/c": [10, {"d~": null}]},
  "": {
    "": "x"
  },
  "é": [ [],
    "é", 7 ]
}
"""


@pytest.mark.parametrize(
    ("pointer", "place"),
    [
        ("", (1, 1)),
        ("/a", (2, 3)),
        ("/a/b~1c", (2, 9)),
        ("/a/b~1c/0", (2, 17)),
        ("/a/b~1c/1", (2, 21)),
        ("/a/b~1c/1/d~0", (2, 22)),
        ("/", (3, 3)),
        ("//", (4, 5)),
        ("/é", (6, 3)),
        ("/é/0", (6, 10)),
        ("/é/1", (7, 5)),
        ("/é/2", (7, 10)),
        ("/é/3", None),
        ("/é/01", None),
        ("/é/-", None),
        ("/a/b", None),
        ("/a/b~1c/0/x", None),
    ],
)
def test_a_pointer_leads_to_a_place(pointer: str, place: tuple[int, int] | None) -> None:
    assert jsontext.locate(POSITIONS.encode(), pointer) == place


def test_a_pointer_to_a_repeated_key_leads_to_the_value_that_counts() -> None:
    assert jsontext.locate(b'{"a": {"b": 1},\n "a": {"b": 2}}', "/a/b") == (2, 8)


def test_a_text_too_deep_to_skip_is_still_no_error() -> None:
    assert jsontext.locate(b'{"a": ' + b"[" * 3000 + b"]" * 3000 + b', "b": 1}', "/b") in (None, (1, 6009))


def pointers_of(value: Any, pointer: str = "") -> list[tuple[str, Any]]:
    found = [(pointer, value)]
    if isinstance(value, dict):
        for key, item in value.items():
            found += pointers_of(item, pointer_join(pointer, key))
    if isinstance(value, list):
        for index, item in enumerate(value):
            found += pointers_of(item, pointer_join(pointer, index))
    return found


@given(values, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_both_parsers_read_what_the_standard_library_writes(
    value: Any, indent: int | str | None, ascii_only: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert jsontext.parse(text.encode()) == value
    assert scan(text) == (value, ())


@given(values)
def test_every_pointer_leads_to_the_text_of_its_value(value: Any) -> None:
    text = json.dumps(value, indent=1, ensure_ascii=False)
    lines = text.split("\n")
    expected = dict(pointers_of(value))
    places = jsontext.load(text.encode()).locate(expected)
    assert places.keys() == expected.keys()
    for pointer, (line, column) in places.items():
        rest = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
        key_or_value, end = json.JSONDecoder().raw_decode(rest)
        if rest[end : end + 1] == ":":
            assert key_or_value == pointer.rsplit("/", 1)[1].replace("~1", "/").replace("~0", "~")
            key_or_value, _ = json.JSONDecoder().raw_decode(rest[end + 2 :])
        assert key_or_value == expected[pointer]


@given(st.text(alphabet='{}[]:,"\\u0dDeE1-+.nt \n/NaIfy<=', max_size=30))
def test_the_careful_parser_agrees_with_the_standard_library_on_what_is_json(text: str) -> None:
    try:
        value = json.loads(text)
    except ValueError:
        with pytest.raises(jsontext.JsonTextError):
            jsontext.load(text.encode())
        return
    document = jsontext.load(text.encode())
    if not document.faults:
        assert document.value == value


@given(st.binary(max_size=40) | st.text(max_size=40).map(str.encode))
def test_no_bytes_bring_anything_but_a_document_or_a_named_error(data: bytes) -> None:
    failure = None
    try:
        document = jsontext.load(data)
    except jsontext.JsonTextError as error:
        failure = error
    if failure is None:
        assert not (isinstance(document.value, float) and math.isinf(document.value))
    else:
        assert failure.code.startswith("json.")
        assert failure.where is not None
        assert failure.where.line
        assert failure.where.column
