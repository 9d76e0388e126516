"""Names as path segments that are safe on every disk and in every address, and unique.

A name that is a good segment stays as it is. Another is cleaned and gets the start of its SHA-256.
Two names that differ only in case would be one file on some disks: the one that came first in
history keeps its name, the later one gets its hash. So no address changes when a name is added, and
a server that writes its names in camelCase keeps them readable.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.~-]{0,79}")
_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]+")
#: Device names of Windows, which are no file names there with any ending, and index documents.
_DEVICES = {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(10)), *(f"lpt{n}" for n in range(10))}
_TAKEN_FOR_INDEX = {"index", "readme", "404"}
_HASH_LENGTH = 10

#: First segments of the site's own pages and files, which no version may take, whatever ending it has.
RESERVED_VERSIONS = frozenset({
    "api", "assets", "audit", "badges", "changelog", "compare", "consumers", "deprecations", "diff", "feeds",
    "gaps", "interface", "javascripts", "latest", "llms", "matrix", "prompts", "releases", "resources",
    "rules", "search", "server", "sitemap", "stylesheets", "templates", "tools", "unreleased", "versions",
})  # fmt: skip


def assign_slugs(names: Iterable[str], reserved: frozenset[str] = frozenset()) -> Mapping[str, str]:
    """Return a segment for each name.

    Args:
        names: in the order in which history met them.
        reserved: lower-case segments that are taken, with any ending.
    """
    slugs: dict[str, str] = {}
    taken = set(reserved)
    for name in names:
        if name in slugs:
            continue
        stem = name.partition(".")[0].casefold()
        plain = _is_plain(name) and stem not in reserved and name.casefold() not in taken
        slug = name if plain else _hashed(name, taken)
        assert slug.casefold() not in taken, name  # noqa: S101  # two names at one address
        slugs[name] = slug
        taken.add(slug.casefold())
    return slugs


def _is_plain(name: str) -> bool:
    stem = name.partition(".")[0].casefold()
    return bool(_PLAIN.fullmatch(name)) and not name.endswith(".") and stem not in _DEVICES | _TAKEN_FOR_INDEX


def _hashed(name: str, taken: set[str]) -> str:
    hexadecimal = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    clean = _UNSAFE.sub("-", name).strip("-.")[:60].strip("-.").casefold()
    if clean.partition(".")[0] in _DEVICES:
        clean = clean.replace(".", "-")
    for length in range(_HASH_LENGTH, len(hexadecimal) + 1):
        slug = f"{clean}-{hexadecimal[:length]}" if clean else hexadecimal[:length]
        if slug not in taken:
            return slug
    raise AssertionError(f"no free segment for {name!r}")  # needs a SHA-256 collision
