"""From the files at a lockfile's path to interfaces; every blob and every state is read once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from mcp_docs.errors import LockfileError, Where
from mcp_docs.history.model import Content, Gap
from mcp_docs.interface import Interface
from mcp_docs.jsontext import JsonTextError
from mcp_docs.readers import ElementCache, is_tool_file, read, read_folder
from mcp_docs.sources.files import SIZE_LIMIT, too_large
from mcp_docs.sources.gitcommand import Repository
from mcp_docs.sources.gitlog import Entry, State

_KINDS = {"120000": "a symbolic link", "160000": "a submodule"}


@dataclass(frozen=True, slots=True)
class Found:
    """The lockfile as it stands at one commit; equal values have equal content.

    Attributes:
        path: the first of the lockfile's paths that exists.
        folder: whether it is a folder with one tool per file.
        files: name and entry of each file, sorted; the name is empty when it is no folder.
    """

    path: str = field(compare=False)
    folder: bool
    files: tuple[tuple[str, Entry], ...]


def find(state: State, paths: tuple[str, ...]) -> Found | None:
    """Return what stands at the first of ``paths`` that exists, or ``None`` when none does."""
    for path in paths:
        if path in state:
            return Found(path, folder=False, files=(("", state[path]),))
        inside = {
            name[len(path) + 1 :]: entry for name, entry in state.items() if name.startswith(path + "/")
        }
        files = tuple(sorted((name, entry) for name, entry in inside.items() if is_tool_file(name)))
        if files:
            return Found(path, folder=True, files=files)
    return None


@dataclass
class Contents:
    """Reads what was found into interfaces, and remembers.

    Attributes:
        gaps: files of folders that were left out.
    """

    repository: Repository
    gaps: list[Gap] = field(default_factory=list)
    _cache: ElementCache = field(default_factory=ElementCache)
    _seen: dict[object, Interface | LockfileError | None] = field(default_factory=dict)
    _blobs: dict[str, bytes | None] = field(default_factory=dict)
    _odd: set[tuple[str, Entry]] = field(default_factory=set)

    def read(self, commit: str, found: Found | None) -> Content:
        """Return the interface at ``commit``, a gap when it cannot be read, or ``None`` for none."""
        if found is None:
            return None
        return self._folder(commit, found) if found.folder else self._file(commit, found)

    def _file(self, commit: str, found: Found) -> Content:
        entry = found.files[0][1]
        if not entry.is_file:
            what = f"there is {_KINDS.get(entry.mode, 'no plain file')} in the lockfile's place"
            return Gap("revision.not_a_file", what, commit=commit, where=Where(found.path, commit))
        if entry.object not in self._seen:
            self._seen[entry.object] = _attempt(lambda: self._read_file(entry.object))
        return _content(self._seen[entry.object], commit, found.path)

    def _folder(self, commit: str, found: Found) -> Content:
        self._note_odd(commit, found)
        files = {name: entry.object for name, entry in found.files if entry.is_file}
        key = tuple(files.items())
        if key not in self._seen:
            self._seen[key] = _attempt(lambda: self._read_folder(files))
        return _content(self._seen[key], commit, found.path)

    def _read_file(self, blob: str) -> Interface | None:
        data = self._load(blob)
        return None if data is None else read(data, self._cache)

    def _read_folder(self, files: Mapping[str, str]) -> Interface | None:
        present, left = {}, SIZE_LIMIT
        for name, blob in files.items():
            if blob not in self._blobs:
                self._blobs[blob] = self._load(blob)
            data = self._blobs[blob]
            if data is not None:
                present[name] = data
                left -= len(data)
            if left < 0:
                raise too_large()
        return read_folder(present, self._cache) if len(present) == len(files) else None

    def _note_odd(self, commit: str, found: Found) -> None:
        """Say once of each file of a folder that is none, where it first appeared."""
        for name, entry in found.files:
            if not entry.is_file and (name, entry) not in self._odd:
                self._odd.add((name, entry))
                what = f"the folder holds {_KINDS.get(entry.mode, 'no plain file')} in a tool's place"
                where = Where(f"{found.path}/{name}", commit)
                self.gaps.append(Gap("revision.entry_not_a_file", what, commit=commit, where=where))

    def _load(self, blob: str) -> bytes | None:
        found = self.repository.read(blob)
        return found[1] if found and found[0] == "blob" else None


def _attempt(reader: Callable[[], Interface | None]) -> Interface | LockfileError | None:
    try:
        return reader()
    except LockfileError as error:
        return error


def _content(result: Interface | LockfileError | None, commit: str, path: str) -> Content:
    if isinstance(result, Interface):
        return result
    if result is None:
        what = "the content is missing from the repository or corrupt"
        return Gap("revision.missing_object", what, commit=commit, where=Where(path, commit))
    place = result.where or Where()
    file = f"{path}/{place.file}" if place.file else path
    code = result.code if isinstance(result, JsonTextError) else "not_an_interface"
    return Gap(
        f"revision.{code}", result.what, commit=commit, where=Where(file, commit, place.line, place.column)
    )
