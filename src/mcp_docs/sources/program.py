"""Which program this is, to the letter: what an answer depends on beside the question."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

#: Packages whose version can change an answer.
_PACKAGES = (
    "jinja2", "jsonschema", "markdown-it-py", "markupsafe", "mkdocs", "mkdocs-material", "nh3", "referencing",
)  # fmt: skip
_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def program() -> str:
    """Return a digest of our own source, and of the versions of the packages that shape an answer.

    The source itself and not its version: whoever works on it never sees what older source has made.
    Python's version is no part of it, since every Python gives the same answer: a site, which names this
    digest, is the same from each (``benchmarks/determinism.py``).
    """
    named = "\n".join(map(_version, _PACKAGES))
    return hashlib.sha256(f"{named}\n{folder_digest(_PACKAGE)}".encode()).hexdigest()


def folder_digest(folder: Path) -> str:
    """Return a digest of all files below a folder, their names included; compiled ones do not count."""
    hashed = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.suffix != ".pyc" and path.is_file():
            for part in (os.fsencode(path.relative_to(folder)), path.read_bytes()):
                hashed.update(len(part).to_bytes(8, "big") + part)
    return hashed.hexdigest()


def _version(name: str) -> str:
    try:
        return f"{name}={version(name)}"
    except PackageNotFoundError:
        return name
