"""Contracts and cases where consumers leave them: files, folders, patterns and web addresses."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from mcp_docs.contracts.cases import CaseFile, cases_of, is_case_file
from mcp_docs.contracts.model import Contract
from mcp_docs.contracts.read import contracts_of
from mcp_docs.contracts.text import load
from mcp_docs.contracts.together import Demands
from mcp_docs.errors import McpDocsError, UsageError, Where

#: Bytes of a contract file; real ones have a few thousand.
SIZE_LIMIT: Final = 5_000_000
#: Where contracts are looked for when none are named.
FOLDER: Final = "contracts"

#: Of a contract file's name, in lower case.
ENDINGS: Final = (".json", ".yaml", ".yml")
_HINT: Final = "Name a contract file, a folder of them, a pattern in quotes, or an http(s) address."


def read_demands(names: Sequence[str]) -> Demands:
    """Read contracts and cases; a file's content tells which of both it is.

    Args:
        names: files, folders (with their subfolders), glob patterns and http(s) addresses.

    Raises:
        ContractError: a file is wrong; with line and column.
        UsageError: a name leads to nothing.
        McpDocsError: a file cannot be read, or an address cannot be fetched.
    """
    contracts: list[Contract] = []
    cases: list[CaseFile] = []
    for name, data in _files(names):
        text = load(data, name)
        if is_case_file(text):
            cases.append(cases_of(text))
        else:
            contracts += contracts_of(text)
    return Demands(tuple(contracts), tuple(cases))


def _files(names: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    seen: set[str] = set()
    for name in names:
        if "://" in name:
            from mcp_docs.sources.address import shown_address  # noqa: PLC0415  # the web, only for addresses
            from mcp_docs.sources.webfile import fetch  # noqa: PLC0415  # the same

            yield shown_address(name), fetch(name, SIZE_LIMIT)
            continue
        for path in _paths(name):
            real = os.path.realpath(path)
            if real not in seen:
                seen.add(real)
                yield path, _content(path)


def _paths(name: str) -> list[str]:
    if Path(name).is_dir():
        found = sorted(
            os.path.join(folder, file)  # noqa: PTH118 - keeps the name as typed
            for folder, _, files in os.walk(name)
            for file in files
            if file.lower().endswith(ENDINGS)
        )
        if not found:
            raise UsageError("the folder holds no .json, .yaml or .yml file", where=Where(name), hint=_HINT)
        return found
    if Path(name).exists():
        return [name]
    found = sorted(path for path in glob.glob(name, recursive=True) if Path(path).is_file())  # noqa: PTH207 - keeps the name as typed
    if not found:
        raise UsageError("there is no such contract file or folder", where=Where(name), hint=_HINT)
    return found


def _content(path: str) -> bytes:
    try:
        if not Path(path).is_file():
            raise UsageError("is neither a file nor a folder", where=Where(path), hint=_HINT)
        with Path(path).open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        what = f"cannot be read: {error.strerror or 'the operating system refuses'}"
        raise McpDocsError(what, where=Where(path), hint="See to its permissions, or name another.") from None
    if len(data) > SIZE_LIMIT:
        raise McpDocsError(f"is larger than {SIZE_LIMIT // 1_000_000} MB", where=Where(path), hint=_HINT)
    return data
