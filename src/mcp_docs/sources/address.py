"""Web addresses as messages may show them."""

from __future__ import annotations

from urllib.parse import urlsplit


def shown_address(address: str) -> str:
    """Return an address without what may be a secret: user, password, query and fragment."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "(no address)"
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}" if parts.scheme else parts.path


def scheme_of(address: str) -> str:
    """Return the scheme of an address, such as ``https``; empty where it is none."""
    try:
        return urlsplit(address).scheme
    except ValueError:
        return ""
