"""What stands beside the pages for programs: an element's state as JSON, and ``llms.txt``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from mcp_docs.interface import Element
from mcp_docs.jsonvalue import JsonObject, document
from mcp_docs.record import Lifecycle, Record, State
from mcp_docs.site.page import Page
from mcp_docs.site.paths import COMPARE, FOLDERS, Addresses
from mcp_docs.views.markdown import escape

#: Beside each page: the same as Markdown.
TWIN = "index.md"
#: Pages that ``llms.txt`` leads to first, by path, and what they are for.
_FIRST = (
    ("", "what the server offers, its newest release, what is deprecated"),
    ("changelog/", "every release with its changes, worst first"),
    ("releases/", "every release with its verdict"),
    ("deprecations/", "what is going away, and what went"),
    ("server/", "what the server says of itself"),
)


def declarations(record: Record, addresses: Addresses) -> Mapping[str, bytes]:
    """Return a JSON file for each state of each element, by path."""
    found = {
        addresses.declared(life, state): document(_declared(life, state))
        for life in record.lifecycles
        for state in life.states
    }
    server = next((item for item in record.between if item.kind == "server"), None)
    for number, state in enumerate(server.states if server else ()):
        found[server_path(number)] = document({"declared": dict(state.element.data)})
    return found


def server_path(number: int) -> str:
    """Return the file of one state of the server, by its place among them."""
    return f"{COMPARE}server/{number}.json"


def _declared(life: Lifecycle, state: State) -> JsonObject:
    element: Element = state.element
    return {
        "kind": life.kind,
        "name": life.key,
        "releases": list(state.releases),
        "removed_in": life.removed_in,
        "declared": dict(element.data),
    }


def llms(record: Record, pages: Iterable[Page]) -> bytes:
    """Return ``llms.txt`` (llmstxt.org): where an agent finds what, as Markdown twins."""
    return ("\n".join(_lines(record, tuple(pages))) + "\n").encode("utf-8", "backslashreplace")


def _lines(record: Record, pages: tuple[Page, ...]) -> Iterator[str]:
    title = escape(record.title) or "MCP server"
    newest = f" Newest release: {escape(record.newest.version)}." if record.newest else ""
    yield f"# {title}"
    yield ""
    yield f"> The interface of the MCP server {title}, release by release.{newest}"
    yield ""
    yield "Beside each page stands the same as Markdown (index.md); beside each tool its schema (index.json)."
    yield ""
    yield "## Start"
    yield ""
    here = {page.path: page for page in pages}
    yield from (f"- [{escape(here[p].title)}]({p}{TWIN}): {text}" for p, text in _FIRST if p in here)
    yield "- [Feed](api/v1/index.json): everything as JSON"
    for folder in FOLDERS.values():
        listed = [page for page in pages if page.parent == f"{folder}/" and page.listed]
        if listed:
            yield ""
            yield f"## {folder.capitalize()}"
            yield ""
            yield from (f"- [{escape(p.title)}]({p.path}{TWIN}): {escape(p.description)}" for p in listed)
