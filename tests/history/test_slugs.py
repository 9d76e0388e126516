from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_docs.history.slugs import RESERVED_VERSIONS, assign_slugs

NAMES = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["x", "X", "..", ".", "", "CON", "con.txt", "README", "index", "a/b", "a-b", "a b", "é", "A", "a"]
    ),
    st.text(alphabet="abAB-./_ ", max_size=6),
    st.text(alphabet="ab", min_size=90, max_size=120),
)


@pytest.mark.parametrize("name", ["issue_write", "getUser", "a.b-c~d", "1.0.0-rc.1", "_private", "a" * 80])
def test_a_good_segment_stays_as_it_is(name: str) -> None:
    assert assign_slugs([name]) == {name: name}


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("a/b", "a-b-"), ("..", ""), ("", ""), ("CON", "con-"), ("nul.json", "nul-json-"),
        ("README", "readme-"), ("index.html", "index.html-"), ("file:///{path}", "file-path-"), ("größe", "gr-e-"),
        ("日本", ""), ("a" * 81, "a" * 60 + "-"), (".hidden", "hidden-"), ("end.", "end-"), ("a b", "a-b-"), ("\ud800", ""),
    ],
)  # fmt: skip
def test_another_is_cleaned_and_gets_a_hash(name: str, start: str) -> None:
    assert re.fullmatch(re.escape(start) + r"[0-9a-f]{10}", assign_slugs([name])[name])


def test_the_first_of_two_that_differ_in_case_keeps_its_name() -> None:
    slugs = assign_slugs(["x", "X"])
    assert slugs["x"] == "x"
    assert slugs["X"].startswith("x-")
    assert assign_slugs(["X", "x"])["X"] == "X"


def test_a_reserved_segment_is_not_given_away() -> None:
    slugs = assign_slugs(["1.0.0", "latest", "Tools"], RESERVED_VERSIONS)
    assert slugs["1.0.0"] == "1.0.0"
    assert slugs["latest"].startswith("latest-")
    assert slugs["Tools"].startswith("tools-")


def test_a_name_that_looks_like_anothers_hash_takes_nothing_from_it() -> None:
    hashed = assign_slugs(["a/b"])["a/b"]
    slugs = assign_slugs([hashed, "a/b"])
    assert slugs[hashed] == hashed
    assert slugs["a/b"] != hashed
    assert slugs["a/b"].startswith(hashed)


@given(st.lists(NAMES, unique=True, max_size=12))
def test_segments_are_safe_and_unique_on_any_disk(names: list[str]) -> None:
    slugs = assign_slugs(names)
    assert list(slugs) == names
    assert len({slug.casefold() for slug in slugs.values()}) == len(names)
    for slug in slugs.values():
        assert re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9_.~-]{0,130}", slug)
        assert not slug.endswith(".")
        assert slug.partition(".")[0].casefold() not in {"con", "aux", "nul", "prn", "com1", "lpt1"}


@given(st.lists(NAMES, unique=True, max_size=8), st.lists(NAMES, unique=True, max_size=4))
def test_no_address_changes_when_names_are_added(names: list[str], more: list[str]) -> None:
    before = assign_slugs(names)
    after = assign_slugs([*names, *more])
    assert {name: after[name] for name in names} == before
