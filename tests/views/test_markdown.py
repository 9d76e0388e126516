"""Text of a lockfile stays text in the Markdown that we write."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from mcp_docs.views.markdown import code, demote, escape, shorten, visible

RENDERER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


def inline(markdown: str) -> list[tuple[str, str]]:
    """The tokens that `markdown` gives after a list marker, as (type, content)."""
    tokens = RENDERER.parse(f"- x {markdown} y")
    assert [t.type for t in tokens] == [
        "bullet_list_open", "list_item_open", "paragraph_open", "inline", "paragraph_close", "list_item_close", "bullet_list_close",
    ]  # fmt: skip
    return [(child.type, child.content) for child in tokens[3].children or []]


@given(st.text())
@example("<img src=x onerror=alert(1)>")
@example("[a](javascript:alert(1))")
@example("# h\n\n<script>")
@example("**b** ~~s~~ `c` &lt; http://example.org a_b_c")
@example("| a | b |\n|---|---|")
def test_escaped_text_renders_as_its_own_characters(text: str) -> None:
    tokens = inline(f"[{escape(text)}]")
    assert {kind for kind, _ in tokens} <= {"text", "text_special"}
    assert "".join(content for _, content in tokens) == f"x [{visible(text)}] y"


@given(st.text(min_size=1, max_size=60))
@example("- x")
@example("1. x")
@example("12) x")
@example("=== x")
@example("+")
@example("    code")
def test_escaped_text_starts_no_block(text: str) -> None:
    shown = visible(text).strip()
    if not shown:
        return
    tokens = RENDERER.parse(f"- {escape(text).strip()}")
    assert [t.type for t in tokens][2:5] == ["paragraph_open", "inline", "paragraph_close"]
    assert "".join(child.content for child in tokens[3].children or []) == shown


def test_readable_text_stays_readable() -> None:
    assert escape("get_me: berths[].id (renamed to get-me), 50 % & more") == (
        r"get_me: berths\[\].id (renamed to get-me), 50 % \& more"
    )


def test_notes_of_people_fit_below_our_headings() -> None:
    notes = "# Big\n\ntext # not\n\n```sh\n# comment\n```\n\n##### Deep\n#hash"
    assert demote(notes, 2) == "### Big\n\ntext # not\n\n```sh\n# comment\n```\n\n###### Deep\n#hash"


@given(st.text(min_size=1, max_size=60))
@example("`")
@example("a``b`c")
@example(" leading")
@example("`` ` ``")
def test_a_code_span_holds_any_text(text: str) -> None:
    tokens = inline(code(text))
    assert [kind for kind, _ in tokens] == ["text", "code_inline", "text"]
    assert tokens[1][1].strip() == visible(text).strip()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb", "a⟨U+202E⟩b"),  # right-to-left override
        ("a\u200bb", "a⟨U+200B⟩b"),  # zero width space
        ("a\x00b", "a⟨U+0000⟩b"),
        ("a\ud800b", "a⟨U+D800⟩b"),  # lone surrogate
        ("a\ufffeb", "a⟨U+FFFE⟩b"),  # not a character, not allowed in XML
        ("a \n\t b", "a b"),
    ],
)
def test_hidden_characters_are_shown(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_long_values_are_cut_where_a_reader_sees_it() -> None:
    assert shorten("abcdef", 4) == "abc…"
    assert shorten("abcd", 4) == "abcd"
