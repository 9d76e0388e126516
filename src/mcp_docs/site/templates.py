"""Where the built-in templates are. Knows nothing of Jinja, so that a no-change build need not load it."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from mcp_docs.sources.program import folder_digest

_CHECKOUT = Path(__file__).resolve().parents[3] / "templates"


def built_in() -> Path:
    """Return the folder of the built-in templates: in the wheel, else in the checkout.

    An editable install has no copy inside the package.
    """
    packaged = files("mcp_docs") / "templates"
    if packaged.is_dir():
        with as_file(packaged) as path:
            return path
    return _CHECKOUT


def templates_digest(folder: Path | None) -> str:
    """Return what differs whenever a template does: the built-in ones, and those in a user's folder."""
    return " ".join(folder_digest(path) for path in (built_in(), folder) if path)
