"""Small pages that lead to others: written as they are, not through MkDocs."""

from __future__ import annotations

import html
from urllib.parse import quote

from mcp_docs.site.paths import VERSION, relative


def redirect_page(here: str, there: str, *, index: str, base_url: str) -> bytes:
    """Return a page at path ``here`` that leads to ``there``, under 1 kB for any sane path.

    Works without JavaScript; search engines are told the page that it stands for. What stands below a
    version tells the page, for its script, which version was asked for: several may share it. It names an
    icon, an empty one: a browser asks the host for one wherever none is named, which is another's place.

    Args:
        here: path of the redirect, with a final slash.
        there: path of the page it leads to.
        index: what a folder's address ends with, see ``paths.relative``.
        base_url: absolute address of the site's root, or empty.
    """
    version, _, inner = here.partition("/")
    asked = f"?{VERSION}={quote(version, safe='')}" if inner else ""
    place = html.escape(relative(here, there, index))
    target = place + html.escape(asked)
    canonical = html.escape(f"{base_url.rstrip('/')}/{there}") if base_url else place
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Moved</title>\n'
        f'<meta name="robots" content="noindex"><link rel="canonical" href="{canonical}">'
        f'<link rel="icon" href="data:,">\n'
        f'<meta http-equiv="refresh" content="0; url={target}"></head>\n'
        f'<body><a href="{target}">The page is here.</a></body></html>\n'
    ).encode()
