"""YAML as JSON with comments: no more than JSON has, and no more work than its size."""

from __future__ import annotations

import pytest

from mcp_docs.contracts.yamltext import YamlFault, load


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: no\nb: 2026-06-10\nc: 12:30", {"a": "no", "b": "2026-06-10", "c": "12:30"}),
        (
            "[true, False, null, ~, 1, -2, 0x1F, 0o17, 1.5, .5, 1e3, '1', yes]",
            [True, False, None, None, 1, -2, 31, 15, 1.5, 0.5, 1000.0, "1", "yes"],
        ),
        ("a: &x {b: 1}\nc: *x", {"a": {"b": 1}, "c": {"b": 1}}),
        ("1: one\ntrue: two", {"1": "one", "true": "two"}),
        ("a:\n  <<: b", {"a": {"<<": "b"}}),
        ("a: |\n  text\n", {"a": "text\n"}),
        ("a:", {"a": None}),
    ],
)
def test_values_are_read_by_the_core_schema(text: str, value: object) -> None:
    assert load(text)[0] == value


def test_each_part_has_its_place() -> None:
    _, places = load("# comment\na:\n  - b: 1\n  - 2\n")
    assert places["/a"] == (2, 1)
    assert places["/a/0/b"] == (3, 5)
    assert places["/a/1"] == (4, 5)


BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [" + ", ".join([f"*a{n - 1}"] * 10) + "]\n" for n in range(1, 12)
)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (BOMB, 1, "aliases expand to more than 100,000 values"),
        ("a: &a [*a]", 1, "nested more than 100 levels deep"),
        ("a: &a {b: *a}", 1, "nested more than 100 levels deep"),
        ("[" * 200 + "]" * 200, 1, "nested more than 100 levels deep"),
        ("[" * 50_000, 1, "nested more than 100 levels deep"),
        ("a: 1\nb: !!python/object/apply:os.system ['true']", 2, "python/object/apply"),
        ("a: !!python/name:os.system x", 1, "python/name"),
        ("a: !!binary aGk=", 1, "binary"),
        ("a: !own {b: 1}", 1, "!own"),
        ("a: !!int x", 1, "'x'"),
        ("a: 1e999", 1, "1e999"),
        ("a: " + "9" * 5_000, 1, "no value that JSON has"),
        ("a: 1\na: 2", 2, "'a' occurs twice"),
        ("a: 1\n? [b]\n: 2", 2, "a key is a list"),
        ("a: 1\n---\nb: 2", 2, "not YAML"),
        ("a: [1\nb: 2", 2, "not YAML"),
        ("a: *nowhere", 1, "undefined alias"),
        ('a: "\\ud800"', 1, "surrogate"),
        ("a: 1\nb: \x07", 2, "does not allow"),
        ("x" * 1_000_001, 1, "more than 1 MB"),
        ("# nothing", 1, "empty"),
    ],
)
def test_what_json_has_not_is_refused_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(YamlFault, match=words.replace("(", r"\(")) as caught:
        load(text)
    if text is not BOMB:
        assert caught.value.position[0] == line
