"""Patterns as ECMA-262 has them, and languages as automata have them."""

from __future__ import annotations

import random
import re

import pytest

from mcp_docs.schema.budget import Budget, Unmodelled
from mcp_docs.schema.containment import decide
from mcp_docs.schema.patterns.language import Language, matcher
from mcp_docs.schema.patterns.parse import BadPattern

MATCHES = [
    ("a", "xay", True),
    ("^a$", "a\n", False),  # $ is the end, and only the end
    (".", "\n", False),
    (".", "\u2028", False),
    (r"^\d$", "\u0663", False),  # an Arabic digit is no ECMA digit
    (r"^\w$", "\u00e9", False),
    (r"^\s$", "\ufeff", True),
    (r"^\S+$", "a b", False),
    ("^.$", "\U0001f600", True),  # characters are code points
    (r"^[^]$", "\n", True),
    ("[]", "a", False),
    (r"^\u0041\x42$", "AB", True),
    (r"^\u{1F600}$", "\U0001f600", True),
    (r"^[\w.-]+$", "a.b-c", True),
    (r"^[a-z0-9_-]+$", "a_b-9", True),
    (r"^a{2,3}$", "aaaa", False),
    ("a{,3}", "a{,3}", True),  # no quantifier, so a text
    (r"^(?:a|b)*?c$", "abac", True),
    (r"^(?<year>\d{4})$", "2024", True),
    (r"^(?!foo).*$", "foobar", False),
    (r"^(?=.*\d)[a-z\d]+$", "abc1", True),
    (r"^(?=.*\d)[a-z\d]+$", "abc", False),
    (r"\bfoo\b", "a foo b", True),
    (r"\bfoo\b", "afoo", False),
    (r"^\B$", "", True),
    (r"a\/b", "a/b", True),
    (r"^(a|^b)+$", "ab", False),
    ("(a$|b)c*", "bcc", True),
]


@pytest.mark.parametrize(("pattern", "text", "expected"), MATCHES)
def test_matching(pattern: str, text: str, *, expected: bool) -> None:
    assert matcher(pattern).search(text) is expected


@pytest.mark.parametrize(
    "pattern", ["[", "(", ")", "a**", "*a", "(?a)", "[b-a]", "a{2,1}", "\\", r"\u{110000}"]
)
def test_what_is_no_pattern(pattern: str) -> None:
    with pytest.raises(BadPattern):
        matcher(pattern)


@pytest.mark.parametrize(
    "pattern", [r"(?<=a)b", r"(?<!a)b", r"(a)\1", r"\p{L}", r"(?:(?=a)b)*", r"\cA", r"\01"]
)
def test_what_is_not_modelled_is_refused(pattern: str) -> None:
    with pytest.raises(Unmodelled):
        matcher(pattern)


INCLUSIONS = [
    ("^[a-z]+$", "^[a-z0-9]+$", None),
    ("^[a-z0-9]+$", "^[a-z]+$", "0"),
    ("^a{1,255}$", "^a{1,1024}$", None),
    ("^a{1,300}$", "^a{1,299}$", "a" * 300),
    ("^(ab)*$", "^(abab)*$", "ab"),
    ("^v[0-9]+$", "^v", None),
    ("^v", "^v[0-9]+$", "v"),
    (r"^\d{4}-\d{2}-\d{2}$", r"^[\d-]{10}$", None),
    ("^(?!a)[ab]+$", "^b", None),
    ("^b", "^(?!a)", None),
    (r"\bfoo\b", "foo", None),
    ("^(a|b)*a(a|b){5}$", "^(a|b)*a(a|b){4}$", "abaaaa"),
    ("", "^", None),
    ("x", "", None),
]


@pytest.mark.parametrize(("one", "two", "witness"), INCLUSIONS)
def test_inclusion(one: str, two: str, witness: str | None) -> None:
    found = Language(Budget(100_000)).shortest([one], [two], (0, None))
    if witness is None:
        assert found is None
    else:
        assert found is not None
        assert len(found) == len(witness)
        assert matcher(one).search(found)
        assert not matcher(two).search(found)
    verdict = decide({"type": "string", "pattern": one}, {"type": "string", "pattern": two})
    assert verdict.outcome == ("compatible" if witness is None else "breaking")


def test_bounds_and_exceptions() -> None:
    language = Language(Budget(100_000))
    assert language.shortest(["^[ab]$"], [], (0, None), ["a"]) == "b"
    assert language.shortest(["^[ab]$"], [], (0, None), ["a", "b"]) is None
    assert language.shortest(["^(ab)*$"], [], (5, 6)) == "ababab"
    assert language.shortest(["^(ab)*$"], [], (5, 5)) is None
    assert language.shortest([], [], (2, 2)) == "aa"


def test_every_exception_is_told_apart() -> None:
    """A language of ten thousand strings of which all, and all but one, are excepted."""
    every = [f"v{number:04}" for number in range(10_000)]
    language = Language(Budget(1_000_000))
    assert language.shortest(["^v[0-9]{4}$"], [], (0, None), every) is None
    assert language.shortest(["^v[0-9]{4}$"], [], (0, None), [*every[:9_987], *every[9_988:]]) == "v9987"
    many = sorted(chr(0x4E00 + number) for number in range(200))
    assert language.shortest(["^[\u4e00-\u4ec8]$"], [], (0, None), many) == "\u4ec8"


def _pattern(rng: random.Random, depth: int) -> str:
    if depth == 0 or rng.random() < 0.3:
        return rng.choice(["a", "b", "[ab]", "^", "$", r"\b", ".", "[^a]", "_", " "])
    inner = _pattern(rng, depth - 1)
    return rng.choice(
        [
            inner + _pattern(rng, depth - 1),
            f"(?:{inner}|{_pattern(rng, depth - 1)})",
            f"(?:{inner}){rng.choice(['*', '+', '?', '{2}', '{1,2}'])}",
            f"(?={inner}){_pattern(rng, depth - 1)}",
            f"(?!{inner}){_pattern(rng, depth - 1)}",
        ]
    )


def test_agreement_with_python_where_the_dialects_agree() -> None:
    rng = random.Random(1)
    compared = 0
    for _ in range(1_500):
        pattern = _pattern(rng, 4)
        try:
            ours = matcher(pattern)
        except (Unmodelled, BadPattern):
            continue
        theirs = re.compile(pattern)
        for _ in range(8):
            text = "".join(rng.choice("ab _") for _ in range(rng.randrange(5)))
            assert ours.search(text) == bool(theirs.search(text)), (pattern, text)
            compared += 1
    assert compared > 5_000
