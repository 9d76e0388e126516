"""The catalogue's search in a real browser, from a folder on disk: no server, no request."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from chromiums import chromium
from mcp_docs.fleet.member import Break, Member
from mcp_docs.fleet.merged import Failure, make_fleet
from mcp_docs.site.fleet import fleet_site

pytestmark = pytest.mark.browser

MEMBERS = (
    Member(
        "ferry",
        "Ferry",
        "ferry/",
        "2.0.0",
        86_400,
        (("tool", "sail"),),
        2,
        1,
        Break("2.0.0", 86_400, 1, "2.0.0/"),
    ),
    Member(
        "harbour", "Harbour desk", "harbour/", "1.0.0", 0, (("tool", "Find_Berths"), ("prompt", "plan")), 1
    ),
)


def test_a_search_finds_servers_by_name_and_by_element(tmp_path: Path) -> None:
    for path, data in fleet_site(make_fleet("Port", MEMBERS, [Failure("x", "gone")])).items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(data)
    address = (tmp_path / "index.html").as_uri()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page()
        told: list[str] = []
        page.on("pageerror", lambda error: told.append(str(error)))
        page.goto(address)
        for words, shown in (
            ("", 2),
            ("desk", 1),
            ("FIND_b", 1),
            ("a", 2),
            ("ferry berths", 0),
            ("sail ferry", 1),
        ):
            page.get_by_role("searchbox").fill(words)
            assert page.locator("tbody tr:visible").count() == shown, words
        page.goto("about:blank")
        page.goto(f"{address}#q=berths")
        assert page.locator("tbody tr:visible").all_inner_texts()[0].startswith("Harbour desk")
        assert [violation["id"] for violation in Axe().run(page).response["violations"]] == []
        assert told == []
        browser.close()
