"""Pages to HTML by Jinja with autoescape on; the only place that imports ``jinja2``."""

from __future__ import annotations

import html
import re
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import jinja2
from markupsafe import Markup

from mcp_docs.errors import ConfigError, OutputError, Where
from mcp_docs.site.compiled import compiled_templates
from mcp_docs.site.documents import TWIN
from mcp_docs.site.page import Page
from mcp_docs.site.paths import relative
from mcp_docs.site.templates import built_in
from mcp_docs.site.text import breakable, markdown, summary, visible_lines
from mcp_docs.site.words import counted, kind_count, shown_version
from mcp_docs.views.markdown import code, escape

_STYLES = "mcp-docs.css"
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")


@dataclass(frozen=True)
class Renderer:
    """Renders pages.

    Attributes:
        environment: Jinja's, autoescape on; everything printed has its hidden characters shown.
        plain: the same for Markdown: everything printed is escaped for it.
        index: what a folder's address ends with, see ``paths.relative``.
    """

    environment: jinja2.Environment
    plain: jinja2.Environment
    index: str = "index.html"

    def body(self, page: Page, shared: Mapping[str, Any]) -> str:
        """Return the HTML of a page's body.

        Raises:
            OutputError: when a template, perhaps a user's, is wrong; names file and line.
        """
        href = partial(_href, page.path, self.index)
        values = {**shared, **page.data, "page": page, "href": href}
        body = _rendered(self.environment, page.template, values).rstrip()
        foot = _rendered(self.environment, "foot.html.j2", values)
        return f"{body.removesuffix('</div>')}{foot}</div>" if body.endswith("</div>") else body + foot

    def twin(self, page: Page, shared: Mapping[str, Any]) -> bytes:
        """Return the page as Markdown; raises as :meth:`body`."""
        href = partial(_markdown_href, page.path)
        values = {**shared, **page.data, "page": page, "href": href}
        name = page.template.replace(".html.", ".md.")
        text = _rendered(self.plain, name, values)
        return (_BLANK_LINES.sub("\n\n", text).strip() + "\n").encode("utf-8", "backslashreplace")

    def block(self, template: str, here: str, section: str, values: Mapping[str, Any]) -> str:
        """Return HTML for a page that people wrote; raises as :meth:`body`.

        Args:
            template: file name of the template.
            here: the page's file below the site's root.
            section: folder of our pages, with a final slash, or empty.
            values: what the template shows.
        """

        def href(there: str, fragment: str = "") -> str:
            address = relative(here, section + there, self.index)
            return address + (f"#{fragment}" if fragment else "")

        return _rendered(self.environment, template, {**values, "href": href})

    def whole(self, template: str, values: Mapping[str, Any]) -> bytes:
        """Return a page that is complete without MkDocs; raises as :meth:`body`."""
        text = _rendered(self.environment, template, values)
        return (_BLANK_LINES.sub("\n\n", text).strip() + "\n").encode("utf-8", "backslashreplace")


#: A user's folder of templates goes before ours, so what fails is most likely there.
_MEND: Final = "Mend it in the folder of templates, or take it out: the built-in one is used then."


def _rendered(environment: jinja2.Environment, name: str, values: Mapping[str, Any]) -> str:
    try:
        return environment.get_template(name).render(values)
    except jinja2.TemplateSyntaxError as error:
        raise OutputError(
            f"template: {error.message}", where=Where(error.name, line=error.lineno), hint=_MEND
        ) from None
    except Exception as error:
        # A user's template can raise anything at all; a fault of ours is no template's.
        line = _template_line(error)
        if line is None and not isinstance(error, jinja2.TemplateError | UnicodeDecodeError | OSError):
            raise
        what = f"template: {type(error).__name__}: {error}"
        raise OutputError(what, where=line or Where(name), hint=_MEND) from None


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
        raise ConfigError(
            "is no folder of templates",
            where=Where(str(folder)),
            hint="Name one with templates, or leave it out.",
        )
    folders = [*([folder] if folder else []), built_in()]
    # A user's templates come and go, what is kept of them would stay.
    kept = None if folder else compiled_templates()
    plain = _environment([folder / "markdown" for folder in folders], _escaped, _PLAIN_FILTERS, kept)
    return Renderer(_environment(folders, _shown, _FILTERS, kept), plain, index)


def _environment(
    folders: list[Path],
    finalize: Callable[[object], object],
    filters: Mapping[str, Callable[..., object]],
    kept: jinja2.BytecodeCache | None,
) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folders),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        auto_reload=False,
        finalize=finalize,
        bytecode_cache=kept,
    )
    environment.filters.update(filters)
    return environment


def assets(releases: int) -> Mapping[str, bytes]:
    """Return our style sheets and scripts by file name.

    Args:
        releases: how many a site has. Its pages draw what lasts as long as there are releases; said here,
            the number leaves pages that nothing else concerns as they are when a release comes.
    """
    folder = built_in() / "assets"
    files = {
        path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.suffix in {".css", ".js"}
    }
    return {**files, _STYLES: files[_STYLES] + b":root { --mcp-releases: %d; }\n" % releases}


def _shown(value: object) -> object:
    """Show hidden characters in every text that a template prints, markup of ours excepted."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return visible_lines(value)
    return value


def _escaped(value: object) -> object:
    """Escape every text that a Markdown template prints for Markdown, what is such already excepted."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return Markup(escape(value))  # noqa: S704  # no HTML: a file of Markdown
    return value


def _markdown_href(here: str, there: str, fragment: str = "") -> Markup:
    address = relative(here, there, TWIN) + (f"#{fragment}" if fragment else "")
    return Markup(address)  # noqa: S704  # made of our own paths


def _ours(text: str) -> Markup:
    """Pass Markdown through that a view of ours has made."""
    return Markup(text)  # noqa: S704  # escaped by the view


def _code_span(text: str) -> Markup:
    return Markup(code(text))  # noqa: S704  # fenced there


def _quoted(text: str) -> Markup:
    """Return a text of the server as a quotation, its lines kept and its markup escaped."""
    lines = visible_lines(text).strip().split("\n")
    return Markup("\n".join(f"> {escape(line)}".rstrip() for line in lines))  # noqa: S704  # escaped just here


def _fenced(text: str) -> Markup:
    """Return a text as a fenced block that nothing in it can close."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return Markup(f"{fence}\n{visible_lines(text)}\n{fence}")  # noqa: S704  # fenced just here


def _raw(text: str) -> Markup:
    """Escape text for element content, where quotes need no escape: JSON is full of them."""
    return Markup(html.escape(visible_lines(text), quote=False))  # noqa: S704  # escaped just here


def _name(text: str) -> Markup:
    return Markup(breakable(text))  # noqa: S704  # escaped there


def _markdown(text: str, shift: int = 3) -> Markup:
    return Markup(markdown(text, shift))  # noqa: S704  # cleaned by the sanitiser


_FILTERS: Mapping[str, Callable[..., object]] = {
    "counted": counted,
    "kind_count": kind_count,
    "markdown": _markdown,
    "name": _name,
    "raw": _raw,
    "summary": summary,
    "version": shown_version,
}
_PLAIN_FILTERS: Mapping[str, Callable[..., object]] = {
    "code": _code_span,
    "counted": counted,
    "fenced": _fenced,
    "ours": _ours,
    "quoted": _quoted,
    "version": shown_version,
}
