"""The documentation as it is read in the repository: whole, current, and with links that lead somewhere."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest
from docpages import PAGES, ROOT

REFERENCE = runpy.run_path(str(ROOT / "site-example" / "reference.py"))
DOCS = sorted((ROOT / "site-example" / "docs").glob("*.md"))
#: Pages that the plugin makes from the example when the documentation is built.
MADE = "example/"


def name(page: Path) -> str:
    return page.name


@pytest.mark.parametrize("page", DOCS, ids=name)
def test_what_is_made_from_the_code_is_current(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")  # a terminal's width has no say in it
    text = page.read_text(encoding="utf-8")
    assert REFERENCE["renewed"](text) == text, "renew it with: make reference"


def test_every_part_that_is_made_from_the_code_is_on_a_page() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in DOCS)
    assert sorted(re.findall(r"^<!-- made from: (\w+) \(", text, re.MULTILINE)) == sorted(
        REFERENCE["_MAKERS"]
    )
    assert sorted(re.findall(r"^<!-- end of (\w+) -->$", text, re.MULTILINE)) == sorted(REFERENCE["_MAKERS"])


def test_what_is_out_of_date_is_found_and_renewed() -> None:
    page = "# P\n\n<!-- made from: configuration (…) -->\nOutworn.\n<!-- end of configuration -->\nMore.\n"
    after = REFERENCE["renewed"](page)
    assert "Outworn" not in after
    assert "| `lockfile` |" in after
    assert after.endswith("\n\n<!-- end of configuration -->\nMore.\n")
    assert "<!--" not in REFERENCE["on_page_markdown"](after)


def anchors(page: Path) -> set[str]:
    """The addresses of a page's headings, as hosts of repositories and MkDocs make them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    heads = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_each_link_leads_to_a_file_and_a_heading_that_are_there(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", target) or target.startswith(MADE):
            continue
        file, _, anchor = target.partition("#")
        found = (page.parent / file).resolve() if file else page
        assert found.exists(), f"{page.name}: {target}"
        assert not anchor or anchor in anchors(found), f"{page.name}: {target}"
