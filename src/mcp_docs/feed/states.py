"""What each release offers, content-addressed: the feed grows with what changed, and with nothing else.

``states/<digest>.json`` holds one state of one element, once. ``interfaces.json`` says for each
release which elements differ from the release that it grew from; so every interface can be put
together, and a consumer needs only the few states that it uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcp_docs.interface import Element, Interface
from mcp_docs.jsonvalue import JsonObject
from mcp_docs.record import UNRELEASED, Lifecycle, Record, Release, State
from mcp_docs.views.projection import SCHEMA_VERSION, deprecation_json, element_json, problem_json

#: Folder of an element's files, by kind.
FOLDERS: Mapping[str, str] = {
    "tool": "tools",
    "resource": "resources",
    "template": "templates",
    "prompt": "prompts",
}


def state_name(element: Element) -> str:
    """Return the file name of a state: its digest, without the algorithm."""
    return element.digest


def state_files(record: Record) -> Iterator[tuple[str, JsonObject]]:
    """Yield each distinct state that a release or HEAD holds, with its path below ``api/v1/``."""
    seen: set[str] = set()
    for release in record.by_version.values():
        for element in (release.interface.server, *release.interface):
            if element.digest not in seen:
                seen.add(element.digest)
                yield (
                    f"states/{state_name(element)}.json",
                    {
                        "$schema": "../schemas/state.schema.json",
                        "schema_version": SCHEMA_VERSION,
                        "digest": f"sha256:{element.digest}",
                        "data": element.data,
                    },
                )


def interfaces_json(record: Record) -> JsonObject:
    """Return for each release what differs from the one that it grew from."""
    return {
        "interfaces": [delta_json(record, release) for release in record.by_version.values()],
    }


def delta_json(record: Record, release: Release) -> JsonObject:
    """Return the elements that ``release`` has otherwise than its base, and those that it lacks."""
    base = record.by_version.get(release.base or "")
    before = base.interface if base else Interface()
    now = release.interface
    changed = [e for e in now if not _same(before.get(e.kind, e.key), e)]
    if base is None or not _same(before.server, now.server):
        changed.insert(0, now.server)
    return {
        "release": release.version,
        "base": release.base,
        "digest": f"sha256:{now.digest}",
        "changed": [element_json(element) for element in changed],
        "removed": [
            {"kind": kind, "name": key} for kind, key in before.index if (kind, key) not in now.index
        ],
    }


def _same(one: Element | None, other: Element) -> bool:
    return one is not None and one.digest == other.digest and one.problems == other.problems


def element_files(record: Record) -> Iterator[tuple[str, JsonObject]]:
    """Yield the file of each element that a release or HEAD ever had, with its path below ``api/v1/``."""
    promises: dict[tuple[str, str], list[JsonObject]] = {}
    for item in record.deprecations:
        promises.setdefault((item.kind, item.key), []).append(deprecation_json(item))
    for life in record.lifecycles:
        yield (
            f"{FOLDERS[life.kind]}/{life.slug}.json",
            _element(record, life, promises.get((life.kind, life.key), [])),
        )


def _element(record: Record, life: Lifecycle, promises: list[JsonObject]) -> JsonObject:
    return {
        "$schema": "../schemas/element.schema.json",
        "schema_version": SCHEMA_VERSION,
        "ruleset": record.ruleset,
        "element": {"kind": life.kind, "name": life.key},
        "slug": life.slug,
        "since": life.since,
        "removed_in": life.removed_in,
        "newest": f"sha256:{life.newest.element.digest}",
        "states": [
            {
                "digest": f"sha256:{state.element.digest}",
                "first_release": state.releases[0],
                "last_release": state.releases[-1] if state is not life.newest or life.removed_in else None,
                "ranges": _ranges(record, life, state),
                "problems": [problem_json(problem) for problem in state.element.problems],
            }
            for state in life.states
        ],
        "deprecations": promises,
        "changes": [released.id for released in life.changes if released.release != UNRELEASED],
    }


def _ranges(record: Record, life: Lifecycle, state: State) -> list[JsonObject]:
    """Return the stretches of releases with a state, each grown from the one before it in the stretch.

    A release on a maintenance line goes on with the stretch of the release that it grew from, so a state has
    more than one where it came back, or came to be on two lines.
    """
    stretch: dict[str, list[str]] = {}
    for version in state.releases:
        before = stretch.get(record.by_version[version].base or "", [])
        stretch[version] = before
        before.append(version)
    whole = {id(versions): versions for versions in stretch.values()}
    lasting = state is life.newest and not life.removed_in
    newest = record.newest.version if record.newest else ""
    lasts = stretch.get(newest, stretch[state.releases[-1]]) if lasting else None
    return [
        {"first_release": versions[0], "last_release": None if versions is lasts else versions[-1]}
        for versions in whole.values()
    ]
