"""Follows every link inside a built site: files and fragments."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

_LINK = re.compile(
    rb"""<(?:a|link|script|img)\b[^>]*?\s(?:href|src)=("[^"]*"|'[^']*'|[^\s>"']+)""", re.IGNORECASE
)
_ID = re.compile(rb"""\sid=("[^"]*"|'[^']*'|[^\s>"']+)""", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?-->|<script\b[^>]*>.*?</script>", re.DOTALL | re.IGNORECASE)
#: MkDocs writes addresses from the server's root into its error page: it is shown at any address.
_NOT_FOLLOWED = {"404.html"}


def broken_links(folder: Path) -> tuple[str, ...]:
    """Return a sentence for each internal link that leads nowhere, each target once, in path order.

    Links to other origins are not followed.

    Args:
        folder: root of a built site.
    """
    pages = {
        path.relative_to(folder).as_posix(): _COMMENT.sub(_keep_source, path.read_bytes())
        for path in sorted(folder.rglob("*.html"))
    }
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    ids = _Ids(pages)
    found: dict[str, str] = {}
    for name, source in pages.items():
        if name not in _NOT_FOLLOWED:
            for link in links_of(source):
                fault = _fault(name, link, files, ids)
                if fault:
                    found.setdefault(fault, f"{name}: {fault}")
    return tuple(found.values())


def links_of(source: bytes) -> Iterator[str]:
    """Yield every address that a page's links, scripts, style sheets and images name."""
    for match in dict.fromkeys(_LINK.findall(source)):
        yield html.unescape(match.decode("utf-8", "replace").strip("\"'"))


def _keep_source(match: re.Match[bytes]) -> bytes:
    """Drop comments and the text of scripts, in which an address is no link."""
    text = match.group()
    return b"" if text.startswith(b"<!--") else text[: text.index(b">") + 1]


class _Ids:
    """The ids of each page, found when first asked for."""

    def __init__(self, pages: Mapping[str, bytes]) -> None:
        self._pages = pages
        self._known: dict[str, frozenset[str]] = {}

    def has(self, name: str, wanted: str) -> bool:
        if name not in self._pages:
            return True
        if name not in self._known:
            found = _ID.findall(self._pages[name])
            self._known[name] = frozenset(
                html.unescape(i.decode("utf-8", "replace").strip("\"'")) for i in found
            )
        return wanted in self._known[name]


def _fault(page: str, link: str, files: set[str], ids: _Ids) -> str:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    target = page if not parts.path else _resolve(page, unquote(parts.path))
    if target is None or target not in files:
        return f"the link {link!r} leads to no file"
    fragment = unquote(parts.fragment)
    if fragment and not ids.has(target, fragment):
        return f"the link {link!r} leads to no place on {target}"
    return ""


def _resolve(page: str, path: str) -> str | None:
    """Return the file that a relative address names, or ``None`` when it leaves the site."""
    base = [] if path.startswith("/") else list(PurePosixPath(page).parent.parts)
    for segment in path.split("/"):
        if segment == "..":
            if not base:
                return None
            base.pop()
        elif segment not in {"", "."}:
            base.append(segment)
    name = "/".join(base)
    return (
        f"{name}/index.html".lstrip("/") if path.endswith(("/", "/.", "/..")) or path in {".", ".."} else name
    )
