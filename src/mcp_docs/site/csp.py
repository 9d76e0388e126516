"""A Content-Security-Policy that a page of ours can run under, as its first element.

The second wall behind the sanitiser: nothing from another origin is loaded, and no script runs but
the site's own files and the theme's few inline ones, each allowed by its hash.
"""

from __future__ import annotations

import base64
import hashlib
import re

_INLINE = re.compile(
    r"<script(?![^>]*\ssrc=)(?![^>]*application/(?:ld\+)?json)[^>]*>(.*?)</script>", re.DOTALL
)
_CHARSET = re.compile(r"<meta charset=[^>]*>")
_REST = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "script-src 'self'"
)


def with_policy(html: str) -> str:
    """Return a page of the theme with a policy that allows the inline scripts which it has now."""
    hashes = dict.fromkeys(_hash(script) for script in _INLINE.findall(html))
    policy = " ".join((_REST, *hashes))
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return _CHARSET.sub(lambda found: found[0] + meta, html, count=1)


def _hash(script: str) -> str:
    # What CSP hashes is the text that a parser sees, in which line ends are one character.
    text = script.replace("\r\n", "\n").replace("\r", "\n").encode()
    return f"'sha256-{base64.b64encode(hashlib.sha256(text).digest()).decode()}'"
