"""MkDocs with a configuration of our own, in process: Material as the theme, nothing from outside."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from mcp_docs.errors import OutputError

# Material prints a notice about its end of life at every build, to people who did not choose it.
os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")

from mkdocs.commands.build import build
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException

from mcp_docs.site.joined import JoinedSite, shown
from mcp_docs.site.plugin import McpDocsPlugin
from mcp_docs.site.staging import Staging, walk

#: MkDocs gets a configuration of ours and pages of ours, so what differs is what is installed.
_INSTALLED: Final = "Run pip check: it tells whether the installed MkDocs is one that mcp-docs works with."

_FEATURES = [
    "content.code.copy",
    "navigation.indexes",
    "navigation.prune",
    "navigation.tabs",
    "navigation.tabs.sticky",
    "navigation.top",
    "search.highlight",
    "toc.follow",
]


def run_mkdocs(joined: JoinedSite, staging: Staging, *, base_url: str) -> tuple[str, ...]:
    """Build a site into ``staging`` and return MkDocs' warnings.

    Args:
        joined: the pages.
        staging: empty.
        base_url: absolute address of the site, or empty.

    Raises:
        OutputError: when MkDocs gives up.
    """
    record = joined.site.record
    joined.put = staging.put
    docs, theirs = (staging.beside / name for name in ("docs", "mkdocs"))
    docs.mkdir()
    with _epoch(record.as_of), _warnings() as heard:
        config = _config(joined, docs, theirs, base_url)
        try:
            build(config)
        except MkDocsException as error:
            raise OutputError(f"MkDocs could not build the site: {error}", hint=_INSTALLED) from None
        finally:
            config.plugins.on_shutdown()
    for path, _ in walk(theirs):
        staging.put(path, (theirs / path).read_bytes())
    return tuple(heard)


def _config(joined: JoinedSite, docs: Path, folder: Path, base_url: str) -> MkDocsConfig:
    record = joined.site.record
    config = MkDocsConfig(config_file_path=str(docs.parent / "mkdocs.yml"))
    config.load_dict(
        {
            "site_name": shown(record.title) or "MCP server",
            "site_url": base_url,
            "docs_dir": str(docs),
            "site_dir": str(folder),
            "use_directory_urls": not joined.renderer.index,
            "theme": _theme(),
            "plugins": ["material/search"],
            # No date: it would make every page another one with each commit.
            "copyright": f"Interface record of {shown(record.title)}",
            "extra": {"generator": False},
        }
    )
    errors, _ = config.validate()
    if errors:
        raise OutputError(
            f"MkDocs refuses the configuration: {errors[0][0]}: {errors[0][1]}", hint=_INSTALLED
        )
    config.plugins["mcp-docs"] = McpDocsPlugin(joined)
    return config


def _theme() -> dict[str, Any]:
    def palette(scheme: str, primary: str, to: str, icon: str) -> dict[str, Any]:
        dark = "dark" if scheme == "slate" else "light"
        toggle = {"icon": icon, "name": f"Switch to {to} colours"}
        media = f"(prefers-color-scheme: {dark})"
        return {"media": media, "scheme": scheme, "primary": primary, "accent": "indigo", "toggle": toggle}

    return {
        "name": "material",
        "font": False,
        "features": _FEATURES,
        "icon": {"logo": "material/file-document-check-outline"},
        "palette": [
            palette("default", "white", "dark", "material/weather-night"),
            palette("slate", "black", "light", "material/weather-sunny"),
        ],
    }


@contextmanager
def _epoch(seconds: int) -> Iterator[None]:
    """Let MkDocs take the record's date for today: it reads the clock for its sitemap otherwise."""
    before = os.environ.get("SOURCE_DATE_EPOCH")
    os.environ["SOURCE_DATE_EPOCH"] = str(seconds)
    try:
        yield
    finally:
        if before is None:
            del os.environ["SOURCE_DATE_EPOCH"]
        else:
            os.environ["SOURCE_DATE_EPOCH"] = before


class _Listener(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(record.getMessage())


@contextmanager
def _warnings() -> Iterator[list[str]]:
    """Collect MkDocs' warnings instead of letting them reach the terminal."""
    logger, listener = logging.getLogger("mkdocs"), _Listener()
    propagate, level = logger.propagate, logger.level
    logger.addHandler(listener)
    logger.propagate = False
    logger.setLevel(logging.WARNING)
    try:
        yield listener.heard
    finally:
        logger.removeHandler(listener)
        logger.propagate, logger.level = propagate, level
