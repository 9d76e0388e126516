"""Where pages stand: every version and element resolves, and nothing shares an address."""

from __future__ import annotations

import pytest
from records import STEPS, record, tool

from mcp_docs.errors import OutputError
from mcp_docs.site.pages import make_site
from mcp_docs.site.paths import Addresses, refuse_collisions, relative
from walks import interface

#: Names that no path may take as they are: outside, hidden, index documents, addresses' own characters.
ODD_NAMES = (
    "../../etc/passwd", "..", ".hidden", "README", "index", "con", "q?x=1", "h#top", "%2e%2e", "a/b", "a\\b",
    "X", "x", "", " ", "nul\x00", "tool\u202ename", "ünïcode", "a" * 300,
)  # fmt: skip


def test_the_newest_state_is_at_the_plain_address_and_older_ones_where_they_first_shipped() -> None:
    site = make_site(record(STEPS))
    elements = sorted(page.path for page in site.pages if page.template == "element.html.j2")
    assert elements == [
        "1.0.0/tools/find/",
        "tools/berths/",
        "tools/find/",
        "tools/new/",
        "tools/tides/",
        "unreleased/tools/find/",
    ]


def test_every_other_version_and_element_leads_to_its_state() -> None:
    assert dict(make_site(record(STEPS)).redirects) == {
        "1.0.0/tools/berths/": "tools/berths/",
        "1.1.0/tools/find/": "tools/find/",
        "1.1.0/tools/berths/": "tools/berths/",
        "2.0.0/tools/find/": "tools/find/",
        "2.0.0/tools/tides/": "tools/tides/",
        "unreleased/tools/tides/": "tools/tides/",
        "unreleased/tools/new/": "tools/new/",
        "latest/": "2.0.0/",
    }


def test_each_version_resolves_for_every_element_that_it_had_and_for_no_other() -> None:
    made = record(STEPS)
    site = make_site(made)
    addresses = {page.path for page in site.pages} | set(site.redirects)
    for release in made.by_version.values():
        for name in ("find", "berths", "tides", "new"):
            assert (f"{release.slug}/tools/{name}/" in addresses) is (
                release.interface.get("tool", name) is not None
            )


def test_odd_names_get_safe_addresses_of_their_own() -> None:
    made = record([("1.0.0", interface(*(tool(name) for name in ODD_NAMES)))])
    paths = [page.path for page in make_site(made).pages if page.template == "element.html.j2"]
    assert len({path.casefold() for path in paths}) == len(ODD_NAMES)
    for path in paths:
        kind, slug, empty = path.split("/")
        assert (kind, empty) == ("tools", "")
        assert slug.strip(".")
        assert all(c.isascii() and (c.isalnum() or c in "-_.~") for c in slug)
        assert slug.casefold() not in {"index", "readme", "con"}
        assert len(slug) < 100


@pytest.mark.parametrize(
    "version", ["tools", "changelog", "api", "search", "latest", "assets", "unreleased", "feeds"]
)
def test_a_version_named_like_a_page_of_ours_gets_another_address(version: str) -> None:
    made = record([(f"1.0.0-{version}", interface(tool("find")))])
    odd = record([(None, interface(tool("find"), version="1")), (None, interface(version=version))])
    for each in (made, odd):
        site = make_site(each)
        assert len({page.path for page in site.pages}) == len(site.pages)
    slugs = {release.slug for release in odd.releases}
    assert version not in slugs


@pytest.mark.parametrize(
    "paths", [("a/", "a/"), ("A/b/", "a/b/"), ("a/../b/",), ("a//b/",), ("..\\b/",), ("./",)]
)
def test_a_shared_or_unsafe_path_is_an_error(paths: tuple[str, ...]) -> None:
    with pytest.raises(OutputError):
        refuse_collisions(paths)


def test_distinct_paths_are_no_error() -> None:
    refuse_collisions(("a/", "a/b/", "b/"))


@pytest.mark.parametrize(
    ("here", "there", "address"),
    [
        ("", "", "index.html"),
        ("", "tools/x/", "tools/x/index.html"),
        ("tools/x/", "", "../../index.html"),
        ("tools/x/", "1.0.0/", "../../1.0.0/index.html"),
        ("1.0.0/tools/x/", "feeds/all.atom", "../../../feeds/all.atom"),
    ],
)
def test_addresses_are_relative_so_that_a_site_works_from_anywhere(
    here: str, there: str, address: str
) -> None:
    assert relative(here, there, "index.html") == address


def test_without_an_index_a_folder_is_linked_as_a_folder() -> None:
    assert relative("", "", "") == "./"
    assert relative("tools/", "", "") == "../"
    assert relative("tools/", "tools/x/", "") == "../tools/x/"


def test_the_server_and_unknown_elements_have_known_answers() -> None:
    addresses = Addresses(record(STEPS))
    assert addresses.element("server", "harbour") == "server/"
    assert addresses.element("tool", "no such tool") is None
