"""Small pages that lead to others: written as they are, not through MkDocs."""

from __future__ import annotations

import html

from mcp_docs.site.paths import relative


def redirect_page(here: str, there: str, *, index: str, base_url: str) -> bytes:
    """Return a page at path ``here`` that leads to ``there``, under 1 kB for any sane path.

    Works without JavaScript; search engines are told the page that it stands for.

    Args:
        here: path of the redirect, with a final slash.
        there: path of the page it leads to.
        index: what a folder's address ends with, see ``paths.relative``.
        base_url: absolute address of the site's root, or empty.
    """
    target = html.escape(relative(here, there, index))
    canonical = html.escape(f"{base_url.rstrip('/')}/{there}") if base_url else target
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Moved</title>\n'
        f'<meta name="robots" content="noindex"><link rel="canonical" href="{canonical}">\n'
        f'<meta http-equiv="refresh" content="0; url={target}"></head>\n'
        f'<body><a href="{target}">The page is here.</a></body></html>\n'
    ).encode()
