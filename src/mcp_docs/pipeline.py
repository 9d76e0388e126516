"""The shell's spine: a repository and its configuration become a record."""

from __future__ import annotations

import errno
import hashlib
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from mcp_docs.acceptances import Acceptance
from mcp_docs.config import Config, documented_targets, lockfile_config, target_config, targets_hint
from mcp_docs.contracts.committed import committed_contracts
from mcp_docs.contracts.model import Contract
from mcp_docs.errors import NoHistoryError, UsageError
from mcp_docs.history.model import Gap, Walk
from mcp_docs.history.options import LOCKFILE_NAMES
from mcp_docs.memory import Memory
from mcp_docs.record import Record
from mcp_docs.rules import RULESET_VERSION
from mcp_docs.sources.contractfiles import ENDINGS
from mcp_docs.sources.contractfiles import FOLDER as CONTRACTS
from mcp_docs.sources.git import read_head, read_head_folder, references, walk, worktree
from mcp_docs.sources.program import program
from mcp_docs.sources.settings import (
    folder_reader,
    naming,
    read_acceptances,
    read_config,
    refuse_way_out,
    source_date_epoch,
)
from mcp_docs.targets import TargetSpec, named_target


@dataclass(frozen=True, slots=True)
class Source:
    """A repository, and all beside its history that shapes the record.

    Attributes:
        repo: a folder inside the repository.
        lockfile: its path relative to ``repo``, or ``None`` to look for the usual names.
        config: parsed.
        notes: Markdown by version.
        acceptances: the breaks that are intended.
        contracts: what consumers depend on.
        faults: what of it could not be read.
        as_of: the record's today, or ``None`` for the newest commit's time.
        settings: the bytes that configuration and notes were read from, for a key.
    """

    repo: Path
    lockfile: str | None
    config: Config
    notes: Mapping[str, str]
    acceptances: tuple[Acceptance, ...]
    contracts: tuple[Contract, ...]
    faults: tuple[Gap, ...]
    as_of: int | None
    settings: tuple[bytes, ...]


def open_repository(
    repo: Path, *, lockfile: str | None = None, config_file: Path | None = None, as_of: int | None = None
) -> Source:
    """Read the configuration and the notes of a repository.

    They come from the working tree, so that what is being written shows at once; for a bare
    repository from HEAD.

    Args:
        repo: a folder inside the repository.
        lockfile: goes before the configuration's. That of one of several targets is read with what the
            target says of it, its tags and its title.
        config_file: instead of ``mcp-docs.toml`` or ``pyproject.toml`` in ``repo``.
        as_of: the record's today, seconds since 1970-01-01 UTC.

    Raises:
        HistoryError: when ``repo`` is no repository.
        ConfigError: when the configuration is wrong.
        UsageError: when ``SOURCE_DATE_EPOCH`` is no number.
    """
    reader = _reader(repo)
    config, data = read_config(reader.file, config_file)
    if lockfile:
        config = lockfile_config(config, lockfile, _usual(reader))
    return _source(reader, config, data, lockfile or config.lockfile, as_of)


def open_targets(
    repo: Path, *, config_file: Path | None = None, as_of: int | None = None
) -> Mapping[str, Source]:
    """Return the sources of a project with several lockfiles by the names of its targets.

    Empty for a project with one lockfile, see ``config.documented_targets``. Parameters and errors are
    those of :func:`open_repository`.
    """
    reader = _reader(repo)
    config, data = read_config(reader.file, config_file)
    return {
        spec.name: _source(reader, target_config(config, spec), data, spec.lockfile, as_of)
        for spec in _documented(reader, config)
    }


def _documented(reader: _Reader, config: Config) -> tuple[TargetSpec, ...]:
    return documented_targets(config, _usual(reader))


def _usual(reader: _Reader) -> tuple[str, ...]:
    """Return the usual names of lockfiles that are there."""
    return tuple(name for name in LOCKFILE_NAMES if reader.file(name) is not None)


def _source(reader: _Reader, config: Config, data: bytes, lockfile: str | None, as_of: int | None) -> Source:
    acceptances, accepted = read_acceptances(reader.file, config.acceptances)
    notes = _note_files(reader, config)
    demands = _contract_files(reader, config)
    contracts, faults = committed_contracts(demands)
    return Source(
        repo=reader.repo,
        lockfile=lockfile,
        config=config,
        notes={name: text.decode("utf-8", "replace") for name, text in sorted(notes.items())},
        acceptances=acceptances,
        contracts=contracts,
        faults=faults,
        as_of=as_of if as_of is not None else source_date_epoch(),
        settings=(data, accepted, *_named({**notes, **demands})),
    )


def target_settings(
    repo: Path, config_file: Path | None, name: str
) -> tuple[Config, bytes, TargetSpec | None]:
    """Return the configuration for one lockfile, its bytes, and the target whose lockfile it is.

    Args:
        repo: a folder inside the repository.
        config_file: instead of what is in ``repo``.
        name: of a target, or empty for the project's only lockfile.

    Raises:
        UsageError: there is no such target, or several have lockfiles and none is named.
        HistoryError: when ``repo`` is no repository.
    """
    reader = _reader(repo)
    config, data = read_config(reader.file, config_file)
    if name:
        spec = named_target(config.targets, name)
        return target_config(config, spec), data, spec
    usual = _usual(reader)
    if documented_targets(config, usual) or (config.targets and config.lockfile is None and not usual):
        names = ", ".join(spec.name for spec in config.targets)
        raise UsageError(
            "the project's targets have lockfiles of their own, and none is named",
            hint=f"Say whose releases these are with --target NAME, one of {names}.",
        )
    return config, data, None


def _reader(repo: Path) -> _Reader:
    return _Reader(repo, bare=worktree(repo) is None)


def _note_files(reader: _Reader, config: Config) -> Mapping[str, bytes]:
    """Return the release notes by version."""
    found = reader.folder(config.notes)
    return {name.removesuffix(".md"): text for name, text in found.items() if name.endswith(".md")}


def _named(files: Mapping[str, bytes]) -> Iterator[bytes]:
    """Yield each file's name and bytes in one piece."""
    for name, text in sorted(files.items()):
        yield f"{name}\n".encode("utf-8", "surrogateescape") + text


def _contract_files(reader: _Reader, config: Config) -> Mapping[str, bytes]:
    """Return the contract files by path; of a folder that nobody named, those that look like contracts."""
    folder = CONTRACTS if config.contracts is None else config.contracts
    found = reader.folder(folder)
    return {
        f"{folder}/{name}": data
        for name, data in sorted(found.items())
        if name.lower().endswith(ENDINGS) and (config.contracts is not None or b"consumerName" in data)
    }


def load_record(
    source: Source,
    stage: Callable[[str], None] = lambda _: None,
    *,
    matrix: bool = True,
    between: bool = False,
    memory: Memory | None = None,
    further: Iterable[str] = (),
) -> Record:
    """Walk the history and build its record.

    Args:
        source: from :func:`open_repository`.
        stage: told what is going on.
        matrix: whether each release is compared with each later one.
        between: whether the changes between any two states of an element are wanted.
        memory: holds what earlier runs have judged.
        further: ids of commits whose revisions are wanted besides those of HEAD and the tags.

    Raises:
        HistoryError: when the history cannot be walked.
    """
    stage("reading the history")
    try:
        walked = walk(source.repo, source.lockfile, source.config.history, further)
    except NoHistoryError as error:
        raise _naming_targets(error, source) from None
    stage(f"comparing {len(walked.revisions)} revisions")
    return _built(walked, source, matrix=matrix, between=between, memory=memory)


def _naming_targets(error: NoHistoryError, source: Source) -> NoHistoryError:
    """Return the error with the lockfiles that the project's targets have, where nobody named one."""
    hint = targets_hint(source.config)
    if source.lockfile or not hint:
        return error
    return NoHistoryError(error.what, where=error.where, hint=hint)


def _built(walked: Walk, source: Source, *, matrix: bool, between: bool, memory: Memory | None) -> Record:
    from mcp_docs.classifier.interfaces import classify  # noqa: PLC0415  # nothing that is up to date needs it
    from mcp_docs.history.build import BuildOptions, build_record  # noqa: PLC0415  # with it

    options = BuildOptions(
        history=source.config.history,
        notices=source.config.deprecations,
        notes=source.notes,
        acceptances=source.acceptances,
        contracts=source.contracts,
        named=source.config.consumer_names,
        faults=source.faults,
        title=source.config.title,
        as_of=source.as_of,
        ruleset=RULESET_VERSION,
        matrix=matrix,
        between=between,
    )
    return build_record(walked, partial(classify, policy=source.config.policy, memory=memory), options)


def load_history(repo: str | Path, lockfile: str | None = None) -> Record:
    """Read a repository's configuration and history and return its record.

    Raises:
        McpDocsError: when either cannot be read.
    """
    return load_record(open_repository(Path(repo), lockfile=lockfile))


def state_key(source: Source, *extra: str) -> str:
    """Return 64 hexadecimal digits that differ whenever a build of ``source`` could.

    Costs two git commands and reading our own source; the history is not walked.
    """
    parts = (
        program(),
        references(source.repo),
        str(source.lockfile),
        str(source.as_of),
        *extra,
    )
    hashed = hashlib.sha256()
    for part in (*(part.encode("utf-8", "surrogatepass") for part in parts), *source.settings):
        hashed.update(len(part).to_bytes(8, "big") + part)
    return hashed.hexdigest()


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads files below the repository's folder, or HEAD's where there is no working tree."""

    repo: Path
    bare: bool

    def file(self, name: str) -> bytes | None:
        if self.bare:
            return read_head(self.repo, name)
        return folder_reader(self.repo)(name)

    def folder(self, name: str) -> Mapping[str, bytes]:
        if self.bare:
            return read_head_folder(self.repo, name)
        path = self.repo / name
        with naming(name):
            files = [file for file in sorted(path.iterdir()) if file.is_file()] if _is_folder(path) else []
            for file in files:
                refuse_way_out(self.repo, file)
            return {file.name: file.read_bytes() for file in files}


def _is_folder(path: Path) -> bool:
    """Tell whether a folder is there; unlike ``is_dir`` of Python 3.14, fail where that cannot be known."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except OSError as error:
        if error.errno in {errno.ENOENT, errno.ENOTDIR, errno.ELOOP}:
            return False
        raise
