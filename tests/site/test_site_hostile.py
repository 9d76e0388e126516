"""Text of a lockfile does nothing on a page, in a title, in the navigation or in the search index."""

from __future__ import annotations

import json
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from htmlpages import pages

from gitrepo import GitRepo
from mcp_docs.site.text import markdown, summary, visible_lines

MARK = "pwned"
#: Each tries to leave the place where it stands. All but those that are there to hide hold the mark.
PAYLOADS = (
    "<script>pwned()</script>",
    "<img src=x onerror=pwned()>",
    "<svg/onload=pwned()>",
    "</title><script>pwned()</script>",
    '"><img src=x onerror=pwned()>',
    "' onmouseover='pwned()' x='",
    "[x](javascript:pwned())",
    "[x](JaVaScRiPt:pwned())",
    "[x](vbscript:pwned())",
    "[x](data:text/html;base64,pwned)",
    "[x](file:///etc/pwned)",
    "[x][r]\n\n[r]: javascript:pwned()",
    "[x](&#106;avascript:pwned())",
    "<javascript:pwned()>",
    "![x](https://tracker.example/pwned.png)",
    "![x](data:image/svg+xml;base64,pwned)",
    "x{: onclick=pwned() }",
    "x{: style='color:red' id=__search class=pwned }",
    '--8<-- "/etc/passwd" pwned',
    "{{ 7*7 }} {% raw %} pwned",
    "[TOC]\n\npwned",
    '!!! danger "<img src=x onerror=pwned()>"\n    pwned',
    '=== "<script>pwned()</script>"\n    pwned',
    "```mermaid\ngraph LR; pwned\n```",
    "</code></pre></article></main></div><form action=https://evil.example><input name=pwned></form>",
    "<base href=https://evil.example/pwned>",
    "<meta http-equiv=refresh content='0; url=https://evil.example/pwned'>",
    "<iframe src=https://evil.example/pwned></iframe>",
    "<style>*{display:none}</style>pwned",
    "<!-- pwned",
    "]]>pwned<![CDATA[",
    "# pwned\n\n## pwned",
    "<mcp-docs-list>pwned</mcp-docs-list>",
    "<section data-search-exclude>pwned</section>",
    "<a href=x name=config id=__config>pwned</a>",
    "pwned\u202egnp.exe\u2066\u200b\ufeff",
    "pwned\x00\x08\x1b[31m",
    "pwned\ud800\udfff\ud83d",
    "`````pwned`",
    "| pwned | <b>x</b> |\n|---|---|\n| [y](javascript:pwned()) | z |",
)
#: Markdown that descriptions may use, so that a harmless site knows all the elements that are allowed.
HARMLESS = (
    "plain", "*em* **strong** ~~del~~ `code`", "[x](https://example.org/ 'title')", "<https://example.org>",
    "> quote", "1. one\n2. two", "3. three", "- item", "```\nblock\n```", "a  \nb", "***",
    "# one\n\n## two\n\n### three\n\n#### four", "| a | b |\n|---|---|\n| c | d |", "[x](mailto:a@example.org)",
)  # fmt: skip


def hostile_tool(number: int, text: str) -> dict[str, Any]:
    """A tool with the text everywhere that text can be."""
    inner = {
        "type": "string",
        "description": text,
        "enum": [text, "y"],
        "default": text,
        "title": text,
        "pattern": text,
    }
    return {
        "name": f"{text}-{number}",
        "title": text,
        "description": text,
        "inputSchema": {
            "type": "object",
            "properties": {text: inner, "x": {"type": text, "format": text, "const": {text: text}}},
            "required": [text],
        },
        "outputSchema": {
            "type": "object",
            "properties": {text: {"$ref": "#/$defs/d"}},
            "$defs": {"d": inner},
        },
        "annotations": {"title": text, "readOnlyHint": text},
        "icons": [{"src": text}],
        "_meta": {text: text},
    }


def hostile_lockfile(texts: tuple[str, ...], suffix: str) -> str:
    shown = [text + suffix for text in texts]
    numbered = list(enumerate(shown))
    document = {
        "covenant_version": "0.1.1",
        "server": {
            "name": shown[0], "title": shown[1], "version": shown[2], "instructions": "\n\n".join(shown), "description": shown[3],
        },
        "surface": {
            "tools": [hostile_tool(number, text) for number, text in numbered],
            "resources": [
                {"uri": f"x:{text}{n}", "name": text, "title": text, "description": text, "mimeType": text} for n, text in numbered
            ],
            "prompts": [
                {"name": f"{text}{n}", "description": text, "arguments": [{"name": text, "description": text}]} for n, text in numbered
            ],
        },
    }  # fmt: skip
    return json.dumps(document)


def make(texts: tuple[str, ...], repo: GitRepo, build: Callable[..., Any], output: Path) -> Path:
    """Build two releases, so that every text has also changed; notes and a commit's subject take part."""
    repo.commit(
        {"mcp-docs.lock": hostile_lockfile(texts, ""), "notes/1.0.0.md": "\n\n".join(texts[:-4])}, texts[0]
    )
    repo.tag("v1.0.0")
    repo.commit({"mcp-docs.lock": hostile_lockfile(texts[::-1], "."), "notes/1.1.0.md": texts[1]}, texts[1])
    repo.tag("v1.1.0")
    build(repo.path, output)
    return output


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory, build: Callable[..., Any]) -> tuple[Path, Path]:
    """A harmless site and a hostile one of the same shape."""
    place = tmp_path_factory.mktemp("hostile")
    filled = (HARMLESS * 4)[: len(PAYLOADS)]
    return (
        make(filled, GitRepo(place / "a"), build, place / "harmless"),
        make(PAYLOADS, GitRepo(place / "b"), build, place / "hostile"),
    )


def test_no_payload_brings_an_element_an_attribute_or_a_scheme(sites: tuple[Path, Path]) -> None:
    known: set[tuple[str, str]] = set()
    for _, document in pages(sites[0]):
        known |= document.vocabulary
    assert ("script", "src") in known
    assert not {name for _, name in known if name.startswith("on")}
    for path, document in pages(sites[1]):
        assert document.vocabulary <= known, path
        assert document.schemes <= {"", "https", "mailto"}, path
        assert not {i for i in document.ids if document.ids.count(i) > 1}, path


def test_no_payload_reaches_a_script_or_another_origin(sites: tuple[Path, Path]) -> None:
    seen = 0
    for path, document in pages(sites[1]):
        assert MARK not in "".join(document.scripts), path
        for tag, attributes in document.elements:
            for name in ("src", "href", "content", "style", "class", "action"):
                if tag not in {"a", "meta"} or name == "style":
                    assert (
                        MARK not in attributes.get(name, "") or "MCPC" in attributes[name] or tag == "link"
                    ), (path, tag)
        seen += MARK in document.text
    assert seen > len(PAYLOADS)


def test_nothing_was_executed_or_included(sites: tuple[Path, Path]) -> None:
    text = "".join(document.text for path, document in pages(sites[1]) if path.startswith("tools/"))
    assert "{{ 7*7 }}" in text
    assert "root:" not in text
    assert '--8<-- "/etc/passwd"' in text


def test_hidden_characters_are_shown(sites: tuple[Path, Path]) -> None:
    whole = ""
    for path, document in pages(sites[1]):
        whole += document.text
        # The path alone, since two whole sites are nothing that a failure could show.
        assert not set("\u202e\u2066\u200b\ufeff\x00\x08\x1b") & set(document.text), path
    for shown in ("⟨U+202E⟩", "⟨U+200B⟩", "⟨U+0000⟩", "⟨U+D83D⟩"):
        assert shown in whole


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        assert not attrs, (tag, attrs)


def test_the_search_index_holds_no_markup_of_the_servers(sites: tuple[Path, Path]) -> None:
    index = json.loads((sites[1] / "search/search_index.json").read_bytes())
    found = _Tags()
    for entry in index["docs"]:
        found.feed(entry["title"])
        assert not found.seen & {"script", "img", "svg", "style"}
        found.feed(entry["text"])
    assert found.seen <= {"p", "code", "pre", "ul", "ol", "li", "em", "strong", "blockquote", "table", "thead", "tbody",
                          "tr", "th", "td", "h1", "h4", "h5", "h6", "br", "hr"}  # fmt: skip
    assert MARK in json.dumps(index)


@pytest.mark.parametrize("mark", ["\x01mcp-docs-body\x01", "<mcp-docs-list>", "@@mcp-docs-body@@"])
def test_no_name_is_taken_for_a_mark_of_ours(
    tmp_path: Path, build: Callable[..., Any], git_repo: Callable[[], GitRepo], mark: str
) -> None:
    repo = git_repo()
    tools = [{"name": mark, "description": f'{mark} " onclick="pwned()', "inputSchema": {"type": "object"}}]
    server = {"name": mark, "title": mark, "version": "1.0.0"}
    repo.commit(
        {
            "mcp-docs.lock": json.dumps(
                {"covenant_version": "0.1.1", "server": server, "surface": {"tools": tools}}
            )
        }
    )
    repo.tag("v1.0.0")
    build(repo.path, tmp_path / "site")
    for path, document in pages(tmp_path / "site"):
        assert "onclick" not in {name for _, attributes in document.elements for name in attributes}, path
        assert [tag for tag, _ in document.elements].count("h1") <= 1, path
        assert len(document.ids) == len(set(document.ids)), path
        assert "\x01" not in document.text, path


def test_markdown_keeps_what_is_harmless() -> None:
    assert markdown("*a* `b`\n\n# c") == "<p><em>a</em> <code>b</code></p>\n<h4>c</h4>\n"
    assert markdown("[a](https://example.org)") == (
        '<p><a href="https://example.org" rel="nofollow noopener noreferrer">a</a></p>\n'
    )


def test_a_summary_is_the_first_sentence_as_plain_text() -> None:
    assert summary("Lists **all** [berths](https://example.org). And more.\n\nElse.") == "Lists all berths."


def test_line_breaks_stay_where_hidden_characters_are_shown() -> None:
    assert visible_lines("a\u200b\n\tb") == "a⟨U+200B⟩\n    b"
