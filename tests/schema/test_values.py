"""Numbers and equality as JSON has them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_docs.schema.budget import Unmodelled
from mcp_docs.schema.prover.numeric import common_multiple
from mcp_docs.schema.source import resolve_uri
from mcp_docs.schema.values import exact, identical, key, plain, same


def test_numbers_are_the_decimals_they_are_written_as() -> None:
    assert exact(0.1) == Fraction(1, 10)
    assert exact(1e23) == 10**23
    assert exact(2**53 + 1) == 2**53 + 1
    assert plain(Fraction(1, 10)) == 0.1
    assert plain(Fraction(1, 3)) is None


@pytest.mark.parametrize("number", [float("inf"), float("nan"), 10**5_000], ids=["inf", "nan", "huge"])
def test_what_is_no_number_to_count_with(number: float) -> None:
    with pytest.raises(Unmodelled):
        exact(number)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_written_out_is_the_same_number(number: float) -> None:
    written = plain(exact(number))
    assert written is not None
    assert exact(written) == exact(number)


def test_equality() -> None:
    assert same(1, 1.0)
    assert not same([1], [True])
    assert not same([0], [False])
    assert not same("1", 1)
    assert same({"a": [1, {"b": 2}], "c": None}, {"c": None, "a": [1.0, {"b": 2.0}]})
    assert not same([1, 2], [2, 1])
    assert len({key(value) for value in (0, False, None, "", [], {}, "null")}) == 7  # type: ignore[arg-type]


def test_identity_is_stricter() -> None:
    assert identical({"a": [1]}, {"a": [1]})
    assert not identical(1, 1.0)
    assert not identical([True], [1])
    assert not identical({"a": 1}, {"b": 1})


@pytest.mark.parametrize(
    ("one", "two", "multiple"),
    [(4, 6, 12), (Fraction(3, 2), 2, 6), (Fraction(1, 10), Fraction(1, 4), Fraction(1, 2))],
)
def test_least_common_multiples(one: int, two: int, multiple: int) -> None:
    assert common_multiple(one, two) == multiple


@pytest.mark.parametrize(
    ("reference", "expected"),
    [  # RFC 3986 §5.4.1, a selection
        ("g:h", "g:h"),
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g"),
        ("g?y#s", "http://a/b/c/g?y#s"),
        ("", "http://a/b/c/d;p?q"),
        ("..", "http://a/b/"),
        ("../g", "http://a/b/g"),
        ("../../g", "http://a/g"),
        ("#s", "http://a/b/c/d;p?q#s"),
    ],
)
def test_references_are_resolved(reference: str, expected: str) -> None:
    assert resolve_uri("http://a/b/c/d;p?q", reference) == expected
