"""Reads built pages as a browser would, as far as tests need: elements, attributes, ids, texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

_ADDRESSES = {"href", "src", "action", "formaction", "poster", "srcset", "data", "xlink:href", "content"}


@dataclass
class Document(HTMLParser):
    """What stands on one page."""

    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self._open = tag

    def handle_endtag(self, tag: str) -> None:  # noqa: ARG002  # the base class's signature
        self._open = ""

    def handle_data(self, data: str) -> None:
        (self.scripts if self._open == "script" else self.pieces).append(data)

    @property
    def vocabulary(self) -> set[tuple[str, str]]:
        """Every element with every attribute name, and every element alone."""
        found = {(tag, "") for tag, _ in self.elements}
        return found | {(tag, name) for tag, attributes in self.elements for name in attributes}

    @property
    def ids(self) -> list[str]:
        return [attributes["id"] for _, attributes in self.elements if "id" in attributes]

    @property
    def schemes(self) -> set[str]:
        """Schemes of all addresses, but of ``content`` where that is no address, and of an empty icon."""
        return {
            urlsplit(value).scheme.lower()
            for tag, attributes in self.elements
            if (tag, attributes) != ("link", {"rel": "icon", "href": "data:,"})
            for name, value in attributes.items()
            if name in _ADDRESSES - {"content"}
            or (name == "content" and "refresh" in attributes.get("http-equiv", ""))
        }

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.pieces).split())

    def links(self) -> list[str]:
        return [
            attributes["href"] for tag, attributes in self.elements if tag == "a" and "href" in attributes
        ]


def parse(html: str) -> Document:
    document = Document()
    document.feed(html)
    document.close()
    return document


def pages(site: Path) -> Iterator[tuple[str, Document]]:
    """Yield path and content of each page of a built site, in path order."""
    for path in sorted(site.rglob("*.html")):
        yield path.relative_to(site).as_posix(), parse(path.read_text(encoding="utf-8"))


def page(site: Path, path: str) -> Document:
    """Read the page at a path with a final slash."""
    return parse((site / path / "index.html").read_text(encoding="utf-8"))
