"""Collecting an interface from one file or several: keys unique, order canonical, problems placed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from mcp_docs.errors import LockfileError, Where
from mcp_docs.interface import (
    ELEMENT_TYPES,
    Element,
    ElementKind,
    Interface,
    Problem,
    Prompt,
    Resource,
    ResourceTemplate,
    Server,
    Tool,
)
from mcp_docs.jsontext import Document, Fault, Position
from mcp_docs.jsonvalue import JsonValue, pointer_split
from mcp_docs.readers.elements import ElementCache, element_of, inner_problems, quoted
from mcp_docs.readers.layout import Layout
from mcp_docs.readers.notes import Owner, read_note

_T = TypeVar("_T", bound=Element)

#: How the key is called in the code of a problem.
_KEY_NAMES: Mapping[ElementKind, str] = {
    "tool": "name",
    "resource": "uri",
    "template": "uri_template",
    "prompt": "name",
}


@dataclass(slots=True)
class Collector:
    """Takes documents one after the other; of two elements with one key the first is kept."""

    cache: ElementCache
    elements: dict[Owner, Element] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def take(self, document: Document, layout: Layout, file: str | None = None) -> None:
        """Add all that ``layout`` finds in ``document``.

        Args:
            document: a text with its value and faults.
            layout: where the parts are.
            file: name of the file, where several make one interface.

        Raises:
            LockfileError: a list is something else.
        """
        _Taking(self, document, layout, file).run()

    def get(self, kind: ElementKind, key: str) -> Element | None:
        """Return an element that was taken; the server is addressed by its kind alone."""
        return self.elements.get((kind, "" if kind == "server" else key))

    def put(self, kind: ElementKind, key: str, element: Element) -> None:
        """Keep an element, in the place of the one with its key if there is one."""
        self.elements[kind, "" if kind == "server" else key] = element

    def interface(self, source_format: str) -> Interface:
        """Return all that was taken, sorted by key in the order of code points."""
        server = self.elements.get(("server", ""))
        return Interface(
            server=server if isinstance(server, Server) else Server({}),
            tools=self._sorted(Tool),
            resources=self._sorted(Resource),
            templates=self._sorted(ResourceTemplate),
            prompts=self._sorted(Prompt),
            problems=tuple(self.problems),
            source_format=source_format,
        )

    def _sorted(self, cls: type[_T]) -> tuple[_T, ...]:
        found = (element for element in self.elements.values() if isinstance(element, cls))
        return tuple(sorted(found, key=lambda element: element.key))


@dataclass(slots=True)
class _Taking:
    """The reading of one document into a collector."""

    collector: Collector
    document: Document
    layout: Layout
    file: str | None
    #: Faults of the text by the pointer of the element that they lie in; ``""`` for the file itself.
    faults: dict[str, list[Fault]] = field(default_factory=dict)
    #: Problems noted by an earlier reading, by the element that they belong to.
    earlier: dict[Owner, list[Problem]] = field(default_factory=dict)
    #: Kind and key of each element that was kept, by its pointer.
    kept: dict[str, Owner] = field(default_factory=dict)
    #: The first other element of the same key, by the one that was kept. Nobody knows which of them a
    #: client takes, so it is a problem of that element.
    rivals: dict[Owner, Problem] = field(default_factory=dict)
    #: Problems of the file; their places are found last.
    notes: list[Problem] = field(default_factory=list)

    def run(self) -> None:
        for fault in self.document.faults:
            self.faults.setdefault(self._owner(fault.pointer), []).append(fault)
        if self.layout.notes is not None:
            self._read_earlier(self.layout.notes)
        self._server()
        for kind, pointer, entry in self._entries():
            self._entry(kind, pointer, entry)
        if self.layout.cursor is not None:
            message = "the list goes on: it has a nextCursor, and only this page of it is in the file"
            self.notes.append(Problem("list.incomplete", message, self.layout.cursor))
        if self.layout.tool is None:
            self.notes.extend(inner_problems(self.faults.get("", ()), "", self.file))
        for left in self.earlier.values():
            self.notes.extend(replace(problem, pointer=self.layout.notes or "") for problem in left)
        self._place()

    def _owner(self, pointer: str) -> str:
        """Return the pointer of the element in which something at ``pointer`` lies."""
        server = self.layout.server
        if server is not None and f"{pointer}/".startswith(f"{server}/"):
            return server
        for listed in self.layout.lists.values():
            if pointer.startswith(f"{listed}/"):
                return f"{listed}/{pointer[len(listed) + 1 :].split('/', 1)[0]}"
        return ""

    def _server(self) -> None:
        pointer = self.layout.server
        data = None if pointer is None else _resolve(self.document.value, pointer)
        if pointer is None or data is None:
            return
        if not isinstance(data, dict):
            self.notes.append(Problem("server.not_object", "server is not an object", pointer))
            return
        faults = self._faults_of(pointer, ("server", ""))
        self._keep("server", pointer, element_of("server", data, faults, self.collector.cache))

    def _entries(self) -> Iterator[tuple[ElementKind, str, JsonValue]]:
        if self.layout.tool is not None:
            yield "tool", self.layout.tool, _resolve(self.document.value, self.layout.tool)
        for kind, pointer in self.layout.lists.items():
            entries = _resolve(self.document.value, pointer, [])
            if not isinstance(entries, list):
                place = self.document.locate([pointer]).get(pointer, (None, None))
                raise LockfileError(
                    f'"{pointer_split(pointer)[-1]}" is not an array',
                    where=Where(self.file, None, *place),
                    hint="Without it nothing can be compared; write the file again.",
                )
            for index, entry in enumerate(entries):
                yield kind, f"{pointer}/{index}", entry

    def _entry(self, kind: ElementKind, pointer: str, entry: JsonValue) -> None:
        key_field = ELEMENT_TYPES[kind].key_field
        key = entry.get(key_field) if isinstance(entry, dict) else None
        if not isinstance(entry, dict) or not isinstance(key, str) or not key:
            what = f"has no {key_field}" if isinstance(entry, dict) else "is not an object"
            code = f"{kind}.no_{_KEY_NAMES[kind]}"
            self.notes.append(Problem(code, f"an entry among the {kind}s {what}", pointer))
            faults = inner_problems(self.faults.get(pointer, ()), pointer, self.file)
            self.notes.extend(replace(fault, pointer=pointer + fault.pointer) for fault in faults)
            return
        first = self.collector.elements.get((kind, key))
        if first is None:
            faults = self._faults_of(pointer, (kind, key))
            self._keep(kind, pointer, element_of(kind, entry, faults, self.collector.cache))
            return
        second = element_of(kind, entry, (), self.collector.cache)
        alike = second.digest == first.digest
        message = f"the {kind} {quoted(key)} is listed twice; the second one is left out, "
        message += "and is the same" if alike else "and differs"
        problem = Problem(f"{kind}.duplicate_{_KEY_NAMES[kind]}", message, pointer)
        if alike:
            self.notes.append(problem)
        else:
            self.rivals.setdefault((kind, key), problem)

    def _keep(self, kind: ElementKind, pointer: str, element: Element) -> None:
        key = "" if kind == "server" else element.key
        self.kept[pointer] = (kind, key)
        self.collector.put(kind, key, element)

    def _read_earlier(self, pointer: str) -> None:
        """Take over the problems that an earlier reading found and the data no longer shows."""
        entries = _resolve(self.document.value, pointer, [])
        for index, entry in enumerate(entries if isinstance(entries, list) else [entries]):
            owner, problem = read_note(entry)
            if owner is None:
                self.notes.append(replace(problem, pointer=f"{pointer}/{index}"))
            else:
                self.earlier.setdefault(owner, []).append(problem)

    def _faults_of(self, pointer: str, owner: Owner) -> tuple[Problem, ...]:
        found = inner_problems(self.faults.get(pointer, ()), pointer, self.file)
        return (*found, *self.earlier.pop(owner, ()))

    def _place(self) -> None:
        """Find line and column of all problems of this document in one pass over its text."""
        marked = {
            pointer: element
            for pointer, (kind, key) in self.kept.items()
            if (element := self.collector.get(kind, key)) is not None and element.problems
        }
        wanted = {
            pointer + problem.pointer for pointer, element in marked.items() for problem in element.problems
        }
        wanted.update(marked, (note.pointer for note in (*self.notes, *self.rivals.values())))
        places = self.document.locate(wanted) if wanted else {}
        for pointer, element in marked.items():
            problems = tuple(self._placed(problem, pointer, places) for problem in element.problems)
            self.collector.put(*self.kept[pointer], replace(element, problems=problems))
        for owner, rival in self.rivals.items():
            self._doubt(owner, replace(self._placed(rival, "", places), pointer=""))
        self.collector.problems.extend(self._placed(note, "", places) for note in self.notes)

    def _doubt(self, owner: Owner, problem: Problem) -> None:
        element = self.collector.get(*owner)
        if element is not None and all(known.code != problem.code for known in element.problems):
            # Behind the faults of the text, where it stands when the lockfile is written and read again.
            at = sum(1 for known in element.problems if known.code.startswith("json."))
            problems = (*element.problems[:at], problem, *element.problems[at:])
            self.collector.put(*owner, replace(element, problems=problems))

    def _placed(self, problem: Problem, outer: str, places: Mapping[str, Position]) -> Problem:
        """Return ``problem`` with its place; a part that is missing stands where its element does."""
        if problem.line is not None:
            return problem
        line, column = places.get(outer + problem.pointer) or places.get(outer) or (None, None)
        return replace(problem, line=line, column=column, file=self.file)


def _resolve(value: JsonValue, pointer: str, default: JsonValue = None) -> JsonValue:
    """Follow ``pointer`` through objects."""
    for token in pointer_split(pointer):
        if not isinstance(value, dict) or token not in value:
            return default
        value = value[token]
    return value
