"""Text of a lockfile as HTML: it reads well and can do nothing."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_docs.site.text import markdown, summary, visible_lines

ALLOWED = set(
    "a blockquote br code del em h4 h5 h6 hr li ol p pre s strong table tbody td th thead tr ul".split()
)  # fmt: skip
HOSTILE = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![x](https://tracker.example/x.png)",
    "![x](javascript:alert(1))",
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt&#58;alert(1))",
    "[a](vbscript:x)",
    "[a](data:text/html,<script>alert(1)</script>)",
    "[a][r]\n\n[r]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "<a href='javascript:alert(1)'>a</a>",
    "# top\n\n## second",
    "Setext\n===",
    "a{: onclick=alert(1) }",
    "{: style=position:fixed id=__search }",
    '--8<-- "/etc/passwd"',
    "[TOC]",
    "{{ 7*7 }}",
    '!!! note "<b onmouseover=alert(1)>"',
    "```mermaid\ngraph TD\n```",
    "</main></article><h1>out</h1>",
    "<form action=//x><input name=q></form>",
    "<iframe src=//x></iframe>",
    "<svg/onload=alert(1)>",
    "<style>*{display:none}</style>",
    "| a |\n|:-:|\n| <b onclick=x>b</b> |",
    '"><script>alert(1)</script>',
    "[a](https://ok.example 'x\" onmouseover=\"alert(1)')",
    "<!-- --><script>x</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
)


class Tags(HTMLParser):
    """Collects start tags with their attributes."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def assert_inert(source: str) -> None:
    for tag, attributes in Tags(source).found:
        assert tag in ALLOWED, source
        assert set(attributes) <= {"href", "title", "rel", "start"}, source
        if "href" in attributes:
            assert str(attributes["href"]).startswith(("http://", "https://", "mailto:")), source
            assert attributes["rel"] == "nofollow noopener noreferrer", source


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_inert(text: str) -> None:
    assert_inert(markdown(text))


@given(st.text(alphabet=st.sampled_from("<>&\"'`*_[]()!#|:/\\-=+~{}.\n\t aijsx0\u202e\u200b"), max_size=60))
def test_any_text_is_inert(text: str) -> None:
    assert_inert(markdown(text))


def test_markdown_reads_as_markdown() -> None:
    assert markdown("Finds *ships* by `flag`.") == "<p>Finds <em>ships</em> by <code>flag</code>.</p>\n"
    assert "<li>one</li>" in markdown("- one\n- two")
    assert '<a href="https://a.example/" rel="nofollow noopener noreferrer">a</a>' in markdown(
        "[a](https://a.example/)"
    )


def test_plain_text_takes_the_short_way_with_the_same_result() -> None:
    assert markdown(
        "Finds a ship's berth (if any)."
    ).strip() == "<p>Finds a ship's berth (if any).</p>".replace("'", "&#x27;")


@pytest.mark.parametrize(("level", "tag"), [(1, "h4"), (2, "h5"), (3, "h6"), (6, "h6")])
def test_headings_stand_below_those_of_the_page(level: int, tag: str) -> None:
    assert markdown("#" * level + " x") == f"<{tag}>x</{tag}>\n"


def test_an_image_becomes_its_words() -> None:
    assert markdown("![a map](https://tracker.example/m.png)") == "<p>[image: a map]</p>\n"


@pytest.mark.parametrize("character", ["\u202e", "\u200b", "\u2066", "\u00ad", "\x1b", "\ufeff", "\ud800"])
def test_hidden_characters_are_shown(character: str) -> None:
    shown = f"a⟨U+{ord(character):04X}⟩b"
    assert visible_lines(f"a{character}b") == shown
    assert shown in markdown(f"a{character}b")
    assert summary(f"a{character}b") == shown


def test_lines_and_letters_stay() -> None:
    assert visible_lines("Größe\n  日本語\n") == "Größe\n  日本語\n"


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Finds ships. Returns a list.", "Finds ships."),
        ("Finds\nships by flag\n\nMore.", "Finds ships by flag"),
        ("# Finds **ships**", "Finds ships"),
        ("Uses v1.2 of e.g. this.", "Uses v1.2 of e.g. this."),
        ("[docs](https://a.example) & <b>", "docs & <b>"),
        ("", ""),
    ],
)
def test_a_summary_is_the_first_sentence_as_plain_text(text: str, first: str) -> None:
    assert summary(text) == first


def test_a_long_summary_is_cut() -> None:
    assert summary("word " * 100, 20) == "word word word word…"
