"""What a theme puts around a page is rendered once a shape; no page can tell."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from htmlpages import page, pages
from records import STEPS, record, tool

from mcp_docs.record import Record
from mcp_docs.site import joined
from mcp_docs.site.build import build_site
from mcp_docs.site.frames import Frames
from mcp_docs.site.sidebar import LONGEST
from walks import interface

#: Text that looks like what the frames fill in must stay text.
TRICKY = "@@mcp-docs-body@@ @@mcp-docs-list@@ <mcp-docs-list> <section data-search-exclude>"


class OneByOne(Frames):
    """Renders the theme anew for every page."""

    def render(self, context: Mapping[str, Any]) -> str:
        self._known.clear()
        return super().render(context)


@pytest.fixture
def tricky() -> Record:
    odd = {**tool(TRICKY, x={"type": "string", "description": TRICKY}), "description": TRICKY}
    return record((*STEPS[:-1], (None, interface(odd, tool("find"), title=TRICKY))))


def test_a_shared_frame_is_the_frame_that_each_page_would_have(
    tricky: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_site(tricky, tmp_path / "shared")
    monkeypatch.setattr(joined, "Frames", OneByOne)
    build_site(tricky, tmp_path / "single")
    for path in sorted((tmp_path / "single").rglob("*.html")):
        name = path.relative_to(tmp_path / "single")
        assert (tmp_path / "shared" / name).read_bytes() == path.read_bytes(), name


def test_text_that_looks_like_a_token_stays_text(tricky: Record, tmp_path: Path) -> None:
    build_site(tricky, tmp_path / "site")
    slug = next(life.slug for life in tricky.lifecycles if life.key == TRICKY)
    document = page(tmp_path / "site", f"tools/{slug}")
    assert document.text.count(TRICKY) >= 3
    for path, other in pages(tmp_path / "site"):
        assert not [tag for tag, _ in other.elements if tag.startswith("mcp-")], path


def test_a_page_stands_in_the_list_of_its_section(tmp_path: Path) -> None:
    build_site(record(STEPS), tmp_path / "site")

    def listed(path: str) -> list[tuple[str, bool]]:
        document = page(tmp_path / "site", path)
        return [
            (attributes["href"], "md-nav__link--active" in attributes["class"])
            for tag, attributes in document.elements
            if tag == "a"
            and "md-nav__link" in attributes.get("class", "")
            and "/tools/" in "/" + attributes["href"]
        ]

    assert listed("tools/find")[-3:] == [
        ("../../tools/find/index.html", True),
        ("../../tools/new/index.html", False),
        ("../../tools/tides/index.html", False),
    ]
    # An older state shows the one entry that it is a state of, and nothing that grows with the rest.
    assert listed("1.0.0/tools/find")[-1] == ("../../../tools/find/index.html", False)
    assert not [address for address, _ in listed("1.0.0/tools/find") if "tides" in address]


def test_a_long_list_shows_the_neighbours_and_leads_to_all(tmp_path: Path) -> None:
    names = [f"tool-{number:04}" for number in range(LONGEST + 300)]
    build_site(record([("1.0.0", interface(*map(tool, names)))]), tmp_path / "site")
    for name, first in (("tool-0000", 0), ("tool-0250", 150), ("tool-0499", 300)):
        links = [
            attributes["href"]
            for tag, attributes in page(tmp_path / "site", f"tools/{name}").elements
            if tag == "a" and "md-nav__link" in attributes.get("class", "")
        ]
        beside = [f"../../tools/{other}/index.html" for other in names[first : first + LONGEST]]
        start = links.index(beside[0])
        assert links[start - 1 : start + LONGEST] == ["../../tools/index.html", *beside]
        assert len([link for link in links if "/tools/tool-" in link]) == LONGEST
