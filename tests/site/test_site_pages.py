"""What stands on the pages, told from a small history of which every change is known."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from htmlpages import Document, page, pages, parse
from records import record, tool

from mcp_docs.site.links import broken_links
from mcp_docs.site.pages import make_site
from mcp_docs.site.publish import Report
from mcp_docs.site.render import renderer
from walks import interface


def test_no_link_is_broken(site: Path) -> None:
    assert broken_links(site) == ()


def test_the_crawler_sees_a_missing_page_and_a_missing_anchor(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<p id="here"><a href="gone/">x</a><a href="#there">y</a><a href="#here">z</a>'
    )
    assert [fault.split(": ")[1] for fault in broken_links(tmp_path)] == [
        "the link 'gone/' leads to no file",
        "the link '#there' leads to no place on index.html",
    ]


@pytest.mark.parametrize("version", ["1.0.0", "1.1.0", "1.2.0", "2.0.0", "unreleased"])
@pytest.mark.parametrize(
    ("folder", "since", "until"),
    [
        ("tools/ships", "1.0.0", None),
        ("tools/berths", "1.0.0", "1.2.0"),
        ("tools/cranes", "unreleased", None),
    ],
)
def test_each_version_has_an_address_for_each_tool_it_had(
    site: Path, version: str, folder: str, since: str, until: str | None
) -> None:
    order = ["1.0.0", "1.1.0", "1.2.0", "2.0.0", "unreleased"]
    had = order.index(since) <= order.index(version) <= (order.index(until) if until else len(order))
    assert (site / version / folder / "index.html").exists() == had


def test_a_release_speaks_to_those_who_call(site: Path) -> None:
    shown = page(site, "1.1.0").text
    assert "What to do Send flag in every call." in shown
    assert "For maintainers" in shown


@pytest.mark.parametrize(
    "path", ["", "tools/", "tools/ships/", "1.1.0/", "1.1.0/tools/ships/", "changelog/", "rules/"]
)
def test_each_page_has_its_twin_for_programs(site: Path, path: str) -> None:
    twin = (site / path / "index.md").read_text(encoding="utf-8")
    assert twin.startswith("# ")
    assert any(link.endswith(f"{path}index.md") for link in page(site, path).links())


def test_a_twin_says_what_the_page_says(site: Path) -> None:
    twin = (site / "tools/ships/index.md").read_text(encoding="utf-8")
    assert "# Tool `ships`" in twin
    assert '- `flag` (string) Default `"red"`. One of `"red"`, `"green"`.' in twin
    assert "- 1.1.0 (2024-01-02) breaking: flag: is now required (undone in 1.2.0)" in twin


def test_an_older_state_is_declared_in_json(site: Path) -> None:
    declared = json.loads((site / "1.1.0/tools/ships/index.json").read_bytes())
    assert declared["releases"] == ["1.1.0"]
    assert declared["declared"]["inputSchema"]["required"] == ["flag"]


def test_agents_find_each_tool(site: Path) -> None:
    text = (site / "llms.txt").read_text(encoding="utf-8")
    for address in re.findall(r"\]\(([^)]*)\)", text):
        assert (site / address).is_file()
    assert "(tools/ships/index.md)" in text


def test_a_redirect_leads_to_the_state_that_its_version_had(site: Path) -> None:
    # 1.2.0 shipped ships as 1.0.0 had it, which 2.0.0 has too: the newest state.
    for version in ("1.0.0", "1.2.0", "2.0.0"):
        stub = site / version / "tools" / "ships" / "index.html"
        assert stub.stat().st_size < 1024
        address = f"../../../tools/ships/index.html?version={version}"
        assert page(site, f"{version}/tools/ships").links() == [address]
        assert f'content="0; url={address}"' in stub.read_text("utf-8")
    assert "This is an older state" in page(site, "1.1.0/tools/ships").text


def test_a_release_links_to_addresses_below_itself_which_no_newer_release_moves(site: Path) -> None:
    listed = [link for link in page(site, "1.0.0").links() if "tools/" in link and "#" not in link]
    assert {"../1.0.0/tools/ships/index.html", "../1.0.0/tools/berths/index.html"} <= set(listed)
    assert "../tools/ships/index.html" not in listed


def test_the_history_of_a_tool_says_who_would_notice_and_what_to_do(site: Path) -> None:
    history = page(site, "tools/ships").text.rpartition(" History ")[2]
    assert "What to do Send flag in every call." in history
    assert "What to do: Send flag in every call." in (site / "tools/ships/index.md").read_text("utf-8")


def test_home_says_that_a_step_was_too_small_and_nothing_where_none_was(site: Path) -> None:
    assert "2 of 3 releases declared too small a step" in page(site, "").text
    healthy = make_site(
        record([("1.0.0", interface(tool("find"))), ("1.1.0", interface(tool("find"), tool("new")))])
    )
    home = next(page for page in healthy.pages if not page.path)
    assert (home.data["judged"], home.data["underbumped"]) == (1, 0)
    shown = parse(renderer().body(home, healthy.shared)).text
    assert "too small a step" not in shown


def test_latest_leads_to_the_newest_release(site: Path) -> None:
    assert page(site, "latest").links() == ["../2.0.0/index.html"]


def test_a_release_says_what_broke_and_that_its_version_is_too_small(site: Path) -> None:
    shown = page(site, "1.1.0").text
    assert "Breaks callers of 1.0.0" in shown
    assert "under-bumped" in shown
    assert "Declared minor Demanded major" in shown
    assert "Proof: this call worked before and is rejected now" in shown


def test_a_release_that_declares_enough_is_not_marked(site: Path) -> None:
    shown = page(site, "2.0.0").text
    assert "Breaks callers of 1.2.0" in shown
    assert "under-bumped" not in shown


def test_notes_are_shown_with_their_html_as_text(site: Path) -> None:
    document = page(site, "2.0.0")
    assert "The <b>berths</b> are gone ." in document.text
    assert ("b", {}) not in document.elements
    assert [tag for tag, _ in document.elements].count("h1") == 1


def test_a_removed_tool_keeps_a_page_that_says_so(site: Path) -> None:
    shown = page(site, "tools/berths").text
    assert "Removed in 2.0.0" in shown
    assert "The last release that had it is 1.2.0" in shown


def test_a_tool_that_only_head_has_says_so(site: Path) -> None:
    assert "Not released yet." in page(site, "tools/cranes").text
    assert "Not released yet." not in page(site, "tools/ships").text


def test_a_null_schema_is_marked_where_it_was_shipped(site: Path) -> None:
    shown = page(site, "1.2.0/tools/tree").text
    assert "Not valid as the server declares it." in shown
    assert "This schema is not valid and cannot be described." in shown
    assert "Not valid" not in page(site, "tools/tree").text
    assert "tree" in page(site, "gaps").text


def test_a_parameter_shows_type_default_and_choices(site: Path) -> None:
    document = page(site, "tools/ships")
    assert "input-flag" in document.ids
    assert 'Default "red"' in document.text
    assert 'One of "red" "green"' in document.text


def test_a_schema_that_holds_itself_is_described_once(site: Path) -> None:
    document = page(site, "tools/tree")
    assert [i for i in document.ids if i.startswith("input-")] == [
        "input-top",
        "input-top.label",
        "input-top.next",
    ]
    assert "The same as top" in document.text
    assert "#input-top" in document.links()


def test_description_markdown_is_shown_as_markdown(site: Path) -> None:
    assert ("em", {}) in page(site, "tools/berths").elements


def test_prompts_and_resources_have_pages(site: Path) -> None:
    assert "who required" in page(site, "prompts/greet").text
    folder = next((site / "resources").glob("*/index.html"))
    assert "harbour://tides" in folder.read_text(encoding="utf-8")


def test_the_changelog_lists_breaks_and_counts_the_rest(site: Path) -> None:
    document = page(site, "changelog")
    assert "2.0.0" in document.text
    assert any(link.startswith("../1.1.0/index.html#MCPC-") for link in document.links())


def test_every_change_has_its_anchor_on_its_releases_page(site: Path) -> None:
    anchors = [
        i
        for v in ("1.1.0", "1.2.0", "2.0.0", "unreleased")
        for i in page(site, v).ids
        if i.startswith("MCPC-")
    ]
    linked = {
        link.partition("#")[2] for _, document in pages(site) for link in document.links() if "#MCPC-" in link
    }
    assert linked
    assert linked <= set(anchors)
    assert len(anchors) == len(set(anchors))


def test_a_rule_page_lists_its_occurrences(site: Path) -> None:
    assert "berths" in page(site, "rules/tool.removed").text
    assert "None in this history." not in page(site, "rules/tool.removed").text


def test_only_newest_states_are_searched(search_index: list[dict[str, Any]]) -> None:
    found = {entry["location"].partition("#")[0] for entry in search_index}
    assert "tools/ships/index.html" in found
    assert not {location for location in found if "/tools/" in location}


def test_every_page_has_unique_ids_one_heading_and_no_foreign_request(site: Path) -> None:
    for path, document in pages(site):
        assert len(document.ids) == len(set(document.ids)), path
        if not _is_redirect(document):
            assert [tag for tag, _ in document.elements].count("h1") == 1, path
        for tag, attributes in document.elements:
            if tag in {"script", "img", "link", "iframe", "source"} and attributes.get("rel") != "canonical":
                address = attributes.get("src", attributes.get("href", ""))
                assert "//" not in address, (path, address)


def test_feed_and_changelog_stand_beside_the_pages(site: Path) -> None:
    assert (site / "api/v1/index.json").is_file()
    assert (site / "changelog.md").read_text(encoding="utf-8").startswith("# Changelog of harbour\n")


def test_with_an_address_pages_and_redirects_say_where_they_belong(
    harbour: Path, build: Callable[..., Report], tmp_path: Path
) -> None:
    build(harbour, tmp_path / "site", base_url="https://docs.example/harbour")
    stub = (tmp_path / "site/1.0.0/tools/ships/index.html").read_text()
    assert '<link rel="canonical" href="https://docs.example/harbour/tools/ships/">' in stub
    assert "https://docs.example/harbour/tools/ships/" in (tmp_path / "site/sitemap.xml").read_text()


def test_strict_reports_what_is_left_out(harbour: Path, build: Callable[..., Report], tmp_path: Path) -> None:
    report = build(harbour, tmp_path / "site", strict=True)
    assert len(report.problems) == 1
    assert report.problems[0].startswith("tool:tree: inputSchema is null")


@pytest.mark.shared
def test_no_link_is_broken_in_a_real_history(
    history: Callable[[str], Path], build: Callable[..., Report], tmp_path: Path
) -> None:
    output = tmp_path / "site"
    build(history("github-mcp-server"), output)
    assert broken_links(output) == ()
    heaviest = max(output.glob("tools/*/index.html"), key=lambda path: path.stat().st_size)
    assert heaviest.stat().st_size < 100_000, heaviest
    for release in sorted(output.glob("[0-9]*/index.html")):
        assert "Everything in this version" in release.read_text(encoding="utf-8")


def _is_redirect(document: Document) -> bool:
    return any(attributes.get("http-equiv") == "refresh" for _, attributes in document.elements)


def test_the_page_of_feeds_has_one_for_each_element_and_asks_affected(site: Path) -> None:
    shown = page(site, "feeds")
    assert "mcp-docs affected --feed" in shown.text
    listed = set(re.findall(r'href="([^"]+)"', (site / "feeds/index.html").read_text("utf-8")))
    for element in ("tools/ships", "tools/berths", "prompts/greet"):
        assert f"{element}/breaking.atom" in {link.removeprefix("../feeds/") for link in listed}
