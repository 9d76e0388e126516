"""Pages to HTML by Jinja with autoescape on; the only place that imports ``jinja2``."""

from __future__ import annotations

import html
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from mcp_docs.errors import ConfigError, OutputError, Where
from mcp_docs.site.page import Page
from mcp_docs.site.paths import relative
from mcp_docs.site.templates import built_in
from mcp_docs.site.text import breakable, markdown, summary, visible_lines
from mcp_docs.site.words import counted, kind_count, shown_version


@dataclass(frozen=True)
class Renderer:
    """Renders pages.

    Attributes:
        environment: Jinja's, autoescape on; everything printed has its hidden characters shown.
        index: what a folder's address ends with, see ``paths.relative``.
    """

    environment: jinja2.Environment
    index: str = "index.html"

    def body(self, page: Page, shared: Mapping[str, Any]) -> str:
        """Return the HTML of a page's body.

        Raises:
            OutputError: when a template, perhaps a user's, is wrong; names file and line.
        """
        href = partial(_href, page.path, self.index)
        try:
            template = self.environment.get_template(page.template)
            return template.render({**shared, **page.data, "page": page, "href": href})
        except jinja2.TemplateSyntaxError as error:
            raise OutputError(
                f"template: {error.message}", where=Where(error.name, line=error.lineno)
            ) from None
        except Exception as error:
            # A user's template can raise anything at all; a fault of ours is no template's.
            line = _template_line(error)
            if line is None and not isinstance(error, jinja2.TemplateError | UnicodeDecodeError | OSError):
                raise
            what = f"template: {type(error).__name__}: {error}"
            raise OutputError(what, where=line or Where(page.template)) from None


def _template_line(error: Exception) -> Where | None:
    """Return the line of the user's template that raised an error, or ``None`` when none of theirs did."""
    places = [
        Where(Path(f.filename).name, line=f.lineno)
        for f in traceback.extract_tb(error.__traceback__)
        if f.filename.endswith(".j2")
    ]
    return places[-1] if places else None


def _href(here: str, index: str, there: str, fragment: str = "") -> str:
    if there == here and fragment:
        return f"#{fragment}"
    return relative(here, there, index) + (f"#{fragment}" if fragment else "")


def renderer(folder: Path | None = None, index: str = "index.html") -> Renderer:
    """Return a renderer.

    Args:
        folder: a user's templates, which go before the built-in ones of the same name.
        index: what a folder's address ends with, see ``paths.relative``.

    Raises:
        ConfigError: when ``folder`` does not exist.
    """
    if folder is not None and not folder.is_dir():
        raise ConfigError("is no folder of templates", where=Where(str(folder)))
    loaders: list[jinja2.BaseLoader] = [jinja2.FileSystemLoader(folder)] if folder else []
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader([*loaders, jinja2.FileSystemLoader(built_in())]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        finalize=_shown,
    )
    environment.filters.update(_FILTERS)
    return Renderer(environment, index)


def assets() -> Mapping[str, bytes]:
    """Return our style sheets and scripts by file name."""
    folder = built_in() / "assets"
    return {
        path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in {".css", ".js"}
    }


def _shown(value: object) -> object:
    """Show hidden characters in every text that a template prints, markup of ours excepted."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return visible_lines(value)
    return value


def _raw(text: str) -> Markup:
    """Escape text for element content, where quotes need no escape: JSON is full of them."""
    return Markup(html.escape(visible_lines(text), quote=False))  # noqa: S704  # escaped just here


def _name(text: str) -> Markup:
    return Markup(breakable(text))  # noqa: S704  # escaped there


def _markdown(text: str) -> Markup:
    return Markup(markdown(text))  # noqa: S704  # cleaned by the sanitiser


_FILTERS: Mapping[str, Callable[..., object]] = {
    "counted": counted,
    "kind_count": kind_count,
    "markdown": _markdown,
    "name": _name,
    "raw": _raw,
    "summary": summary,
    "version": shown_version,
}
