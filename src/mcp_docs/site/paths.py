"""Where everything stands: paths of pages below the site's root, and the redirects between them.

A path is a folder with a final slash (``tools/search/``), the root being empty. The newest state of
an element is at ``<kind>s/<slug>/``; an older one at ``<version>/<kind>s/<slug>/`` of the first
version that shipped it; every other such address leads to the right one of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from mcp_docs.errors import OUR_FAULT, OutputError
from mcp_docs.interface import ElementKind
from mcp_docs.record import Lifecycle, Record, Release, State

#: Folder of each kind, and the kinds in the order of the pages.
FOLDERS: Mapping[ElementKind, str] = {
    "tool": "tools",
    "prompt": "prompts",
    "resource": "resources",
    "template": "templates",
}
HOME = ""
SERVER = "server/"
RELEASES = "releases/"
CHANGELOG = "changelog/"
DEPRECATIONS = "deprecations/"
GAPS = "gaps/"
RULES = "rules/"
FEEDS = "feeds/"
LATEST = "latest/"
COMPARE = "compare/"
AUDIT = "audit/"
CONSUMERS = "consumers/"
#: Parameter of a page's address: folder of the version that a reader asked for.
VERSION = "version"
#: Beside the page of an element: its declaration.
DECLARED = "index.json"


def relative(here: str, there: str, index: str) -> str:
    """Return the relative address of path ``there`` as seen from page ``here``.

    Args:
        here: path of the page that links.
        there: path of a page (with a final slash, or empty for the root) or of a file.
        index: what a folder's address ends with: ``index.html``, which works from a disk too, or
            nothing where a server finds it.
    """
    up = "../" * here.count("/")
    target = up + there
    if not there or there.endswith("/"):
        return target + index or "./"
    return target


class Addresses:
    """The paths of one record's pages.

    Raises:
        OutputError: on construction, when two things would share a path.
    """

    def __init__(self, record: Record) -> None:
        self._record = record
        self._order = {version: number for number, version in enumerate(record.by_version)}
        self._lives = {(life.kind, life.key): life for life in record.lifecycles}
        refuse_collisions(self._all_paths())

    def release(self, version: str) -> str:
        """Return the page of a release; ``unreleased`` is one."""
        return f"{self._record.by_version[version].slug}/"

    def life(self, kind: ElementKind, key: str) -> Lifecycle | None:
        """Return the life of an element, or ``None`` for one that no release and not HEAD had."""
        return self._lives.get((kind, key))

    def element(self, kind: ElementKind, key: str) -> str | None:
        """Return the page of an element's newest state; the server has its own page."""
        if kind == "server":
            return SERVER
        life = self._lives.get((kind, key))
        return f"{FOLDERS[kind]}/{life.slug}/" if life else None

    def state(self, life: Lifecycle, state: State) -> str:
        """Return the permanent page of one state."""
        folder = f"{FOLDERS[life.kind]}/{life.slug}/"
        return folder if state is life.newest else self.release(state.releases[0]) + folder

    def declared(self, life: Lifecycle, state: State) -> str:
        """Return the file that holds one state as the server declared it."""
        return self.state(life, state) + DECLARED

    def at(self, release: Release, kind: ElementKind, key: str) -> str | None:
        """Return the page of the state that a release holds, or ``None`` where it holds none."""
        element = release.interface.get(kind, key)
        life = self._lives.get((kind, key))
        if element is None or life is None:
            return None
        held = self._states[kind, key].get(element.digest)
        return self.state(life, held) if held else None

    def within(self, release: Release, kind: ElementKind, key: str) -> str | None:
        """Return an element's address below a release, which stays as it is; ``None`` where it had none.

        The state's page stands there, or a redirect to it.
        """
        life = self._lives.get((kind, key))
        if life is None or release.interface.get(kind, key) is None:
            return None
        return f"{release.slug}/{FOLDERS[kind]}/{life.slug}/"

    def order(self, version: str) -> int:
        """Return the place of a version in release order; HEAD comes last."""
        return self._order[version]

    @cached_property
    def _states(self) -> Mapping[tuple[ElementKind, str], Mapping[str, State]]:
        return {
            identity: {state.element.digest: state for state in life.states}
            for identity, life in self._lives.items()
        }

    @cached_property
    def redirects(self) -> Mapping[str, str]:
        """Every path that leads to another page, and which; no path is also a page's."""
        found: dict[str, str] = {}
        for release in self._record.by_version.values():
            for element in release.interface:
                path = self.within(release, element.kind, element.key)
                target = self.at(release, element.kind, element.key)
                if path is not None and target is not None and target != path:
                    found[path] = target
        if self._record.newest:
            found[LATEST] = self.release(self._record.newest.version)
        return found

    def _all_paths(self) -> Iterator[str]:
        yield from (
            SERVER,
            RELEASES,
            CHANGELOG,
            DEPRECATIONS,
            GAPS,
            RULES,
            FEEDS,
            LATEST,
            COMPARE,
            AUDIT,
            CONSUMERS,
        )
        yield from (f"{folder}/" for folder in FOLDERS.values())
        yield from ("api/", "assets/", "search/")
        yield from (f"{release.slug}/" for release in self._record.by_version.values())
        for life in self._record.lifecycles:
            yield from (self.state(life, state) for state in life.states)


def refuse_collisions(paths: Iterable[str]) -> None:
    """Check that no two paths are one file on a disk that does not tell case.

    Raises:
        OutputError: naming the path that is wanted twice, or that is no safe path.
    """
    seen: set[str] = set()
    for path in paths:
        folded = path.casefold()
        if folded in seen:
            raise OutputError(
                f"two pages of the site would be at {path!r}",
                hint=OUR_FAULT,
            )
        if any(segment in {"", ".", ".."} for segment in path.rstrip("/").split("/")) or "\\" in path:
            raise OutputError(f"{path!r} is no path that a site may have", hint=OUR_FAULT)
        seen.add(folded)
