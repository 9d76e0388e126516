"""Histories as plain values, without git, and a classifier that anybody can check by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcp_docs.change import Change, Level
from mcp_docs.history.build import BuildOptions, build_record
from mcp_docs.history.model import Commit, Content, Gap, Revision, Tag, Walk
from mcp_docs.interface import Interface, Prompt, Server, Tool
from mcp_docs.jsonvalue import ABSENT
from mcp_docs.record import Record, Release

#: 2026-01-01T00:00:00Z
NEW_YEAR = 1_767_225_600
DAY = 86_400


def interface(*tools: Mapping[str, Any] | str, prompts: tuple[Any, ...] = (), **server: Any) -> Interface:
    """An interface; a tool may be just its name, and the server is called ``harbour`` by default."""
    full = [{"name": tool} if isinstance(tool, str) else dict(tool) for tool in tools]
    return Interface(
        server=Server({"name": "harbour", **server}),
        tools=tuple(Tool(tool) for tool in sorted(full, key=lambda tool: tool["name"])),
        prompts=tuple(Prompt(prompt) for prompt in prompts),
    )


def with_input(name: str, **properties: Mapping[str, Any]) -> dict[str, Any]:
    """A tool with an input schema of these properties."""
    return {"name": name, "inputSchema": {"type": "object", "properties": properties}}


class Past:
    """A history in the making: commits one day apart, the first on 2026-01-01."""

    def __init__(self) -> None:
        self.commits: dict[str, Commit] = {}
        self.revisions: dict[str, Revision] = {}
        self.tags: list[Tag] = []

    def commit(
        self, name: str, *parents: str, content: Content | str = "same", time: int | None = None
    ) -> None:
        """Add a commit; its content is what it was unless given. ``time`` is in days after the first."""
        when = NEW_YEAR + DAY * (len(self.commits) if time is None else time)
        self.commits[name] = Commit(name, parents, when, f"subject of {name}")
        if not isinstance(content, str):
            self.revisions[name] = Revision(self.commits[name], content)

    def line(self, *contents: Content | str) -> None:
        """Add commits ``a``, ``b``, ``c`` … on one line."""
        for name, content in zip("abcdefghijklmnopqrstuvwxyz", contents, strict=False):
            before = [chr(ord(name) - 1)] if name != "a" else []
            self.commit(name, *before, content=content)

    def tag(self, name: str, commit: str, time: int | None = None) -> None:
        """Tag a commit, at its own time unless ``time`` in days after the first commit is given."""
        when = self.commits[commit].time if time is None else NEW_YEAR + DAY * time
        self.tags.append(Tag(name, commit, when))

    def walk(self, head: str | None = None) -> Walk:
        """Everything as a walk; HEAD is the last commit unless given."""
        last = next(reversed(self.commits))
        return Walk(self.commits, head or last, self.revisions, tuple(self.tags), "mcp-docs.lock")

    def record(self, head: str | None = None, **options: Any) -> Record:
        """The record of this history."""
        return build_record(self.walk(head), toy_classify, BuildOptions(**options))


def unreadable(commit: str) -> Gap:
    """A revision that cannot be read."""
    return Gap("revision.json.syntax", "the file is not JSON", commit=commit)


def toy_classify(old: Interface, new: Interface) -> tuple[Change, ...]:
    """Removed: breaking. Added: minor. A description: patch. A property gone: breaking. The rest: review."""
    changes = []
    for kind, key in {**old.index, **new.index}:
        before, after = old.index.get((kind, key)), new.index.get((kind, key))
        if before is None and after is not None:
            changes.append(_change(f"{kind}.added", kind, key, "", ABSENT, after.data, level=Level.MINOR))
        elif after is None and before is not None:
            changes.append(
                _change(f"{kind}.removed", kind, key, "", before.data, ABSENT, level=Level.BREAKING)
            )
        elif before is not None and after is not None:
            changes += _members(kind, key, before.data, after.data)
    return tuple(sorted(changes, key=lambda change: change.sort_key))


def _members(kind: Any, key: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Change]:
    found = []
    for member in sorted({*old, *new}):
        before, after = old.get(member, ABSENT), new.get(member, ABSENT)
        if before == after:
            continue
        if member == "inputSchema":
            found += _properties(kind, key, before["properties"], after["properties"])
        elif member == "arguments":
            gone = [(n, a) for n, a in enumerate(before) if a not in after]
            found += [
                _change("argument.removed", kind, key, f"/arguments/{n}", a, ABSENT, level=Level.BREAKING)
                for n, a in gone
            ]
        else:
            level = Level.PATCH if member == "description" else Level.REVIEW
            found.append(
                _change(f"{kind}.{member}.changed", kind, key, f"/{member}", before, after, level=level)
            )
    return found


def _properties(kind: Any, key: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Change]:
    found = []
    for name in sorted({*old, *new}):
        before, after = old.get(name, ABSENT), new.get(name, ABSENT)
        level = Level.BREAKING if after is ABSENT else Level.MINOR if before is ABSENT else Level.REVIEW
        if before != after:
            pointer = f"/inputSchema/properties/{name}"
            found.append(_change("property.changed", kind, key, pointer, before, after, level=level))
    return found


def _change(rule: str, kind: Any, key: str, pointer: str, *values: Any, level: Level) -> Change:
    before, after = values
    operation = "added" if before is ABSENT else "removed" if after is ABSENT else "changed"
    return Change(rule, kind, key, pointer, pointer, "meta", operation, level, level, before, after)


def versions(record: Record) -> list[str]:
    """The versions of a record's releases, in order."""
    return [release.version for release in record.releases]


def bases(record: Record) -> dict[str, str | None]:
    """The release that each release grew from."""
    return {release.version: release.base for release in record.releases}


def rules(release: Release) -> list[tuple[str, str]]:
    """Rule and element of each change of a release."""
    return [(released.change.rule, released.change.key) for released in release.changes]


def gap_codes(record: Record) -> list[tuple[str, str | None]]:
    """Code and tag of each gap."""
    return [(gap.code, gap.tag) for gap in record.gaps]
