"""The site in a real browser, under a sub-path: what only a browser can tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page
from test_site_hostile import PAYLOADS, make

from gitrepo import GitRepo
from lockfiles import lockfile, tool
from mcp_docs.site.csp import with_policy
from mcp_docs.site.publish import Report
from webservers import serving

pytestmark = pytest.mark.browser

PAGES = (
    "", "tools/", "tools/ships/", "tools/berths/", "1.1.0/tools/ships/", "1.1.0/", "2.0.0/", "changelog/", "audit/",
    "compare/", "compare/1.0.0/", "deprecations/", "releases/", "rules/", "rules/tool.removed/", "feeds/", "server/",
)  # fmt: skip
#: What axe finds in the stock theme itself, in parts that are none of ours.
THEMES_OWN = {"landmark-unique"}


@dataclass
class Visit:
    """A page, and what was seen while it was open."""

    page: Page
    address: str
    told: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        self.page.goto(self.address + path)
        self.page.wait_for_load_state("networkidle")
        return self.page


@contextmanager
def served(site: Path, root: Path) -> Iterator[str]:
    """Serve a site below ``/proj/``."""
    (root / "proj").symlink_to(site)
    with serving(root) as found:
        yield f"{found}/proj/"


@pytest.fixture(scope="module")
def address(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The site below ``/proj/`` of a server."""
    with served(site, tmp_path_factory.mktemp("root")) as found:
        yield found


def visited(context: BrowserContext, address: str) -> Visit:
    visit = Visit(context.new_page(), address)
    visit.page.on("console", lambda m: visit.told.append(m.text) if m.type in {"error", "warning"} else None)
    visit.page.on("pageerror", lambda error: visit.told.append(str(error)))
    visit.page.on("dialog", lambda dialog: visit.told.append(f"dialog {dialog.message}"))
    visit.page.set_default_timeout(10_000)
    visit.page.on("request", lambda r: None if r.url.startswith(address) else visit.foreign.append(r.url))
    return visit


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    yield visited(context, address)
    context.close()


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_asked_of_others_and_nothing_goes_wrong(visit: Visit, path: str) -> None:
    visit.open(path)
    assert (visit.told, visit.foreign) == ([], [])


@pytest.mark.parametrize("width", [390, 1440])
def test_no_page_is_wider_than_the_window(browser: Browser, address: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844})
    visit = visited(context, address)
    wide = {}
    for path in PAGES:
        page = visit.open(path)
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if over > 0:
            wide[path] = over
    context.close()
    assert wide == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_of_ours(browser: Browser, address: str, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme, bypass_csp=True)  # type: ignore[arg-type]
    visit = visited(context, address)
    found = {}
    for path in PAGES:
        violations = Axe().run(visit.open(path)).response["violations"]
        ours = [
            (v["id"], n["html"][:200]) for v in violations if v["id"] not in THEMES_OWN for n in v["nodes"]
        ]
        if ours:
            found[path] = ours
    context.close()
    assert found == {}


def test_the_version_selector_keeps_the_element(visit: Visit) -> None:
    page = visit.open("tools/ships/")
    page.wait_for_selector(".mcp-version select")
    page.select_option(".mcp-version select", label="1.1.0")
    page.wait_for_url("**/1.1.0/tools/ships/**")
    assert page.locator(".mcp-banner").first.inner_text().startswith("This is an older state")


def test_a_chosen_version_stays_chosen_where_another_had_the_same(visit: Visit) -> None:
    # 1.0.0, 1.2.0 and 2.0.0 share a page.
    page = visit.open("1.0.0/")
    page.click(".mcp-catalogue a:has-text('ships')")
    page.wait_for_url("**/tools/ships/*version=1.0.0")
    chosen = page.locator(".mcp-version select option:checked")
    assert chosen.inner_text() == "1.0.0"
    line = page.locator(".mcp-asked")
    assert line.inner_text() == "1.0.0 had the same as 2.0.0 (newest). Everything in 1.0.0"
    page.select_option(".mcp-version select", label="1.2.0")
    page.wait_for_url("**version=1.2.0")
    assert page.locator(".mcp-asked").inner_text().startswith("1.2.0 had the same as 2.0.0 (newest).")
    page.select_option(".mcp-version select", label="2.0.0 (newest)")
    page.wait_for_url(lambda url: "version=" not in url)
    page.wait_for_selector(".mcp-version select")
    assert (chosen.inner_text(), line.count()) == ("2.0.0 (newest)", 0)
    assert (visit.told, visit.foreign) == ([], [])


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory, build: Callable[..., Report]) -> Iterator[str]:
    """A site of 1.0.0 with ``kept`` and ``other``, 1.1.0 with another ``other``, 2.0.0 with ``late`` too."""
    place = tmp_path_factory.mktemp("grown")
    repo = GitRepo(place / "repository")
    before, after = (tool("other", {name: {"type": "string"}}) for name in ("a", "b"))
    for version, *tools in (
        ("1.0.0", tool("kept"), before),
        ("1.1.0", tool("kept"), after),
        ("2.0.0", tool("kept"), after, tool("late")),
    ):
        repo.commit({"mcp-docs.lock": lockfile(*tools, version=version)}, f"Release {version}")
        repo.tag(f"v{version}")
    build(repo.path, place / "site")
    (place / "root").mkdir()
    with served(place / "site", place / "root") as found:
        yield found


def test_the_list_beside_a_page_leads_to_what_the_chosen_version_had(browser: Browser, grown: str) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    visit = visited(context, grown)
    page = visit.open("tools/kept/?version=1.0.0")
    late, other = (
        page.locator(".md-nav--primary .md-nav__link", has_text=name) for name in ("late", "other")
    )
    assert late.get_attribute("title") == "Did not exist in 1.0.0"
    assert page.locator(".mcp-absent").count() == 1
    other.click()
    page.wait_for_url("**/proj/1.0.0/tools/other/**")
    assert page.locator(".mcp-version select option:checked").inner_text() == "1.0.0"
    page = visit.open("tools/kept/?version=1.1.0")
    other.click()
    page.wait_for_url("**/proj/tools/other/*version=1.1.0")
    # Without a choice nothing is rewritten.
    page = visit.open("tools/kept/")
    assert page.locator(".mcp-absent").count() == 0
    other.click()
    page.wait_for_url("**/proj/tools/other/**")
    assert (visit.told, visit.foreign) == ([], [])
    context.close()


def test_the_names_of_releases_stay_where_the_matrix_scrolls(visit: Visit) -> None:
    page = visit.open("audit/")
    box = page.locator(".mcp-scroll--matrix")
    assert page.locator(".mcp-matrix__rows text").all_text_contents() == ["2.0.0", "1.2.0", "1.1.0", "1.0.0"]
    page.evaluate("document.querySelector('.mcp-scroll--matrix').style.cssText = 'width:80px;height:80px'")
    before = [page.locator(f".mcp-matrix__{name}").bounding_box() for name in ("rows", "columns", "marks")]
    box.evaluate("box => box.scrollTo(20, 25)")
    after = [page.locator(f".mcp-matrix__{name}").bounding_box() for name in ("rows", "columns", "marks")]
    moved = [
        (a and b and (round(b["x"] - a["x"]), round(b["y"] - a["y"])))
        for a, b in zip(before, after, strict=True)
    ]
    assert moved == [(0, -25), (-20, 0), (-20, -25)]
    assert (
        page.locator(".mcp-matrix__rows text").first.evaluate("t => getComputedStyle(t).fontSize") == "11px"
    )


def test_a_version_that_has_another_state_leads_there(visit: Visit) -> None:
    visit.page.goto(f"{visit.address}tools/ships/?version=1.1.0#history")
    visit.page.wait_for_url("**/proj/1.1.0/tools/ships/*#history")
    assert "1.1.0" in visit.page.locator(".mcp-version option:checked").inner_text()
    # The page that led here is not one to go back to.
    assert visit.page.evaluate("history.length") <= 2


@pytest.mark.parametrize(
    ("path", "asked", "told"),
    [
        ("tools/ships/", "9.9.9", "There is no version 9.9.9 on record. Shown here is 2.0.0."),
        ("tools/ships/", "%3Cb%3E", "There is no version <b> on record. Shown here is 2.0.0."),
        ("tools/berths/", "2.0.0", "2.0.0 did not have it. Shown here is 1.2.0."),
    ],
)
def test_a_version_that_cannot_be_shown_is_told_with_the_one_that_is(
    visit: Visit, path: str, asked: str, told: str
) -> None:
    page = visit.open(f"{path}?version={asked}")
    assert page.locator(".mcp-asked").inner_text() == told


def test_a_version_that_is_no_text_changes_nothing_else(visit: Visit) -> None:
    page = visit.open("tools/ships/?version=%E0%A4%A")
    assert page.locator(".mcp-version select option:checked").inner_text() == "2.0.0 (newest)"
    assert visit.told == []


def test_a_version_without_the_element_cannot_be_chosen(visit: Visit) -> None:
    page = visit.open("tools/berths/")
    page.wait_for_selector(".mcp-version select")
    assert page.locator(".mcp-version option", has_text="2.0.0").is_disabled()


def test_an_old_release_says_that_it_is_not_the_newest(visit: Visit) -> None:
    assert visit.open("1.1.0/").locator(".mcp-outdated").is_visible()
    assert visit.open("2.0.0/").locator(".mcp-outdated").count() == 0


def test_a_filter_is_in_the_address_and_comes_back_from_it(visit: Visit) -> None:
    page = visit.open("changelog/")
    page.select_option(".mcp-filters select[name=level]", "breaking")
    assert "level=breaking" in page.url
    shown = page.locator(".mcp li[data-level]:visible")
    assert {shown.nth(n).get_attribute("data-level") for n in range(shown.count())} == {"breaking"}
    page.goto(page.url)
    assert page.locator(".mcp-filters select[name=level]").input_value() == "breaking"
    assert (
        page.locator(".mcp li[data-level]:visible").count() == 4
    )  # ships twice in 1.1.0, tree in 1.2.0, berths in 2.0.0


def test_breaks_are_filtered_by_what_went_and_when(visit: Visit) -> None:
    page = visit.open("audit/?what=tool+removed&year=2024#breaks")
    assert page.locator(".mcp-breaks li:visible .mcp-name").all_inner_texts() == ["berths"]
    # Everything breaking, and everything about tools: no choice at all.
    assert page.locator(".mcp-filters select[name=level], .mcp-filters select[name=kind]").count() == 0
    page.select_option(".mcp-filters select[name=what]", "")
    page.wait_for_url(lambda address: "what=" not in address)
    assert page.locator(".mcp-breaks li:visible").count() == 4  # as in the changelog


def test_a_page_is_copied_as_markdown(visit: Visit) -> None:
    page = visit.open("2.0.0/")
    page.click(".mcp-copy")
    page.wait_for_selector("text=Copied")
    assert page.evaluate("navigator.clipboard.readText()").startswith("# harbour 2.0.0")


def test_any_two_releases_are_compared(visit: Visit) -> None:
    page = visit.open("compare/?from=1.0.0&to=1.1.0")
    # 1.1.0 requires an argument of ships and drops its output schema.
    page.wait_for_selector(".mcp-result .mcp-verdict--breaking")
    listed = page.locator(".mcp-result li[data-level=breaking]", has_text="flag: is now required")
    assert "/inputSchema" in listed.inner_text()
    assert "this call worked before" in listed.inner_text()
    fold = page.locator(".mcp-result summary", has_text="tool ships: changed")
    fold.click()
    page.wait_for_selector(".mcp-text ins")
    assert any('"required"' in line for line in page.locator(".mcp-text ins").all_inner_texts())
    page.check("input[name=side]")
    page.wait_for_selector("text=As text")
    page.locator(".mcp-result summary", has_text="tool ships: changed").click()
    page.wait_for_selector(".mcp-sides")
    assert "side=1" in page.url
    page.fill(".mcp-result input[name=q]", "flag")
    page.wait_for_url("**q=flag**")
    assert {"from=1.0.0", "to=1.1.0", "side=1", "q=flag"} <= set(page.url.partition("?")[2].split("&"))
    page.click(".mcp-result .mcp-copy")
    page.wait_for_selector("text=Copied")
    assert page.evaluate("navigator.clipboard.readText()").startswith(
        "# From 1\\.0\\.0 to 1\\.1\\.0".replace("\\", "")
    )
    assert visit.told == []


def test_a_comparison_has_a_button_while_it_does_something(visit: Visit) -> None:
    page = visit.open("compare/")
    button = page.locator(".mcp-two button[type=submit]")
    button.click()
    page.wait_for_selector("h2:has-text('From 2.0.0 to Unreleased')")
    assert not button.is_visible()
    page.select_option("select[name=from]", "1.0.0")
    page.wait_for_selector("h2:has-text('From 1.0.0 to Unreleased')")


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("compare/", "[data-without-script]"),
        ("tools/ships/", ".mcp-unserved"),
        ("1.1.0/", ".mcp-unserved"),
        ("1.0.0/tools/ships/", ".mcp-unserved"),
    ],
)
def test_from_a_disk_it_is_said_what_needs_a_server(
    browser: Browser, site: Path, path: str, place: str
) -> None:
    context = browser.new_context()
    visit = visited(context, "file://")
    page = visit.open(f"{site}/{path}index.html")
    page.wait_for_selector(place)
    assert "open the site through a web server, such as mcp-docs serve." in page.locator(place).inner_text()
    assert page.locator(".mcp-version, .mcp-asked").count() == 0
    assert [text for text in visit.told if "search" not in text and "worker" not in text.lower()] == []
    context.close()


@pytest.mark.parametrize("path", ["1.1.0/", "compare/1.0.0/"])
def test_the_text_of_two_releases_is_compared_when_it_is_asked_for(visit: Visit, path: str) -> None:
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url))
    page = visit.open(path)
    assert not any(url.endswith("states.json") for url in asked)
    page.locator(".mcp-textual > summary").click()
    word = "changed" if path == "1.1.0/" else "removed"
    name = "ships" if path == "1.1.0/" else "berths"
    page.locator(".mcp-textual summary", has_text=f"tool {name}: {word}").click()
    mark = "ins" if path == "1.1.0/" else "del"
    page.wait_for_selector(f".mcp-text {mark}")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert (
        page.locator(".mcp-textual").bounding_box()["width"]
        >= page.locator(".mcp-text").bounding_box()["width"]
    )  # type: ignore[index]
    page.check(".mcp-textual input[name=side]")
    page.wait_for_selector(".mcp-textual summary:visible")
    page.locator(".mcp-textual summary", has_text=f"tool {name}: {word}").click()
    page.wait_for_selector(".mcp-sides")
    assert (visit.told, visit.foreign) == ([], [])


def test_a_link_into_a_fold_opens_it(visit: Visit) -> None:
    page = visit.open("rules/")
    page.goto(f"{visit.address}tools/ships/#input-flag")
    assert page.locator("#input-flag").is_visible()


def test_the_search_finds_a_tool(visit: Visit) -> None:
    page = visit.open("")
    page.click(".md-search__input")
    page.keyboard.type("ships", delay=20)
    page.wait_for_selector(".md-search-result__link")
    assert "ships" in (page.locator(".md-search-result__link").first.get_attribute("href") or "")


def test_a_tool_is_reached_by_keyboard_alone(visit: Visit) -> None:
    page = visit.open("tools/")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.mcp-index a[href*=ships]')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/tools/ships/**")


def test_without_javascript_everything_can_be_read(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}tools/ships/")
    for anchor in ("input", "output", "example", "history"):
        assert page.locator(f"#{anchor}").is_visible()
    assert page.locator(".mcp [hidden]:visible").count() == 0
    page.goto(f"{address}1.1.0/")
    assert page.locator("#breaking").is_visible()
    context.close()


def test_a_printed_page_has_its_content_and_no_controls(visit: Visit) -> None:
    page = visit.open("changelog/")
    page.emulate_media(media="print")
    assert page.locator("#v-1-1-0, #v-1\\.1\\.0").first.is_visible()
    assert not page.locator(".mcp-filters").is_visible()


def test_a_missing_page_names_the_nearest(
    browser: Browser, harbour: Path, build: Callable[..., Report], tmp_path: Path
) -> None:
    (tmp_path / "root").mkdir()
    build(harbour, tmp_path / "site", base_url="https://example.org/proj/")
    with served(tmp_path / "site", tmp_path / "root") as address:
        page = browser.new_page()
        missing = (tmp_path / "site" / "404.html").read_text(encoding="utf-8")
        page.route(
            "**/tools/shipz/", lambda route: route.fulfill(status=404, body=missing, content_type="text/html")
        )
        page.goto(f"{address}tools/shipz/")
        page.wait_for_selector("text=Did you mean")
        page.locator("article li a").first.click()
        page.wait_for_url("**/tools/ships/**")
        # Five letters of which none is right: nothing is near, and nothing is named.
        page.route(
            "**/tools/wxyzq/", lambda route: route.fulfill(status=404, body=missing, content_type="text/html")
        )
        page.goto(f"{address}tools/wxyzq/")
        page.wait_for_load_state("networkidle")
        assert page.locator("article li a").count() == 0
        page.locator("article p a", has_text="overview").click()
        page.wait_for_url(address)
        page.close()


def test_the_policy_stops_a_script_that_is_not_ours(browser: Browser) -> None:
    page = browser.new_page()
    html = with_policy('<meta charset="utf-8"><script>window.ours = 1</script>')
    page.set_content(html.replace("</script>", "</script><img src=x onerror='window.theirs = 1'>", 1))
    page.wait_for_timeout(200)
    assert page.evaluate("[window.ours, window.theirs]") == [1, None]
    page.close()


RENAMED = ("find_ship", "find_ships", "find_all_ships")


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory, build: Callable[..., Report]) -> Iterator[str]:
    """A site of which each release renames the one tool, served."""
    place = tmp_path_factory.mktemp("renamed")
    repo = GitRepo(place / "repository")
    text = {"type": "string"}
    for version, name in zip(("1.0.0", "2.0.0", "3.0.0"), RENAMED, strict=True):
        one = tool(name, {"ship": text, "flag": text, "port": text}, description="Find what is in port.")
        repo.commit({"mcp-docs.lock": lockfile(one, version=version)}, f"Release {version}")
        repo.tag(f"v{version}")
    build(repo.path, place / "site")
    (place / "root").mkdir()
    with served(place / "site", place / "root") as found:
        yield found


@pytest.mark.parametrize(
    ("path", "result", "old", "new"),
    [
        ("compare/1.0.0/", "", "find_ship", "find_all_ships"),  # made in advance
        ("compare/?from=1.0.0&to=3.0.0", ".mcp-result ", "find_ship", "find_all_ships"),
        ("compare/?from=1.0.0&to=2.0.0", ".mcp-result ", "find_ship", "find_ships"),
        ("compare/?from=3.0.0&to=1.0.0", ".mcp-result ", "find_all_ships", "find_ship"),  # back
    ],
)
def test_both_halves_of_a_rename_are_told(
    browser: Browser, renamed: str, path: str, result: str, old: str, new: str
) -> None:
    context = browser.new_context()
    visit = visited(context, renamed)
    page = visit.open(path)
    went = page.locator(f"{result}li[data-what='tool removed']")
    came = page.locator(f"{result}li[data-what='tool added']")
    assert f"{old} tool removed (renamed to {new})" in " ".join(went.inner_text().split())
    assert f"{new} new tool (renamed from {old})" in " ".join(came.inner_text().split())
    assert f"Use {new} instead of {old}." in went.inner_text()
    assert (visit.told, visit.foreign) == ([], [])
    context.close()


@pytest.fixture(scope="module")
def hostile(
    tmp_path_factory: pytest.TempPathFactory, build: Callable[..., Report]
) -> Iterator[tuple[str, Path]]:
    """A site of which every text attacks, served, and where it is."""
    place = tmp_path_factory.mktemp("hostile")
    site = make(PAYLOADS, GitRepo(place / "repository"), build, place / "site")
    (place / "root").mkdir()
    with served(site, place / "root") as found:
        yield found, site


def test_every_payload_is_inert_even_without_the_policy(browser: Browser, hostile: tuple[str, Path]) -> None:
    address, site = hostile
    context = browser.new_context(bypass_csp=True)
    visit = visited(context, address)
    visit.page.expose_function("pwned", lambda: visit.told.append("executed"))
    shown = [path.parent.relative_to(site).as_posix() for path in sorted(site.glob("tools/*/index.html"))]
    others = [
        "",
        "tools",
        "1.0.0",
        "1.1.0",
        "changelog",
        "compare",
        "compare/1.0.0",
        "audit",
        "deprecations",
        "server",
    ]
    for path in (*others, *shown):
        visit.page.goto(f"{address}{path}/" if path else address)
        visit.page.wait_for_timeout(30)
    visit.page.goto(f"{address}compare/?from=1.0.0&to=1.1.0")
    visit.page.locator(".mcp-result summary", has_text=": changed").first.click()
    visit.page.wait_for_selector(".mcp-text")
    visit.page.click(".md-search__input")
    visit.page.keyboard.type("pwned", delay=20)
    visit.page.wait_for_selector(".md-search-result__link")
    assert (visit.told, visit.foreign) == ([], [])
    context.close()


@pytest.fixture(scope="module")
def github(
    history: Callable[[str], Path],
    build: Callable[..., Report],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[str]:
    """The site of a real history, served."""
    place = tmp_path_factory.mktemp("github")
    build(history("github-mcp-server"), place / "site")
    (place / "root").mkdir()
    with served(place / "site", place / "root") as found:
        yield found


@pytest.fixture
def reader(browser: Browser, github: str) -> Iterator[Page]:
    """Somebody with a question, at home; each test counts clicks, a choice from a list being one."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    visit = visited(context, github)
    yield visit.open("")
    context.close()
    assert (visit.told, visit.foreign) == ([], [])


@pytest.mark.shared
def test_a_real_history_shows_nothing_wrong(browser: Browser, github: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    visit = visited(context, github)
    wide = []
    for path in (
        "",
        "tools/",
        "tools/issue_write/",
        "1.4.0/tools/issue_write/",
        "1.10.0/",
        "changelog/",
        "audit/",
        "compare/0.20.0/",
        "deprecations/",
    ):
        page = visit.open(path)
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
            wide.append(path)
    context.close()
    assert (visit.told, visit.foreign, wide) == ([], [], [])


@pytest.mark.shared
def test_three_clicks_to_what_a_user_of_an_old_release_must_change(reader: Page) -> None:
    reader.locator(".mcp-card a", has_text="Compare").click()
    reader.locator(".mcp-table a", has_text="0.20.0").click()
    assert reader.locator("h1").inner_text() == "From 0.20.0 to 1.10.1"


@pytest.mark.shared
def test_three_clicks_to_the_arguments_that_a_tool_took_once(reader: Page) -> None:
    reader.locator(".mcp-index a", has_text="issue_write").first.click()
    reader.wait_for_selector(".mcp-version select")
    reader.select_option(".mcp-version select", label="1.4.0")
    reader.wait_for_selector("text=This is an older state")
    assert reader.locator("#input-method").is_visible()


@pytest.mark.shared
def test_three_clicks_to_when_a_tool_broke_and_who_would_notice(reader: Page) -> None:
    reader.locator(".mcp-index a", has_text="get_me").first.click()
    broke = reader.locator(".mcp-head", has_text="last broke in")
    assert "last broke in 0.24.0" in broke.inner_text()
    assert "undone in 0.24.1" in reader.locator(".mcp-history .mcp-step", has_text="0.24.0").inner_text()
    broke.locator("a", has_text="0.24.0").click()
    told = reader.locator("li:target")
    assert "inputSchema is null" in told.inner_text()
    assert "Clients refuse a tool whose schema is none" in told.inner_text()
    assert "2025-12-02" in reader.locator(".mcp-head").inner_text()


@pytest.mark.shared
def test_three_clicks_to_what_to_change_between_two_old_releases(reader: Page) -> None:
    reader.locator(".mcp-card a", has_text="Compare").click()
    reader.select_option("select[name=from]", label="0.20.0")
    reader.select_option("select[name=to]", label="1.0.0")
    reader.wait_for_selector("h2:has-text('From 0.20.0 to 1.0.0')")
    # Nine tools of 0.20.0 are not in 1.0.0's lockfile: those of projects.
    gone = reader.locator(".mcp-result li[data-what='tool removed']")
    names = {gone.nth(n).locator(".mcp-name").inner_text() for n in range(gone.count())}
    assert names == {f"{verb}_project_item" for verb in ("add", "delete", "get", "update")} | {
        "get_project", "get_project_field", "list_project_fields", "list_project_items", "list_projects",
    }  # fmt: skip
    assert "Stop calling add_project_item" in reader.locator(".mcp-result").inner_text()


@pytest.mark.shared
def test_three_clicks_to_the_tools_that_went_in_a_year(reader: Page) -> None:
    home = reader.url
    reader.locator(".mcp-card a", has_text="in 2026").click()
    # All of them have been there in 0.30.3, of February 2026, and none in any release since.
    assert reader.locator("#removed-2026").inner_text() == "2026 22 tools"
    listed = reader.locator("#removed-2026 + ul a")
    assert listed.count() == 22
    assert "list_workflows" in listed.all_inner_texts()
    assert reader.locator("#removed-2026").is_visible()
    # The same with the proof of each, in an address to pass on.
    reader.goto(f"{home}audit/#years")
    reader.locator("#years ~ .mcp-scroll").first.get_by_role("link", name="22 tools").click()
    reader.wait_for_selector("text=22 of 67 changes")
    assert reader.locator(".mcp-breaks li:visible").count() == 22
    assert reader.locator(".mcp-filters select[name=year]").input_value() == "2026"


@pytest.mark.shared
def test_three_clicks_to_what_is_deprecated_now(reader: Page) -> None:
    reader.locator(".mcp-card", has_text="Going away").locator("h2 a").click()
    # The newest lockfile does not hold the word.
    assert reader.locator("#live + p").inner_text() == "Nothing is deprecated."


@pytest.mark.shared
def test_three_clicks_to_the_releases_that_broke_without_a_major_step(reader: Page) -> None:
    reader.locator(".mcp-card a", has_text="broke without a major step").click()
    assert reader.locator("#quiet").is_visible()
    rows = reader.locator("#quiet ~ .mcp-scroll").first.locator("tbody tr")
    told = rows.all_inner_texts()
    # 1.10.0 made four breaks under a minor step; 0.31.0 withdrew tools, which below 1.0.0 is allowed.
    assert any(
        "1.10.0" in row and "minor" in row and "4 breaking" in row and "under-bumped" in row for row in told
    )
    assert any("0.31.0" in row and "22 breaking" in row and "under-bumped" not in row for row in told)
