"""Our section in a site of somebody else's, in a real browser: at home in any theme, and a good guest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from test_site_plugin import join

from webservers import serving

pytestmark = pytest.mark.browser

THEMES = ("mkdocs", "readthedocs", "material")
#: A page of the user's with a block of the record, a table, a list and a code box of the user's own.
GUIDE = """\
# Guide

```mcp-docs
tool: ships
```

- mine

| a | b |
|---|---|
| 1 | 2 |

    code of mine
"""


@pytest.fixture(scope="module", params=THEMES)
def joined(request: pytest.FixtureRequest, harbour: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A user's site with our section in it, in one of the themes."""
    folder = tmp_path_factory.mktemp("joined")
    look = {"name": request.param, **({"font": False} if request.param == "material" else {})}
    (folder / "docs").mkdir()
    (folder / "docs" / "usage.md").write_text(GUIDE)
    return join(folder, harbour, theme=look)


@pytest.fixture(params=[390, 1440])
def page(request: pytest.FixtureRequest, browser: Browser, joined: Path) -> Iterator[Page]:
    """The site, served, in a window of a phone and of a desk; a path is opened below its address."""
    with serving(joined) as address:
        context = browser.new_context(
            base_url=f"{address}/", viewport={"width": request.param, "height": 844}
        )
        yield context.new_page()
        context.close()


def styles(page: Page, selector: str, *names: str) -> set[tuple[str, ...]]:
    """Return how everything that a selector finds looks; that is never nothing."""
    found = page.evaluate(
        """([selector, names]) => [...document.querySelectorAll(selector)].map((element) => {
            const style = getComputedStyle(element);
            return names.map((name) => style.getPropertyValue(name));
        })""",
        [selector, names],
    )
    assert found, selector
    return {tuple(values) for values in found}


CLEAR = "rgba(0, 0, 0, 0)"


def test_names_and_code_have_one_look(page: Page) -> None:
    page.goto("interface/tools/ships/")
    assert styles(page, ".mcp h1 code, .mcp-row__name", "border-top-style", "background-color") == {
        ("none", CLEAR)
    }
    # One box and not two: the text's own, in the colours of the page and of its size.
    assert styles(page, ".mcp pre", "border-top-style", "background-color", "padding-top") == {
        ("none", CLEAR, "0px")
    }
    boxes = styles(page, ".mcp .mcp-code > code", "border-top-width", "border-top-style", "white-space")
    assert boxes == {("1px", "solid", "pre")}
    size = float(page.evaluate("parseFloat(getComputedStyle(document.querySelector('.mcp')).fontSize)"))
    (drawn,) = {values[0] for values in styles(page, ".mcp .mcp-code > code", "font-size")}
    assert float(drawn.removesuffix("px")) == pytest.approx(0.8 * size, abs=0.1)


def test_lists_of_ours_have_no_marks(page: Page) -> None:
    page.goto("interface/tools/ships/")
    for selector in (".mcp-rows > li", ".mcp-lines > li", ".mcp-strip li"):
        assert styles(page, selector, "list-style-type", "margin-left") == {("none", "0px")}


def test_tables_are_neither_striped_nor_boxed(page: Page) -> None:
    page.goto("interface/releases/")
    cells = styles(
        page,
        ".mcp-table tbody td",
        "background-color",
        "box-shadow",
        "border-left-width",
        "border-right-width",
    )
    assert {(colour, left, right) for colour, _, left, right in cells} == {(CLEAR, "0px", "0px")}
    # A shade that a theme lays over a cell is drawn as a shadow inside of it.
    assert {shadow.partition(")")[0] for _, shadow, _, _ in cells} <= {"none", "rgba(0, 0, 0, 0"}


def test_the_version_can_be_read_where_it_is_chosen(page: Page) -> None:
    page.goto("interface/tools/ships/")
    page.wait_for_selector(".mcp-version select")
    inside = page.evaluate(
        "!document.querySelector('.md-header__title') && !!document.querySelector('.mcp .mcp-version')"
    )
    if inside:  # there is no header of the theme's for it
        fits = page.evaluate(
            """() => { const select = document.querySelector(".mcp-version select");
            const free = select.cloneNode(true); free.style.maxWidth = "none"; select.after(free);
            return select.clientWidth >= free.clientWidth; }"""
        )
        assert fits


@pytest.mark.parametrize(
    "path", ["", "usage/", "interface/", "interface/tools/ships/", "interface/releases/", "interface/compare/1.0.0/",
             "interface/audit/", "interface/changelog/", "interface/rules/"],
)  # fmt: skip
def test_no_page_of_a_joined_site_is_wider_than_the_window(page: Page, path: str) -> None:
    page.goto(path)
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert over <= 0


def test_what_is_the_users_looks_as_the_theme_has_it(page: Page) -> None:
    page.goto("usage/")
    look = (
        "list-style-type",
        "margin-left",
        "border-top-style",
        "background-color",
        "padding-left",
        "font-size",
    )
    mine = {
        selector: styles(page, selector, *look)
        for selector in ("h1 ~ ul > li", "h1 ~ * td, h1 ~ * table", "h1 ~ pre, h1 ~ div > pre")
    }
    page.evaluate("document.querySelector('link[href*=\"mcp-docs.css\"]').disabled = true")
    assert mine == {selector: styles(page, selector, *look) for selector in mine}


@pytest.mark.parametrize("joined", ["material"], indirect=True)
def test_from_a_disk_no_search_of_ours_stands_in_a_joined_site(browser: Browser, joined: Path) -> None:
    opened = browser.new_page()
    # Neither on the user's pages, with a block of the record or without, nor on ours, where it would find nothing.
    for path in ("index.html", "usage/index.html", "interface/tools/ships/index.html"):
        opened.goto((joined / path).as_uri())
        opened.wait_for_load_state("load")
        assert opened.locator("input[type=search]").count() == 0
    opened.close()


def test_from_a_disk_a_site_of_ours_alone_has_a_search(browser: Browser, site: Path) -> None:
    opened = browser.new_page()
    opened.goto((site / "tools/ships/index.html").as_uri())
    opened.locator("input[type=search]").press_sequentially("berths", delay=20)
    opened.locator(".mcp-found a", has_text="berths").first.click()
    assert opened.locator("h1").inner_text() == "berths"
    opened.close()


@pytest.mark.parametrize("joined", ["mkdocs"], indirect=True)
@pytest.mark.parametrize("path", ["tools/ships", "compare"])
def test_from_a_disk_the_server_that_is_named_is_that_of_the_users_site(
    browser: Browser, joined: Path, path: str
) -> None:
    opened = browser.new_page()
    opened.goto((joined / f"interface/{path}/index.html").as_uri())
    assert "through a web server, such as mkdocs serve." in opened.locator(".mcp").last.inner_text()
    opened.close()
